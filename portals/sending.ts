/** Does the steps that click or press: with what the step permits, and nothing else, open at the gate, until its outcome is seen. */
import { dialogsOf, pageAfter, type SendingStep, type ShownNext } from '../domain/dispatch/playbook/step.ts';
import { type Held, heldBy } from '../domain/dispatch/guard/element-facts.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import { choiceOf } from '../domain/dispatch/guard/lost-input.ts';
import { openFieldsOf } from '../domain/dispatch/playbook/lint-values.ts';
import { fillTemplate } from '../domain/dispatch/playbook/template.ts';
import { StoppedError } from './gate.ts';
import { type Control, DriverError } from './driver.ts';
import type { Entering } from './entering.ts';
import { OwnFaultError } from './own-lag.ts';
import { fieldsBefore, type PageControl, type PageParts, type Position } from './page-control.ts';
import type { PageReader } from './page-reader.ts';
import { ChangedSignal, RefusedSignal } from './run-signals.ts';
import { openShownOutcome } from './shown-outcome.ts';
import { whatStayed } from './page-change.ts';
import { outcomeText } from './step-text.ts';

interface WriteAbout {
  readonly step: string;
  readonly limit: string;
}

/** What is known of the write of a run: once its request may have left, only a look at the portal shows it. */
export interface Delivery {
  mayHaveLeft: boolean;
}

export interface SendingParts extends PageParts {
  /** Asked right before the click of a write step of a capability; without it nothing is written. */
  readonly mayWrite?: (about: WriteAbout) => Promise<boolean>;
  readonly delivery: Delivery;
}

interface Sending {
  /** @returns true: the page may look different. @throws StoppedError, ChangedSignal, RefusedSignal, DriverError */
  readonly send: (step: SendingStep, words: string, timeoutMs: number, findMs: number) => Promise<boolean>;
  /** The page that a window was opened from is the one that is worked on again; it is looked at like any page. */
  readonly backToOpener: () => void;
}

export function openSending(
  parts: SendingParts,
  page: PageControl,
  position: Position,
  {
    reader,
    entering,
    isLogin,
  }: { readonly reader: PageReader; readonly entering: Entering; readonly isLogin: boolean },
): Sending {
  const { playbook, driver, gate, recorder, values } = parts;
  const { act, arrive, findTimeoutMs, placeOf, settle, isOn, stop, textOf, touched } = page;
  const { enter, rememberDrawn, withChosen } = entering;
  const outcome = openShownOutcome(parts, page, position);

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

  /** Clicks with what the step permits, and nothing else, open at the gate. */
  async function press(
    step: SendingStep,
    words: string,
    control: Control,
    timeoutMs: number,
    held: Held,
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
      held,
      ...(typeof step.next === 'object' ? { beforeAnswer: outcome.beforeAnswer.bind(null, step.next) } : {}),
    });
    touched();
    try {
      if (step.popup === true) {
        await driver.andOpenWindow(() => inputOf(step, control), timeoutMs);
        (position.openers ??= []).push({ page: position.page, found: position.found });
      } else if (step.next === undefined) await inputUnlessClosed(step, control);
      else if (typeof step.next === 'object') await pressAndSee(step, step.next, control, timeoutMs, hasRefused);
      else {
        await driver.andLand(() => inputOf(step, control), timeoutMs, either(hasCome, hasRefused));
        await handOn(step, step.next, timeoutMs);
      }
    } catch (error) {
      gate.checkEntered();
      const came = typeof step.next === 'object' ? { shows: step.next.shows } : { next: step.next };
      throw await whatStayed(parts, page, position, becauseHeldBack(error as Error, step), awaited(step), came);
    } finally {
      // No write is open between steps: what the step did not use is gone.
      gate.close();
      if (step.effect === 'write' && !isLogin) parts.delivery.mayHaveLeft = gate.mayHaveSent();
    }
    gate.checkEntered();
    const instead = gate.heldBack();
    if (step.effect !== 'write' || instead === undefined || gate.mayHaveSent()) return;
    if (gate.isOfStep(instead)) stop(instead);
    throw asChange(instead, step);
  }

  /** A page in between may hand an answer on by a form that sends itself (SAML, OpenID Connect): its request is one of the step's. */
  async function handOn({ refused }: SendingStep, next: string, timeoutMs: number): Promise<void> {
    const hasEnded = (): boolean => {
      const ends = [next, ...(refused === undefined ? [] : [refused.page])];
      return !gate.isExpecting() || ends.some((page) => isOn(driver.url(), page));
    };
    while (!hasEnded())
      try {
        await driver.andLand(() => Promise.resolve(), Math.min(findTimeoutMs, timeoutMs));
      } catch (error) {
        // It stays: what page it is, is seen when the step's page is looked for.
        if (error instanceof DriverError && (error.code === 'timeout' || error.code === 'no_page')) return;
        throw error;
      }
  }

  /** No page came, and the page had asked for something that nobody declared: that says more than the time. */
  function becauseHeldBack(error: Error, step: SendingStep): Error {
    const instead = gate.heldBack();
    const hasNotCome = error instanceof DriverError && (error.code === 'timeout' || error.code === 'no_page');
    if (instead === undefined || !hasNotCome) return error;
    if (step.effect === 'read') return asChange(instead, step);
    if (gate.mayHaveSent() || !gate.isOfStep(instead)) return error;
    gate.note(instead);
    return new StoppedError(instead);
  }

  function asChange({ subject, reason }: Verdict, step: SendingStep): ChangedSignal {
    return new ChangedSignal(position.page ?? '', awaited(step) ?? '', `${subject}: ${reason}`);
  }

  /** The window may have closed itself before it could be asked what happened to the click. */
  async function inputUnlessClosed(step: SendingStep, control: Control): Promise<void> {
    await inputOf(step, control).catch((error: Error) => {
      if (!(error instanceof OwnFaultError) || !driver.isClosed()) throw error;
    });
  }

  async function pressAndSee(
    step: SendingStep,
    next: ShownNext,
    control: Control,
    timeoutMs: number,
    hasRefused: Sign,
  ): Promise<void> {
    await inputUnlessClosed(step, control);
    const about = { needsAnswer: sends(step), isPreview: step.effect === 'preview', hasRefused, timeoutMs };
    const text = await gate.acting(() => outcome.confirm(next, about));
    if (text !== undefined && next.as !== undefined) reader.keep(next.as, text, next.after, next.before);
  }

  /** Whether the portal has to answer what the click sends before anything on the page is its outcome. */
  function sends(step: SendingStep): boolean {
    return step.effect !== 'read' && !isLogin;
  }

  /** What a click was to lead to, in words. */
  function awaited(step: SendingStep): string | undefined {
    const { next } = step;
    if (typeof next === 'object')
      return `${outcomeText(next, values)} ${sends(step) ? 'when the portal has taken it' : 'after this step'}`;
    return next === undefined ? undefined : `the page ${next}`;
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
    const hasCome =
      typeof step.next === 'string' ? either(await page.sightOf(step.next), isDrawnAgain(step, step.next)) : undefined;
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
      return press(step, words, control, timeoutMs, heldBy(facts, step.target, fieldsBefore(position, facts)), {
        hasCome,
        hasRefused,
      });
    });
    if (isEntry) await rememberDrawn(fillTemplate(entry, values) ?? entry, before);
    if (step.refused !== undefined) await heedRefusal(step.refused, timeoutMs);
    if (sawRefusal)
      throw new ChangedSignal(position.page ?? '', awaited(step) ?? '', 'a refusal, gone before it could be read');
    if (typeof step.next === 'object' && next === undefined) await otherPage(step, words, timeoutMs);
    if (next !== undefined) await arrive(next, timeoutMs);
    return true;
  }

  /**
   * A form that a script sends (Turbo) may lead back to the page that it is on: once the portal has taken it, the page draws itself again
   * under the same address and says so to the browser as a route.
   */
  function isDrawnAgain(step: SendingStep, next: string): Sign {
    if (!sends(step) || !isOn(driver.url(), next)) return undefined;
    const arrivals = driver.arrivals();
    return () => Promise.resolve(gate.hasAccepted() && driver.arrivals() > arrivals && isOn(driver.url(), next));
  }

  function backToOpener(): void {
    const { openers = [] } = position;
    const opener = openers.pop();
    if (opener === undefined) return;
    position.page = opener.page;
    position.found = opener.found;
    position.untouched = null;
    position.stays = undefined;
  }

  return { send, backToOpener };
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
