/**
 * Watches whose record the page shows and who is signed in: on arrival, with every reading, and in the look before an
 * input. A page gets the find time to show the right one, and is not used until it does.
 */
import {
  isFoundRecord,
  judgeMark,
  otherOfFormAround,
  otherRecordAround,
  otherPerson,
  personMark,
  recordMark,
  recordPlaceOf,
} from '../domain/dispatch/guard/record-mark.ts';
import type { Mark } from '../domain/dispatch/guard/record-mark.ts';
import { otherUnitIn } from '../domain/dispatch/playbook/written-money.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';
import type { Values } from '../domain/dispatch/playbook/template.ts';
import { StoppedError } from './gate.ts';
import type { BrowserGate } from './gate.ts';
import type { PortalDriver } from './driver.ts';
import type { Deadline } from './own-lag.ts';
import { noLetters, notPainted, onTheirWay } from './painted-letters.ts';
import type { Misread, PaintedLetters, WindowPicture } from './painted-letters.ts';
import type { Answered, PageAnswer, PageQuestion } from './record-reading.ts';
import { ChangedSignal } from './run-signals.ts';
import type { StepRecorder } from './step-recorder.ts';

/** Looks after the time is over: only several of them say whether something stays as it is. */
const lateLooks = 3;
/** Between two looks at a page that is waited for. */
const lookAgainMs = 50;
/** One picture may be of another moment than the looks around it: only several in a row say that letters are not there. */
const leastMisses = 3;
/** After so many looks at letters that move on and on, a picture will not show them either. */
const mostMoves = 6;
/** What is read is at rest as a control is: two pictures of the browser lie between two looks that agree. */
const steadyMs = 35;
/** A look that was made together with others says for so long what the page shows. */
const togetherMs = 500;

/** The account that a run works with, as soon as it is known. */
export interface RunAccount {
  username?: string;
}

/** What a page answered while it was looked at for the first time; undefined when it did not. */
export interface EarlyAnswer {
  readonly question: PageQuestion;
  readonly answer: Promise<PageAnswer | undefined>;
}

export interface RecordWatch {
  /**
   * What is asked of the page beside every reading.
   * @param row text that a cell of the element's row has to show
   * @param page where another page than the one that was checked has come already
   */
  readonly question: (row?: string, page?: string) => PageQuestion;
  /** What speaks against the page at this moment; undefined when nothing does. */
  readonly against: (answer: PageAnswer, row?: string, page?: string) => Objection | undefined;
  /** @throws StoppedError or ChangedSignal */
  readonly refuse: (objection: Objection) => never;
  /** A notice replaces the page: it shows no record while this is done. */
  readonly asideFor: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Waits until the page that has come shows its record. @returns whether it did at the first look
   * @param early what it answered before, if it is the page by now
   * @throws StoppedError or ChangedSignal when it does not in time
   */
  readonly arrive: (timeoutMs: number, early?: EarlyAnswer) => Promise<boolean>;
  /** Asks what `arrive` asks first, for a page that is looked at otherwise at the same time. */
  readonly askEarly: (page: string) => EarlyAnswer;
  /**
   * A reading of the moment in which the page shows its record, and which was the same a moment before.
   * @param problem what is wrong with a reading; it is waited for as well
   */
  readonly read: <T>(look: (question: PageQuestion) => Promise<Answered<T>>, wanted: WantedReading<T>) => Promise<T>;
}

interface WantedReading<T> {
  readonly row: string | undefined;
  readonly timeoutMs: number;
  readonly problem?: (value: T) => Expected | undefined;
  /** A look that was made before. */
  readonly earlier?: EarlierLook<T> | undefined;
}

/** What was seen of something when it was looked at ahead of its turn; nothing was input since. */
export interface EarlierLook<T> {
  readonly question: PageQuestion;
  readonly seen: Answered<T>;
  readonly at: number;
  /** The look after the picture, made together with those at the others of the row; undefined where it failed. */
  readonly again?: () => Promise<LaterLook<T> | undefined>;
}

/** @param since when it was begun, as `performance.now()` */
export interface LaterLook<T> {
  readonly since: number;
  readonly seen: Answered<T>;
}

interface Expected {
  readonly expected: string;
  readonly found: string;
}

export type Objection = { readonly verdict: Verdict } | Expected;

/** What people see is what is on file: a value that the page shows otherwise than its markup has it is not kept. */
function seenOtherwise(misread: Misread | null | undefined): Expected | undefined {
  if (misread === null || misread === undefined) return undefined;
  const found = `a page on which people see ${JSON.stringify(misread.seen.slice(0, 100))} there`;
  return { expected: `${JSON.stringify(misread.read)} to be what people see`, found };
}

/** Amounts are kept as they are written: where they are meant in thousands, or with a factor, they are other amounts. */
function inOtherUnit(value: unknown, units: readonly string[] = []): Expected | undefined {
  const unit = units.find((text) => otherUnitIn(text) !== undefined);
  const figure = /[×x*]\s?1[0.,]/i.test(unit ?? '') ? /\p{N}/u : /\p{N}[.,]\p{N}{2}(?!\p{N})/u;
  if (unit === undefined || !figure.test(JSON.stringify(value) ?? '')) return undefined;
  return { expected: 'amounts in the unit of the task', found: JSON.stringify(unit.slice(0, 100)) };
}

/** Two looks may meet a text that turns twice in the same moment of its turn. */
export function keepsChanging(value: unknown): Expected {
  const shown = typeof value === 'string' ? `${JSON.stringify(value.slice(0, 100))} and other texts` : 'other texts';
  return { expected: 'a text that stays the same', found: `${shown} in turn: what is there keeps changing` };
}

const mostPlaces = 4;

/** Which places show a record that only one may show, and what in the playbook would say which is meant. */
function severalPlaces(places: readonly string[]): string {
  const named = places.slice(0, mostPlaces).map((text) => JSON.stringify(text.slice(0, 60)));
  const more = places.length > mostPlaces ? ', …' : '';
  return `${places.length} such places: ${named.join(', ')}${more}; "within" in the page's "record" names the one that is meant`;
}

interface WatchParts {
  readonly playbook: LoadedPlaybook;
  readonly driver: PortalDriver;
  readonly gate: BrowserGate;
  readonly recorder: StepRecorder;
  readonly values: Values;
  readonly account?: RunAccount;
}

/** Where the browser is, for what only the page knows of its record. */
interface RecordPosition {
  readonly page: string | null;
  /** Of a record that was found: what the page showed when it came; undefined until then. */
  found?: readonly string[] | undefined;
}

export function openRecordWatch(
  { playbook, driver, gate, recorder, values, account }: WatchParts,
  position: RecordPosition,
  isLogin: boolean,
): RecordWatch {
  let isAside = false;
  function recordOf(name: string | null = position.page): Mark | undefined {
    const page = name === null || isLogin || isAside ? undefined : playbook.pages[name];
    const place = page === undefined ? undefined : recordPlaceOf(page);
    const found = name === position.page ? position.found : undefined;
    return place === undefined ? undefined : recordMark(place, values, found);
  }
  function personOf(): Mark | undefined {
    const username = account?.username;
    return isLogin || username === undefined ? undefined : personMark(playbook.login.probe.signed_in, username);
  }

  /** Numbers of other records that the task itself is about. */
  const given = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith('account.') ? [] : (value.match(/\p{N}[\p{L}\p{N}-]{5,}/gu) ?? []),
  );
  function question(row?: string, page?: string): PageQuestion {
    const marks = [recordOf(page), personOf()].filter((mark) => mark !== undefined);
    const queries = marks.map(({ query }) => query);
    return { queries, origins: playbook.origins, given, ...(row === undefined ? {} : { row }) };
  }

  function against(
    { sights, row: rowFault, records }: PageAnswer,
    row?: string,
    page = position.page ?? '',
  ): Objection | undefined {
    const [record, person] = [recordOf(page), personOf()];
    if (record !== undefined) {
      const finding = judgeMark(record, sights[0] ?? []);
      const expected = `the page ${page} to show ${JSON.stringify(record.expected)} in exactly one place`;
      if (finding.kind === 'other')
        return {
          verdict: stopped(
            'response.other_record',
            `the page shows another record: ${finding.shown.slice(0, 100)}`,
            page,
          ),
        };
      // Of a page of something else, such as an invoice, the shipments that it names are its own.
      const number = values['pro'] ?? '';
      const isOfShipment = record.values?.includes(number) === true;
      const around =
        records &&
        (isOfShipment
          ? otherRecordAround(records, number)
          : record.values?.map((value) => otherOfFormAround(records, value)).find((other) => other !== undefined));
      if (around !== undefined && !given.includes(around) && !Object.values(values).includes(around))
        return {
          verdict: stopped('response.other_record', `the page shows another record: ${around}`, page),
        };
      if (finding.kind === 'missing') {
        const near = finding.near === undefined ? '' : `, but ${JSON.stringify(finding.near.slice(0, 100))}`;
        return { expected, found: `no visible place that shows it${near}` };
      }
      if (finding.kind === 'several') return { expected, found: severalPlaces(finding.places) };
    }
    if (person !== undefined) {
      const other = otherPerson(person, sights.at(-1) ?? []);
      if (other !== undefined)
        return {
          verdict: stopped('response.other_person', `somebody else is signed in: ${other.slice(0, 100)}`, page),
        };
    }
    if (row !== undefined && rowFault !== null)
      return { expected: `exactly one row with a cell that shows ${JSON.stringify(row)}`, found: rowFault };
    return undefined;
  }

  function stopped(rule: string, reason: string, subject: string): Verdict {
    return { verdict: 'stopped', layer: 'response', rule, reason, subject };
  }

  function refuse(objection: Objection): never {
    const record = recordOf();
    if (!('verdict' in objection)) throw new ChangedSignal(position.page ?? '', objection.expected, objection.found);
    gate.note(objection.verdict);
    if (record !== undefined && objection.verdict.rule === 'response.other_record')
      noteRecord(record, objection.verdict.reason, 'fail');
    throw new StoppedError(objection.verdict);
  }

  function noteRecord(record: Mark, found: string, verdict: 'pass' | 'fail'): void {
    const check = `the record on the page ${position.page ?? ''}`;
    recorder.note([{ kind: 'check', check, expected: record.expected, found, verdict }]);
  }

  function askEarly(page: string): EarlyAnswer {
    const asked = question(undefined, page);
    const answer = asked.queries.length === 0 ? Promise.resolve(undefined) : driver.answer(asked);
    return { question: asked, answer: answer.catch(() => undefined) };
  }

  async function arrive(timeoutMs: number, early?: EarlyAnswer): Promise<boolean> {
    position.found = undefined;
    const asked = question();
    if (asked.queries.length === 0) return true;
    const isAsked = early !== undefined && JSON.stringify(early.question) === JSON.stringify(asked);
    let first = isAsked ? await early.answer : undefined;
    // A page that was not as far yet is asked again at once.
    if (first !== undefined && against(first) !== undefined) first = undefined;
    let before: string | undefined;
    let looks = 0;
    const { last, deadline } = await settled(
      async () => {
        const seen = first ?? (await driver.answer(asked));
        first = undefined;
        return seen;
      },
      (answer) => {
        looks += 1;
        if (against(answer) !== undefined) return false;
        // A page may show the record before for a moment: what counts for its own is there twice.
        const now = JSON.stringify(foundIn(answer));
        const isSame = now === before;
        before = now;
        return now === undefined || isSame;
      },
      timeoutMs,
    );
    const objection = against(last);
    if (objection !== undefined) {
      deadline.throwIfOurs();
      refuse(objection);
    }
    position.found = foundIn(last);
    const record = recordOf();
    if (record !== undefined) noteRecord(record, record.expected, 'pass');
    return looks === 1;
  }

  /** The number of a record that was found, as the page shows it; undefined where the playbook knows it. */
  function foundIn({ sights }: PageAnswer): readonly string[] | undefined {
    const place = position.page === null ? undefined : playbook.pages[position.page]?.record;
    const record = recordOf();
    if (place === undefined || record === undefined || !isFoundRecord(place)) return undefined;
    const finding = judgeMark(record, sights[0] ?? []);
    return finding.kind === 'shown' ? finding.values : undefined;
  }

  async function read<T>(
    look: (question: PageQuestion) => Promise<Answered<T>>,
    { row, timeoutMs, problem = () => undefined, earlier }: WantedReading<T>,
  ): Promise<T> {
    const asked = { ...question(row), isKept: true };
    const wrong = (answer: Answered<T>): Objection | undefined =>
      against(answer, row) ??
      problem(answer.value) ??
      seenOtherwise(answer.misread) ??
      inOtherUnit(answer.value, answer.records?.units) ??
      (answer.isRestless === true ? keepsChanging(answer.value) : undefined);
    let before: string | undefined;
    let isSettled = false;
    /** Of the look before. */
    let letters: PaintedLetters | undefined;
    let picture: WindowPicture | undefined;
    /** The picture for the next look, made in the pause before it. */
    let coming: Promise<WindowPicture> | undefined;
    let unpainted: Misread | null = null;
    /** Pictures in a row that do not show the letters, and looks in a row between which they moved too far to say. */
    let [misses, moves] = [0, 0];
    const isAccepted = (answer: Answered<T>, at = performance.now()): boolean => {
      const text = wrong(answer) === undefined ? JSON.stringify([answer.value]) : undefined;
      const isSame = text !== undefined && text === before;
      before = text;
      const { painted = noLetters } = answer;
      // The page was pictured between two looks.
      const places = letters === undefined ? undefined : onTheirWay(letters, painted);
      letters = painted;
      unpainted = null;
      if (isSame && picture !== undefined && places !== undefined) {
        const shown = picture;
        for (const place of places) {
          unpainted = notPainted(shown, place);
          if (unpainted === null) break;
        }
        [misses, moves] = [unpainted === null ? 0 : misses + 1, 0];
        isSettled = unpainted === null;
      } else {
        moves = isSame && picture !== undefined ? moves + 1 : 0;
        // What never rests cannot be looked for; it stayed the same all the while.
        isSettled = isSame && (painted.figures.length === 0 || moves >= mostMoves);
      }
      const isPictured = !isSettled && before !== undefined && painted.figures.length > 0;
      coming = isPictured ? driver.picture(at) : undefined;
      // Its failure is one of the next look, which there may not be.
      coming?.catch(() => undefined);
      return isSettled;
    };
    let again: EarlierLook<T>['again'];
    /** It came after the first look and the picture, as one in its turn would. */
    const isNext = (since: number): boolean =>
      earlier !== undefined &&
      since - earlier.at >= steadyMs &&
      since >= (picture?.from ?? 0) &&
      performance.now() - since <= togetherMs;
    const lookAgain = async (): Promise<Answered<T>> => {
      picture = await coming;
      const together = await again?.();
      again = undefined;
      return together !== undefined && isNext(together.since) ? together.seen : look(asked);
    };
    if (earlier !== undefined && JSON.stringify(earlier.question) === JSON.stringify(asked)) {
      ({ again } = earlier);
      isAccepted(earlier.seen, earlier.at);
      const leftMs = earlier.at + steadyMs - performance.now();
      // Timers count whole milliseconds, and may run one early.
      if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(leftMs) + 1));
    }
    const againMs = (): number => (before === undefined ? lookAgainMs : steadyMs);
    const isMissed = (): boolean => unpainted !== null && misses < leastMisses;
    const { last, deadline } = await settled(lookAgain, isAccepted, timeoutMs, againMs, isMissed);
    const objection = wrong(last) ?? seenOtherwise(unpainted);
    if (!isSettled) deadline.throwIfOurs();
    if (objection !== undefined) refuse(objection);
    if (!isSettled) refuse({ expected: 'values that stay the same', found: 'values that change all the time' });
    const record = recordOf();
    if (record !== undefined) noteRecord(record, record.expected, 'pass');
    return last.value;
  }

  /** Looks again and again until a look is accepted or the time is over, and gives the last one. */
  async function settled<T>(
    look: () => Promise<T>,
    isAccepted: (seen: T) => boolean,
    timeoutMs: number,
    againMs = (): number => lookAgainMs,
    isOpen = (): boolean => false,
  ): Promise<{ readonly last: T; readonly deadline: Deadline }> {
    const deadline = driver.deadlineIn(timeoutMs);
    for (let late = 0; ;) {
      if (deadline.isOver()) late += 1;
      const last = await look();
      const isEnough = late >= lateLooks && (!isOpen() || late === 2 * lateLooks);
      if (isAccepted(last) || isEnough) return { last, deadline };
      await new Promise((resolve) => setTimeout(resolve, againMs()));
    }
  }

  async function asideFor<T>(work: () => Promise<T>): Promise<T> {
    isAside = true;
    try {
      return await work();
    } finally {
      isAside = false;
    }
  }

  return { question, against, refuse, asideFor, arrive, askEarly, read };
}
