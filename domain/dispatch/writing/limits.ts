/** From which amounts people have to approve: the playbook's limits, under the ceiling that always holds. */
import { type ApprovalLimits, type People, noLimits } from '../approval.ts';
import { type Cents, cents, dollars, least, parseAmount } from '../money.ts';
import type { ApprovalLimit } from '../playbook/language.ts';
import type { WritingTaskType } from '../playbook/needed-facts.ts';

/** What is weighed for each type: the name that a playbook's limit gives in `field`. */
const weighedField: Readonly<Record<WritingTaskType, string | null>> = {
  tms_correction: 'net_change',
  answer_claim: 'claimed',
  file_dispute: 'amount',
  // Filing out of pod_to_dispute is weighed as file_dispute; attaching moves no money.
  pod_to_dispute: null,
};

/** A net change over $250.00 always waits for a person (document 1 §8); a playbook may only ask for more. */
const netChangeCeiling = cents(25_000);

export function approvalLimits(limits: readonly ApprovalLimit[], taskType: WritingTaskType): ApprovalLimits {
  const own = limits.find((limit) => limit.task_type === taskType && limit.field === weighedField[taskType]);
  const over = parseAmount(own?.over ?? '') ?? noLimits.over;
  return {
    over: taskType === 'tms_correction' ? least(over, netChangeCeiling) : over,
    twoPeopleOver: parseAmount(own?.two_people_over ?? '') ?? null,
  };
}

// Adds to a decision's sentence why people have to approve it.

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
