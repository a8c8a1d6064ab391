/** What a run asks of the gate of its browser, and what a step may do beyond reading pages. */
import type { Held } from '../domain/dispatch/guard/element-facts.ts';
import type { EnteredValue } from '../domain/dispatch/guard/lost-input.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import type { ExpectedDialog, ExpectedRequest } from '../domain/dispatch/playbook/declared-request.ts';
import type { Values } from '../domain/dispatch/playbook/template.ts';
import type { DriverError, FetchedDocument, Landing } from './driver.ts';
import type { GuardDecisions } from './guard-decisions.ts';

/** What the running step may do beyond reading pages. */
export interface Opening {
  readonly step: string;
  readonly requests: readonly ExpectedRequest[];
  /** In the order in which they may open. */
  readonly dialogs: readonly ExpectedDialog[];
  /** The alert in which the page says that it is done. */
  readonly outcome?: ExpectedDialog;
  readonly documents: readonly string[];
  readonly windows: number;
  readonly values: Values;
  /** What the page held when the control of the step was judged. */
  readonly held?: Held;
  /** The step changes something at the portal, and is none of the sign-in; undefined of what is neither click nor key. */
  readonly writes?: boolean;
  /**
   * Called right before the page is given the answer to a request that the step declares; it must not fail.
   * @param isDocument the answer is a new document of the page or of a frame on it
   */
  readonly beforeAnswer?: (isDocument: boolean) => Promise<void>;
  /** Of a click that makes one of `documents`: it is kept and never opened. */
  readonly keeping?: Keeping;
}

/** The document that a click makes: what the portal answers to the one request for it. */
export interface Keeping {
  readonly maxBytes: number;
  /** The request has left. */
  isAsked: boolean;
  /** It was asked for as a document of a window or frame: the window may come later than the answer. */
  isDocument?: boolean;
  document?: FetchedDocument;
  error?: DriverError;
}

export interface BrowserGate {
  readonly decisions: GuardDecisions;
  /** Permits what a step declares; what it did not use ends with `close`. */
  open(opening: Opening): void;
  close(): void;
  /** What the window does while this goes on follows from a step of ours. */
  acting<T>(work: () => Promise<T>): Promise<T>;
  /** The first request since the last opening that looks as if the step had caused it, and was not declared. */
  heldBack(): Verdict | undefined;
  /** Whether that is no habit of the pages, such as a keep-alive, which they asked for before as well. */
  isOfStep(verdict: Verdict): boolean;
  /** What the page that is open asked for by itself and did not get, with the line of a playbook that would name it. */
  leftOut(): readonly string[];
  /** How often the pages asked for what was not sent, for the record; undefined when they never did. */
  unsent(): string | undefined;
  /** Whether a request on a ticket of the last opening may have reached the portal. */
  mayHaveSent(): boolean;
  /** Whether requests that the step declares have left and have no answer yet. */
  isWaiting(): boolean;
  /** Whether requests that the running step declares may still be made, or have no answer yet. */
  isExpecting(): boolean;
  /** Whether requests that the step declares have left, and the portal accepted all of them (no 4xx, no 5xx). */
  hasAccepted(): boolean;
  /** Whether the portal has accepted a write of this run. */
  hasWritten(): boolean;
  /** What the page said in the alert that the step declares as its outcome, after the portal had accepted everything. */
  said(): string | undefined;
  /** Whether one of them got no answer, or one that leaves open what happened to it (5xx). */
  isUnclear(): boolean;
  /** What a step is about to type or choose. */
  enter(value: EnteredValue): void;
  /** What lists have for the options that steps have chosen: the page may ask for the rest of its form by it. */
  chosen(values: Values): void;
  /** Another page of the playbook has come under the same document. */
  leavePage(): void;
  /**
   * Called after a click or key.
   * @throws ChangedSignal when its write was kept back because what a step entered was left out before
   * @throws LateInputSignal when that was left out after the write had left
   */
  checkEntered(): void;
  /** A file that a step is about to put into a form; only such files may leave. */
  offer(name: string, bytes: Buffer): void;
  /** Records what another layer decided; a stop ends the run here too, so that nothing leaves any more. */
  note(verdict: Verdict): void;
  /** The first stop that ends the run. */
  stopped(): Verdict | undefined;
  /** Why requests of the page failed for a reason of ours, so that what it shows now says nothing about the portal. */
  ownFault(): string | undefined;
  /** Rejects with StoppedError as soon as there is such a stop; otherwise as the work goes. */
  unlessStopped<T>(work: Promise<T>): Promise<T>;
  /** Verdicts since the last call, in the order in which they were given. */
  drainVerdicts(): Verdict[];
  /** The document a window shows, by its count of documents, which distinguishes a new one from an old one. */
  landing(page: object): (Landing & { readonly count: number }) | undefined;
  fetch(url: string, timeoutMs: number, maxBytes: number): Promise<FetchedDocument>;
}

/** The guard stopped the run. */
export class StoppedError extends Error {
  readonly code = 'guard_stopped';
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super(verdict.reason);
    this.name = 'StoppedError';
    this.verdict = verdict;
  }
}
