/** A decision on an approval as it comes in: from the API as an update, from the Temporal command line by hand (D17). */
import type { Approval } from './approval.ts';

export interface DecisionInput {
  /** Of this act; the API makes one for each request. */
  readonly id?: string;
  /** Which approval is meant; may be left out, as only one can wait. */
  readonly approval_id?: string;
  readonly decision: 'approve' | 'refuse';
  readonly note?: string | null;
  /** Whom the API vouches for. Left out by people who use the engine directly: the engine's identity stands for them. */
  readonly decider?: {
    readonly by: string;
    readonly key_id: string | null;
    readonly email: string | null;
    readonly may_approve: boolean;
  };
}

export interface DecisionTaken {
  readonly approval_id: string;
  readonly status: Approval['status'];
}

export const noteLimit = 4000;

/** What is wrong with a decision typed by hand; undefined when it can be read. */
export function problemOfDecision(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return 'a decision is an object such as {"decision": "approve"}';
  const { decision, note, approval_id: approvalId } = input as Readonly<Record<string, unknown>>;
  if (decision !== 'approve' && decision !== 'refuse') return 'decision must be approve or refuse';
  if (approvalId !== undefined && typeof approvalId !== 'string') return 'approval_id must be text';
  if (note === undefined || note === null) return undefined;
  if (typeof note !== 'string') return 'note must be text';
  return note.length > noteLimit ? `note must have at most ${noteLimit} characters` : undefined;
}
