/**
 * What a page shows as the outcome of a click that leaves it as it is: a message that confirms, or one that refuses. It
 * counts only when it was not there before, and only after the portal has answered what the click sent: a page may
 * promise before it knows.
 */
import type { ShownNext } from '../domain/dispatch/playbook/step.ts';
import type { Target } from '../domain/dispatch/playbook/target.ts';
import { openWord } from '../domain/dispatch/guard/dialog-gate.ts';
import {
  doubtOf,
  failureInNotice,
  promiseOf,
  takesBack,
  wordOfFailure,
  wordTakenAway,
} from '../domain/dispatch/guard/said-failure.ts';
import { neverClickName } from '../domain/dispatch/guard/never-click.ts';
import { otherAmountIn, otherRecordIn } from '../domain/dispatch/guard/record-mark.ts';
import { fillTemplate } from '../domain/dispatch/playbook/template.ts';
import { StoppedError } from './gate.ts';
import { DriverError } from './driver.ts';
import { OwnFaultError } from './own-lag.ts';
import type { Deadline } from './own-lag.ts';
import { SpokenAgainstError } from './page-change.ts';
import type { PageControl, PageParts, Position } from './page-control.ts';
import type { Answered } from './record-reading.ts';
import type { Objection } from './record-watch.ts';
import { ChangedSignal } from './run-signals.ts';
import { describeTarget } from './step-text.ts';

interface Refusal {
  readonly page: string;
  readonly words: Target;
}

interface ShownOutcome {
  /** Waits until a message of earlier is gone. @throws ChangedSignal when it stays */
  readonly clear: (target: Target, timeoutMs: number) => Promise<void>;
  /**
   * Reports when the words of a refusal appear on the page that is open now; undefined where that is another page.
   * @param needsAnswer the click sends what the portal has to answer first
   */
  readonly refusalOn: (
    refused: Refusal | undefined,
    needsAnswer: boolean,
  ) => Promise<(() => Promise<boolean>) | undefined>;
  /** What is on the page before the click. */
  readonly begin: (next: ShownNext) => Promise<void>;
  /** For the gate: what is on the page right before it is given an answer cannot follow from that. */
  readonly beforeAnswer: (next: ShownNext, isDocument: boolean) => Promise<void>;
  /**
   * Waits for the message after the click.
   * @param needsAnswer the click sends what the portal has to accept first
   * @returns its text, or undefined when the portal has refused instead, or something has gone
   * @throws DriverError no_page when neither comes
   */
  readonly confirm: (
    next: ShownNext,
    about: {
      readonly needsAnswer: boolean;
      readonly isPreview: boolean;
      readonly hasRefused: (() => Promise<boolean>) | undefined;
      readonly timeoutMs: number;
    },
  ) => Promise<string | undefined>;
}

/** Between two looks, so that a message is not missed and the page has time to show it. */
const lookAgainMs = 60;

/** A page that is busy for longer than this, such as with waiting for the answer, cannot be looked at before it. */
const longestBusyMs = 5_000;
/** A message that speaks of a failure and stays for so long is the last word. */
const longestTakingBackMs = 5_000;

/** For so long after a message people may see it taken back. */
const takenBackMs = 300;

/** Found by role only where they are shown; they may have no text of their own. */
const wordless = new Set(['button', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'spinbutton']);

type Told = Pick<Answered<string>, 'notices' | 'sentences'>;
const allTold = ({ notices = [], sentences = [] }: Told): string[] => [...notices, ...sentences];

/** What was on the page when the last answer came. */
interface Held {
  readonly message: string | undefined;
  readonly isThere: boolean;
  readonly lines: ReadonlySet<string>;
  /** What the page told people beside. */
  readonly notices: ReadonlySet<string>;
  /** It is not known. */
  readonly isUnsure: boolean;
  /** The answer is a document: only what has come after so many counts. */
  readonly arrivals?: number;
}

export function openShownOutcome(
  { playbook, driver, gate, values }: PageParts,
  { placeOf, record, isOn }: PageControl,
  position: Position,
): ShownOutcome {
  /** What people see of the one element of a target; undefined where they see none. */
  async function seen(
    target: Target,
    page?: string,
    said = false,
    framed = false,
  ): Promise<Answered<string> | undefined> {
    const place = placeOf(target);
    if ((await driver.count(place)) !== 1) return undefined;
    try {
      const { beside } = place;
      const asked = { ...record.question(place.within?.row, page), message: true, said, framed };
      const shown = await driver.text(place, beside === undefined ? asked : { ...asked, beside }, 0);
      return shown.value.trim() === '' ? undefined : shown;
    } catch (error) {
      // It went while it was looked at.
      if (error instanceof DriverError && error.code !== 'unreachable') return undefined;
      throw error;
    }
  }

  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, lookAgainMs));

  async function clear(target: Target, timeoutMs: number): Promise<void> {
    const deadline = driver.deadlineIn(timeoutMs);
    for (;;) {
      const isOver = deadline.isOver();
      const shown = await seen(target);
      const count = shown === undefined ? await visibleOf(target) : 1;
      if (count === 0) return;
      if (isOver) {
        deadline.throwIfOurs();
        throw new ChangedSignal(
          position.page ?? '',
          `no ${describeTarget(target, values)} before the step that it confirms`,
          shown === undefined ? `${count} of them` : JSON.stringify(shown.value.slice(0, 200)),
        );
      }
      await pause();
    }
  }

  /** Several messages of the same words cannot be distinguished from a new one. */
  async function visibleOf(target: Target): Promise<number> {
    const count = await driver.count(placeOf(target));
    return count > 1 ? count : 0;
  }

  const refusalOn: ShownOutcome['refusalOn'] = async (refused, needsAnswer) => {
    if (refused === undefined || !isOn(driver.url(), refused.page)) return undefined;
    const before = await seen(refused.words);
    return async () => {
      // Of what got no clear answer, the page's own words do not say that nothing was stored.
      if (
        gate.isWaiting() ||
        gate.isUnclear() ||
        (needsAnswer && !gate.mayHaveSent()) ||
        !isOn(driver.url(), refused.page)
      )
        return false;
      const now = await seen(refused.words);
      return now !== undefined && now.value !== before?.value;
    };
  };

  const currencies = (playbook.approval_limits ?? []).map(({ currency }) => currency);
  /** What the task says beside its amount. */
  const given = Object.entries(values).flatMap(([name, value]) => (name === 'amount' ? [] : [value]));
  let held: Held = { message: undefined, isThere: false, lines: new Set(), notices: new Set(), isUnsure: true };

  async function lookAt({ shows, gone }: ShownNext): Promise<Held> {
    const count = shows === undefined ? 0 : await driver.count(placeOf(shows));
    return {
      message: shows === undefined ? undefined : (await seen(shows))?.value,
      isThere: gone !== undefined && (await isThere(gone)),
      lines: shows === undefined ? await linesNow() : new Set(),
      notices: new Set(shows === undefined ? [] : allTold(await driver.answer({ queries: [], message: true }))),
      isUnsure: count > 1,
    };
  }

  async function isThere(target: Target): Promise<boolean> {
    const count = await driver.count(placeOf(target));
    return (
      count > 1 ||
      (count === 1 && (wordless.has(target.role ?? '') || (await seen(target, undefined, false, true)) !== undefined))
    );
  }

  async function linesNow(): Promise<Set<string>> {
    return new Set((await driver.view()).text.split('\n').map((line) => line.trim()));
  }

  async function begin(next: ShownNext): Promise<void> {
    held = await lookAt(next);
  }

  async function beforeAnswer(next: ShownNext, isDocument: boolean): Promise<void> {
    // A page that waits for its next document cannot be looked at; what it shows goes with it.
    if (isDocument) {
      held = { ...held, arrivals: driver.arrivals() };
      return;
    }
    const deadline = driver.deadlineIn(longestBusyMs);
    const unsure: Held = { ...held, isUnsure: true };
    const found: { now?: Held } = {};
    const looking = lookAt(next).then(
      (seenNow) => {
        found.now = seenNow;
      },
      () => {
        found.now = unsure;
      },
    );
    while (found.now === undefined && !deadline.isOver()) await Promise.race([looking, pause()]);
    held = found.now ?? unsure;
  }

  const declaredIn = ({ shows, after }: ShownNext): string[] =>
    [shows?.text, shows?.name, shows?.containing, after].flatMap((words) =>
      words === undefined
        ? []
        : (fillTemplate(words, values) ?? words).split(/(?<=^|\s)\*(?=\s|$)/).map((part) => part.trim()),
    );

  /** Words of failure count where the playbook does not name them itself. @returns the first of them */
  function failureIn(text: string, next: ShownNext): string | undefined {
    const declared = declaredIn(next);
    const rest = declared.reduce((left, words) => (words === '' ? left : left.replace(words, ' ')), text);
    const word = wordOfFailure(rest) ?? wordTakenAway(rest);
    return word ?? declared.map((words) => promiseOf(text, words)).find((found) => found !== undefined);
  }

  /** Beside the words that confirm, a message says something else that may take them back. @returns all of it, and that word */
  function doubtIn(text: string, next: ShownNext): string | undefined {
    const word = doubtOf(text, declaredIn(next), Object.values(values));
    return word === undefined ? undefined : saidWith(word, text, 'may take it back');
  }

  /** A notice beside a message that came with it, or after it, and speaks of a failure, or takes back what the message names. */
  function noticeAgainst(said: string, { notices = [], sentences = [] }: Told, next: ShownNext): string | undefined {
    const isNew = (text: string): boolean => !held.notices.has(text) && !text.includes(said) && !said.includes(text);
    const things = declaredIn(next).map((words) => words.toLowerCase());
    const numbers = (text: string): string[] => text.match(/\S*\p{N}\S*/gu) ?? [];
    const isOfThis = (text: string): boolean =>
      things.some((words) => words !== '' && text.toLowerCase().includes(words)) &&
      numbers(text).every((number) => said.includes(number));
    return (
      notices.find((text) => isNew(text) && failureInNotice(text) !== undefined) ??
      [...notices, ...sentences].find((text) => isNew(text) && isOfThis(text) && takesBack(text))
    );
  }

  /** What has come in the place of a message that went at once, and rejects. */
  const inItsPlace = (notices: readonly string[] = []): string | undefined =>
    notices.find((text) => !held.notices.has(text) && takesBack(text));

  /** Something else that is never done, in a message that confirms: "saved, bill voided". */
  function actBeside(text: string, { shows, after }: ShownNext): string | undefined {
    const declared = [shows?.text, shows?.name, shows?.containing, after].join(' ');
    const act = neverClickName(text, playbook.never_click);
    return act === undefined || neverClickName(declared, playbook.never_click) !== undefined ? undefined : text;
  }

  /** Whether the words of the playbook went from a message, or what it says now confirms nothing. */
  function isOtherThan(text: string, next: ShownNext): boolean {
    const now = text.toLowerCase();
    const hasWords = declaredIn(next).every((words) => now.includes(words.toLowerCase()));
    return !hasWords || (failureIn(text, next) ?? doubtIn(text, next)) !== undefined;
  }

  /** A message may be taken back right after it came. @returns what was said then */
  async function takenBack(next: ShownNext, said: string, page?: string): Promise<string | undefined> {
    const deadline = driver.deadlineIn(takenBackMs);
    try {
      while (!deadline.isOver()) {
        await pause();
        const again = next.shows && (await seen(next.shows, page));
        const beside = again ?? (await driver.answer({ queries: [], message: true }));
        const against =
          again !== undefined && again.value !== said && isOtherThan(again.value, next)
            ? again.value
            : (noticeAgainst(said, beside, next) ?? (again === undefined ? inItsPlace(beside.notices) : undefined));
        if (against !== undefined) return against;
      }
    } catch {
      // The page has gone on.
    }
    return undefined;
  }

  /**
   * A dialog, before anything is sent: "Not now" on its buttons is no failure. Neither is what a preview warns of, where its step
   * waits for a warning: "Weight differs from the bill of lading".
   */
  function isAsking(
    { shows }: ShownNext,
    { needsAnswer, isPreview }: { needsAnswer: boolean; isPreview: boolean },
  ): boolean {
    const role = shows?.role ?? '';
    return (
      (!needsAnswer && /^(?:alert)?dialog$/.test(role)) || (isPreview && /^(?:alert|dialog|alertdialog)$/.test(role))
    );
  }

  /** Whether what had to go has gone, and the page does not say beside that it failed; or the line that does. */
  async function hasGone({ shows, gone }: ShownNext): Promise<boolean | string> {
    if (gone === undefined) return true;
    if (!held.isThere || (await isThere(gone))) return false;
    if (shows !== undefined) return true;
    return [...(await linesNow())].find((line) => !held.lines.has(line) && wordOfFailure(line) !== undefined) ?? true;
  }

  /** The time is over. @throws what speaks against the page that shows the message, or against the message, or that none came */
  function giveUp(deadline: Deadline, objection?: Objection, failed?: string): never {
    deadline.throwIfOurs();
    if (objection !== undefined) record.refuse(objection);
    if (failed !== undefined) throw new SpokenAgainstError(failed);
    throw new DriverError('no_page', 'the message did not appear');
  }

  /** A window may close itself while it is looked at; then the look says nothing. */
  const confirm: ShownOutcome['confirm'] = async (next, about) => {
    const deadline = driver.deadlineIn(about.timeoutMs);
    let hasClosed = false;
    for (;;)
      try {
        return await confirmed(next, about, deadline);
      } catch (error) {
        if (!(error instanceof OwnFaultError) || hasClosed) throw error;
        await pause();
        if (!driver.isClosed()) throw error;
        hasClosed = true;
      }
  };

  const confirmed = async (
    next: ShownNext,
    about: Parameters<ShownOutcome['confirm']>[1],
    deadline: Deadline,
  ): Promise<string | undefined> => {
    const { shows } = next;
    const { needsAnswer, hasRefused } = about;
    const mayWarn = isAsking(next, about);
    /** A dialog that asks may offer an error as a reason ("Billing error"). */
    const failureOf = async (text: string, page?: string): Promise<string | undefined> =>
      mayWarn || failureIn(text, next) === undefined
        ? undefined
        : failureIn((shows && (await seen(shows, page, true)))?.value ?? text, next);
    /** What came last of the message, or beside what went, and speaks of a failure. */
    let failed: string | undefined;
    /** It is there now, and how long a page has to take it back ("not saved yet"). */
    let standing: { readonly said: string; readonly deadline: Deadline } | undefined;
    let wasGone = false;
    /** A message that lay over what says whose record it is. */
    let over: { readonly text: string; readonly documents: number } | undefined;
    for (;;) {
      const isOver = deadline.isOver();
      const hasStood = standing?.deadline.isOver() === true ? standing : undefined;
      const verdict = gate.stopped();
      if (verdict !== undefined) throw new StoppedError(verdict);
      const isTaken = !needsAnswer || gate.hasAccepted();
      const said = gate.said();
      if (next.alert !== undefined && said !== undefined)
        return openWord(fillTemplate(next.alert, values) ?? next.alert, said) ?? said;
      // With a window that has closed itself, all that was in it has gone.
      if (driver.isClosed() && isTaken && next.gone !== undefined && shows === undefined) return undefined;
      if (next.alert !== undefined || driver.isClosed()) {
        if (isOver) giveUp(deadline);
        await pause();
        continue;
      }
      const hasCome = held.arrivals === undefined || driver.arrivals() > held.arrivals;
      const isAnswered = isTaken && !held.isUnsure && hasCome;
      const gone = isAnswered && (await hasGone(next));
      const isGone = gone === true;
      const come = next.page !== undefined && isOn(driver.url(), next.page) ? next.page : undefined;
      const message = isGone && shows !== undefined ? await seen(shows, come, false, mayWarn) : undefined;
      const words = message?.value ?? '';
      const isOfAnother =
        otherRecordIn(words, values['pro'] ?? '') !== undefined ||
        otherAmountIn(words, values['amount'] ?? '', given, currencies) !== undefined;
      const isNew = message !== undefined && !isOfAnother && message.value !== held.message;
      const word = isNew ? (message.denied ?? (await failureOf(message.value, come))) : undefined;
      const beside =
        isNew && needsAnswer && !mayWarn && word === undefined
          ? (quoted(noticeAgainst(words, message, next) ?? actBeside(words, next)) ?? doubtIn(words, next))
          : undefined;
      if (isNew && word !== undefined) failed = saidWith(word, message.value);
      else if (beside !== undefined) failed = beside;
      else if (isNew) failed = undefined;
      if (typeof gone === 'string') failed = saidWith(wordOfFailure(gone) ?? '', gone);
      if (failed === undefined || (word === undefined && beside === undefined && typeof gone !== 'string'))
        standing = undefined;
      else if (standing?.said !== failed) standing = { said: failed, deadline: driver.deadlineIn(longestTakingBackMs) };
      const shown = isNew && word === undefined && beside === undefined ? message : undefined;
      const row = placeOf(shows ?? {}).within?.row;
      const objection = shown === undefined ? undefined : record.against(shown, row, come);
      if (shown !== undefined && (next.as === undefined || objection === undefined)) {
        const back = needsAnswer && !mayWarn ? await takenBack(next, shown.value, come) : undefined;
        if (back === undefined) return shown.value;
        failed = quoted(back);
        continue;
      }
      const documents = driver.documents();
      if (shown !== undefined && objection !== undefined && !('verdict' in objection))
        over = { text: shown.value, documents };
      else if (message === undefined && over?.documents === documents && isGone) {
        const answer = await driver.answer(record.question(undefined, come));
        if (record.against(answer, undefined, come) === undefined) return over.text;
      }
      // A page that is redrawn shows nothing for a moment.
      if (shows === undefined && isGone && wasGone) return undefined;
      wasGone = isGone;
      if (await hasRefused?.()) return undefined;
      if (hasStood !== undefined && hasStood === standing) giveUp(hasStood.deadline, objection, failed);
      if (isOver) giveUp(deadline, objection, failed);
      await pause();
    }
  };

  return { begin, beforeAnswer, clear, refusalOn, confirm };
}

function quoted(text: string | undefined): string | undefined {
  return text && JSON.stringify(text.replace(/\s+/g, ' ').trim().slice(0, 200));
}

function saidWith(word: string, text: string, means = 'speaks of a failure'): string {
  return `${quoted(text) ?? ''}, where ${JSON.stringify(word)} ${means}`;
}
