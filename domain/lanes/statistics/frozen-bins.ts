/** The bins of watched inputs, frozen when a step earns Auto: what later items are counted into and compared with. */
import type { Value } from '../event.ts';
import { type InputCount, countedNumber, inputValue, missing } from '../input-value.ts';

/** The bins of one feature with the counts of the baseline; plain JSON. */
export type FrozenFeature =
  | {
      readonly kind: 'number';
      /** Upper ends, inclusive, of all bins but the last; then follow a bin for other types and one for missing. */
      readonly edges: readonly number[];
      readonly reference: readonly number[];
    }
  | {
      readonly kind: 'category';
      /** The values with a bin of their own; then follow a bin for all others and one for missing. */
      readonly values: readonly string[];
      readonly reference: readonly number[];
    };

/** Categories with a bin of their own: at least this share of the baseline, and at most so many. */
const leastShare = 0.01;
const mostCategories = 19;

type Counts = ReadonlyMap<string, number>;

/**
 * The bins of every feature in a baseline. A feature whose values are mostly numbers gets `bins` quantile bins with open
 * ends, equal edges merged; any other one a bin for each common value.
 */
export function freezeBins(inputs: readonly InputCount[], bins: number): Record<string, FrozenFeature> {
  return Object.fromEntries([...countsByFeature(inputs)].map(([name, counts]) => [name, frozen(counts, bins)]));
}

/** The bin of a value among those of `reference`. */
export function binOf(feature: FrozenFeature, value: Value | undefined): number {
  return binOfCounted(feature, inputValue(value));
}

/** Counts of a baseline, put together by feature; in the order of the features' names. */
export function countsByFeature(inputs: readonly InputCount[]): ReadonlyMap<string, Counts> {
  const features = new Map<string, Map<string, number>>();
  for (const { feature, value, n } of inputs) {
    const counts = features.get(feature) ?? new Map<string, number>();
    counts.set(value, (counts.get(value) ?? 0) + n);
    features.set(feature, counts);
  }
  return new Map([...features].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether more than half of the values that are there are numbers. */
export function isNumeric(counts: Counts): boolean {
  const present = [...counts].filter(([value]) => value !== missing);
  const numbers = present.filter(([value]) => countedNumber(value) !== undefined);
  return 2 * total(numbers) > total(present);
}

function frozen(counts: Counts, bins: number): FrozenFeature {
  const empty = isNumeric(counts)
    ? ({ kind: 'number', edges: quantileEdges(counts, bins) } as const)
    : ({ kind: 'category', values: commonValues(counts) } as const);
  const size = (empty.kind === 'number' ? empty.edges.length + 1 : empty.values.length) + 2;
  const reference = Array.from({ length: size }, () => 0);
  const feature = { ...empty, reference };
  for (const [value, n] of counts) {
    const bin = binOfCounted(feature, value);
    reference[bin] = (reference[bin] ?? 0) + n;
  }
  return feature;
}

function binOfCounted(feature: FrozenFeature, value: string): number {
  const last = feature.reference.length - 1;
  if (value === missing) return last;
  if (feature.kind === 'category') {
    const named = feature.values.indexOf(value);
    return named < 0 ? last - 1 : named;
  }
  const number = countedNumber(value);
  if (number === undefined) return last - 1;
  const bin = feature.edges.findIndex((edge) => number <= edge);
  return bin < 0 ? feature.edges.length : bin;
}

/** The smallest values that reach 1/bins, 2/bins … of the numbers, without repeats and without the greatest value. */
function quantileEdges(counts: Counts, bins: number): number[] {
  const numbers = [...counts]
    .map(([value, n]) => [countedNumber(value), n] as const)
    .filter((entry): entry is readonly [number, number] => entry[0] !== undefined)
    .sort(([a], [b]) => a - b);
  const all = total(numbers);
  const edges: number[] = [];
  let below = 0;
  let passed = 0;
  for (const [number, n] of numbers.slice(0, -1)) {
    below += n;
    const reached = Math.floor((below * bins) / all);
    if (reached > passed) edges.push(number);
    passed = reached;
  }
  return edges;
}

function commonValues(counts: Counts): string[] {
  const all = total(counts);
  return [...counts]
    .filter(([value, n]) => value !== missing && n >= leastShare * all)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, mostCategories)
    .map(([value]) => value);
}

function total(counts: Iterable<readonly [unknown, number]>): number {
  let sum = 0;
  for (const [, n] of counts) sum += n;
  return sum;
}
