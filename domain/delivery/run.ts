/** What a delivery's workflow is given, and what it and its activities say to each other. */
import type { AttemptError } from './attempt.ts';
import type { RetrySchedule } from './retry-schedule.ts';

/** The argument of the `delivery` workflow. */
export interface DeliveryRun extends RetrySchedule {
  readonly deliveryId: string;
  /** First wait when nothing could be sent by a fault of our own, in milliseconds; see `busyWait`. */
  readonly busyMs: number;
  /** Attempts recorded before this run; a delivery that is sent again continues counting. */
  readonly attemptsBefore: number;
  /** Its endpoint held it back: the run began with a delay. */
  readonly held?: boolean;
  /** How long it waits in line before it looks for a slot by itself, in milliseconds. Default `defaultHeldForMs`. */
  readonly heldForMs?: number;
  /** Where its attempts go: scheme, host and port; left out by starts of earlier versions. */
  readonly origin?: string;
  /** The endpoint fails or has a line: attempts take no slots of those that work. */
  readonly slow?: boolean;
  /** Where the run is that continues as new. */
  readonly resume?: RunPosition;
}

interface RunPosition {
  /** Attempts made in this run. */
  readonly made: number;
  /** Time spent in waits between them, in milliseconds. */
  readonly waitedMs: number;
  /** Attempts of this run without a known result: on record, but not among those made. Default 0. */
  readonly unknown?: number;
  /** As in the run, and so since an attempt that was not acknowledged. */
  readonly slow?: boolean;
}

/** One attempt, as the activity is asked for it. */
export interface AttemptRequest extends RetrySchedule, RunPosition {
  readonly deliveryId: string;
  /** The attempt's number over all runs, from 1. */
  readonly n: number;
  readonly heldForMs?: number;
  /** As in the run. */
  readonly origin?: string;
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
      /** The attempts that follow take no slots of endpoints that work; left out by earlier versions. */
      readonly slow?: boolean;
    }
  /** Whether it reached the receiver is not known, by a fault of ours: it is on record, is not counted, and is repeated. */
  | { readonly state: 'not_known'; readonly waitMs: number }
  /**
   * Nothing was sent or counted: `held`, because the receiver's origin has as many attempts in flight as it may, and the
   * delivery is in line; else by a fault of our own. (Earlier versions stated neither, and when there might be a slot.)
   */
  | { readonly state: 'busy'; readonly held?: boolean; readonly slotInMs?: number }
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

/** Each delivery in line is let go by one before it; this is how soon one notices that has been forgotten. */
export const defaultHeldForMs = 3_600_000;
