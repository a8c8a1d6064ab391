/** Outages of our own parts: never a fact about a portal (D59). A task waits for them, and says how long it did. */
import { clock, duration } from './times.ts';

export const ownParts = ['database', 'blob_store', 'engine', 'worker', 'browser', 'pdf_reader'] as const;
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
export function endedWaitWords({ part, reason, tries, forMs }: EndedWait): string {
  return `${partName[part]} of this deployment was unavailable for ${duration(forMs)} (${reason}; tried ${tries} times)`;
}
