/** What people say about an approval, as it comes in: a decision (D17; from the API as an update, from the Temporal command line by hand), a question, an answer. */
import { nearestName } from '../nearest-name.ts';
import {
  type Approval,
  refusalOf,
  refusalToTakePart,
  type Decider,
  type RefusedDecision,
  type Requester,
} from './approval.ts';

export interface DecisionInput {
  /** Of this act; the API makes one for each request. */
  readonly id?: string;
  /** Which approval is meant; may be left out, as only one can wait. */
  readonly approval_id?: string;
  readonly decision: 'approve' | 'refuse';
  readonly note?: string | null;
  /**
   * Who decides, believed only with a signature of this deployment (process/decision-mac). Without one the identity that
   * the engine recorded counts.
   */
  readonly decider?: {
    readonly by: string;
    /** As the audit log names them; `by` where it is left out. */
    readonly actor?: string;
    readonly key_id: string | null;
    readonly email: string | null;
    /** The console's person, also of anyone who sends a key of theirs; left out by earlier versions. */
    readonly person_id?: string | null;
    /** Of the person; left out by earlier versions. */
    readonly name?: string | null;
    readonly may_approve: boolean;
  };
  /** Over everything above, the task and the time. */
  readonly signed?: { readonly at: string; readonly mac: string };
}

export interface DecisionTaken {
  readonly approval_id: string;
  readonly status: Approval['status'];
}

export const noteLimit = 4000;

const decisionMembers = [
  'id',
  'approval_id',
  'decision',
  'note',
  'decider',
  'signed',
] as const satisfies readonly (keyof DecisionInput)[];

/** Of the update and the signal, for whoever sends them by hand. */
export const decisionHelp =
  'Approve or refuse the pending approval. Input: {"decision": "approve" or "refuse", "note": "why" (optional), "approval_id": "apr_…" (optional, checked)}. ' +
  'Taken with APPROVAL_BY_SIGNAL=true only, and recorded under the identity of the caller; otherwise decide in the console, by API or with the command "approval decide".';

/** What is wrong with a decision typed by hand; undefined when it can be read. */
export function problemOfDecision(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return 'a decision is an object such as {"decision": "approve"}';
  const { id, decision, note, approval_id: approvalId } = input as Readonly<Record<string, unknown>>;
  // What is ignored would be taken for what counts: `approvalId` names no approval.
  const unknown = Object.keys(input).find((name) => !(decisionMembers as readonly string[]).includes(name));
  if (unknown !== undefined) return unknownMember(unknown);
  if (decision !== 'approve' && decision !== 'refuse') return 'decision must be approve or refuse';
  if (id !== undefined && typeof id !== 'string') return 'id must be text';
  if (approvalId !== undefined && typeof approvalId !== 'string') return 'approval_id must be text';
  if (note === undefined || note === null) return undefined;
  if (typeof note !== 'string') return 'note must be text';
  return problemOfNote(note);
}

function unknownMember(name: string): string {
  const meant = nearestName(name, decisionMembers)?.name;
  return `${name.slice(0, 64)} is not a known member of a decision${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

/** What is wrong with a note, as a sentence; undefined when it can be kept. */
export function problemOfNote(note: string): string | undefined {
  if (note.length > noteLimit) return `note must have at most ${noteLimit} characters`;
  return hasControlCharacters(note) ? 'note must not hold control characters' : undefined;
}

/** Control characters but newline and tab, and halves of surrogate pairs, which no database takes as text. */
function hasControlCharacters(text: string): boolean {
  return /[^\P{Cc}\n\t]|\p{Cs}/u.test(text);
}

/** Of a question and of an answer. */
export const discussionLimit = 2_000;

/** What is wrong with a question or an answer, as parts of sentences. */
export function textFindings(name: 'question' | 'answer', text: string): string[] {
  if (text === '') return [`${name} must be given`];
  if (text.length > discussionLimit) return [`${name} must have at most ${discussionLimit} characters`];
  return hasControlCharacters(text) ? [`${name} must not hold control characters`] : [];
}

/** Why this person may not ask the requester: also somebody who has decided already may. */
export function refusalToAsk(approval: Approval, at: string, asker: Decider): RefusedDecision | undefined {
  return refusalToTakePart(approval, at, asker);
}

/**
 * Why an approval cannot be delegated to somebody: they must be able to decide it themselves, by every rule that holds
 * for a decision. Delegating takes nobody's right to decide away.
 * @param to the person as a decider
 */
export function refusalToDelegate(
  approval: Approval,
  at: string,
  { by, to }: { readonly by: Decider; readonly to: Decider },
): RefusedDecision | undefined {
  return (
    refusalToTakePart(approval, at, by) ??
    refusalOf(approval, { id: '', decision: 'approve', note: null, at, decider: to })
  );
}

/** Whether a person of the console is who asked for the work. */
export function askedForIt(requester: Requester, who: { readonly personId: string; readonly email: string }): boolean {
  if ((requester.personId ?? null) === who.personId) return true;
  return requester.email !== null && requester.email.trim().toLowerCase() === who.email.toLowerCase();
}
