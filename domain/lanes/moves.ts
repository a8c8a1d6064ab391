/** What the lane machine announces: gates, lane changes, alerts, sign-off requests, ledger rows (D46 to D48). */
import type { Lane, StepName } from './event.ts';
import type { Figures } from './figures.ts';

/** How a gate that did not pass holds a step: `failing` where it holds nothing up, and the step is on its way out. */
export type Hold = 'blocked' | 'blocked_by' | 'failing';

interface GateFigures {
  readonly gate: string;
  readonly value: number | boolean | null;
  readonly bar: number | boolean | null;
  readonly passed: boolean;
}

/** One condition of a move: its figure, its bar, and what was found, without capital and full stop. */
export interface Gate extends GateFigures {
  /** Left out where it passed. */
  readonly state?: Hold;
  readonly fact: string;
}

/** A gate as it is shown: whether it holds or what blocks, as a sentence (`review/gate.ts`). */
export interface ShownGate extends GateFigures {
  readonly sentence: string;
}

/** Older versions stored gates as they were shown. */
export type StoredGate = Gate | ShownGate;

export type PromotionRule = 'shadow_to_assist' | 'assist_to_auto';
export type DemotionRule =
  | 'critical_audit'
  | 'cusum'
  | 'psi'
  | 'novel_share'
  | 'overdue_audits'
  | 'exit_bound'
  | 'signoff_withdrawn'
  | 'redefined'
  | 'pinned';
export type MoveRule = PromotionRule | DemotionRule;

/** The figures that a move rests on, by name. */
export type Numbers = Readonly<Record<string, number | boolean | string | null>>;

export interface LaneChange extends StepName {
  readonly from: Lane;
  readonly to: Lane;
  /** ISO 8601, UTC: from this instant on the new lane is in force. */
  readonly at: string;
  /** YYYYWW: the week that was closed for a promotion, the open week for a move at once. */
  readonly week: number;
  readonly rule: MoveRule;
  readonly numbers: Numbers;
  readonly reason: string;
}

export type Signal = 'input_shift' | 'outcome_drift' | 'critical_audit' | 'coverage';

export interface Alert extends StepName {
  readonly signal: Signal;
  readonly value: number;
  readonly threshold: number;
  readonly detail: string;
  /** The lane in which the step is after it. */
  readonly lane: Lane;
  readonly at: string;
  readonly week: number;
}

/** The event that answers a sign-off request: complete but for the actor (D37). */
export interface SignoffEvent extends StepName {
  readonly id: string;
  readonly kind: 'signoff.given';
  readonly at: string;
  readonly request_id: string;
  readonly verdict: 'approve';
}

export type SignoffPurpose = 'promote' | 'acknowledge';

export interface SignoffRequest extends StepName {
  readonly request_id: string;
  readonly purpose: SignoffPurpose;
  readonly numbers: Numbers;
  readonly event: SignoffEvent;
  readonly at: string;
}

/** A stretch of time as the ledger keeps it for ever: whatever an answer of the time follows from. */
export interface LedgerRoute {
  /** ISO 8601. */
  readonly from: string;
  readonly lane: Lane;
  readonly audit_rate: number;
  readonly blind_rate: number;
  readonly reason: string;
  readonly audit_seed: string;
  /** Of the hash that picks: `pickRevision` of the time. */
  readonly pick: number;
}

/** One row a step and week, never changed once written. */
export interface LedgerRow extends Figures, StepName {
  /** YYYYWW. */
  readonly week: number;
  readonly week_start: string;
  /** The lane at the close of the week, before a promotion at that close. */
  readonly lane: Lane;
  readonly decision: 'promote' | 'hold' | 'demote';
  readonly rule: MoveRule | null;
  readonly gates: readonly StoredGate[];
  /** Earlier weeks whose figures late events changed since the close before, YYYYWW. */
  readonly amended_weeks: readonly number[];
  /** What routes were answered by, and from when on: changes since the row before. Left out by older versions. */
  readonly routes?: readonly LedgerRoute[];
}

/** ISO 8601 in UTC with milliseconds (D3). */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
