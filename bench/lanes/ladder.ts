/** Runs a step up the ladder for a year, through the reviews of the real machine. */
import { addCounts, newCounts } from '../../domain/lanes/figures.ts';
import type { Lane } from '../../domain/lanes/event.ts';
import type { PartialRules } from '../../domain/lanes/rules.ts';
import { closeWeek, countPairs, newDrivenStep } from './driven-step.ts';
import { type People, confirmedWeek, independentWeek } from './people.ts';
import { type Random, binomial } from './random.ts';

export const weeksOfAYear = 52;

/** The week in which the step entered `goal`, counted from 1; undefined when a year was not enough. */
export function climb(random: Random, people: People, rules: PartialRules, goal: Lane = 'auto'): number | undefined {
  const driven = newDrivenStep(rules);
  const { state } = driven.step;
  for (let week = 1; week <= weeksOfAYear; week++) {
    if (state.lane === 'shadow') countPairs(driven, independentWeek(random, people));
    else {
      const blind = binomial(random, people.n, state.blindRate);
      const counts = newCounts();
      addCounts(counts, independentWeek(random, people, blind));
      addCounts(counts, confirmedWeek(random, people, people.n - blind));
      countPairs(driven, counts);
    }
    closeWeek(driven);
    if (state.lane === goal) return week;
  }
  return undefined;
}
