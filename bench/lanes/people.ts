/** Agents of a true accuracy, operators who err, confirmers who wave errors through: a week of them, as counts of pairs. */
import { type Counts, at, newCounts } from '../../domain/lanes/figures.ts';
import { type Random, binomial } from './random.ts';

export interface People {
  /** Items a week. */
  readonly n: number;
  /** True accuracy of the agent. */
  readonly accuracy: number;
  /** Share of wrong proposals that a confirmer lets pass. */
  readonly bias: number;
  /** How often an operator errs who does the item without help. */
  readonly operatorError: number;
  /** How often a confirmer spoils a right proposal. */
  readonly spoiled: number;
  /** Share of disagreements that nobody ever settles. */
  readonly neverSettled: number;
  /** Share of the agent's errors that are critical. */
  readonly critical: number;
}

/** Operators without error, every disagreement settled, no critical errors. */
export const ideal = { operatorError: 0, spoiled: 0, neverSettled: 0, critical: 0 } as const;

/**
 * Operators of accuracy 0.97, a tenth of disagreements never settled, 2 % of errors critical. How often a confirmer
 * spoils a right proposal is not stated in the design; 0.5 % gives its figures again.
 */
export const real = { operatorError: 0.03, spoiled: 0.005, neverSettled: 0.1, critical: 0.02 } as const;

/** A week of independent labels: people who did not see what the agent says. */
export function independentWeek(random: Random, people: People, n: number = people.n): Counts {
  const counts = pairs(random, people, n, 0, people.operatorError);
  counts[at.independent] = n;
  counts[at.independentRight] = (counts[at.agreed] ?? 0) + (counts[at.agentRight] ?? 0);
  return counts;
}

/** A week of confirmed proposals. */
export function confirmedWeek(random: Random, people: People, n: number = people.n): Counts {
  const counts = pairs(random, people, n, people.bias, people.spoiled);
  counts[at.confirmed] = n;
  counts[at.confirmedRight] = (counts[at.agreed] ?? 0) + (counts[at.agentRight] ?? 0);
  return counts;
}

function pairs(random: Random, people: People, n: number, bias: number, spoiled: number): Counts {
  const wrong = binomial(random, n, (1 - people.accuracy) * (1 - bias));
  const critical = binomial(random, wrong, people.critical);
  const disputed = binomial(random, n - wrong, spoiled);
  const unsettled = binomial(random, disputed, people.neverSettled);
  const counts = newCounts();
  counts[at.seen] = n;
  counts[at.compared] = n;
  counts[at.agreed] = n - wrong - disputed;
  counts[at.material] = wrong - critical + disputed;
  counts[at.critical] = critical;
  counts[at.criticalErrors] = critical;
  counts[at.agentRight] = disputed - unsettled;
  counts[at.unsettledMaterial] = unsettled;
  // Errors of the agent count as wrong, settled or not; settled ones keep the unsettled few in view.
  counts[at.operatorRight] = wrong;
  return counts;
}
