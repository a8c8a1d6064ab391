/** Who may ask the requester about an approval, who may answer, and to whom an approval may be delegated. */
import { refusalOf, refusalToTakePart } from './approval.ts';
import type { Approval, Decider, RefusedDecision, Requester } from './approval.ts';
import { hasControlCharacters } from './decision-input.ts';

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
