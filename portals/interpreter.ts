/**
 * Does the steps of a recipe, one after the other: finds the one element a step names, lets the guard judge it,
 * does it, and checks the page that follows. It knows the playbook language and no portal.
 */
import { maySend, type Step, type WhenStep } from '../domain/dispatch/playbook/step.ts';
import { fillPath, fillTemplate, type Values } from '../domain/dispatch/playbook/template.ts';
import { span } from '../process/tracing.ts';
import type { SpanFacts } from '../process/tracing-wanted.ts';
import { type DecisiveSteps, type Weight, isReading } from './step-recorder.ts';
import { type Download, type OnDocument, openDownloads } from './downloads.ts';
import { DriverError, type Place, type PortalDriver } from './driver.ts';
import { OwnFaultError } from './own-lag.ts';
import { type NextControl, openPageControl, type Position } from './page-control.ts';
import { openPageReader } from './page-reader.ts';
import { type EnteringParts, openEntering } from './entering.ts';
import { type SendingParts, openSending } from './sending.ts';
import { AbsentSignal, ChangedSignal, RefusedSignal, UnavailableSignal } from './run-signals.ts';
import { stepText } from './step-text.ts';

export interface InterpreterParts extends EnteringParts, SendingParts {
  readonly mayWrite?: SendingParts['mayWrite'];
  readonly stepTimeoutMs: number;
  readonly onProgress: (step: string) => void;
  /** Notified of the page after each step that was done; what it fails at is no matter of the run. */
  readonly seePage?: (page: string, driver: PortalDriver) => Promise<void>;
  /** Which steps show what people decide by; without it none does. */
  readonly decisive?: DecisiveSteps;
  /** Called before each step with whether fields have to be hidden. */
  readonly onHidden?: (isHidden: boolean) => void;
  readonly follower?: StepFollower | undefined;
  readonly onDocument?: OnDocument | undefined;
}

const longestFound = 2_000;
/** Controls that are looked at ahead of their turn. */
const mostNext = 2;

/** Who rehearses a playbook step by step: holds a run before a step, and corrects one that could not be done. */
export interface StepFollower {
  /** Resolves when the step may be done. @returns the step as it is now */
  before(step: Step): Promise<Step>;
  /** Of a step by which nothing was sent. @returns a step to do instead; undefined ends the run as it would end */
  failed(step: Step, error: Error): Promise<Step | undefined>;
}

/** What the steps brought home. */
export interface Findings {
  readonly facts: Record<string, string>;
  readonly downloads: Download[];
}

/**
 * @param isLogin the steps are the login's: values are secret, and the login page is where they belong
 * @param then what is done after them
 * @param isBranch what comes after them is done by who has called this
 * @throws a signal of run-signals, StoppedError, or DriverError
 */
export async function runSteps(
  parts: InterpreterParts,
  steps: readonly Step[],
  position: Position,
  findings: Findings,
  isLogin: boolean,
  then: readonly Step[] = [],
  isBranch = false,
): Promise<void> {
  const { playbook, driver, gate, recorder, values } = parts;
  const page = openPageControl(parts, position, isLogin);
  const { act, arrive, findTimeoutMs, isOn, placeOf, textOf, touched } = page;
  const reader = openPageReader(parts, page, position, findings.facts);
  const entering = openEntering(parts, page, position, steps, isLogin);
  const sending = openSending(parts, page, position, { reader, entering, isLogin });
  const downloads = openDownloads(parts, page, position, findings.downloads);
  const hideFields = (): boolean =>
    isLogin || entering.holdsAnswers() || (position.page !== null && playbook.pages[position.page]?.secret === true);

  /** How much people decide by what was looked at since the last input. */
  let lookedWeight: Weight = 0;
  let lookedAheadOn: number | undefined;
  /** Of what was read in a row from the page as it is now. */
  let readPlaces: readonly Place[] = [];

  for (const [index, given] of steps.entries()) {
    const rest = steps.slice(index + 1);
    // What is shown before the page has answered an input is not looked at.
    if (position.isLoading === true && judgesPage(given)) {
      position.isLoading = false;
      if (!isLogin) await driver.loaded();
    }
    const isOpen = position.input !== undefined && !entersOnly(given);
    if (isOpen) position.ahead = undefined;
    else if (given.do === 'read' || given.do === 'read_fields') reader.lookAhead([given, ...rest]);
    else if (given.do !== 'when') position.ahead = undefined;
    if (!looksOnly(given)) lookedAheadOn = undefined;
    else if (!isOpen && lookedAheadOn !== driver.arrivals()) {
      lookedAheadOn = driver.arrivals();
      page.lookAhead(nextControls([given, ...rest]));
    }
    const next = steps[index + 1] ?? then[0];
    position.coming = next === undefined || looksOnly(next) ? [] : nextControls([next]);
    const step = await followed((await parts.follower?.before(given)) ?? given, steps[index + 1]);
    if (step.do === 'when') await branch(step);
    else if (!isLogin && position.page !== null) await parts.seePage?.(position.page, driver).catch(() => undefined);
  }
  if (!isBranch) await hold('last');

  /** What was read and has become something else since is in the evidence as it was read in the end. */
  async function hold(next: 'changes' | 'leaves' | 'last'): Promise<void> {
    if (!(await reader.held(next))) return;
    recorder.step({
      action: 'read',
      target: 'read again what the page came to show',
      verdicts: gate.drainVerdicts(),
      capture: true,
      hideFields: hideFields(),
      weight: lookedWeight,
    });
    if (next !== 'last') await recorder.captured();
  }

  /** @returns the step that was done in the end */
  async function followed(first: Step, next: Step | undefined): Promise<Step> {
    for (let step = first; ;) {
      try {
        await oneStep(step, next);
        return step;
      } catch (error) {
        const isOfPage = error instanceof ChangedSignal || error instanceof DriverError;
        // What an earlier step sent, such as the sign-in, is no reason: only what is not known would be done twice.
        const hasLeft = parts.delivery.mayHaveLeft || (maySend(step) && step.effect !== 'read' && gate.mayHaveSent());
        const mayFollow = isOfPage && !hasLeft && gate.stopped() === undefined;
        const instead = mayFollow ? await parts.follower?.failed(step, error) : undefined;
        if (instead === undefined) throw error;
        step = instead;
      }
    }
  }

  async function oneStep(step: Step, next: Step | undefined): Promise<void> {
    const words = stepText(step, values, isLogin);
    // First, because who hears of the step may show it at once.
    parts.onHidden?.(hideFields());
    parts.onProgress(words);
    page.forgetView();
    const [cameFrom, arrivals] = [position.page, driver.arrivals()];
    try {
      if (mayLeave(step) || mayChange(step)) await hold(mayLeave(step) ? 'leaves' : 'changes');
      const weight = isLogin ? 0 : (parts.decisive?.(step, next) ?? 0);
      if (!looksOnly(step)) lookedWeight = 0;
      else if (weight > lookedWeight) lookedWeight = weight;
      const changesPage = await span(`portal step: ${step.do}`, stepFacts(step), () => runStep(step, next, words));
      // What a document shows is in it, or asked for in its beginning; a route still asks for it.
      if ('next' in step && typeof step.next === 'string' && !driver.isRouted()) {
        position.input = undefined;
        position.isLoading = true;
      }
      // The next field comes to rest while this step gets into the evidence; where the mouse has to go, an answer may come over.
      if (changesPage && !looksOnly(step) && !driver.isClosed() && driver.arrivals() === arrivals)
        page.lookAhead((position.coming ?? []).filter(({ input }) => input !== 'click'));
      if (position.page !== cameFrom) gate.leavePage();
      if (!keepsRecord(step, values)) position.forms = undefined;
      readPlaces = isReading(step) && !changesPage ? [...readPlaces, placeOf(step.target)] : [];
      recorder.step({
        action: step.do,
        target: words,
        verdicts: gate.drainVerdicts(),
        capture: changesPage,
        hideFields: hideFields(),
        whole: maySend(step) && step.effect === 'preview',
        read: readPlaces,
        weight,
        view: page.view(),
        picture: page.picture(),
      });
    } catch (error) {
      recorder.step({
        action: step.do,
        target: words,
        verdicts: gate.drainVerdicts(),
        capture: true,
        hideFields: hideFields(),
        change: error instanceof ChangedSignal ? error.change : undefined,
      });
      await recorder.captured();
      throw withLeftOut(error);
    }
  }

  /** A page that lacks something may have asked for it: what the playbook would have to name is said beside it. */
  function withLeftOut(error: unknown): unknown {
    if (!(error instanceof ChangedSignal)) return error;
    // A page that has something else in its place did not wait for what was left out.
    if (error.change?.missing.some(({ proposed }) => proposed !== null) === true) return error;
    const isNamed = (line: string): boolean => error.found.includes(line.slice(0, line.indexOf(': ')));
    const missing = gate.leftOut().filter((line) => !isNamed(line));
    if (missing.length === 0) return error;
    const found = `${error.found}; the page asked for what the playbook does not name: ${missing.join('; ')}`;
    return new ChangedSignal(error.page, error.expected, found.slice(0, longestFound), error.change ?? error.about);
  }

  /** What a trace says of a step: the words of the playbook, without a value of the task or the account. */
  function stepFacts(step: Step): SpanFacts {
    return {
      'lanekeeper.portal': playbook.id,
      'lanekeeper.step': stepText(step, {}, true),
      ...(position.page === null ? {} : { 'lanekeeper.page': position.page }),
    };
  }

  /** @returns whether the page may look different afterwards */
  async function runStep(step: Step, next: Step | undefined, words: string): Promise<boolean> {
    const timeoutMs = step.timeout_ms ?? parts.stepTimeoutMs;
    const findMs = step.timeout_ms ?? Math.min(findTimeoutMs, timeoutMs);
    if (!isLogin) await untilFollowed(step, words, timeoutMs, findMs);
    switch (step.do) {
      case 'go': {
        const path = fillPath(step.to, values);
        if (path === undefined) throw new ChangedSignal(step.next, step.to, 'a value that fits into an address');
        const url = `${playbook.origins[0] ?? ''}${path}`;
        if (position.page === step.next && position.untouched === url) return false;
        await recorder.captured();
        position.awaited = step.next;
        await driver.go(url, timeoutMs, (at) => isOn(at, step.next));
        await arrive(step.next, timeoutMs);
        position.untouched = url;
        return true;
      }
      case 'fill':
        return entering.fill(step, next, words, timeoutMs, findMs);
      case 'ask':
        return entering.ask(step, words, findMs);
      case 'choose':
        return entering.choose(step, words, timeoutMs, findMs);
      case 'upload':
        return entering.upload(step, words, findMs);
      case 'hover':
        await act({ target: step.target, input: 'hover', effect: 'read', words, findMs }, async () => {});
        return touched();
      case 'scroll':
        return reader.scroll(step, timeoutMs, findMs);
      case 'click':
      case 'press':
        return sending.send(step, words, timeoutMs, findMs);
      case 'download':
        return downloads.download(step, words, timeoutMs, findMs);
      case 'read':
        return reader.read(step, findMs);
      case 'read_fields':
        return reader.readFields(step, findMs);
      case 'read_rows':
        return reader.readRows(step, timeoutMs, findMs);
      case 'expect':
        return reader.expect(step, words, findMs);
      case 'close':
        await recorder.captured();
        await driver.closeWindow();
        sending.backToOpener();
        return true;
      case 'absent':
        throw new AbsentSignal(
          fillTemplate(step.what, values) ?? step.what,
          (await textOf(step.words, findMs)).slice(0, 500),
        );
      case 'refused':
        throw new RefusedSignal((await textOf(step.words, findMs)).slice(0, 500));
      case 'when':
        return false;
      default:
        return unknownStep(step);
    }
  }

  /**
   * What a page shows of an input may come a moment later, as of a search that asks while one types: until then its rows are those
   * of before, and it may still lead elsewhere.
   */
  async function untilFollowed(step: Step, words: string, timeoutMs: number, findMs: number): Promise<void> {
    const { input } = position;
    if (!entersOnly(step)) {
      position.input = undefined;
      const reads = judgesPage(step);
      const unanswered = await input?.followed(reads ? timeoutMs : findMs, input.typed);
      const fault = unanswered === undefined ? undefined : gate.ownFault();
      if (fault !== undefined) throw new OwnFaultError(fault);
      if (unanswered !== undefined && reads)
        throw new UnavailableSignal(
          `the portal did not answer what its page asked after the step "${input?.words}": ${unanswered}`.slice(0, 500),
          null,
        );
    }
    const isEntry = step.do === 'click' && step.target.role === 'option';
    const next = 'next' in step ? step.next : undefined;
    const isSent = step.do === 'click' || step.do === 'press';
    const isLed = step.do === 'go' || (isSent && step.effect === 'read' && typeof next === 'string');
    // A list that is searched under an address of its own is on the same page before and after.
    const typed = next === undefined ? entersOnly(step) || step.do === 'press' || isEntry : next === position.page;
    if (isLed || (next === undefined && (typed || isSent)))
      position.input = { ...(position.input ?? { words, followed: driver.follows() }), typed };
  }

  async function branch(step: WhenStep): Promise<void> {
    const { yes, because } = await reader.answer(step);
    reader.answered(step, yes);
    recorder.note([{ kind: 'note', note: `${step.title ?? 'Is it so?'} ${yes ? 'Yes' : 'No'}: ${because}.` }]);
    await runSteps(parts, yes ? step.steps : step.otherwise, position, findings, isLogin, [], true);
  }
}

/** It makes no input; its branches may. */
function looksOnly(step: Step): boolean {
  return ['read', 'read_fields', 'read_rows', 'expect', 'when'].includes(step.do);
}

/** What it types is an amount, or it types nothing: the page has no reason to take another record, as it has once one is chosen. */
function keepsRecord(step: Step, values: Values): boolean {
  const typed = step.do === 'fill' && step.next === undefined ? fillTemplate(step.value, values) : undefined;
  return (
    looksOnly(step) || (typed !== undefined && /^[-(]?(?:\p{Sc}\s?)?\p{N}{1,7}(?:[.,]\p{N}{1,3})*\)?$/u.test(typed))
  );
}

/** What was read of the page cannot be looked at afterwards. */
function mayLeave(step: Step): boolean {
  return step.do === 'go' || step.do === 'close' || ('next' in step && step.next !== undefined);
}

/** What was read of the page may be covered or gone afterwards: another tab, a dialog. */
function mayChange(step: Step): boolean {
  return ['click', 'press', 'hover', 'scroll'].includes(step.do) || (step.do === 'download' && step.by === 'click');
}

/** An input after which another one may follow at once. */
function entersOnly(step: Step): boolean {
  return (
    step.do === 'ask' ||
    step.do === 'upload' ||
    ((step.do === 'fill' || step.do === 'choose') && step.next === undefined)
  );
}

/** What such a step finds is taken for what the portal says. */
function judgesPage(step: Step): boolean {
  return looksOnly(step) || step.do === 'absent' || step.do === 'refused' || step.do === 'scroll';
}

/** What the first of these steps that make an input press or fill, or that of each branch that may come before it. */
function nextControls(steps: readonly Step[]): NextControl[] {
  const all: NextControl[] = [];
  for (const step of steps) {
    if (step.do === 'fill' || step.do === 'click') return [...all, { target: step.target, input: step.do }];
    if (step.do === 'press') return [...all, { target: step.target, input: step.do, key: step.key }];
    if (step.do === 'download')
      return [...all, { target: step.target, input: step.by === 'click' ? 'click' : 'download', document: step.path }];
    if (!looksOnly(step)) return all;
    if (step.do === 'when') all.push(...nextControls(step.steps), ...nextControls(step.otherwise));
    if (all.length > 0) return all.slice(0, mostNext);
  }
  return all;
}

/** The lint knows every kind of step; what it does not know is not done. */
function unknownStep(step: never): never {
  throw new TypeError(`there is no step ${JSON.stringify(step)}`);
}
