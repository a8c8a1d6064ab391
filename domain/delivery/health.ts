/** The health of an endpoint, folded attempt by attempt, and what the attempt that was just made changed about it. */
import type { AttemptError } from './attempt.ts';

/** What is kept of an endpoint between attempts. */
export interface EndpointRecord {
  readonly failing: boolean;
  /** Failed attempts since the last one that was acknowledged. */
  readonly failures: number;
  /** When the first of these ended. */
  readonly failuresSince: Date | null;
  readonly recoveredAt: Date | null;
  /** Deliveries that ran out of attempts since `exhaustedSince`; starts over with the next time the endpoint fails. */
  readonly exhausted: number;
  readonly exhaustedSince: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly lastError: string | null;
}

/** An endpoint's record, and what waits for it. */
export interface ListedEndpoint extends EndpointRecord {
  /** When the oldest delivery was made that waits in line; null while none does. */
  readonly holdingSince: Date | null;
}

export const untriedEndpoint: EndpointRecord = {
  failing: false,
  failures: 0,
  failuresSince: null,
  recoveredAt: null,
  exhausted: 0,
  exhaustedSince: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastError: null,
};

export interface EndedAttempt {
  readonly endedAt: Date;
  readonly acknowledged: boolean;
  readonly responseStatus: number | null;
  readonly error: AttemptError | null;
  /** The delivery is over with this attempt and was not acknowledged. */
  readonly exhausted: boolean;
}

export type EndpointSignal = 'endpoint.failing' | 'endpoint.recovered' | 'endpoint.exhausted';

/** Attempts that fail in a row before a working endpoint is said to fail: one lost connection is not worth a call. */
const failuresInARow = 3;

/**
 * What the attempt says about the endpoint.
 * An endpoint fails from the third failure in a row, and one that never acknowledged anything from its first. It
 * recovers with the first acknowledgement. `endpoint.exhausted` is sent once while it fails, and for each delivery
 * while it otherwise works. An attempt whose own worker died says nothing about the endpoint.
 */
export function afterAttempt(
  before: EndpointRecord,
  attempt: EndedAttempt,
): { readonly record: EndpointRecord; readonly signals: readonly EndpointSignal[] } {
  const tried = attempt.acknowledged ? afterSuccess(before, attempt.endedAt) : afterFailure(before, attempt);
  const record = attempt.exhausted ? withExhausted(tried, attempt.endedAt) : tried;
  const signals: EndpointSignal[] = [];
  if (record.failing && !before.failing) signals.push('endpoint.failing');
  if (before.failing && !record.failing) signals.push('endpoint.recovered');
  if (attempt.exhausted && !(before.failing && before.exhausted > 0)) signals.push('endpoint.exhausted');
  return { record, signals };
}

function afterSuccess(before: EndpointRecord, endedAt: Date): EndpointRecord {
  return {
    ...before,
    failing: false,
    failures: 0,
    failuresSince: null,
    recoveredAt: before.failing ? endedAt : before.recoveredAt,
    lastSuccessAt: later(before.lastSuccessAt, endedAt),
  };
}

function afterFailure(before: EndpointRecord, attempt: EndedAttempt): EndpointRecord {
  const { endedAt, error, responseStatus } = attempt;
  if (error === 'interrupted') return before;
  const failures = before.failures + 1;
  const failing = before.failing || failures >= failuresInARow || before.lastSuccessAt === null;
  return {
    ...before,
    ...(failing && !before.failing ? { exhausted: 0, exhaustedSince: null } : {}),
    failing,
    failures,
    failuresSince: before.failuresSince ?? endedAt,
    lastFailureAt: later(before.lastFailureAt, endedAt),
    lastError: error ?? `http_${responseStatus}`,
  };
}

function withExhausted(record: EndpointRecord, endedAt: Date): EndpointRecord {
  return { ...record, exhausted: record.exhausted + 1, exhaustedSince: record.exhaustedSince ?? endedAt };
}

/** Attempts end in another order than they are recorded. */
function later(known: Date | null, at: Date): Date {
  return known !== null && known > at ? known : at;
}

/** How exactly the time of the last success is kept, in milliseconds: a busy endpoint is not written at every attempt. */
export const successGrainMs = 1_000;

/** Whether the attempt leaves the record as good as it was, so that it need not be written. */
export function saysNothingNew(record: EndpointRecord, attempt: EndedAttempt): boolean {
  if (attempt.exhausted) return false;
  if (!attempt.acknowledged) return attempt.error === 'interrupted';
  const { failures, lastSuccessAt } = record;
  return (
    failures === 0 && lastSuccessAt !== null && attempt.endedAt.getTime() - lastSuccessAt.getTime() < successGrainMs
  );
}

/** `idle`: nothing was sent to it yet. */
export const endpointStates = ['idle', 'healthy', 'failing'] as const;

/** An endpoint's health as lists and answers show it. */
export interface EndpointHealth {
  readonly state: (typeof endpointStates)[number];
  /** The first of the failures that it has not recovered from; null unless it fails. */
  readonly failing_since: string | null;
  readonly recovered_at: string | null;
  /** Deliveries that ran out of attempts since `exhausted_since`, the last time it failed or since then. */
  readonly exhausted: number;
  readonly exhausted_since: string | null;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  readonly consecutive_failures: number;
  /** An error of an attempt, or `http_` and the status of an answer other than 2xx. */
  readonly last_error: string | null;
  /** When the oldest delivery was made that waits in line, because it takes less than is sent; null while none does. */
  readonly holding_since: string | null;
}

/** @param record undefined for an endpoint that nothing is on record of */
export function endpointHealth(record: EndpointRecord & Partial<ListedEndpoint> = untriedEndpoint): EndpointHealth {
  const { failing, lastSuccessAt, lastFailureAt } = record;
  const tried = lastSuccessAt !== null || lastFailureAt !== null;
  return {
    state: failing ? 'failing' : tried ? 'healthy' : 'idle',
    failing_since: failing ? text(record.failuresSince) : null,
    recovered_at: text(record.recoveredAt),
    exhausted: record.exhausted,
    exhausted_since: text(record.exhaustedSince),
    last_success_at: text(lastSuccessAt),
    last_failure_at: text(lastFailureAt),
    consecutive_failures: record.failures,
    last_error: record.lastError,
    holding_since: text(record.holdingSince ?? null),
  };
}

const text = (at: Date | null): string | null => at?.toISOString() ?? null;
