/** What the machine remembers of a step: bounded, plain JSON, so that it is stored as it is. */
import type { Lane, StepDefinition } from '../event.ts';
import { type Counts, ratio } from '../figures.ts';
import type { LaneChange, MoveRule, SignoffEvent, SignoffPurpose, StoredGate } from '../moves.ts';
import type { FrozenSight, Sightings } from '../novelty.ts';
import type { RoutePeriod } from '../route.ts';
import type { Rules } from '../rules.ts';
import { autoLevels } from '../statistics/cusum.ts';
import type { FrozenFeature } from '../statistics/frozen-bins.ts';
import type { SignoffState } from './records.ts';

/** A stretch of time in which evidence adds up: a lane, or part of one after a redefinition. */
export interface Stint {
  readonly no: number;
  /** Epoch ms; items with an own time before it belong to an earlier stint. */
  readonly from: number;
  readonly lane: Lane;
}

/** Labels since the evidence was last started over: what the e-value is made of. */
interface Evidence {
  /** The first stint whose labels count. */
  fromStint: number;
  independent: { n: number; k: number };
  confirmed: { n: number; k: number };
  /** Items without an answer of the agent; left out while there was none. */
  unanswered?: number;
}

export interface Signoff {
  readonly requestId: string;
  readonly purpose: SignoffPurpose;
  readonly event: SignoffEvent;
  /** Epoch ms. */
  readonly requestedAt: number;
  state: SignoffState;
  /** Epoch ms of the answer in force. */
  answeredAt: number | null;
  by: string | null;
}

/** Items of one UTC day in the frozen bins of the baseline: a list for each watched feature, in their order. */
export interface DayMix {
  readonly day: number;
  n: number;
  readonly bins: number[][];
}

/** What was frozen when the step last earned Auto. */
export interface Baseline {
  /** Epoch ms. */
  readonly frozenAt: number;
  readonly items: number;
  readonly bins: Record<string, FrozenFeature>;
  readonly sight: Record<string, FrozenSight>;
}

interface Demotion {
  /** Epoch ms. */
  readonly at: number;
  readonly rule: MoveRule;
}

export interface StepState {
  definition: StepDefinition;
  lane: Lane;
  /** Epoch ms: when the lane began. */
  since: number;
  /** The current stint is the last; older ones are kept for late items, as many as `periods`. */
  stints: Stint[];
  /** Closes since the stint began; a week that began before it counts. */
  closes: number;
  /** Compared items since the stint began. */
  comparedInStint: number;
  /** Pairs, and audits among them, made in the stint since the last close. */
  newPairs: number;
  newAudits: number;
  /** Closes in a row at which every gate of the next move passed. */
  passes: number;
  /** Closes in a row at which the exit bound was broken. */
  exits: number;
  evidence: Evidence;
  cusum: { s: number; p0: number; p1: number; h: number; n: number };
  /** Acts of the stint picked for an audit, and their results, by UTC day of the act, oldest first. */
  picks: { readonly day: number; picked: number; results: number }[];
  /** The same of the days whose results are due. */
  due: { picked: number; results: number };
  /** What was seen of the inputs since the baseline; null before the first one. */
  baseline: Baseline | null;
  mix: DayMix[];
  /** Items since the last look at the mix. */
  sinceLook: number;
  /** An input shift was reported and has not ended. */
  shifted: boolean;
  /** Sightings since the baseline. */
  seen: Sightings;
  /** The last items in Auto, oldest first, `1` for a novel one; and how many are. */
  novel: { bits: string; ones: number };
  /** An alert that the agent leaves items out was raised, and its coverage has not come back since. */
  uncovered?: true;
  /** Epoch ms of the last drift alert. */
  lastAlert: number | null;
  /** Weeks closed without a drift alert since then. */
  weeksSinceAlert: number | null;
  demotions: Demotion[];
  /** Weeks that must close before a promotion, and those that have. */
  coolDown: { weeks: number; closed: number; from: number } | null;
  /** Requests of the stint, and the acknowledgement that waits. */
  signoff: Signoff | null;
  acknowledgement: Signoff | null;
  /** Epoch ms before which no sign-off is asked for again. */
  askAgain: number | null;
  /** A demotion in the open week: its rule, for the row of that week. */
  demotedBy: MoveRule | null;
  auditRate: number;
  blindRate: number;
  periods: RoutePeriod[];
  /** How many of them came after the last row of the ledger; left out before the first one of this version. */
  newPeriods?: number;
  /** Versions of agents seen, newest last, and those new since the last close. */
  versions: { readonly agent: string; readonly version: string; readonly fresh: boolean }[];
  /** Weeks (YYYYWW) that late events changed since the last close. */
  amended: number[];
  /** As of the last review. */
  gates: StoredGate[];
  lastChange: LaneChange | null;
  /** Counters of the last closed week and of the two windows, with the numbers of weeks they cover. */
  review: {
    readonly week: number;
    readonly lane: Lane;
    readonly latest: Counts;
    readonly short: Counts;
    readonly long: Counts;
  } | null;
}

/** The levels of CUSUM, frozen when a stint begins. */
export function assistCusum(rules: Rules): StepState['cusum'] {
  const { p0, p1, h } = rules.cusum.assist;
  return { s: 0, p0, p1, h, n: 0 };
}

/** p0 from the independent labels since the evidence began; the greatest p0 where there are none. */
export function autoCusum(rules: Rules, { independent }: Evidence): StepState['cusum'] {
  const { p0, p1 } = autoLevels(ratio(independent.k, independent.n), rules.cusum.auto);
  return { s: 0, p0, p1, h: rules.cusum.auto.h, n: 0 };
}

/** Other rules in the middle of a stint: its own p0 in Auto and the sum so far stay. */
export function refreshCusum(state: StepState, rules: Rules): void {
  const { cusum, lane } = state;
  if (lane === 'assist') state.cusum = { ...assistCusum(rules), s: cusum.s, n: cusum.n };
  if (lane === 'auto') state.cusum = { ...cusum, p1: cusum.p0 + rules.cusum.auto.delta, h: rules.cusum.auto.h };
}
