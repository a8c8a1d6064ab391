/** What a delivery's workflow is given, and what it and its activities say to each other. */
import type { AttemptError } from './attempt.ts';
import type { RetrySchedule } from './schedule.ts';

/** The argument of the `delivery` workflow. */
export interface DeliveryRun extends RetrySchedule {
  readonly deliveryId: string;
  /** First wait when the receiver's origin is full, in milliseconds; see `busyWait`. */
  readonly busyMs: number;
  /** Attempts recorded before this run; a delivery that is sent again goes on counting. */
  readonly attemptsBefore: number;
  /** Its endpoint held it back: the run began with a delay. */
  readonly held?: boolean;
  /** Where the run stands that continues as new. */
  readonly resume?: RunPosition;
}

export interface RunPosition {
  /** Attempts made in this run. */
  readonly made: number;
  /** Time spent in waits between them, in milliseconds. */
  readonly waitedMs: number;
  /** Attempts of this run without a known result: on record, but not among those made. Default 0. */
  readonly unknown?: number;
}

/** One attempt, as the activity is asked for it. */
export interface AttemptRequest extends RetrySchedule, RunPosition {
  readonly deliveryId: string;
  /** The attempt's number over all runs, from 1. */
  readonly n: number;
}

/** An attempt that the engine has no result of: its worker was stopped or killed, or did not run for too long. */
export interface LostAttempt extends AttemptRequest {
  /** When it began, ISO 8601. */
  readonly at: string;
}

export type AttemptResult =
  | { readonly state: 'delivered'; readonly responseStatus: number | null }
  | { readonly state: 'failed'; readonly responseStatus: number | null; readonly error: AttemptError | null }
  | {
      readonly state: 'retrying';
      readonly waitMs: number;
      readonly responseStatus: number | null;
      readonly error: AttemptError | null;
    }
  /** Whether it reached the receiver is not known, by a fault of ours: it is on record, is not counted, and is repeated. */
  | { readonly state: 'not_known'; readonly waitMs: number }
  /** The receiver's origin has as many attempts in flight as it may; nothing was sent or counted. `slotInMs`: when it may have one. */
  | { readonly state: 'busy'; readonly slotInMs?: number }
  /** The delivery's row is not there any more. */
  | { readonly state: 'gone' };

/** How a run ended. */
export interface DeliveryEnding {
  readonly state: 'delivered' | 'failed' | 'gone';
  /** Attempts made in this run. */
  readonly attempts: number;
}

/** Type of the failure that says: our own fault, nothing was sent, the attempt does not count. */
export const notSent = 'not_sent';

export const defaultBusyMs = 1_000;
