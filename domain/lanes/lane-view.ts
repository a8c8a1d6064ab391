/** The lane view of a step (2.6, D46): where it is, why, and what its next move waits for. */
import type { Lane, StepName } from './event.ts';
import { type Counts, type Figures, count, newCounts } from './figures.ts';
import type { StepState } from './machine/step-state.ts';
import {
  type LaneChange,
  type SignoffEvent,
  type SignoffPurpose,
  type ShownGate,
  type StoredGate,
  isoTime,
} from './moves.ts';
import { coverageNote, figuresOf, holdOf, shownGate } from './review/gate.ts';
import { evidenceFigure } from './review/promotion-gates.ts';
import { type Rules, autoBar, mergeRules } from './rules.ts';
import { laneName, weekName } from './sentences.ts';
import { measuredBias } from './statistics/e-value.ts';
import { weekOf } from './week.ts';

export interface LaneView extends StepName {
  readonly title: string;
  readonly money_moving: boolean;
  readonly lane: Lane;
  readonly since: string;
  readonly since_week: number;
  readonly reason: string;
  /** The last closed week; null before the first. */
  readonly latest: (Figures & { readonly week: number }) | null;
  /** The short and the long window of closed weeks, by their length in weeks. */
  readonly windows: Readonly<Record<string, Figures>>;
  readonly audit_rate: number;
  readonly evidence: EvidenceView;
  readonly gates: readonly ShownGate[];
  readonly last_change: LaneChange | null;
  readonly signoff: SignoffView | null;
  readonly rules: Rules;
  readonly links: { readonly evidence: string; readonly ledger: string };
}

interface SignoffView {
  readonly request_id: string;
  readonly purpose: SignoffPurpose;
  readonly requested_at: string;
  readonly event: SignoffEvent;
}

/** Which labels the evidence rests on, and how many wrong proposals confirmers wave through. */
interface EvidenceView {
  readonly independent: { readonly labels: number; readonly right: number };
  readonly confirmed: { readonly labels: number; readonly right: number };
  readonly ln_e: number;
  readonly assumed_bias: number;
  /** From the blind sample of the long window; null without one. */
  readonly measured_bias: number | null;
}

export interface ViewedStep extends StepName {
  readonly state: StepState;
}

export function laneView({ queue, step, state }: ViewedStep, timeZone: string): LaneView {
  const { definition, review, lane } = state;
  const rules = mergeRules(definition.rules);
  const figures = (counts: Counts | undefined): Figures =>
    figuresOf(counts ?? newCounts(), review?.lane ?? lane, rules);
  const [queuePart, stepPart] = [encodeURIComponent(queue), encodeURIComponent(step)];
  return {
    queue,
    step,
    title: definition.title,
    money_moving: definition.moneyMoving,
    lane,
    since: isoTime(state.since),
    since_week: weekOf(state.since, timeZone).number,
    reason: laneReason(state, timeZone),
    latest: review ? { ...figures(review.latest), week: review.week } : null,
    windows: {
      [String(rules.weeks.short)]: figures(review?.short),
      [String(rules.weeks.long)]: figures(review?.long),
    },
    audit_rate: state.auditRate,
    evidence: evidenceView(state, rules),
    gates: state.gates.map(shownGate),
    last_change: state.lastChange,
    signoff: signoffView(state),
    rules,
    links: {
      evidence: `/v1/steps/${queuePart}/${stepPart}/evidence`,
      ledger: `/v1/ledger?queue=${queuePart}&step=${stepPart}`,
    },
  };
}

/** Why the step is in its lane, and in Shadow and Assist what keeps it there. */
function laneReason(state: StepState, timeZone: string): string {
  const { lane, lastChange, since } = state;
  const where = `${laneName(lane)} since ${weekName(weekOf(since, timeZone).number)}`;
  const left = coverageNote(state.review?.short, mergeRules(state.definition.rules));
  const came = `${lastChange ? `${where}. ${lastChange.reason}` : `${where}: every step begins in Shadow.`}${left}`;
  const blocking = blockingGates(state);
  const next = lane === 'shadow' ? 'Assist' : 'Auto';
  const [first] = blocking;
  if (!first) return came;
  const others = blocking.length > 1 ? ` (and ${blocking.length - 1} more)` : '';
  const { as, fact } = holdOf(first);
  const why = as === 'blocked_by' ? `blocked by ${fact}` : fact;
  return `${came} Not yet ${next}: ${why}${others}.`;
}

/** The gates that keep a step from the next lane; none in Auto, and none before the first review in this lane. */
export function blockingGates({ lane, gates, review }: StepState): readonly StoredGate[] {
  // Gates of a review before the last change are those of the move that it made.
  return review === null || review.lane !== lane || lane === 'auto' ? [] : gates.filter(({ passed }) => !passed);
}

export function signoffView({ signoff, acknowledgement }: StepState): SignoffView | null {
  const waiting = [signoff, acknowledgement].find((request) => request?.state === 'waiting');
  if (!waiting) return null;
  const { requestId, purpose, requestedAt, event } = waiting;
  return { request_id: requestId, purpose, requested_at: isoTime(requestedAt), event };
}

function evidenceView({ evidence, review, definition }: StepState, rules: Rules): EvidenceView {
  const bar = autoBar(rules, definition.moneyMoving);
  const { value, independent, confirmed } = evidenceFigure(
    rules,
    bar,
    evidence.independent,
    evidence.confirmed,
    evidence.unanswered,
  );
  return {
    independent: { labels: independent.n, right: independent.k },
    confirmed: { labels: confirmed.n, right: confirmed.k },
    ln_e: value,
    assumed_bias: rules.evidence.assist_bias,
    measured_bias: review?.lane === 'assist' ? biasIn(review.long) : null,
  };
}

/** Within Assist the independent labels are those of the blind sample. */
function biasIn(window: Counts): number | null {
  return measuredBias(
    { n: count(window, 'independent'), k: count(window, 'independentRight') },
    { n: count(window, 'confirmed'), k: count(window, 'confirmedRight') },
  );
}
