/** How far the mix of each watched input was from its baseline, week by week: what the plot of PSI shows. */
import { countedNumber, missing } from './input-value.ts';
import type { Baseline } from './machine/step-state.ts';
import type { Rules } from './rules.ts';
import { binOf } from './statistics/frozen-bins.ts';
import { inputShift } from './statistics/input-shift.ts';
import type { Value } from './event.ts';

/** Sightings of a value in a week. */
export interface WeekInput {
  /** YYYYWW. */
  readonly week: number;
  readonly feature: string;
  /** As it is counted, see input-value.ts. */
  readonly value: string;
  readonly n: number;
}

export interface ShiftWeek {
  readonly week: number;
  readonly psi: number;
  /** Above it the review raises an alarm. */
  readonly limit: number;
  /** Items of the window that ends with the week. */
  readonly items: number;
}

/**
 * PSI of each watched input at the end of each week, by whole weeks: as many back as it takes to have `min_items`. The
 * review itself looks by the day, so that its figure may differ a little. A feature without a baseline is left out, and
 * so are weeks that do not have enough items yet.
 * @param weeks YYYYWW, oldest first
 */
export function shiftHistory(
  baseline: Baseline,
  watch: readonly string[],
  inputs: readonly WeekInput[],
  weeks: readonly number[],
  rules: Rules['psi'],
): { readonly feature: string; readonly weeks: readonly ShiftWeek[] }[] {
  if (baseline.items < rules.min_baseline) return [];
  const watched = watch.filter((feature) => Object.hasOwn(baseline.bins, feature));
  return watched.flatMap((feature) => {
    const frozen = baseline.bins[feature];
    if (!frozen) return [];
    const mixes = new Map<number, number[]>();
    for (const { week, feature: name, value, n } of inputs) {
      if (name !== feature) continue;
      const bins = mixes.get(week) ?? frozen.reference.map(() => 0);
      const bin = binOf(frozen, valueOf(value));
      bins[bin] = (bins[bin] ?? 0) + n;
      mixes.set(week, bins);
    }
    return { feature, weeks: weeks.flatMap((_, place) => shiftAt(place)) };

    function shiftAt(place: number): ShiftWeek[] {
      const sum = frozen!.reference.map(() => 0);
      let items = 0;
      for (let back = place; back >= 0 && items < rules.min_items; back--)
        for (const [bin, n] of (mixes.get(weeks[back] ?? 0) ?? []).entries()) {
          sum[bin] = (sum[bin] ?? 0) + n;
          items += n;
        }
      const week = weeks[place];
      const shift = inputShift(frozen!, sum, watched.length, rules);
      return week === undefined || shift === null ? [] : [{ week, psi: shift.psi, limit: shift.limit, items }];
    }
  });
}

/** A value that is counted in the same way as the given one. */
function valueOf(counted: string): Value {
  if (counted === missing) return null;
  const number = countedNumber(counted);
  if (number !== undefined) return number;
  if (counted.startsWith('b:')) return counted === 'b:true';
  return counted.startsWith('t:') ? counted.slice(2) : [];
}
