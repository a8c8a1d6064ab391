/** Watches what comes in: counts the watched inputs of every item, and how far their mix is from the baseline. */
import type { Value } from '../event.ts';
import { type InputCount, countedNumber, inputValue } from '../input-value.ts';
import { freezeSight } from '../novelty.ts';
import type { Rules } from '../rules.ts';
import { counted } from '../sentences.ts';
import { type FrozenFeature, binOf, freezeBins } from '../statistics/frozen-bins.ts';
import { type InputShift, inputShift } from '../statistics/psi.ts';
import type { ItemState } from './item-state.ts';
import { type Machine, type Step, dayOf, mark } from './runtime.ts';
import type { Baseline, DayMix, StepState } from './step-state.ts';

/** One item's watched inputs: into the counts of its stint and week, and into the mix of its day. */
export function observeInputs(
  machine: Machine,
  step: Step,
  item: ItemState,
  features: Readonly<Record<string, Value>>,
): void {
  const { watch } = step.state.definition;
  const counts = deltaOf(step, item.n ?? 0, item.w ?? 0);
  for (const feature of watch) {
    const value = inputValue(valueOf(features, feature));
    let values = counts.get(feature);
    if (!values) counts.set(feature, (values = new Map()));
    values.set(value, (values.get(value) ?? 0) + 1);
  }
  if (step.state.baseline) addToMix(machine, step, step.state.baseline, item.t ?? 0, features);
  mark(step);
}

function deltaOf(step: Step, stint: number, week: number): Map<string, Map<string, number>> {
  for (let i = step.inputs.length - 1; i >= 0; i--) {
    const delta = step.inputs[i];
    if (delta && delta.week === week && delta.stint === stint) return delta.features;
  }
  const features = new Map<string, Map<string, number>>();
  step.inputs.push({ stint, week, features });
  return features;
}

function addToMix(
  machine: Machine,
  step: Step,
  baseline: Baseline,
  at: number,
  features: Readonly<Record<string, Value>>,
): void {
  const mix = mixOf(machine, step, dayOf(at));
  mix.n++;
  for (const [place, feature] of step.state.definition.watch.entries()) {
    const frozen = frozenOf(baseline, feature);
    const bins = (mix.bins[place] ??= frozen?.reference.map(() => 0) ?? []);
    if (!frozen) continue;
    const bin = binOf(frozen, valueOf(features, feature));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
}

/** The mix of a day; older days go when the window no longer reaches them. */
function mixOf(machine: Machine, step: Step, day: number): DayMix {
  const { mix } = step.state;
  let place = mix.length;
  while (place > 0 && (mix[place - 1]?.day ?? 0) > day) place--;
  const known = mix[place - 1];
  if (known && known.day === day) return known;
  const added: DayMix = { day, n: 0, bins: [] };
  mix.splice(place, 0, added);
  const inWindow = windowOf(step.state, step.rules, dayOf(machine.now)).length;
  if (mix.length > inWindow + 1) mix.splice(0, mix.length - inWindow - 1);
  return added;
}

/** The last days of the window, and as many before them as it takes to have enough items. */
function windowOf({ mix }: StepState, { psi: rules }: Rules, today: number): readonly DayMix[] {
  let items = 0;
  let from = mix.length;
  while (from > 0) {
    const day = mix[from - 1];
    if (!day || (day.day <= today - rules.window_days && items >= rules.min_items)) break;
    items += day.n;
    from--;
  }
  return mix.slice(from);
}

/** How far one watched input is from its baseline. */
interface FeatureShift extends InputShift {
  readonly feature: string;
}

/** Every watched input's shift, in the order of the definition; none while there are too few items. */
export function inputShifts(state: StepState, rules: Rules, today: number): FeatureShift[] {
  const { baseline, definition } = state;
  if (!baseline) return [];
  const days = windowOf(state, rules, today);
  const monitored = definition.watch.filter((feature) => frozenOf(baseline, feature)).length;
  return definition.watch.flatMap((feature, place) => {
    const frozen = frozenOf(baseline, feature);
    if (!frozen) return [];
    const counts = frozen.reference.map((_, bin) => days.reduce((sum, day) => sum + (day.bins[place]?.[bin] ?? 0), 0));
    const shift = inputShift(frozen, counts, monitored, rules.psi);
    return shift ? [{ feature, ...shift }] : [];
  });
}

/** Why `inputShifts` reports none, as a sentence without its full stop. */
export function noShiftReason(state: StepState, rules: Rules, today: number): string {
  const { baseline, definition } = state;
  const { min_baseline, min_items } = rules.psi;
  if (definition.watch.length === 0) return 'no input is watched';
  if (!baseline) return 'no input mix to compare with before the step has earned Auto';
  if (baseline.items < min_baseline)
    return `the mix of inputs is not watched: the step earned Auto with ${counted(baseline.items, 'item')}, at least ${min_baseline} are needed`;
  const items = windowOf(state, rules, today).reduce((sum, day) => sum + day.n, 0);
  return `the mix of inputs is compared from ${counted(min_items, 'item')} on, ${items} so far`;
}

/** The shift that is furthest above one of its bars, or nearest to it; undefined when there is none. */
export function worstShift(shifts: readonly FeatureShift[], bar: 'limit' | 'warn'): FeatureShift | undefined {
  let worst: FeatureShift | undefined;
  for (const shift of shifts) if (!worst || shift.psi - shift[bar] > worst.psi - worst[bar]) worst = shift;
  return worst;
}

function frozenOf({ bins }: Baseline, feature: string): FrozenFeature | undefined {
  return Object.hasOwn(bins, feature) ? bins[feature] : undefined;
}

/** Freezes what came in during the current stint; null when nothing is watched or nothing came. */
export function freezeBaseline(machine: Machine, step: Step): Baseline | null {
  const { watch } = step.state.definition;
  if (watch.length === 0) return null;
  const counts = new Map<string, Map<string, number>>();
  const add = ({ feature, value, n }: InputCount): void => {
    if (!watch.includes(feature)) return;
    const values = counts.get(feature) ?? new Map<string, number>();
    counts.set(feature, values.set(value, (values.get(value) ?? 0) + n));
  };
  for (const input of machine.inputs.stored(step.no, step.stint.no)) add(input);
  for (const delta of step.inputs)
    if (delta.stint === step.stint.no)
      for (const [feature, values] of delta.features) for (const [value, n] of values) add({ feature, value, n });
  // In the order of the names: the same items give the same baseline, stored or not.
  const inputs = [...counts]
    .flatMap(([feature, values]) => [...values].map(([value, n]) => ({ feature, value, n })))
    .sort((a, b) => compareText(a.feature, b.feature) || compareText(a.value, b.value));
  const first = inputs[0];
  if (!first) return null;
  const items = inputs.reduce((sum, input) => (input.feature === first.feature ? sum + input.n : sum), 0);
  const sight = freezeSight(commonest(inputs));
  return { frozenAt: machine.now, items, bins: freezeBins(inputs, step.rules.psi.bins), sight };
}

/** What came in since an earlier baseline says nothing beside a new one. */
export function setBaseline(state: StepState, baseline: Baseline | null): void {
  state.baseline = baseline;
  state.mix = [];
  state.sinceLook = 0;
  state.shifted = false;
  state.seen = {};
}

/** The values that the novel-input guard keeps: a feature with more of them is no category, and the rest stays novel. */
function commonest(inputs: readonly InputCount[]): InputCount[] {
  const kept = new Map<string, number>();
  return inputs
    .toSorted((a, b) => b.n - a.n)
    .filter(({ feature, value }) => {
      // Of numbers only the range is kept.
      if (countedNumber(value) !== undefined) return true;
      const values = (kept.get(feature) ?? 0) + 1;
      kept.set(feature, values);
      return values <= mostValues;
    });
}

const mostValues = 1000;

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function valueOf(features: Readonly<Record<string, Value>>, feature: string): Value | undefined {
  return Object.hasOwn(features, feature) ? features[feature] : undefined;
}
