/** Outages of our own parts: never a fact about a portal (D59). A task waits for them, and says how long it did. */
const ownParts = ['database', 'blob_store', 'engine', 'worker', 'browser', 'pdf_reader'] as const;
export type OwnPart = (typeof ownParts)[number];

/** Type of the activity failure that says "a part of ours is unavailable"; its first detail is an OwnOutage. */
export const ownOutageType = 'own_outage';
/** Type of the failure that ends the wait; its first detail is an EndedWait. */
export const outageOverType = 'own_outage_over';

export interface OwnOutage {
  readonly part: OwnPart;
  /** What was observed, without a sentence's end: `connection refused`. */
  readonly reason: string;
}

/** An outage that outlasted the patience of its task. */
export interface EndedWait extends OwnOutage {
  readonly tries: number;
  readonly forMs: number;
}

/** As people call it, in the middle of a sentence. */
export const partName: Readonly<Record<OwnPart, string>> = {
  database: 'the database',
  blob_store: 'the evidence store',
  engine: 'the workflow engine',
  worker: 'a portal worker',
  browser: 'the portal browser',
  pdf_reader: 'the PDF reader',
};

/** Where a run does not name its own: up to an hour, tried at least once every 30 s. In milliseconds. */
export const defaultOutagePatience = { firstMs: 1_000, maxMs: 30_000, totalMs: 3_600_000 } as const;

/**
 * Attempts of one activity that ended because its worker stopped responding, in rounds of five. Past this the work
 * itself is suspected of killing workers, and does not get to kill one every half minute for an hour.
 */
export const lostWorkerRounds = 4;

/** @param dueMs when it is tried again; null where the engine retries by itself */
export function waitSentence({ part, reason }: OwnOutage, sinceMs: number, dueMs: number | null): string {
  const next = dueMs === null ? 'it is retried automatically' : `next try at ${clock(dueMs)}`;
  return `Waiting for ${partName[part]} of this deployment: ${reason}, since ${clock(sinceMs)}; ${next}.`;
}

export function overSentence({ part, reason }: OwnOutage, sinceMs: number, nowMs: number, tries: number): string {
  const times = tries === 1 ? 'one failed try' : `${tries} failed tries`;
  return `The work waited ${duration(nowMs - sinceMs)} for ${partName[part]} of this deployment (${reason}) and continued after ${times}.`;
}

/** Half a sentence, as it is used in endings and by the checker. */
export function endedWaitText({ part, reason, tries, forMs }: EndedWait): string {
  return `${partName[part]} of this deployment was unavailable for ${duration(forMs)} (${reason}; tried ${tries} times)`;
}

// When a portal that is down is tried again, and when it is given up.

/** All in milliseconds. */
export interface PortalRetryPolicy {
  /** The first wait; each further one is twice as long. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** How long the portal may be down before the task fails. */
  readonly totalMs: number;
}

interface PortalOutage {
  /** Tries that met the portal down, since it was last seen up; at least 1. */
  readonly failures: number;
  readonly downForMs: number;
  /** What the portal asked for (Retry-After). */
  readonly retryAfterMs: number | null;
}

/**
 * The wait before the next try, or null when the time has run out. A Retry-After lengthens a wait, but never past the
 * end: there is always a last try when the time runs out.
 */
export function nextPortalTry(policy: PortalRetryPolicy, outage: PortalOutage): number | null {
  const left = policy.totalMs - outage.downForMs;
  if (left <= 0) return null;
  const doubled = policy.firstMs * 2 ** Math.min(outage.failures - 1, 30);
  const wait = Math.max(Math.min(doubled, policy.maxMs), outage.retryAfterMs ?? 0);
  return Math.max(1, Math.min(wait, left));
}

// Spans and times of day as people write them.

/** A span as people say it: seconds below two minutes, minutes below two hours. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** A time of day as people say it. */
export function clock(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(11, 16)} UTC`;
}
