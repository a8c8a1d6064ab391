/**
 * The small protocol between the interpreter and a browser. A driver moves things and reads things; what may be
 * moved is decided before by the guard, and what leaves the browser by the gate under it.
 */
import type { ElementFacts, ElementInput } from '../domain/dispatch/guard/element-facts.ts';
import type { PageFacts } from '../domain/dispatch/guard/response-gate.ts';
import type { SeenControl } from '../domain/dispatch/playbook/changed-control.ts';
import type { PressedKey } from '../domain/dispatch/playbook/step.ts';
import type { Target, TargetRole } from '../domain/dispatch/playbook/target.ts';
import { type Values, fillTemplate } from '../domain/dispatch/playbook/template.ts';
import type { PageTable, PictureRegion } from '../domain/dispatch/writing/shown-page.ts';
import { type Deadline, isBrowserGone, OwnFaultError } from './own-lag.ts';
import type { PageStorage } from './page-storage.ts';
import type { WindowPicture } from './painted-letters.ts';
import type { Answered, PageAnswer, PageQuestion } from './record-reading.ts';

/** A target with its templates filled. */
export interface Place {
  readonly role?: TargetRole;
  readonly name?: string;
  readonly label?: string;
  readonly text?: string;
  readonly beside?: string;
  readonly column?: string;
  readonly nth_field?: number;
  readonly field_name?: string;
  readonly placeholder?: string;
  readonly test_id?: string;
  /** Of a list that the page draws and that is open: what people read. */
  readonly option?: string;
  readonly containing?: string;
  /** Of a table: a list of boxes with these columns will do as well; how many of them are enough, and the names. */
  readonly columns?: readonly (number | string)[];
  /** Of what is found by its position: what it has to take, so that the one list or file field in it is meant, seen or not. */
  readonly takes?: 'choose' | 'upload' | 'keys';
  /** Of a date that is typed part by part: the box of this number, from 1; 0 stands for all of them. */
  readonly part?: number;
  /** Of several links to one document: the pattern of the address that is meant. */
  readonly leadsTo?: string;
  /** Only where it is not switched off: the control for the next page stays on the last one, and does nothing. */
  readonly isOn?: true;
  /** Marks what is there now, or finds only what has come since: the entries of a list that a click opens. */
  readonly shown?: 'before' | 'since';
  readonly within?: { readonly row?: string; readonly section?: string; readonly frame?: string };
}

/** The place of a target in a run: an input that is not given leaves its template as it is. */
export function placeFor(target: Target, values: Values): Place {
  const fill = (template: string): string => fillTemplate(template, values) ?? template;
  const { role, nth_field: nth, within, ...texts } = target;
  return {
    ...(role === undefined ? {} : { role }),
    ...(nth === undefined ? {} : { nth_field: nth }),
    ...Object.fromEntries(Object.entries(texts).map(([kind, template]) => [kind, fill(template)])),
    ...(within === undefined
      ? {}
      : { within: Object.fromEntries(Object.entries(within).map(([kind, template]) => [kind, fill(template)])) }),
  };
}

/** As people read it, and as it is sent. */
export interface SelectedOption {
  /** The name of a hidden field, whose value no list shows. */
  readonly hidden?: string;
  readonly label: string;
  readonly value: string;
}

/** What is seen of a control in one moment. */
export interface Look {
  readonly facts: ElementFacts;
  /** What the page says of itself in the same moment; an input is let through only as long as it says so. */
  readonly answer: PageAnswer;
  /** It can take the input at this moment, and looks as it did a moment before. */
  readonly isReady: boolean;
  /** Of a list to choose from that lacks the wanted option: the options it has. */
  readonly options: readonly string[] | null;
}

/**
 * The one control of a place. It is looked up again with every look, so that a page that draws it again and again is
 * no obstacle. An input goes to exactly what was looked at last, and follows it at once: what has changed since, or
 * took too long, is a DriverError `not_ready`, and nothing was input.
 */
export interface Control {
  /** @throws DriverError `none_found` or `several_found` when the deadline is over */
  look(input: ElementInput, deadline: Deadline, question: PageQuestion, wanted?: WantedOfControl): Promise<Look>;
  /** Brings the mouse to where the control was seen ahead of its turn, if it was: the look in its turn finds it there. */
  approach(mayHover: (facts: ElementFacts) => Promise<boolean>): Promise<void>;
  /** Brings the mouse to where a click would go, or the focus to where a key would, and lets a moment pass. */
  settle(): Promise<void>;
  /** @param how `leave` presses Tab then, or only where a calendar lies over the page; `keys` types key by key, over what is there or after it was deleted */
  fill(
    value: string,
    how?: { readonly leave?: boolean | 'calendar'; readonly keys?: 'over' | 'deleting' | undefined },
  ): Promise<void>;
  /** What the field shows that was typed into; null where that cannot be said. @param leaves takes the focus from it before */
  shown(leaves: boolean): Promise<string | null>;
  /** Presses the key of the last look. */
  press(key: PressedKey): Promise<void>;
  click(times?: 1 | 2): Promise<void>;
  choose(options: readonly string[]): Promise<void>;
  /** Takes the focus away from a list that stays open once its entry, the control, was clicked. */
  leaveList(): Promise<void>;
  upload(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
}

/** Of a list the options that are chosen, or the key that is pressed. */
export interface WantedOfControl {
  readonly option?: string | readonly string[];
  readonly key?: PressedKey;
  readonly double?: boolean;
}

/** By row; or what keeps the table from being read, in words. */
export type TableCells = readonly (readonly TableCell[])[] | string;

interface TableCell {
  readonly text: string;
  readonly isHeader: boolean;
}

/** What the page shows, with all its text. */
export interface PageView extends PageFacts {
  /** Of lists that the page draws and that are open. */
  readonly options?: readonly string[];
  readonly text: string;
  /** Nothing on it can change it: what is not there will not come. */
  readonly isStill: boolean;
  /** It says itself that another page follows. */
  readonly refreshes: boolean;
  /** Addresses of the frames on it. */
  readonly frames: readonly string[];
}

/** The document that the current page was made from. */
export interface Landing {
  readonly url: string;
  readonly status: number;
  readonly retryAfterMs: number | null;
  /** What the connection did where no answer came. */
  readonly failure?: string;
  /** The way in which the portal asks for a login by HTTP, such as `Basic`. */
  readonly asks?: string | undefined;
}

export interface FetchedDocument {
  readonly status: number;
  readonly mediaType: string;
  readonly location: string | null;
  readonly retryAfterMs: number | null;
  /** Where it came from in the end, and what the portal calls it (`Content-Disposition`). */
  readonly names: readonly string[];
  readonly bytes: Buffer;
}

/** @param typed a page may make a pause before it asks, as it does while one types */
export type Followed = (timeoutMs: number, typed: boolean) => Promise<string | undefined>;

/** Every method throws DriverError for what the page does, and OwnFaultError for what our own processes do not. */
export interface PortalDriver {
  /** @param isThere whether an address is that of the page; where a page that stays shows another, it is opened again */
  go(url: string, timeoutMs: number, isThere?: (address: string) => boolean): Promise<void>;
  /** Leaves the page, so that what its scripts hold is gone: a route of the same page would find it again. */
  leave(timeoutMs: number): Promise<void>;
  /** What the page keeps in the browser beside cookies; undefined where it does not answer. */
  storage(): Promise<PageStorage | undefined>;
  /** Puts that in place of what is kept there; no page is shown then. */
  store(storage: PageStorage, timeoutMs: number): Promise<void>;
  /** A limit that does not run while our own processes are stopped or starved. */
  deadlineIn(ms: number): Deadline;
  /** Watches our own processes from now on. @returns why what the page did meanwhile says nothing, if they hardly ran */
  ownFault(): () => string | undefined;
  control(place: Place): Control;
  /**
   * Looks at a control that is there already while it is waited for something else: where the first look in its turn sees the
   * same, the control has been at rest since.
   */
  lookAhead(place: Place, input: ElementInput, key?: PressedKey): Promise<void>;
  /**
   * Waits until exactly one element is there, and reads its text, with what the page says of itself in the same moment.
   * @throws DriverError `none_found` or `several_found`
   */
  text(place: Place, question: PageQuestion, timeoutMs: number): Promise<Answered<string>>;
  /** The same of a table: its cells by row; undefined when a cell spans several rows or columns, or rows are not there yet. */
  cells(place: Place, question: PageQuestion, timeoutMs: number): Promise<Answered<TableCells>>;
  /** Whether an element is there now; with `orElse`, after one of them all has appeared or the time is over. */
  isPresent(place: Place, orElse?: readonly Place[], timeoutMs?: number): Promise<boolean>;
  /**
   * Scrolls a list on, as far as it goes; without a place the page, or the largest list of a page that does not scroll itself.
   * A moment passes, in which the list draws what came into sight or asks for more.
   * @returns whether it moved
   */
  scroll(place: Place | undefined): Promise<boolean>;
  /**
   * How many such elements are there now.
   * @param names of tables that nothing but their role describes: only those that have half of these names are counted
   */
  count(place: Place, names?: readonly string[]): Promise<number>;
  /**
   * Does something that leads to a new page and waits for that page: a new document, or another address of the same
   * one (a route of a page that changes by script). @param hasCome recognises a page that comes under the same address
   */
  andLand(act: () => Promise<void>, timeoutMs: number, hasCome?: () => Promise<boolean>): Promise<void>;
  /**
   * Called before an input that has no outcome of its own. What it gives waits until the page has asked for what follows from it
   * and shows the answer. @returns what the portal did not answer
   */
  follows(): Followed;
  /** Waits until the answers that a document asked for in its beginning have come, and are drawn; no longer than two seconds. */
  loaded(): Promise<void>;
  /** Whether a script of the page waits for an answer, or for a moment that is near. */
  isPausing(): Promise<boolean>;
  /** Whether the page came last by a route of its own, which may still be on its way to where it leads. */
  isRouted(): boolean;
  /** How many documents and routes the current window and its frames have come to. */
  arrivals(): number;
  /** How many documents the current window has asked for. */
  documents(): number;
  /** Address of the current page. */
  url(): string;
  /** Whether a window that a step opened has closed itself. */
  isClosed(): boolean;
  /** Does something that opens a window; what follows acts in it until `closeWindow`. */
  andOpenWindow(act: () => Promise<void>, timeoutMs: number): Promise<void>;
  closeWindow(): Promise<void>;
  landing(): Landing | undefined;
  /** Waits for what an input makes that is no page. @throws DriverError `timeout` */
  andWait(act: () => Promise<void>, isThere: () => boolean, timeoutMs: number): Promise<void>;
  /** What the lists of the page and of its frames have selected. */
  selected(): Promise<SelectedOption[]>;
  /** What the page says of itself. */
  answer(question: PageQuestion): Promise<PageAnswer>;
  view(): Promise<PageView>;
  /** What people find on the page, or in a frame of it, in its order; no values of fields. */
  controls(frame?: string): Promise<readonly SeenControl[]>;
  /** The tables that the page and its frames show, as text. */
  tables(): Promise<readonly PageTable[]>;
  /**
   * JPEG; with `hideFields`, everything that can be typed into is painted over; with `whole`, what has to be scrolled
   * to is on it too, where the page is not longer than a few screens.
   */
  screenshot(hideFields: boolean, whole?: boolean): Promise<Buffer>;
  /** What the window shows, in a picture that was begun after that moment (`performance.now()`). */
  picture(since: number): Promise<WindowPicture>;
  /** Where the elements at these places are on a picture of the whole page; undefined where they or it cannot be seen whole. */
  regionOf(places: readonly Place[]): Promise<PictureRegion | undefined>;
  /** Fetches a document with the session's cookies, through the gate. */
  fetch(url: string, timeoutMs: number, maxBytes: number): Promise<FetchedDocument>;
}

type DriverErrorCode =
  | 'none_found'
  | 'several_found'
  | 'not_ready'
  /** As `not_ready`, because our own processes did not run between the look and its input. */
  | 'late'
  | 'timeout'
  /** Nothing was asked for, or all of it was answered, and the page stayed. */
  | 'no_page'
  | 'unreachable'
  | 'too_large'
  | 'input_failed';

/**
 * Why the portal's page did not let the driver do it; nothing was input when the code is `none_found`,
 * `several_found`, `not_ready` or `late`. What our own processes are to blame for is an OwnFaultError instead.
 */
export class DriverError extends Error {
  readonly code: DriverErrorCode;
  /** A deadline that grows by what our own processes lose has found that the page had its time; nobody asks again. */
  readonly isJudged: boolean;
  constructor(code: DriverErrorCode, message: string, { isJudged = false } = {}) {
    super(message);
    this.name = 'DriverError';
    this.code = code;
    this.isJudged = isJudged;
  }
}

/** What is said of a window that is gone without being closed. */
export const browserEnded = 'the browser or its window ended unexpectedly';

/**
 * What the browser library threw, as an error of the protocol.
 * @param otherwise what it is when it is neither a matter of time nor of the network; without it, a fault of ours
 */
export function asDriverError(error: Error, otherwise?: 'input_failed'): Error {
  if (error instanceof DriverError || error instanceof OwnFaultError || error.name === 'StoppedError') return error;
  if (isBrowserGone(error)) return new OwnFaultError(browserEnded);
  if (isTimeout(error)) return new DriverError('timeout', 'it took too long');
  if (/net::ERR|NS_ERROR/.test(error.message)) return new DriverError('unreachable', 'the portal did not answer');
  const words = error.message.split('\n')[0] ?? 'the browser failed';
  // A script of ours or of the library that fails says nothing of the page.
  return otherwise === undefined || /\b(?:Type|Reference|Syntax|Range)Error\b/.test(words)
    ? new OwnFaultError(`the browser failed: ${words}`)
    : new DriverError(otherwise, words);
}

/** Whether it took too long, for us or for the library. */
export function isTimeout(error: Error): boolean {
  return error.name === 'TimeoutError' || (error instanceof DriverError && error.code === 'timeout');
}

/** The page that was asked is gone, because the next one has come. */
export function isGivingWay({ message }: Error): boolean {
  return /context was destroyed|because of a navigation|frame (?:was|got) detached|Frame was detached/i.test(message);
}
