/** Whether what a task says of its write is true to what the portal recorded, fault by fault. */
import type { Outcome } from '../domain/dispatch/task.ts';

/** Faults of the sandbox that strike a write; `session` and `503` are set for posts. */
export const writeFaults = [
  'ok',
  'partial',
  'optimistic',
  'timeout_after_commit',
  'lost_before_commit',
  'duplicate',
  'idempotent',
  'collateral',
  'session',
  '503',
] as const;
export type WriteFault = (typeof writeFaults)[number];

export interface MatrixEnd {
  readonly fault: WriteFault;
  readonly outcome: Outcome | null;
  readonly confirmationNumber: string | null;
  /** Numbers of the writes that the portals recorded. */
  readonly written: readonly string[];
}

/** @returns what is wrong, or null when the outcome is true and nothing was written twice */
export function untruth({ fault, outcome, confirmationNumber, written }: MatrixEnd): string | null {
  // These two make two writes out of one post; a third one would be a second post.
  const most = fault === 'duplicate' || fault === 'collateral' ? 2 : 1;
  if (written.length > most) return `${written.length} writes`;
  if (outcome === null) return 'no outcome';
  if (outcome === 'failed' || outcome === 'rejected')
    return written.length === 0 ? null : `${outcome}, but ${written.length} written`;
  if (outcome === 'escalated') return null;
  if (written.length !== 1) return `completed, but ${written.length} written`;
  if (fault === 'partial') return 'completed, but half saved';
  return confirmationNumber === written[0] ? null : `completed with ${confirmationNumber}, but ${written[0]} written`;
}
