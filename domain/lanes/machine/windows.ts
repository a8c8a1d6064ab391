/** Sums counters over closed weeks: the week itself over all stints, the windows over the current one. */
import { type Counts, addCounts, count, newCounts } from '../figures.ts';
import { weeksBetween } from '../week.ts';
import type { Step } from './runtime.ts';

/** A week's counters over every stint in it. */
export function weekCounts(step: Step, week: number): Counts {
  const sum = newCounts();
  for (const row of step.weeks) if (row.week === week) addCounts(sum, row.counts);
  return sum;
}

/** The counters of the current stint over so many weeks, the last of which is `week`. */
export function windowCounts(step: Step, week: number, weeks: number): Counts {
  const sum = newCounts();
  for (const row of step.weeks) {
    if (row.stint !== step.stint.no || row.week > week) continue;
    if (weeksBetween(row.week, week) < weeks) addCounts(sum, row.counts);
  }
  return sum;
}

/** Compared items of the current stint in each of so many weeks, oldest first. */
export function comparedPerWeek(step: Step, week: number, weeks: number): number[] {
  const compared = Array.from({ length: weeks }, () => 0);
  for (const row of step.weeks) {
    if (row.stint !== step.stint.no || row.week > week) continue;
    const back = weeksBetween(row.week, week);
    if (back < weeks) compared[weeks - 1 - back] = count(row.counts, 'compared');
  }
  return compared;
}
