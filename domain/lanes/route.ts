/** Route calls (2.3, 2.4, D38): what is asked, what is kept in memory of a step, and the answer: the decision for one item, from what is known of its step. */
import type { ObjectSchema, ValueOf } from '../json-schema.ts';
import { auditPick, blindPick, pickRevision } from './audits.ts';
import { features, instant, workPlace } from './event-schema.ts';
import type { Lane, Values, StepName } from './event.ts';
import type { StoredGate } from './moves.ts';
import { type FrozenSight, type NovelFeature, type Sightings, novelReasons, novelText } from './novelty.ts';
import type { RouteDecision } from './route-id.ts';

export type { RouteDecision } from './route-id.ts';

export interface RouteVerdict {
  readonly decision: RouteDecision;
  /** The lane in which this item is treated; the step's own but for a novel or a blind item. */
  readonly lane: Lane;
  readonly audit: boolean;
  /** `audit` is true when the item's hash is below it; 0 where the agent does not act alone. */
  readonly audit_rate: number;
  readonly reason: string;
  /** Why the item is novel to the step, feature by feature. */
  readonly novel: readonly NovelFeature[];
}

export const decisionOfLane: Readonly<Record<Lane, RouteDecision>> = {
  shadow: 'human_only',
  assist: 'propose',
  auto: 'act_alone',
};

const nothingNovel: readonly NovelFeature[] = [];
const noFeatures: Values = {};

/** @param period the stretch of time that is asked about @param seed of the picks at present */
export function decideRoute(
  entry: RouteEntry,
  period: Pick<RoutePeriod, 'lane' | 'auditRate' | 'blindRate' | 'reason' | 'from' | 'seed'>,
  seed: string,
  question: RouteQuestion,
): RouteVerdict {
  const { lane, reason, seed: auditSeed = seed } = period;
  if (lane === 'auto') {
    // What was novel is known for the present stay in Auto only.
    const novel = period.from >= entry.since ? novelOf(entry, question) : nothingNovel;
    if (novel.length > 0)
      return {
        decision: 'propose',
        lane: 'assist',
        audit: false,
        audit_rate: 0,
        reason: `A person confirms this item: ${novelSentence(novel)}. ${reason}`,
        novel,
      };
    const audit = auditPick(auditSeed, entry.queue, entry.step, question.item) < period.auditRate;
    return {
      decision: 'act_alone',
      lane,
      audit,
      audit_rate: period.auditRate,
      reason: audit ? `${reason} A person checks this item: it is in the audit sample.` : reason,
      novel,
    };
  }
  const blind =
    lane === 'assist' &&
    period.blindRate > 0 &&
    blindPick(auditSeed, entry.queue, entry.step, question.item) < period.blindRate;
  if (blind)
    return {
      decision: 'human_only',
      lane: 'shadow',
      audit: false,
      audit_rate: 0,
      reason: `A person does this item without seeing a proposal: it is in the blind sample. ${reason}`,
      novel: nothingNovel,
    };
  return { decision: decisionOfLane[lane], lane, audit: false, audit_rate: 0, reason, novel: nothingNovel };
}

function novelOf({ novel }: RouteEntry, { features }: RouteQuestion): readonly NovelFeature[] {
  if (novel === null) return nothingNovel;
  return novelReasons(novel.features, novel.seen, features ?? noFeatures, { min_seen: novel.minSeen });
}

function novelSentence(novel: readonly NovelFeature[]): string {
  return novel.map(({ feature, reason }) => `${feature} ${novelText[reason]}`).join(', ');
}

/**
 * The stretch of time that an instant lies in; undefined before the first that is kept.
 * @param at epoch ms
 */
export function periodAt(entry: RouteEntry, at: number): RoutePeriod | undefined {
  return entry.periods.findLast(({ from }) => from <= at);
}

/** The stretch that is in force now. */
export function currentPeriod(
  entry: RouteEntry,
): Pick<RoutePeriod, 'lane' | 'auditRate' | 'blindRate' | 'reason' | 'from'> {
  return {
    lane: entry.lane,
    auditRate: entry.auditRate,
    blindRate: entry.blindRate,
    reason: entry.reason,
    from: entry.since,
  };
}

/** The answer where the state of a step is not known: nobody but a person acts. */
export function failClosed(why: string): RouteVerdict {
  return { decision: 'human_only', lane: 'shadow', audit: false, audit_rate: 0, reason: why, novel: nothingNovel };
}

// The route table of a workspace as callers keep it to answer route questions themselves: what `decideRoute` needs of each step.

interface RouteTableStep extends StepName {
  readonly lane: Lane;
  readonly audit_rate: number;
  readonly blind_rate: number;
  readonly reason: string;
  /** What the novel-input guard compares with; null where it is off. */
  readonly novel: {
    readonly min_seen: number;
    readonly features: NonNullable<RouteEntry['novel']>['features'];
    readonly seen: NonNullable<RouteEntry['novel']>['seen'];
  } | null;
}

export interface RouteTableView {
  /** It goes up with every change of any step. */
  readonly version: number;
  /** Of the hash of the picks; a caller that knows another one must not answer by this table. */
  readonly pick_revision: number;
  readonly audit_seed: string;
  readonly steps: readonly RouteTableStep[];
}

export function routeTableView(
  { version, entries }: { readonly version: number; readonly entries: Iterable<RouteEntry> },
  auditSeed: string,
): RouteTableView {
  const steps = [...entries].map(({ queue, step, lane, auditRate, blindRate, reason, novel }): RouteTableStep => ({
    queue,
    step,
    lane,
    audit_rate: auditRate,
    blind_rate: blindRate,
    reason,
    novel: novel && { min_seen: novel.minSeen, features: novel.features, seen: novel.seen },
  }));
  steps.sort((a, b) => (`${a.queue}|${a.step}` < `${b.queue}|${b.step}` ? -1 : 1));
  return { version, pick_revision: pickRevision, audit_seed: auditSeed, steps };
}

// The JSON Schemas of route requests (2.3), as data.

/** Items of one call. */
export const routeBatchLimit = 2000;

export const routeMembers = {
  ...workPlace,
  features: { ...features, description: 'What is known of the item; watched features decide whether it is novel.' },
} as const;
const at = instant(
  'Answers as of this time, at most 7 days ahead of the clock; a later one than the data clock moves that there.',
  ['string', 'null'],
);

const one = <const Members extends object>(members: Members) =>
  ({
    type: 'object',
    required: ['queue', 'step', 'item'],
    additionalProperties: false,
    properties: members,
  }) as const;

const questionSchema = one(routeMembers);
export type RouteQuestion = ValueOf<typeof questionSchema>;

export const routeRequestSchema = one({ ...routeMembers, at });
export type RouteRequest = ValueOf<typeof routeRequestSchema>;

export const routeBatchSchema = {
  type: 'object',
  required: ['items'],
  additionalProperties: false,
  properties: {
    items: { type: 'array', minItems: 1, maxItems: routeBatchLimit, items: questionSchema },
    at,
  },
} as const satisfies ObjectSchema;
export type RouteBatch = ValueOf<typeof routeBatchSchema>;

// What a route answer needs to know of a step: small, kept in memory by every API process (D38).

/** A stretch of time with one lane and one audit rate; it lasts until the next one. */
export interface RoutePeriod {
  /** Epoch ms. */
  readonly from: number;
  readonly lane: Lane;
  readonly auditRate: number;
  readonly blindRate: number;
  readonly reason: string;
  /** The seed of its picks, where the workspace has another one by now. */
  readonly seed?: string;
}

/** The arguments of `novelReasons`. */
interface RouteNovelty {
  readonly minSeen: number;
  readonly features: Readonly<Record<string, FrozenSight>>;
  readonly seen: Readonly<Sightings>;
}

export interface RouteEntry extends StepName {
  readonly stepNo: number;
  readonly lane: Lane;
  /** Epoch ms. */
  readonly since: number;
  /** Fixed at each close for the week that follows; 0 outside Auto. */
  readonly auditRate: number;
  /** Share of Assist items that go to a person who does not see the proposal; 0 outside Assist. */
  readonly blindRate: number;
  /** Audits of the long window and of the open week, within the stint. */
  readonly audits: { readonly n: number; readonly errors: number; readonly weeks: number } | null;
  readonly reason: string;
  readonly rulesRevision: string;
  /** What the novel-input guard compares with; null when it is off or the step is not in Auto. */
  readonly novel: RouteNovelty | null;
  /** Of the last review. */
  readonly gates: readonly StoredGate[];
  /** The last 60 changes of lane or rate, newest last: for `at` in the past. Older ones are in the ledger. */
  readonly periods: readonly RoutePeriod[];
}

export const keptPeriods = 60;
