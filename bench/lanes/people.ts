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
  /** Share of the operators' errors that hit an error of the agent in the same way: nobody sees those. */
  readonly sameError: number;
  /** How often a confirmer spoils a right proposal. */
  readonly spoiled: number;
  /** Share of disagreements that nobody ever settles. */
  readonly neverSettled: number;
  /** Share of the agent's errors that are critical. */
  readonly critical: number;
}

/** Operators without error, every disagreement settled, no critical errors. */
export const ideal = { operatorError: 0, sameError: 0, spoiled: 0, neverSettled: 0, critical: 0 } as const;

/** The same with critical errors. */
export const perfect = { ...ideal, critical: 0.02 } as const;

/**
 * Operators of accuracy 0.97, a tenth of disagreements never settled, 2 % of errors critical. The design does not state
 * how often confirmers spoil a right proposal and how often two errors are the same: these values give its figures again.
 */
export const real = { operatorError: 0.03, sameError: 0.3, spoiled: 0.005, neverSettled: 0.1, critical: 0.02 } as const;

/** A week of independent labels: people who did not see what the agent says. */
export function independentWeek(random: Random, people: People, n: number = people.n): Counts {
  const counts = pairs(random, people, n, people.operatorError * people.sameError, people.operatorError);
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

/**
 * @param unseen share of the agent's errors that pass for right
 * @param spoiled share of the right ones that a person disputes
 */
function pairs(random: Random, people: People, n: number, unseen: number, spoiled: number): Counts {
  const wrong = binomial(random, n, (1 - people.accuracy) * (1 - unseen));
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
  // Settled or not, errors of the agent count as wrong: only right ones that are disputed depend on it.
  counts[at.operatorRight] = wrong;
  return counts;
}
