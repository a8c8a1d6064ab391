/** When a delivery is tried again: D18's waits, jitter, Retry-After and end, as a pure function. */
import { type AttemptOutcome, acknowledged } from './attempt.ts';

export type DeliveryState = 'pending' | 'retrying' | 'delivered' | 'failed';

export interface RetrySchedule {
  /** Waits between the attempts, in milliseconds; one attempt more than there are waits. */
  readonly waitsMs: readonly number[];
  /** Spread of a wait to both sides, as a fraction: 0.1 is ±10 %. */
  readonly jitter: number;
}

interface RetryPosition extends RetrySchedule {
  /** Attempts made in this run, the one that is judged included. */
  readonly made: number;
  /** Time this run has spent in waits so far, in milliseconds. */
  readonly waitedMs: number;
}

export interface AttemptFacts extends Pick<AttemptOutcome, 'responseStatus' | 'error' | 'retryAfterMs'> {
  /** A number from 0 up to 1, for the jitter. */
  readonly random: number;
  /** Whether an answer 410 ends the delivery (DELIVERY_GONE_ENDS). */
  readonly goneEnds: boolean;
}

export type NextStep =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed' }
  | { readonly state: 'retrying'; readonly waitMs: number };

export const defaultJitter = 0.1;

/** Document 2 §6: 1, 5, 30, 120 and 360 minutes, each from the attempt before. */
export const hookWaitsMs: readonly number[] = [1, 5, 30, 120, 360].map((minutes) => minutes * 60_000);

/** What follows an attempt. */
export function judgeAttempt(position: RetryPosition, facts: AttemptFacts): NextStep {
  if (acknowledged(facts)) return { state: 'delivered' };
  if (facts.responseStatus === 410 && facts.goneEnds) return { state: 'failed' };
  const waitMs = nextWait(position, facts);
  return waitMs === null ? { state: 'failed' } : { state: 'retrying', waitMs };
}

/**
 * The next wait in milliseconds, or null when the window has closed.
 * The window is the sum of all waits with their jitter at its widest, so the plain schedule always fits into it.
 * A Retry-After makes a wait longer, up to what is left of the window; after that much there is no further attempt.
 */
function nextWait(position: RetryPosition, facts: Pick<AttemptFacts, 'retryAfterMs' | 'random'>): number | null {
  const { waitsMs, jitter, made, waitedMs } = position;
  const planned = waitsMs[made - 1];
  const left = windowMs(position) - waitedMs;
  if (planned === undefined || (left <= 0 && planned > 0)) return null;
  const wait = planned * (1 + jitter * (2 * facts.random - 1));
  const asked = facts.retryAfterMs ?? 0;
  return Math.round(asked > wait ? Math.max(wait, Math.min(asked, left)) : wait);
}

const firstUnknownMs = 1_000;
const longestUnknownMs = 30_000;
/** With the waits between them these last an hour. */
const unknownAtMost = 124;

/**
 * What follows an attempt whose result is not known, by a fault of ours: it is repeated soon, without using up the
 * schedule; when an hour of this has passed, the delivery ends, so that a fault that never ends repeats nothing for ever.
 * @param unknown how many such attempts the run has had, this one included
 */
export function judgeUnknown(unknown: number, random: number): NextStep {
  if (unknown > unknownAtMost) return { state: 'failed' };
  const wait = Math.min(longestUnknownMs, firstUnknownMs * 2 ** Math.min(unknown - 1, 20));
  return { state: 'retrying', waitMs: Math.round(wait * (1 + defaultJitter * (2 * random - 1))) };
}

/** How long a run of attempts may wait altogether, in milliseconds. */
export function windowMs(schedule: RetrySchedule): number {
  return Math.round(schedule.waitsMs.reduce((sum, wait) => sum + wait, 0) * (1 + schedule.jitter));
}

const longestBusyMs = 30_000;

/**
 * How long to wait after an attempt that could not be sent by a fault of our own, in milliseconds: doubling from `firstMs`
 * to 30 s, spread over an upper half, so that many deliveries do not come back together.
 * @param turn how often this happened since the last attempt, from 1
 */
export function busyWait(firstMs: number, turn: number, random: number): number {
  return Math.round(Math.min(longestBusyMs, firstMs * 2 ** Math.min(turn - 1, 20)) * (0.5 + random / 2));
}
