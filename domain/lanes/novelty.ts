/** The novel-input guard: which watched inputs of an item the step hardly knew when it earned Auto. */
import type { Value } from './event.ts';
import { type InputCount, countedNumber, inputValue, missing } from './input-value.ts';
import { countsByFeature, isNumeric } from './statistics/frozen-bins.ts';

/** What the baseline saw of one feature; plain JSON. */
export interface FrozenSight {
  /** Least and greatest number of a feature that is a number; null for any other. */
  readonly range: { readonly min: number; readonly max: number } | null;
  /** Sightings by counted value; for a number only of what is no number. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Sightings since the baseline, of values that it did not know: feature, then counted value. Plain JSON. */
export type Sightings = Record<string, Record<string, number>>;

type NovelReason = 'unseen' | 'rare' | 'out_of_range' | 'missing' | 'other_type';

/** Each reason in words, which follow the name of the feature. */
export const novelText: Readonly<Record<NovelReason, string>> = {
  unseen: 'has a value never seen while the step earned Auto',
  rare: 'has a value hardly seen while the step earned Auto',
  out_of_range: 'lies outside the range seen while the step earned Auto',
  missing: 'is missing',
  other_type: 'is of another type than before',
};

export interface NovelFeature {
  readonly feature: string;
  readonly reason: NovelReason;
}

/** Values that a feature may learn after the baseline; beyond that it is no category and stays novel. */
const mostLearnt = 1000;

/** What a baseline knows, feature by feature. */
export function freezeSight(inputs: readonly InputCount[]): Record<string, FrozenSight> {
  return Object.fromEntries(
    [...countsByFeature(inputs)].map(([name, counts]) => {
      if (!isNumeric(counts)) return [name, { range: null, counts: Object.fromEntries(counts) }];
      const numbers = [...counts.keys()].flatMap((value) => countedNumber(value) ?? []);
      const others = [...counts].filter(([value]) => countedNumber(value) === undefined);
      const range = { min: Math.min(...numbers), max: Math.max(...numbers) };
      return [name, { range, counts: Object.fromEntries(others) }];
    }),
  );
}

/**
 * The watched features whose value is novel: seen fewer than `min_seen` times in the baseline and since (no error in 20
 * still allows 14 %, by the rule of three), a number outside the range of the baseline, missing where it was there, or
 * of another type. Empty for a known item.
 */
export function novelReasons(
  baseline: Readonly<Record<string, FrozenSight>>,
  seen: Readonly<Sightings>,
  features: Readonly<Record<string, Value>>,
  rules: { readonly min_seen: number },
): NovelFeature[] {
  const found: NovelFeature[] = [];
  for (const feature of Object.keys(baseline)) {
    const sight = baseline[feature];
    const since = Object.hasOwn(seen, feature) ? seen[feature] : undefined;
    const reason = sight && reasonOf(sight, since, valueOf(features, feature), rules.min_seen);
    if (reason) found.push({ feature, reason });
  }
  return found;
}

/** Counts the novel values of a confirmed item into `seen`, so that a value is known after `min_seen` sightings. */
export function countSeen(
  baseline: Readonly<Record<string, FrozenSight>>,
  seen: Sightings,
  features: Readonly<Record<string, Value>>,
  rules: { readonly min_seen: number },
): void {
  for (const { feature } of novelReasons(baseline, seen, features, rules)) {
    const value = valueOf(features, feature);
    // A feature may be called anything, `constructor` too.
    const counts = Object.hasOwn(seen, feature) ? (seen[feature] ?? {}) : {};
    const known = counts[value];
    if (known === undefined && Object.keys(counts).length >= mostLearnt) continue;
    counts[value] = (known ?? 0) + 1;
    Object.defineProperty(seen, feature, { value: counts, enumerable: true, configurable: true, writable: true });
  }
}

function valueOf(features: Readonly<Record<string, Value>>, feature: string): string {
  return inputValue(Object.hasOwn(features, feature) ? features[feature] : undefined);
}

function reasonOf(
  { range, counts }: FrozenSight,
  seen: Readonly<Record<string, number>> | undefined,
  value: string,
  minSeen: number,
): NovelReason | undefined {
  const number = countedNumber(value);
  if (range && number !== undefined && number >= range.min && number <= range.max) return undefined;
  const sightings = (counts[value] ?? 0) + (seen?.[value] ?? 0);
  if (sightings >= minSeen) return undefined;
  if (value === missing) return 'missing';
  if (range) return number === undefined ? 'other_type' : 'out_of_range';
  if (sightings > 0) return 'rare';
  return Object.keys(counts).some((known) => known.charAt(0) === value.charAt(0)) ? 'unseen' : 'other_type';
}
