/** Runs a step up the ladder for a year, through the reviews of the real machine. */
import { addCounts, newCounts } from '../../domain/lanes/figures.ts';
import type { Lane } from '../../domain/lanes/event.ts';
import type { PartialRules } from '../../domain/lanes/rules.ts';
import { type DrivenStep, closeWeek, countPairs, newDrivenStep } from './driven-step.ts';
import { type People, confirmedWeek, independentWeek } from './people.ts';
import { type Random, binomial } from './random.ts';

export const weeksOfAYear = 52;

/** The week in which the step entered `goal`, counted from 1; undefined when a year was not enough. */
export function climb(random: Random, people: People, rules: PartialRules, goal: Lane = 'auto'): number | undefined {
  const driven = newDrivenStep(rules);
  for (let week = 1; week <= weeksOfAYear; week++) {
    workWeek(random, driven, people);
    closeWeek(driven);
    if (driven.step.state.lane === goal) return week;
  }
  return undefined;
}

/**
 * The same by the rule of the design's older tables: every gate but the evidence at two closes in a row, the evidence at
 * the second of them. The gates are those of the real reviews; the product asks for the evidence at both.
 */
export function climbByLastClose(random: Random, people: People, rules: PartialRules): number | undefined {
  const never = weeksOfAYear + 1;
  const driven = newDrivenStep({
    ...rules,
    assist_to_auto: { ...rules.assist_to_auto, consecutive_closes: never },
  });
  let passes = 0;
  for (let week = 1; week <= weeksOfAYear; week++) {
    const assist = driven.step.state.lane === 'assist';
    workWeek(random, driven, people);
    const gates = closeWeek(driven).ledger[0]?.gates ?? [];
    if (!assist) continue;
    const blocking = gates.filter(({ gate, passed }) => !passed && gate !== 'consecutive_closes');
    passes = blocking.every(({ gate }) => gate === 'evidence') ? passes + 1 : 0;
    if (passes >= 2 && blocking.length === 0) return week;
  }
  return undefined;
}

function workWeek(random: Random, driven: DrivenStep, people: People): void {
  const { state } = driven.step;
  if (state.lane === 'shadow') return countPairs(driven, independentWeek(random, people));
  const blind = binomial(random, people.n, state.blindRate);
  const counts = newCounts();
  addCounts(counts, independentWeek(random, people, blind));
  addCounts(counts, confirmedWeek(random, people, people.n - blind));
  countPairs(driven, counts);
}
