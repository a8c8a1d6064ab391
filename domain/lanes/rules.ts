/** The rules of a step: every threshold of the lane review, its default, its range and what it means (D36). */

import type { JsonSchema, SchemaOf } from '../json-schema.ts';

/** A row of the table below: the default and what a step may set instead. */
interface Setting<T> {
  readonly value: T;
  readonly schema: JsonSchema;
}

type Settings = { readonly [name: string]: Setting<unknown> | Settings };

type Widened<T> = T extends number ? number : T extends boolean ? boolean : T;
type Values<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? Widened<T> : Values<S[K]> };
type Partially<T> = { readonly [K in keyof T]?: T[K] extends object ? Partially<T[K]> : T[K] };

const number = (value: number, minimum: number, maximum: number, description: string): Setting<number> => ({
  value,
  schema: { type: 'number', minimum, maximum, default: value, description },
});
const below = (value: number, exclusiveMaximum: number, description: string): Setting<number> => ({
  value,
  schema: { type: 'number', minimum: 0, exclusiveMaximum, default: value, description },
});
const openShare = (value: number, description: string): Setting<number> => ({
  value,
  schema: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, default: value, description },
});
const share = (value: number, description: string): Setting<number> => number(value, 0, 1, description);
const whole = (value: number, minimum: number, maximum: number, description: string): Setting<number> => ({
  value,
  schema: { type: 'integer', minimum, maximum, default: value, description },
});
const flag = (value: boolean, description: string): Setting<boolean> => ({
  value,
  schema: { type: 'boolean', default: value, description },
});
const choice = <const T extends string>(value: NoInfer<T>, choices: readonly T[], description: string): Setting<T> => ({
  value,
  schema: { enum: choices, default: value, description },
});

/** A step's rules keep at most this many weeks in view: what a review must load is bounded by it. */
const longestWindow = 26;

const settings = {
  z: number(
    1.959963984540054,
    0.5,
    6,
    'Width of the Wilson interval; 1.96 gives the ends of the two-sided 95 % interval',
  ),
  weeks: {
    short: whole(2, 1, longestWindow, 'Closed weeks in the short window'),
    long: whole(4, 1, longestWindow, 'Closed weeks in the long window'),
    late_max_share: share(0.1, 'A step is held when more than this share of a window came late'),
  },
  shadow_to_assist: {
    min_weeks: whole(2, 1, longestWindow, 'Closed weeks in Shadow'),
    min_items: whole(50, 1, 1_000_000, 'Compared items since the step entered Shadow'),
    min_lower_bound: openShare(0.85, 'Wilson lower bound of the accuracy over the short window'),
    max_critical_rate: share(0.005, 'Critical errors of the agent as a share of the compared items'),
  },
  assist_to_auto: {
    min_weeks: whole(4, 1, longestWindow, 'Closed weeks in Assist'),
    min_items: whole(200, 1, 1_000_000, 'Compared items in the long window'),
    min_items_per_week: whole(20, 0, 1_000_000, 'Compared items in each week of the long window'),
    min_lower_bound: openShare(0.95, 'Wilson lower bound of the accuracy over the long window; the bar of the e-value'),
    consecutive_closes: whole(2, 1, longestWindow, 'Closes in a row at which every gate must pass'),
    short_min_accuracy: share(0.95, 'Accuracy over the short window: still true today'),
    min_e_value: number(
      20,
      1,
      1e9,
      'Evidence that the accuracy is above the bar; 20 means 5 % false promotions at most',
    ),
    max_critical: whole(0, 0, 1_000_000, 'Critical errors of the agent in the long window'),
    max_gap_to_operator: share(0.01, 'How far the accuracy may be below that of the operators, over the long window'),
    alert_free_weeks: whole(4, 0, longestWindow, 'Closed weeks without a drift alert'),
  },
  coverage: {
    min_coverage: share(
      0.9,
      'Share of the items seen that the agent has to answer for a promotion; below it raises an alert',
    ),
    unanswered_is_wrong: flag(
      false,
      'Items without an answer count as wrong in the bound and the evidence always, not only below min_coverage',
    ),
    max_late_outputs: share(0.1, 'A step is held when more than this share of the outputs came after the person’s act'),
    late_by: choice(
      'sender',
      ['time', 'sender', 'arrival'],
      'What shows that an output came after the person’s act: the times that the events state; or that the act was stored first as well, for outputs from a key that speaks for agents alone (sender) or for all (arrival)',
    ),
  },
  money: {
    signoff_required: flag(true, 'A step that moves money enters Auto only with a sign-off'),
    signoff_valid_days: number(30, 1, 366, 'Age of a sign-off at the close that uses it, in days of event time'),
    audit_floor: share(0.1, 'The least audit rate of a step that moves money'),
    min_lower_bound: openShare(0.95, 'Wilson lower bound for a step that moves money, if higher than its own'),
  },
  blind: {
    rate: share(0, 'Share of Assist items that go to a person who does not see the proposal'),
    min_per_week: whole(0, 0, 1_000_000, 'Raises the blind share until about this many items a week are blind'),
  },
  evidence: {
    assist_bias: below(0.3, 1, 'Share of wrong proposals that a confirmer is assumed to wave through'),
  },
  audit: {
    start: share(0.2, 'Audit rate when a step enters Auto'),
    start_weeks: whole(4, 0, 520, 'Weeks in Auto with that rate'),
    middle: share(0.1, 'Audit rate after that'),
    middle_until_week: whole(12, 0, 520, 'The week in Auto from which the floor holds'),
    floor: share(0.05, 'Audit rate of a step long in Auto'),
    min_per_week: whole(20, 0, 1_000_000, 'Raises the rate until about this many items a week are audited'),
    overdue_days: number(14, 1, 366, 'Days of event time after the act from which a missing audit result is overdue'),
    max_overdue_share: share(0.2, 'Overdue audits, as a share of the picks old enough, above which Auto ends'),
  },
  cusum: {
    auto: {
      p0_min: openShare(0.02, 'Least error rate regarded as normal in Auto'),
      p0_max: openShare(0.05, 'Greatest error rate regarded as normal in Auto'),
      delta: openShare(0.06, 'Rise of the error rate that must be found'),
      h: number(6, 0.1, 100, 'Limit of the sum in Auto: 6 is about one false alarm in 20,000 audited items'),
    },
    assist: {
      p0: openShare(0.1, 'Error rate regarded as normal in Assist'),
      p1: openShare(0.2, 'Error rate that must be found in Assist'),
      h: number(8, 0.1, 100, 'Limit of the sum in Assist'),
    },
    independent: {
      p0: openShare(0.1, 'Error rate regarded as normal in independent pairs while in Assist'),
      p1: openShare(0.2, 'Error rate that must be found in them'),
    },
    outcome: {
      p0: openShare(0.05, 'Share of bad outcomes regarded as normal'),
      p1: openShare(0.15, 'Share of bad outcomes that must be found'),
    },
  },
  psi: {
    alert: number(0.25, 0, 100, 'Least PSI that is an alarm'),
    warn: number(0.1, 0, 100, 'Least PSI that blocks a promotion'),
    alpha: openShare(0.001, 'Chance of a false alarm at one look, over all watched features'),
    bins: whole(10, 2, 20, 'Quantile bins of a number'),
    smoothing: number(0.5, 0.001, 10, 'Added to every bin on both sides'),
    window_days: whole(7, 1, 28, 'Days of event time in the window'),
    min_items: whole(200, 20, 100_000, 'Least items in the window; it reaches further back until it has them'),
    min_baseline: whole(400, 20, 1_000_000, 'Least items in the baseline'),
    check_every: whole(50, 1, 100_000, 'Items from one look to the next'),
  },
  novel: {
    enabled: flag(true, 'Items with novel input go to a person in Auto'),
    min_seen: whole(20, 1, 100_000, 'Sightings from which a value is known'),
    max_share: share(0.1, 'Share of novel items in the window above which Auto ends'),
    window: whole(200, 10, 10_000, 'Items in the window'),
  },
  demote: {
    critical_audit: choice('shadow', ['shadow', 'assist'], 'Lane after a critical error found by an audit'),
    cusum: choice('assist', ['assist', 'shadow'], 'Lane after a CUSUM alarm in Auto'),
    psi: choice('assist', ['assist', 'shadow'], 'Lane after a PSI alarm in Auto'),
    exit_upper_bound: share(0.94, 'Wilson upper bound of the audits of the long window below which Auto ends'),
    exit_closes: whole(2, 1, longestWindow, 'Closes in a row at which it must be below'),
  },
  cooldown: {
    drift_weeks: whole(2, 0, 52, 'Closed weeks without promotion after drift'),
    critical_weeks: whole(4, 0, 52, 'Closed weeks without promotion after a critical error'),
    factor: number(2, 1, 10, 'Growth with each further demotion within the memory'),
    max_weeks: whole(12, 0, 104, 'Longest cool-down'),
    memory_weeks: whole(26, 1, 104, 'Weeks that demotions are remembered'),
  },
  max_lane: choice('auto', ['shadow', 'assist', 'auto'], 'The highest lane that the step may reach'),
  settlement: {
    own_work: flag(false, 'A person may settle a disagreement about their own work or check; an agent never may'),
  },
  redefine_on_agent_version: flag(false, 'A new version of the agent counts as a redefinition of the step'),
} as const satisfies Settings;

/** The rules in force for a step, complete. Names and shape are those of the wire. */
export type Rules = Values<typeof settings>;
/** What a definition may say about them: any part. */
export type PartialRules = Partially<Rules>;

export const defaultRules: Rules = valuesOf(settings) as Rules;

/** The JSON Schema of a step's `rules`: every member optional, unknown members refused at every level. */
export const rulesSchema: SchemaOf<PartialRules> = schemaOf(settings);

/** A rule as a list of rules shows it. */
interface RuleSetting {
  /** Such as `weeks.short`. */
  readonly path: string;
  readonly value: number | boolean | string;
  /** The default. */
  readonly standard: number | boolean | string;
  readonly about: string;
}

/** Every rule with the value in force, in the order of the table above. */
export function ruleSettings(rules: Rules): RuleSetting[] {
  return listed(settings, rules, '');
}

function listed(table: Settings, values: object, path: string): RuleSetting[] {
  const inForce = new Map<string, unknown>(Object.entries(values));
  return Object.entries(table).flatMap(([name, entry]) => {
    const value = inForce.get(name);
    if (!isSetting(entry)) return listed(entry, value as object, `${path}${name}.`);
    return {
      path: `${path}${name}`,
      value: value as RuleSetting['value'],
      standard: entry.value as RuleSetting['value'],
      about: String(entry.schema['description']),
    };
  });
}

/** A step's rules over the defaults, member by member. */
export function mergeRules(partial: PartialRules): Rules {
  return merged(defaultRules, partial) as Rules;
}

/** The bar of Auto: the step's own, or that for money where it is higher. Also t of the e-value. */
export function autoBar(rules: Rules, moneyMoving: boolean): number {
  const own = rules.assist_to_auto.min_lower_bound;
  return moneyMoving ? Math.max(own, rules.money.min_lower_bound) : own;
}

/** Whether some Assist items go to people who see no proposal: then only independent labels are evidence. */
export function hasBlindSample({ blind }: Rules): boolean {
  return blind.rate > 0 || blind.min_per_week > 0;
}

/**
 * What no schema of single members can say: settings that contradict each other once they are merged. Each finding is
 * the rest of a sentence that begins with the path of the rules, such as `weeks.short must not be above weeks.long`.
 */
export function contradictions(rules: Rules): string[] {
  const { weeks, audit, cusum, psi, demote, assist_to_auto: auto } = rules;
  const checks: readonly (readonly [boolean, string])[] = [
    [weeks.short <= weeks.long, 'weeks.short must not be above weeks.long'],
    [audit.start_weeks <= audit.middle_until_week, 'audit.start_weeks must not be above audit.middle_until_week'],
    [audit.middle <= audit.start, 'audit.middle must not be above audit.start'],
    [audit.floor <= audit.middle, 'audit.floor must not be above audit.middle'],
    [cusum.auto.p0_min <= cusum.auto.p0_max, 'cusum.auto.p0_min must not be above cusum.auto.p0_max'],
    [cusum.auto.p0_max + cusum.auto.delta < 1, 'cusum.auto.p0_max + cusum.auto.delta must be below 1'],
    [cusum.assist.p0 < cusum.assist.p1, 'cusum.assist.p0 must be below cusum.assist.p1'],
    [cusum.independent.p0 < cusum.independent.p1, 'cusum.independent.p0 must be below cusum.independent.p1'],
    [cusum.outcome.p0 < cusum.outcome.p1, 'cusum.outcome.p0 must be below cusum.outcome.p1'],
    [psi.warn <= psi.alert, 'psi.warn must not be above psi.alert'],
    [
      demote.exit_upper_bound <= auto.min_lower_bound,
      'demote.exit_upper_bound must not be above assist_to_auto.min_lower_bound: a step would leave Auto as it enters',
    ],
  ];
  return checks.filter(([holds]) => !holds).map(([, finding]) => finding);
}

function isSetting(entry: Setting<unknown> | Settings): entry is Setting<unknown> {
  return 'schema' in entry && 'value' in entry;
}

function valuesOf(table: Settings): unknown {
  return Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [name, isSetting(entry) ? entry.value : valuesOf(entry)]),
  );
}

function schemaOf(table: Settings): JsonSchema {
  const properties = Object.entries(table).map(([name, entry]) => [
    name,
    isSetting(entry) ? entry.schema : schemaOf(entry),
  ]);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}

function merged(base: object, over: object): unknown {
  const given = new Map<string, unknown>(Object.entries(over));
  return Object.fromEntries(
    Object.entries(base).map(([name, value]: [string, unknown]) => {
      const own = given.get(name);
      if (own === undefined) return [name, value];
      return [name, typeof value === 'object' && value !== null ? merged(value, own as object) : own];
    }),
  );
}
