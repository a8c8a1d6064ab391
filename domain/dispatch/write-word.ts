/** A person's word on a portal write of which nobody knew whether it happened: what may be said, and what may not (D25). */
import { noteLimit } from './decision-input.ts';

export interface WriteWord {
  readonly state: 'written' | 'absent';
  /** The portal's own, of what was found there. */
  readonly number: string | null;
  readonly note: string | null;
}

/** Longer than the number of any portal. */
export const longestNumber = 100;

/** What is wrong with it, as parts of sentences; none when it can be taken. */
export function wordFindings({ state, number, note }: WriteWord): string[] {
  const findings: string[] = [];
  if (state === 'written' && number === null)
    findings.push("number must be given: the portal's own, of what was found there");
  if (state === 'absent' && number !== null) findings.push('number must be left out where nothing was found');
  if (number !== null && (number.length > longestNumber || /\p{Cc}/u.test(number)))
    findings.push(`number must be one line of at most ${longestNumber} characters`);
  if (note !== null && note.length > noteLimit) findings.push(`note must have at most ${noteLimit} characters`);
  return findings;
}
