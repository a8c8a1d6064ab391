/**
 * The page that a run is on: finds the one element a step names and has the guard judge it right before its
 * input. What page has come is checked in page-arrival.ts, whose record it shows in record-watch.ts.
 */
import { isOutOfReach, pressedBy, uncovered } from '../domain/dispatch/guard/element-gate.ts';
import { neededHarmless } from '../domain/dispatch/guard/element-names.ts';
import type { ElementFacts, ElementInput, ElementQuestion } from '../domain/dispatch/guard/element-facts.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { ClickEffect, ClickStep, PressedKey, Step } from '../domain/dispatch/playbook/step.ts';
import type { LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';
import type { Target } from '../domain/dispatch/playbook/target.ts';
import type { ControlUse } from '../domain/dispatch/playbook/changed-control.ts';
import { addressPattern } from '../domain/dispatch/playbook/template.ts';
import type { Values } from '../domain/dispatch/playbook/template.ts';
import { StoppedError } from './gate.ts';
import type { BrowserGate } from './gate.ts';
import { DriverError, placeFor } from './driver.ts';
import { OwnFaultError } from './own-lag.ts';
import type { Control, Followed, Place, PortalDriver, TableCells } from './driver.ts';
import { alternatives, changeOfTarget, otherForm, whichOfSeveral, withCandidates } from './page-change.ts';
import type { Answered, PageQuestion } from './record-reading.ts';
import { type PageArrival, type PagePosition, longestPauseMs, openPageArrival } from './page-arrival.ts';
import { openRecordWatch } from './record-watch.ts';
import type { EarlierLook, RecordWatch, RunAccount } from './record-watch.ts';
import { ChangedSignal, UnfitSignal, SessionLostSignal } from './run-signals.ts';
import type { StepRecorder } from './step-recorder.ts';
import { describeTarget } from './step-text.ts';

export interface PageParts {
  readonly playbook: LoadedPlaybook;
  readonly driver: PortalDriver;
  readonly gate: BrowserGate;
  readonly recorder: StepRecorder;
  /** Values for the recipe's templates. */
  readonly values: Values;
  /** The portal's words for the answer that the task gives to a claim. */
  readonly answers?: readonly string[];
  readonly account?: RunAccount;
  /** Longest wait for an element on a page that has already proven to be the right one. Default 5 s. */
  readonly findTimeoutMs?: number;
}

/** Where the browser is; shared by the recipes that run one after the other in it. */
export interface Position extends PagePosition {
  /** The page that each open window was opened from, which is there again when the window is closed. */
  openers?: { readonly page: string | null; readonly found: readonly string[] | undefined }[];
  /** The number of a record that was found, as its page showed it when it came. */
  found?: readonly string[] | undefined;
  /** What lists have for the options that were chosen; null where two lists have different values for the same words. */
  chosen?: Map<string, string | null>;
  /** The inputs that no outcome was declared of, until the page shows what follows from them. */
  input?: { readonly words: string; readonly typed: boolean; readonly followed: Followed } | undefined;
  /** A document has come whose own requests were not waited for yet. */
  isLoading?: boolean;
  /** What the next steps read, looked at ahead of their turn; undefined once anything else is done. */
  ahead?: AheadLooks | undefined;
  /** The facts that were read of the page, whose texts are watched until it is left. */
  watched?: { readonly since: number; readonly arrivals: number; readonly facts: string[] } | undefined;
  /** What was looked at since the last input, to be looked at again where the page has come to show something else. */
  looked?: { readonly arrivals: number; readonly looks: (() => Promise<unknown>)[] } | undefined;
  /** The fields of each form as they were before the first input into it that only typed. */
  forms?: Map<string, ElementFacts['fields']> | undefined;
  /** What is pressed or filled in first on the page that is coming. */
  coming?: readonly NextControl[];
}

type AheadLooks = Map<Step, Promise<EarlierLook<unknown> | undefined>>;

export const defaultFindTimeoutMs = 5_000;

/** The fields of the control's form as they were when a control of it was first judged; from then on nobody may have chosen in it. */
export function fieldsBefore(position: Position, { form, frameUrl, fields }: ElementFacts): ElementFacts['fields'] {
  const forms = (position.forms ??= new Map());
  const key = JSON.stringify([frameUrl, form?.action, form?.method, form?.name, fields.map(({ name }) => name)]);
  const before = forms.get(key) ?? fields;
  forms.set(key, before);
  return before;
}
/** What is found by its position stands for what is in it, or opened over it, that takes the input. */
const takers: Readonly<Partial<Record<string, Place['takes']>>> = {
  choose: 'choose',
  upload: 'upload',
  fill: 'keys',
  press: 'keys',
};

/** Looks after the time is over: a control is at rest when several agree, however long each takes. */
const lateLooks = 3;
/** A look that is older is made again before an input. */
const freshMs = 10;
/** A page ties its labels to its fields within this, where it does. */
const longestTyingMs = 1_000;
/** Inputs that are tried again because their control changed right before them. */
const mostChanges = 3;
/** Roles of what people press. */
const pressed = ['button', 'link', 'menuitem', 'tab'] as const;

const uses: Readonly<Record<ElementInput, ControlUse>> = {
  click: 'press',
  hover: 'look',
  fill: 'type',
  press: 'type',
  choose: 'choose',
  upload: 'upload',
  download: 'press',
};

/** An input that a step wants, before the guard has judged the control. */
interface WantedInput {
  readonly target: Target;
  /** Where that is something that no target can say. */
  readonly place?: Place;
  readonly input: ElementInput;
  readonly effect: ClickEffect;
  /** The step in the words shown to people. */
  readonly words: string;
  readonly findMs: number;
  readonly expects?: ClickStep['expects'];
  /** Path that a download declares. */
  readonly document?: string;
  /** Of a list to choose from. */
  readonly option?: string | readonly string[];
  readonly onlyReads?: boolean;
  /** What is pressed, and whether a page or something shown has to follow. */
  readonly key?: PressedKey;
  readonly leads?: boolean;
  readonly double?: boolean;
  /** The page asks something of its own before it sends. */
  readonly asks?: boolean;
}

export type NextControl = Pick<WantedInput, 'target' | 'input' | 'key' | 'document'>;

export interface PageControl extends Omit<PageArrival, 'isShared' | 'showsLogin' | 'closeLateNotice'> {
  readonly findTimeoutMs: number;
  /**
   * Waits until the one control of a target can take the input, has the guard judge it, and makes the input at once.
   * When the control changed right before its input, all of it is done again, some times.
   * @param make is called again each time; it throws DriverError `not_ready` or `late` only when nothing was input
   * @throws StoppedError, ChangedSignal
   */
  readonly act: <T>(wanted: WantedInput, make: (control: Control, facts: ElementFacts) => Promise<T>) => Promise<T>;
  /** Looks at controls of later steps on this page while it is waited for something else. */
  readonly lookAhead: (wanted: readonly NextControl[]) => void;
  /** One reading of the one table. @throws ChangedSignal when none or several match */
  readonly cells: (target: Target, question: PageQuestion, timeoutMs: number) => Promise<Answered<TableCells>>;
  readonly textOf: (target: Target, timeoutMs: number, earlier?: EarlierLook<string>) => Promise<string>;
  readonly record: RecordWatch;
  readonly placeOf: (target: Target) => Place;
  readonly stop: (verdict: Verdict) => never;
  /** The page may look different from now on. */
  readonly touched: () => true;
}

/** @param isLogin the steps are the login's, and the login page is where they belong */
export function openPageControl(parts: PageParts, position: Position, isLogin: boolean): PageControl {
  const { playbook, driver, gate, recorder, values, answers = [], findTimeoutMs = defaultFindTimeoutMs } = parts;
  const rules = {
    origins: playbook.origins,
    pages: playbook.pages,
    reads: playbook.reads,
    neverClick: playbook.never_click,
    harmless: playbook.harmless,
    values,
    answers,
    currencies: (playbook.approval_limits ?? []).map(({ currency }) => currency),
  };
  const record = openRecordWatch(parts, position, isLogin);
  const arrival = openPageArrival(
    {
      ...parts,
      findTimeoutMs,
      rules,
      record,
      placeOf,
      stop,
      pressNotice,
      lookAtComing: () => lookAhead(position.coming ?? []),
    },
    position,
    isLogin,
  );
  const { despiteNotices, isLoginPage, isShared, showsLogin } = arrival;
  /** A label that is tied to no field, or the bare text of a box to tick, names the one beside it. */
  async function withField(wanted: WantedInput): Promise<WantedInput> {
    const { label, role, name, ...others } = wanted.target;
    const said = label ?? (role === 'radio' || role === 'checkbox' ? name : undefined);
    if (said === undefined || wanted.place !== undefined || !/^(?:fill|choose|click|press|upload)$/.test(wanted.input))
      return wanted;
    const place = placeOfInput(wanted);
    if (await driver.isPresent(place, [place], Math.min(longestTyingMs, wanted.findMs))) return wanted;
    const target: Target = { ...others, beside: said };
    return (await driver.count(placeOf(target))) === 1 ? { ...wanted, target } : wanted;
  }

  async function act<T>(asked: WantedInput, make: (control: Control, facts: ElementFacts) => Promise<T>): Promise<T> {
    const wanted = await withField(asked);
    const { target, input, option, key, double } = wanted;
    const ofControl = {
      ...(double === undefined ? {} : { double }),
      ...(option === undefined ? {} : { option }),
      ...(key === undefined ? {} : { key }),
    };
    let deadline = driver.deadlineIn(wanted.findMs);
    const ownFault = driver.ownFault();
    let askedAt = performance.now();
    /** What a page does while our own processes hardly run says nothing about it. */
    const changed = (expected: string, seen: string, Signal = ChangedSignal): Error => {
      // A deadline grows by what was lost; without its end, the loss is compared with the whole time.
      const isOver = deadline.isOver();
      if (isOver) deadline.throwIfOurs();
      const fault = isOver ? undefined : ownFault();
      return fault === undefined ? new Signal(position.page ?? '', expected, seen) : new OwnFaultError(fault);
    };
    const place = wanted.place ?? placeOfInput(wanted);
    const control = driver.control(place);
    const row = place.within?.row;
    let changes = 0;
    let late = 0;
    if (input === 'click' && key === undefined)
      await control.approach(async (facts) => {
        const mayHover = judged(wanted, facts).verdict === 'allowed';
        if (mayHover) fieldsBefore(position, facts);
        if (mayHover) await recorder.captured();
        return mayHover;
      });
    for (let isFirst = true; ; isFirst = false) {
      if (deadline.isOver()) late += 1;
      const question = record.question(row);
      const use = wanted.place === undefined ? uses[input] : undefined;
      const look = (): ReturnType<Control['look']> => control.look(input, deadline, question, ofControl);
      const seen = await found(target, use, () => despiteNotices(look, wanted.findMs));
      const { facts, options } = seen;
      const objection = record.against(seen.answer, row);
      // A key that has to lead somewhere waits for the button that it presses.
      const waits = facts.key?.waits === true && (wanted.effect !== 'read' || wanted.leads === true);
      const isAtRest = seen.isReady && objection === undefined && !waits;
      if (isFirst) {
        const since = performance.now();
        await recorder.captured();
        // At rest since a look ahead, but too old to be followed by an input.
        if (seen.isReady && performance.now() - since > freshMs) continue;
      }
      await stillThere(facts);
      const isOver = late >= lateLooks;
      const verdict = judged(wanted, facts);
      const isUnderPopup = verdict.verdict === 'stopped' && facts.overlay?.isPopup === true;
      const isReady = isAtRest && !(isUnderPopup && isOutOfReach(questionOf(wanted, facts), rules));
      const isForbidden = verdict.verdict === 'stopped' && isNeverClicked(wanted, facts);
      // A notice may come over a page that was checked before.
      if (!isReady && !isForbidden && facts.overlay !== null && performance.now() - askedAt > longestPauseMs) {
        askedAt = performance.now();
        if (await arrival.closeLateNotice(wanted.findMs)) {
          [deadline, late] = [driver.deadlineIn(wanted.findMs), 0];
          continue;
        }
      }
      if (isOver && !isReady && !isForbidden) deadline.throwIfOurs();
      if (isOver && isOutOfReach(questionOf(wanted, facts), rules)) {
        if (objection !== undefined) record.refuse(objection);
        throw changed(
          `${describeTarget(target, values)}, with nothing over it`,
          `${JSON.stringify(facts.overlay?.text.slice(0, 200) ?? '')} over it all the time${facts.overlay?.isPopup === true ? '; where a field has opened it, "leave: true" at the step that fills the field may close it, or a press of Enter or Escape in that field' : ''}`,
        );
      }
      // A control of another kind or name is not the one of the playbook; a component may still be drawing its own.
      const { rule } = verdict.rule === 'element.covered' ? judged(wanted, uncovered(facts)) : verdict;
      const isOther =
        verdict.verdict === 'stopped' &&
        (rule === 'element.not_the_target'
          ? /^(?:choose|fill|click|upload)$/.test(input) && double !== true
          : rule === 'element.restless' || (rule === 'input.unfit' && /^(?:choose|fill|upload)$/.test(input)));
      if (isOther && isOver)
        throw changed(
          describeTarget(target, values),
          verdict.reason,
          rule === 'input.unfit' ? UnfitSignal : ChangedSignal,
        );
      if (verdict.verdict === 'stopped' && !isOther && (isReady || isOver || isForbidden)) stop(verdict);
      if (isOver && objection !== undefined) record.refuse(objection);
      if (isOver && !isReady)
        throw changed(
          options === null
            ? `${describeTarget(target, values)}, at rest`
            : `${Array.isArray(option) && option.length > 1 ? 'a list of several with the options' : 'the option'} ${[
                option ?? [],
              ]
                .flat()
                .map((each) => JSON.stringify(each))
                .join(', ')}`,
          options === null
            ? 'it moves or changes all the time'
            : `the options ${options.map((each) => JSON.stringify(each)).join(', ')}`,
        );
      if (objection === undefined && verdict.verdict === 'allowed') fieldsBefore(position, facts);
      if (isReady && !isOther) {
        await refuseTwins(wanted, facts);
        gate.note(verdict);
        try {
          return await make(control, facts);
        } catch (error) {
          if (error instanceof DriverError && error.code === 'input_failed') {
            // What kept the input from the control may be that its page made it one of an act meanwhile.
            const now = await control.look(input, deadline, question, ofControl).catch((other: Error) => {
              if (other instanceof StoppedError) throw other;
              return undefined;
            });
            if (now !== undefined && isNeverClicked(wanted, now.facts)) stop(judged(wanted, now.facts));
          }
          if (!(error instanceof DriverError) || !['not_ready', 'late'].includes(error.code)) throw error;
          if (error.code === 'late') {
            if (deadline.isOver()) throw new OwnFaultError(error.message);
          } else {
            changes += 1;
            if (deadline.isOver() || changes > mostChanges)
              throw changed(`${describeTarget(target, values)}, as it was judged`, error.message);
          }
        }
      }
      await control.settle();
    }
  }

  function judged(wanted: WantedInput, facts: ElementFacts): Verdict {
    return gate.decisions.element(questionOf(wanted, facts), rules);
  }

  function questionOf(wanted: WantedInput, facts: ElementFacts): ElementQuestion {
    const { target, input, effect, words, expects = [], document, option, onlyReads, asks, key, double } = wanted;
    return {
      input,
      effect,
      step: words,
      target,
      expects,
      facts,
      page: position.page ?? '',
      ...(document === undefined ? {} : { document }),
      ...(option === undefined ? {} : { option }),
      ...(onlyReads === undefined ? {} : { onlyReads }),
      ...(asks === undefined ? {} : { asks }),
      ...(key === undefined ? {} : { key }),
      ...(double === undefined ? {} : { double }),
    };
  }

  /** @throws ChangedSignal when what the playbook calls harmless is not the only control of its name */
  async function refuseTwins(wanted: WantedInput, facts: ElementFacts): Promise<void> {
    const question = questionOf(wanted, facts);
    for (const each of [question, ...pressedBy(question)]) await refuseTwinsOf(each, wanted);
  }

  async function refuseTwinsOf(question: ElementQuestion, { target }: WantedInput): Promise<void> {
    const entry = neededHarmless(question, rules);
    if (entry === undefined) return;
    const { facts } = question;
    const frame = target.within?.frame;
    const within = entry.within ?? (frame === undefined ? undefined : { frame });
    const roles = new Set([...pressed, ...(target.role === undefined ? [] : [target.role])]);
    let count = 0;
    for (const role of roles)
      count += await driver.count(placeOf({ role, name: facts.name, ...(within === undefined ? {} : { within }) }));
    if (count > 1)
      throw new ChangedSignal(
        position.page ?? '',
        `one control ${JSON.stringify(entry.name)}, which the playbook calls harmless`,
        `${count} of this name; say in "harmless" with "within" which one it is`,
      );
  }

  /** A control of a forbidden act is not waited for, in whatever state it is. */
  function isNeverClicked(wanted: WantedInput, facts: ElementFacts): boolean {
    const { key, ...others } = facts;
    const able = {
      ...others,
      ...(key === undefined ? {} : { key: { ...key, focused: true, waits: false } }),
      visible: true,
      onTop: true,
      enabled: true,
      editable: true,
      connected: true,
    };
    return judged(wanted, able).rule.startsWith('never_click.');
  }

  /** A page may have gone elsewhere by itself since it was checked. */
  async function stillThere(facts: ElementFacts): Promise<void> {
    if (position.page === null) return;
    const isSignedOut = isLoginPage(facts.pageUrl) && !isShared(facts.pageUrl);
    if (!isLogin && isSignedOut && position.page !== playbook.login.page) throw new SessionLostSignal();
    const verdict = gate.decisions.response(facts.pageUrl, position.page, rules);
    if (verdict.verdict === 'allowed') return;
    refuseLeaving();
    stop(verdict);
  }

  /** @throws ChangedSignal when an input that was to stay on its page has opened another one */
  function refuseLeaving(): void {
    const { stays } = position;
    if (stays === undefined || (driver.documents() === stays.documents && driver.url() === stays.url)) return;
    throw new ChangedSignal(
      position.page ?? '',
      `the page to stay at the step "${stays.words}"`,
      'the input sent a form or opened another page; the step has to name that page in "next"',
    );
  }

  function stop(verdict: Verdict): never {
    gate.note(verdict);
    throw new StoppedError(verdict);
  }

  function cells(target: Target, question: PageQuestion, timeoutMs: number): Promise<Answered<TableCells>> {
    return found(target, 'look', () => driver.cells(placeOf(target), question, timeoutMs));
  }

  /** What cannot be found is reported with what is there instead. @param use undefined: nothing is proposed for it */
  async function found<T>(target: Target, use: ControlUse | undefined, look: () => Promise<T>): Promise<T> {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof DriverError) || (error.code !== 'none_found' && error.code !== 'several_found'))
        throw error;
      const view = await driver.view();
      const isSignedOut = showsLogin(view) || view.frames.some(isLoginPage);
      if (!isLogin && isSignedOut && position.page !== playbook.login.page) throw new SessionLostSignal();
      refuseLeaving();
      const here = position.page ?? '';
      if (error.code === 'several_found') {
        const seen = await driver.controls(placeOf(target).within?.frame).catch(() => []);
        const which = whichOfSeveral(error.message, target, seen, values);
        throw new ChangedSignal(here, describeTarget(target, values), which);
      }
      const instead =
        (await otherForm({ driver, values, placeOf }, target)) ??
        alternatives(target, view, values, playbook.never_click);
      const wanted = use && ({ of: 'step', target, use } as const);
      const change = wanted && (await changeOfTarget({ playbook, driver, values, placeOf }, here, wanted, view));
      throw new ChangedSignal(here, describeTarget(target, values), withCandidates(instead, change), change);
    }
  }

  async function textOf(target: Target, timeoutMs: number, earlier?: EarlierLook<string>): Promise<string> {
    const place = placeOf(target);
    const { beside, within } = place;
    const look = (question: PageQuestion): Promise<Answered<string>> =>
      found(target, 'look', () =>
        driver.text(place, beside === undefined ? question : { ...question, beside }, timeoutMs),
      );
    return despiteNotices(() => record.read(look, { row: within?.row, timeoutMs, earlier }), timeoutMs);
  }

  function placeOf(target: Target): Place {
    return placeFor(target, values);
  }

  /** What a look ahead is known by, too: a control that is looked for in another way is another one. */
  function placeOfInput({ target, input, document }: NextControl): Place {
    const takes = takers[input];
    const leadsTo = input === 'download' ? addressPattern(document ?? '', values) : undefined;
    return { ...placeOf(target), ...(takes && { takes }), ...(leadsTo === undefined ? {} : { leadsTo }) };
  }

  function lookAhead(wanted: readonly NextControl[]): void {
    for (const next of wanted) driver.lookAhead(placeOfInput(next), next.input, next.key).catch(() => {});
  }

  function touched(): true {
    position.untouched = null;
    return true;
  }

  /** @param press makes the input, once the guard has judged the control of the notice */
  async function pressNotice(
    target: Target,
    findMs: number,
    press: (control: Control) => Promise<unknown>,
  ): Promise<void> {
    await act({ target, input: 'click', effect: 'read', words: 'pass the notice', findMs }, press);
  }

  return {
    ...arrival,
    findTimeoutMs,
    act,
    lookAhead,
    cells,
    textOf,
    record,
    placeOf,
    stop,
    touched,
  };
}
