/** Adds to a decision's sentence why people have to approve it. */
import type { ApprovalLimits, People } from '../approval.ts';
import { dollars } from '../money.ts';
import type { Cents } from '../money.ts';

/** @param what that was weighed, such as `claimed amount` */
export function needsLimit(
  sentence: string,
  what: string,
  amount: Cents,
  people: People,
  limits: ApprovalLimits,
): string {
  if (people === 0) return sentence;
  const limit = people === 2 && limits.twoPeopleOver !== null ? limits.twoPeopleOver : limits.over;
  const who = people === 2 ? 'two people have' : 'a person has';
  return `${sentence} The ${what} of ${dollars(amount)} is over ${dollars(limit)}: ${who} to approve.`;
}
