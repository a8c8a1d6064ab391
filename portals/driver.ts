/**
 * The small protocol between the interpreter and a browser. A driver moves things and reads things; what may be
 * moved is decided before by the guard, and what leaves the browser by the gate under it.
 */
import type { ElementFacts } from '../domain/dispatch/guard/element-gate.ts';
import type { PageFacts } from '../domain/dispatch/guard/response-gate.ts';
import type { TargetRole } from '../domain/dispatch/playbook/language.ts';
import type { PageTable } from '../domain/dispatch/writing/shown-page.ts';

/** A target with its templates filled. */
export interface Place {
  readonly role?: TargetRole;
  readonly name?: string;
  readonly label?: string;
  readonly text?: string;
  readonly containing?: string;
  readonly within?: { readonly row?: string; readonly section?: string; readonly frame?: string };
}

/** The one element that was found, held by identity: it stays the same one until it is let go. */
export interface FoundElement {
  /** Read anew at every call. */
  facts(): Promise<ElementFacts>;
  text(): Promise<string>;
  /** Of a table: its cells by row; undefined when a cell spans several rows or columns. */
  cells(): Promise<readonly (readonly TableCell[])[] | undefined>;
  fill(value: string): Promise<void>;
  click(): Promise<void>;
  choose(option: string): Promise<void>;
  upload(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
}

export interface TableCell {
  readonly text: string;
  readonly isHeader: boolean;
}

/** What the page shows, with all its text. */
export interface PageView extends PageFacts {
  readonly text: string;
  /** Addresses of the frames on it. */
  readonly frames: readonly string[];
}

/** The document that the current page was made from. */
export interface Landing {
  readonly url: string;
  readonly status: number;
  readonly retryAfterMs: number | null;
}

export interface FetchedDocument {
  readonly status: number;
  readonly mediaType: string;
  readonly location: string | null;
  readonly retryAfterMs: number | null;
  readonly bytes: Buffer;
}

/** Every method throws DriverError for what the page does, and OwnFaultError for what our own processes do not. */
export interface PortalDriver {
  go(url: string, timeoutMs: number): Promise<void>;
  /** Waits until exactly one element is there. @throws DriverError `none_found` or `several_found` */
  find(place: Place, timeoutMs: number): Promise<FoundElement>;
  /** Whether an element is there now; with `orElse`, after one of them all has appeared or the time is over. */
  isPresent(place: Place, orElse?: readonly Place[], timeoutMs?: number): Promise<boolean>;
  /** How many such elements are there now. */
  count(place: Place): Promise<number>;
  /** Does something that leads to a new page and waits for that page. */
  andLand(act: () => Promise<void>, timeoutMs: number): Promise<void>;
  /** Does something that opens a window; what follows acts in it until `closeWindow`. */
  andOpenWindow(act: () => Promise<void>, timeoutMs: number): Promise<void>;
  closeWindow(): Promise<void>;
  landing(): Landing | undefined;
  view(): Promise<PageView>;
  /** The tables that the page and its frames show, as text. */
  tables(): Promise<readonly PageTable[]>;
  /**
   * JPEG; with `hideFields`, everything that can be typed into is painted over; with `whole`, what has to be scrolled
   * to is on it too, where the page is not longer than a few screens.
   */
  screenshot(hideFields: boolean, whole?: boolean): Promise<Buffer>;
  /** Fetches a document with the session's cookies, through the gate. */
  fetch(url: string, timeoutMs: number, maxBytes: number): Promise<FetchedDocument>;
}

export type DriverErrorCode = 'none_found' | 'several_found' | 'timeout' | 'unreachable' | 'too_large' | 'input_failed';

/**
 * Why the portal's page did not let the driver do it; nothing was input when the code is `none_found` or
 * `several_found`. What our own processes are to blame for is an OwnFaultError instead.
 */
export class DriverError extends Error {
  readonly code: DriverErrorCode;
  constructor(code: DriverErrorCode, message: string) {
    super(message);
    this.name = 'DriverError';
    this.code = code;
  }
}
