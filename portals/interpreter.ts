/**
 * Does the steps of a recipe, one after the other: finds the one element a step names, lets the guard judge it,
 * does it, and checks the page that follows. It knows the playbook language and no portal.
 */
import { answerPlace, dialogsOf, maySend, optionsOf, pageAfter } from '../domain/dispatch/playbook/language.ts';
import type {
  AskStep,
  ChooseStep,
  Constraint,
  FillStep,
  SendingStep,
  ShownNext,
  Step,
  Target,
  WhenStep,
} from '../domain/dispatch/playbook/language.ts';
import { answerTo } from '../domain/dispatch/portal-change.ts';
import { chosenName, showsOther } from '../domain/dispatch/guard/field-value.ts';
import { choiceOf, constraintsOf, entryValues, inputsBehind } from '../domain/dispatch/guard/lost-input.ts';
import type { Choice } from '../domain/dispatch/guard/lost-input.ts';
import { holdsKeys, openFieldsOf } from '../domain/dispatch/playbook/lint-values.ts';
import { fillPath, fillTemplate, placesIn } from '../domain/dispatch/playbook/template.ts';
import { writeMoney } from '../domain/dispatch/playbook/written-money.ts';
import { span } from '../process/tracing.ts';
import type { SpanFacts } from '../process/tracing-wanted.ts';
import { type DecisiveSteps, isReading } from './step-recorder.ts';
import { StoppedError } from './browser-gate.ts';
import { openDownloads } from './downloads.ts';
import type { Download, OnDocument } from './downloads.ts';
import { DriverError } from './driver.ts';
import { OwnFaultError } from './own-lag.ts';
import type { Control, Place, PortalDriver, SelectedOption } from './driver.ts';
import { changeOfTarget, withCandidates } from './page-change.ts';
import { openPageControl } from './page-control.ts';
import type { NextControl, PageParts, Position } from './page-control.ts';
import { openPageReader } from './page-reader.ts';
import { AbsentSignal, ChangedSignal, RefusedSignal } from './run-signals.ts';
import { openShownOutcome } from './shown-outcome.ts';
import { describeTarget, outcomeText, stepText } from './step-text.ts';

interface WriteAbout {
  readonly step: string;
  readonly limit: string;
}

export interface InterpreterParts extends PageParts {
  readonly stepTimeoutMs: number;
  readonly onProgress: (step: string) => void;
  /** Asks a person; undefined where nobody answered in time. The answer is typed and kept nowhere. */
  readonly ask?: ((about: Question) => Promise<string | undefined>) | undefined;
  /** A file of the evidence pack, for upload steps. */
  readonly readFile?: (name: string) => Promise<{ bytes: Buffer; mediaType: string }>;
  /** Asked right before the click of a write step of a capability; without it nothing is written. */
  readonly mayWrite?: (about: WriteAbout) => Promise<boolean>;
  readonly delivery: Delivery;
  /** Notified of the page after each step that was done; what it fails at is no matter of the run. */
  readonly seePage?: (page: string, driver: PortalDriver) => Promise<void>;
  /** Puts a one-time code of this moment into the values; called right before a step types it. */
  readonly renewCode?: () => Promise<void>;
  /** Which steps show what people decide by; without it none does. */
  readonly decisive?: DecisiveSteps;
  /** Called before each step with whether fields have to be hidden. */
  readonly onHidden?: (isHidden: boolean) => void;
  readonly follower?: StepFollower | undefined;
  readonly onDocument?: OnDocument | undefined;
}

/** What only a person has. */
export interface Question {
  readonly question: string;
  readonly withinMs: number;
}

const defaultWithinS = 180;
const longestFound = 2_000;
/** How people put a text in the place of another one; some fields clear only by Backspace, and some masks take it amiss. */
const keyWays = ['deleting', 'over'] as const;
const longestShown = 80;
const [mostShownLooks, shownPauseMs] = [3, 50];
/** Controls that are looked at ahead of their turn. */
const mostNext = 2;

/** Who rehearses a playbook step by step: holds a run before a step, and corrects one that could not be done. */
export interface StepFollower {
  /** Resolves when the step may be done. @returns the step as it is now */
  before(step: Step): Promise<Step>;
  /** Of a step by which nothing was sent. @returns a step to do instead; undefined ends the run as it would end */
  failed(step: Step, error: Error): Promise<Step | undefined>;
}

/** The name of the value that is a one-time code. */
export const oneTimeCodeValue = 'account.totp';

/** What is known of the write of a run: once its request may have left, only a look at the portal shows it. */
export interface Delivery {
  mayHaveLeft: boolean;
}

/** What the steps brought home. */
export interface Findings {
  readonly facts: Record<string, string>;
  readonly downloads: Download[];
}

/**
 * @param isLogin the steps are the login's: values are secret, and the login page is where they belong
 * @throws a signal of run-signals, StoppedError, or DriverError
 */
export async function runSteps(
  parts: InterpreterParts,
  steps: readonly Step[],
  position: Position,
  findings: Findings,
  isLogin: boolean,
): Promise<void> {
  const { playbook, driver, gate, recorder, values } = parts;
  const page = openPageControl(parts, position, isLogin);
  const { act, arrive, findTimeoutMs, placeOf, settle, isOn, stop, textOf, touched } = page;
  const reader = openPageReader(parts, page, position, findings.facts);
  const outcome = openShownOutcome(parts, page, position);
  const downloads = openDownloads(parts, page, position, findings.downloads);
  const chosen = (position.chosen ??= new Map<string, string | null>());
  const answers = (position.answers ??= new Map<string, string>());
  const hideFields = (): boolean =>
    isLogin || answers.size > 0 || (position.page !== null && playbook.pages[position.page]?.secret === true);

  let lookedAheadOn: number | undefined;
  /** Of what was read in a row from the page as it is now. */
  let readPlaces: readonly Place[] = [];

  for (const [index, given] of steps.entries()) {
    const rest = steps.slice(index + 1);
    if (given.do === 'read' || given.do === 'read_fields') reader.lookAhead(rest);
    else if (given.do !== 'when') position.ahead = undefined;
    if (!looksOnly(given)) lookedAheadOn = undefined;
    else if (lookedAheadOn !== driver.arrivals()) {
      lookedAheadOn = driver.arrivals();
      page.lookAhead(nextControls([given, ...rest]));
    }
    const step = await followed((await parts.follower?.before(given)) ?? given, steps[index + 1]);
    if (step.do === 'when') await branch(step);
    else if (!isLogin && position.page !== null) await parts.seePage?.(position.page, driver).catch(() => undefined);
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
    const cameFrom = position.page;
    try {
      const changesPage = await span(`portal step: ${step.do}`, stepFacts(step), () => runStep(step, next, words));
      if (position.page !== cameFrom) gate.leavePage();
      readPlaces = isReading(step) && !changesPage ? [...readPlaces, placeOf(step.target)] : [];
      recorder.step({
        action: step.do,
        target: words,
        verdicts: gate.drainVerdicts(),
        capture: changesPage,
        hideFields: hideFields(),
        whole: maySend(step) && step.effect === 'preview',
        read: readPlaces,
        weight: isLogin ? 0 : (parts.decisive?.(step, next) ?? 0),
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
      case 'fill': {
        const wanted = { target: step.target, input: 'fill', effect: 'read', words, findMs } as const;
        if (parts.renewCode !== undefined && placesIn(step.value).includes(oneTimeCodeValue)) {
          // Getting a code may take half a minute; what is typed into is judged again at the moment of typing.
          await act(wanted, async () => {});
          await parts.renewCode();
        }
        const value = typedValue(step);
        if (value === undefined) throw new ChangedSignal(position.page ?? '', step.value, 'no such value');
        if (step.keys === true && holdsKeys(value))
          throw new ChangedSignal(position.page ?? '', 'a value of letters, digits and signs', 'one with line breaks');
        enter(step.target, [value], [step.value]);
        await fillIn(step, next, value, wanted);
        return touched();
      }
      case 'ask':
        return ask(step, words, findMs);
      case 'choose':
        return choose(step, words, timeoutMs, findMs);
      case 'upload': {
        const name = fillTemplate(step.file, values) ?? step.file;
        const file = await parts.readFile?.(name);
        if (file === undefined) throw new RangeError(`there is no file ${name} to upload`);
        await act({ target: step.target, input: 'upload', effect: 'read', words, findMs }, (control) => {
          gate.offer(name, file.bytes);
          enter(step.target, [name], [step.file]);
          return control.upload({ name, mimeType: file.mediaType, buffer: file.bytes });
        });
        return touched();
      }
      case 'hover':
        await act({ target: step.target, input: 'hover', effect: 'read', words, findMs }, async () => {});
        return touched();
      case 'scroll':
        return reader.scroll(step, timeoutMs, findMs);
      case 'click':
      case 'press':
        return send(step, words, timeoutMs, findMs);
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
        backToOpener();
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

  /** What the page sends of it by itself may be left out; a write that does not carry it then does not leave. */
  function enter(
    target: Target,
    forms: readonly string[],
    templates: readonly string[],
    { group, called }: Partial<Choice> = {},
  ): void {
    if (isLogin) return;
    const [field, name] = [group ?? describeTarget(target, values), describeTarget(target, {})];
    const said = templates.flatMap((template) => [template, ...inputsBehind(template, playbook)]);
    gate.enter({ field, name, page: position.page ?? '', forms, templates: said, ...(called && { called }) });
  }

  /**
   * A mask may take what is typed otherwise than it is meant: an amount that is to be sent and is not shown then is typed again, as
   * people do.
   */
  async function fillIn(
    { target, value: template, leave, keys }: FillStep,
    follows: Step | undefined,
    value: string,
    wanted: Parameters<typeof act>[0],
  ): Promise<void> {
    const compared = isLogin ? [] : constraintsOf(steps, playbook).filter(({ equals }) => equals === template);
    // Some masks forget what they did not hear as keys once the field is left, as the next step does.
    const isLeft =
      (follows?.do === 'fill' || follows?.do === 'choose') && JSON.stringify(follows.target) !== JSON.stringify(target);
    let other: string | undefined;
    for (const way of keys === true ? keyWays : ([undefined, ...keyWays] as const)) {
      other = await act(wanted, async (control) => {
        await control.fill(value, { leave: leave === true, keys: way });
        return otherShown(control, isLeft, value, compared);
      });
      if (other === undefined) return;
    }
    const found = `${JSON.stringify(other?.slice(0, longestShown))}, whichever way it is typed`;
    throw new ChangedSignal(position.page ?? '', `${describeTarget(target, values)} to show ${value}`, found);
  }

  async function otherShown(
    control: Control,
    isLeft: boolean,
    value: string,
    compared: readonly Constraint[],
  ): Promise<string | undefined> {
    // Of other texts than amounts nothing is said, whatever is shown.
    if (!showsOther('', value, compared)) return undefined;
    // Some pages write it anew a moment later.
    for (let looks = mostShownLooks; ; looks -= 1) {
      const shown = await control.shown(isLeft);
      if (shown === null || !showsOther(shown, value, compared)) return undefined;
      if (looks === 0) return shown;
      await new Promise((resolve) => setTimeout(resolve, shownPauseMs));
    }
  }

  function typedValue({ value, written }: FillStep): string | undefined {
    const filled = fillTemplate(value, values);
    return filled === undefined || written === undefined ? filled : writeMoney(filled, written);
  }

  /** The field is judged before anybody is asked, and again at the moment of typing. */
  async function ask(step: AskStep, words: string, findMs: number): Promise<boolean> {
    const wanted = { target: step.target, input: 'fill', effect: 'read', words, findMs } as const;
    await act(wanted, async () => {});
    await recorder.captured();
    const question = fillTemplate(step.question, values) ?? step.question;
    const withinMs = (step.within_s ?? defaultWithinS) * 1_000;
    const answer = await parts.ask?.({ question, withinMs });
    if (answer === undefined) {
      const found = parts.ask === undefined ? 'that nobody can be asked here' : `none within ${withinMs / 1_000} s`;
      throw new ChangedSignal(position.page ?? '', answerTo(question), found, 'answer');
    }
    answers.set(answerPlace, answer);
    enter(step.target, [answer], [`{{${answerPlace}}}`]);
    await act(wanted, (control) => control.fill(answer));
    return touched();
  }

  async function branch(step: WhenStep): Promise<void> {
    const { yes, because } = await reader.answer(step);
    recorder.note([{ kind: 'note', note: `${step.title ?? 'Is it so?'} ${yes ? 'Yes' : 'No'}: ${because}.` }]);
    await runSteps(parts, yes ? step.steps : step.otherwise, position, findings, isLogin);
  }

  async function send(step: SendingStep, words: string, timeoutMs: number, findMs: number): Promise<boolean> {
    const isWrite = step.effect === 'write' && !isLogin;
    const wanted = {
      target: step.target,
      input: step.do,
      ...(step.do === 'press' ? { key: step.key } : { double: step.double === true }),
      leads: step.next !== undefined,
      effect: step.effect,
      words,
      findMs,
      expects: step.expects ?? [],
      onlyReads: parts.mayWrite === undefined,
      asks: typeof step.next === 'object' && step.next.shows !== undefined && step.next.page === undefined,
    } as const;
    const open = isWrite ? openFieldsOf(step.expects ?? []) : [];
    // The playbook does not say what may be entered in them; nothing is pressed.
    if (open.length > 0)
      throw new ChangedSignal(
        position.page ?? '',
        `the step "${words}" to constrain every field that it sends, or to declare it opaque`,
        `the playbook leaves open ${open.join(', ')}`,
      );
    if (isWrite) {
      // The answer takes its time; what is clicked is judged again at the moment of the click.
      await act(wanted, async () => {});
      await beforeWrite(step, words);
    } else if (typeof step.next === 'object' && step.next.gone !== undefined) {
      // What has to go may come as late as the control itself.
      await act(wanted, async () => {});
    }
    if (step.next === undefined) position.stays = { words, documents: driver.documents(), url: driver.url() };
    if (typeof step.next === 'object' && step.next.shows !== undefined) await outcome.clear(step.next.shows, findMs);
    if (typeof step.next === 'object') await outcome.begin(step.next);
    const next = pageAfter(step.next);
    const hasCome = typeof step.next === 'string' ? await page.sightOf(step.next) : undefined;
    const isRefused = step.next === undefined ? undefined : await outcome.refusalOn(step.refused, sends(step));
    let sawRefusal = false;
    const hasRefused = isRefused && (async () => (sawRefusal ||= await isRefused()));
    // An entry of a list that was searched is picked by a click.
    const { role, name: entry } = step.target;
    const isEntry = step.do === 'click' && role === 'option' && entry !== undefined && step.next === undefined;
    const before = isEntry ? await driver.selected() : [];
    await act(wanted, (control, facts) => {
      const choice = step.do === 'click' ? choiceOf(facts) : undefined;
      if (choice !== undefined) enter(step.target, choice.forms, [], choice);
      return press(step, words, control, timeoutMs, { hasCome, hasRefused });
    });
    if (isEntry) await rememberDrawn(fillTemplate(entry, values) ?? entry, before);
    if (step.refused !== undefined) await heedRefusal(step.refused, timeoutMs);
    if (sawRefusal)
      throw new ChangedSignal(position.page ?? '', awaited(step.next) ?? '', 'a refusal, gone before it could be read');
    if (typeof step.next === 'object' && next === undefined) await otherPage(step, words, timeoutMs);
    if (next !== undefined) await arrive(next, timeoutMs);
    return true;
  }

  /** The page that a window was opened from is the one that is worked on again; it is looked at like any page. */
  function backToOpener(): void {
    const { openers = [] } = position;
    const opener = openers.pop();
    if (opener === undefined) return;
    position.page = opener.page;
    position.found = opener.found;
    position.untouched = null;
    position.stays = undefined;
  }

  /**
   * What confirms a click on its own page says nothing on another one. A write that was confirmed may have led to another page
   * of the playbook all the same.
   */
  async function otherPage(step: SendingStep, words: string, timeoutMs: number): Promise<void> {
    if (position.page === null || driver.isClosed() || isOn(driver.url(), position.page)) return;
    const others = Object.keys(playbook.pages).filter((name) => isOn(driver.url(), name));
    if (sends(step) && others[0] !== undefined && others.length === 1) {
      await arrive(others[0], timeoutMs);
      return;
    }
    throw new ChangedSignal(
      position.page,
      `the page to stay at the step "${words}"`,
      'another page came; the step has to name it in "next" (page: …)',
    );
  }

  /** Of two lists that have different values for the same words, neither is known. */
  function remember(option: string, value: string | null): void {
    const name = chosenName(option);
    const known = chosen.get(name);
    chosen.set(name, known === undefined || known === value ? value : null);
  }
  /**
   * A library's own list keeps its value in one that it hides, or in the one hidden field that is another one then, where it keeps
   * it in the page at all.
   */
  async function rememberDrawn(option: string, before: readonly SelectedOption[]): Promise<void> {
    const now = await driver.selected();
    const same = now.filter(
      ({ hidden, label }) => hidden === undefined && label === option.replace(/\s+/g, ' ').trim(),
    );
    const filled = now.filter(
      ({ hidden, value }) =>
        hidden !== undefined && value !== '' && !before.some((one) => one.hidden === hidden && one.value === value),
    );
    const [value, ...others] = new Set((same.length > 0 ? same : filled).map((one) => one.value));
    if (value !== undefined && others.length === 0) remember(option, value);
  }
  function withChosen(): Record<string, string> {
    const known = [...chosen].filter((entry): entry is [string, string] => entry[1] !== null);
    return { ...values, ...Object.fromEntries(known), ...Object.fromEntries(answers) };
  }

  async function choose(step: ChooseStep, words: string, timeoutMs: number, findMs: number): Promise<boolean> {
    const options = optionsOf(step).map((each) => fillTemplate(each, values) ?? each);
    const isSeveral = typeof step.option !== 'string';
    const { target, next, effect = 'read', expects = [] } = step;
    const hasCome = next === undefined ? undefined : await page.sightOf(next);
    if (next === undefined) position.stays = { words, documents: driver.documents(), url: driver.url() };
    const made = async (input: () => Promise<void>): Promise<void> => {
      gate.open({ step: words, requests: expects, dialogs: [], documents: [], windows: 0, values: withChosen() });
      touched();
      try {
        if (next === undefined) await input();
        else
          await driver.andLand(input, timeoutMs, hasCome).catch(async (error: Error) => {
            throw await whatStayed(error, `the page ${next}`);
          });
      } finally {
        gate.close();
      }
    };
    const onlyReads = parts.mayWrite === undefined;
    const list = { target, input: 'choose', effect, words, findMs, onlyReads, expects } as const;
    const isDrawn = await act(
      { ...list, option: isSeveral ? options : (options[0] ?? '') },
      async (control, { opensList = null, optionValues = [] }) => {
        if (opensList === null) {
          for (const [n, option] of options.entries()) remember(option, optionValues[n] ?? null);
          for (const [n, option] of options.entries()) {
            const forms = [option, optionValues[n] ?? ''];
            enter(isSeveral ? { ...target, name: option } : target, forms, optionsOf(step).slice(n, n + 1));
          }
          await made(() => control.choose(options));
        } else if (opensList === 'closed') await control.click();
        return opensList !== null;
      },
    );
    for (const [n, template] of isDrawn ? optionsOf(step).entries() : []) {
      const option = options[n] ?? '';
      // A list that the page draws by itself: its option is a control like any other.
      const { frame } = target.within ?? {};
      const scope = frame === undefined ? {} : { within: { frame } };
      const entry = { role: 'option', name: template, ...scope } as const;
      const place = {
        option,
        ...(frame === undefined ? {} : { within: { frame: fillTemplate(frame, values) ?? frame } }),
      };
      // Of a list of several, some close with each choice.
      if (n > 0 && !(await driver.isPresent(place)))
        await act({ ...list, option }, async (control, { opensList = null }) => {
          if (opensList === 'closed') await control.click();
        });
      const before = isSeveral ? [] : await driver.selected();
      await act(
        { target: entry, place, input: 'click', effect, words, findMs, expects, onlyReads },
        (control, facts) => {
          // A second click would take it out of the choice again.
          if (isSeveral && facts.isChosen === true) return Promise.resolve();
          enter(isSeveral ? { ...target, name: option } : target, [option, ...entryValues(facts)], [template]);
          return made(() => control.click());
        },
      );
      if (!isSeveral) await rememberDrawn(option, before);
    }
    if (next !== undefined) await arrive(next, timeoutMs);
    return true;
  }

  /** Clicks with what the step permits, and nothing else, open at the gate. */
  async function press(
    step: SendingStep,
    words: string,
    control: Control,
    timeoutMs: number,
    { hasCome, hasRefused }: Signs,
  ): Promise<void> {
    const alert = typeof step.next === 'object' ? step.next.alert : undefined;
    gate.open({
      step: words,
      requests: step.expects ?? [],
      writes: step.effect === 'write' && !isLogin,
      dialogs: dialogsOf(step),
      ...(alert === undefined ? {} : { outcome: { type: 'alert', text: alert, answer: 'accept' } }),
      documents: [],
      windows: step.popup === true ? 1 : 0,
      values: withChosen(),
      ...(typeof step.next === 'object' ? { beforeAnswer: outcome.beforeAnswer.bind(null, step.next) } : {}),
    });
    touched();
    try {
      if (step.popup === true) {
        await driver.andOpenWindow(() => inputOf(step, control), timeoutMs);
        (position.openers ??= []).push({ page: position.page, found: position.found });
      } else if (step.next === undefined) await inputOf(step, control);
      else if (typeof step.next === 'object') await pressAndSee(step, step.next, control, timeoutMs, hasRefused);
      else await driver.andLand(() => inputOf(step, control), timeoutMs, either(hasCome, hasRefused));
    } catch (error) {
      gate.checkEntered();
      const shows = typeof step.next === 'object' ? step.next.shows : undefined;
      throw await whatStayed(becauseHeldBack(error as Error, step), awaited(step.next), shows);
    } finally {
      // No write is open between steps: what the step did not use is gone.
      gate.close();
      if (step.effect === 'write' && !isLogin) parts.delivery.mayHaveLeft = gate.mayHaveSent();
    }
    gate.checkEntered();
    const instead = gate.heldBack();
    if (step.effect === 'write' && instead !== undefined && !gate.mayHaveSent()) stop(instead);
  }

  /** No page came, and the page had asked for something that nobody declared: that says more than the time. */
  function becauseHeldBack(error: Error, step: SendingStep): Error {
    const instead = gate.heldBack();
    const hasNotCome = error instanceof DriverError && (error.code === 'timeout' || error.code === 'no_page');
    if (instead === undefined || !hasNotCome) return error;
    if (step.effect !== 'read' && gate.mayHaveSent()) return error;
    if (step.effect !== 'read') {
      gate.note(instead);
      return new StoppedError(instead);
    }
    return new ChangedSignal(position.page ?? '', awaited(step.next) ?? '', `${instead.subject}: ${instead.reason}`);
  }

  async function pressAndSee(
    step: SendingStep,
    next: ShownNext,
    control: Control,
    timeoutMs: number,
    hasRefused: Sign,
  ): Promise<void> {
    await inputOf(step, control).catch((error: Error) => {
      // The window may have closed itself before it could be asked what happened to the click.
      if (!(error instanceof OwnFaultError) || !driver.isClosed()) throw error;
    });
    const text = await gate.acting(() => outcome.confirm(next, { needsAnswer: sends(step), hasRefused, timeoutMs }));
    if (text !== undefined && next.as !== undefined) reader.keep(next.as, text, next.after, next.before);
  }

  /** Whether the portal has to answer what the click sends before anything on the page is its outcome. */
  function sends(step: SendingStep): boolean {
    return step.effect !== 'read' && !isLogin;
  }

  /** What a click was to lead to, in words. */
  function awaited(next: SendingStep['next']): string | undefined {
    if (typeof next === 'object') return `${outcomeText(next, values)} when the portal has taken it`;
    return next === undefined ? undefined : `the page ${next}`;
  }

  /** What was to come has not, and nothing of the portal is late: what is there says why. */
  async function whatStayed(error: Error, expected: string | undefined, shows?: Target): Promise<Error> {
    if (!(error instanceof DriverError) || error.code !== 'no_page' || expected === undefined) return error;
    if (driver.isClosed()) return new ChangedSignal(position.page ?? '', expected, 'a window that has closed itself');
    const view = await driver.view();
    const words = view.text.replace(/\s+/g, ' ').trim().slice(0, 300);
    const said = `the page as it was, which says: ${words}`;
    const wanted = shows && ({ of: 'step', target: shows, use: 'look' } as const);
    const like =
      wanted && (await changeOfTarget({ playbook, driver, values, placeOf }, position.page ?? '', wanted, view));
    return new ChangedSignal(position.page ?? '', expected, withCandidates(said, like));
  }

  /** The portal came back with its words on the page where it shows them: it has refused. */
  async function heedRefusal({ page, words }: NonNullable<SendingStep['refused']>, timeoutMs: number): Promise<void> {
    if (driver.isClosed()) return;
    const view = await settle();
    if (!isOn(view.url, page)) return;
    if (!(await driver.isPresent(placeOf(words)))) return;
    await arrive(page, timeoutMs);
    throw new RefusedSignal((await textOf(words, findTimeoutMs)).slice(0, 500));
  }

  async function beforeWrite(step: SendingStep, words: string): Promise<void> {
    await recorder.stored();
    const allowed = (await parts.mayWrite?.({ step: words, limit: step.limit ?? 'none' })) ?? false;
    if (!allowed)
      stop({
        verdict: 'stopped',
        layer: 'playbook',
        rule: 'playbook.write_not_open',
        reason: 'this run may not write',
        subject: words,
      });
  }
}

/** It makes no input; its branches may. */
function looksOnly(step: Step): boolean {
  return ['read', 'read_fields', 'read_rows', 'expect', 'when'].includes(step.do);
}

/** What the first of these steps that make an input press or fill, or that of each branch that may come before it. */
export function nextControls(steps: readonly Step[]): NextControl[] {
  const all: NextControl[] = [];
  for (const step of steps) {
    if (step.do === 'fill' || step.do === 'click') return [...all, { target: step.target, input: step.do }];
    if (step.do === 'press') return [...all, { target: step.target, input: step.do, key: step.key }];
    if (step.do === 'download')
      return [...all, { target: step.target, input: step.by === 'click' ? 'click' : 'download' }];
    if (!looksOnly(step)) return all;
    if (step.do === 'when') all.push(...nextControls(step.steps), ...nextControls(step.otherwise));
    if (all.length > 0) return all.slice(0, mostNext);
  }
  return all;
}

function inputOf(step: SendingStep, control: Control): Promise<void> {
  return step.do === 'press' ? control.press(step.key) : control.click(step.double === true ? 2 : 1);
}

type Sign = (() => Promise<boolean>) | undefined;

/** What shows, under the same address, that a page has come or that the portal has refused. */
interface Signs {
  readonly hasCome: Sign;
  readonly hasRefused: Sign;
}

function either(first: Sign, second: Sign): Sign {
  if (first === undefined || second === undefined) return first ?? second;
  return async () => (await first()) || (await second());
}

/** The lint knows every kind of step; what it does not know is not done. */
function unknownStep(step: never): never {
  throw new TypeError(`there is no step ${JSON.stringify(step)}`);
}
