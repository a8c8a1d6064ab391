/** What goes into the lane machine and what comes out of it: log records, tables beside it, results. */
import type { Lane, SettlementVerdict, Severity, Values, WorkEvent, ItemName, StepName } from '../event.ts';
import type { PinChange } from '../pin.ts';
import type { FieldDifference } from '../compare.ts';
import type { InputCount } from '../input-value.ts';
import {
  type Alert,
  type LaneChange,
  type LedgerRow,
  type SignoffPurpose,
  type SignoffRequest,
  isoTime,
} from '../moves.ts';
import type { ItemState, Work } from './item-state.ts';

/** The settings of a workspace that the fold reads; a change is a record of the log. */
export interface WorkspaceRules {
  readonly workspace: string;
  readonly timeZone: string;
  readonly auditSeed: string;
  readonly closeGraceHours: number;
}

/** One event of a request, with its place in the request's array. */
export interface IndexedEvent {
  readonly index: number;
  readonly event: WorkEvent;
}

/**
 * What a part of a close takes: the held events up to this one by time and id, or (null) the clock to `through`, as the
 * next of them would move it.
 */
export interface HeldPart {
  readonly upTo: HeldPlace | null;
}

export interface HeldPlace {
  /** Epoch ms. */
  readonly at: number;
  readonly id: string;
}

export type LogRecord =
  | {
      readonly kind: 'events';
      readonly seq: number;
      /** Valid, not stored before, in the order of the array. */
      readonly events: readonly IndexedEvent[];
      readonly hold: boolean;
      /** When a held request came by the wall clock, epoch ms; not known of requests that older versions held. */
      readonly heldAt?: number;
      /** It comes out of the log: what was taken then is taken again, whatever would be refused by now. */
      readonly stored?: true;
      /** It was sent with a key that speaks for agents alone. */
      readonly fromAgents?: true;
    }
  | {
      readonly kind: 'clock';
      readonly seq: number;
      /** Epoch ms. */
      readonly through: number;
      /** weeks/close or the Schedule; false for the `at` of a route call. */
      readonly close: boolean;
      /** Every event that is held; only with `close`. */
      readonly held: readonly WorkEvent[];
      /** Only this of what is held is taken, and the rest of the close is a record of its own. */
      readonly part?: HeldPart;
    }
  | { readonly kind: 'settings'; readonly seq: number; readonly rules: WorkspaceRules }
  | { readonly kind: 'pin'; readonly seq: number; readonly change: PinChange };

/** The states of the items that a record touches, loaded before it is taken. */
export interface ItemTable {
  get(stepNo: number, item: string): ItemState | undefined;
  /** Marks it changed. The machine may continue changing a state that it has put. */
  put(stepNo: number, item: string, state: ItemState): void;
}

/** Counts of watched inputs that are stored already; the machine adds those that it has not handed over yet. */
export interface InputTable {
  stored(stepNo: number, stint: number): readonly InputCount[];
}

/** Somebody's work as the settle queue and the evidence show it. */
export interface ShownWork {
  readonly event_id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly actor: string;
  readonly decision: string | null;
  /** Null where only a verdict was given. */
  readonly outputs: Values | null;
}

export function shownWork(work: Work): ShownWork {
  return {
    event_id: work.i,
    at: isoTime(work.t),
    actor: work.a,
    decision: work.d ?? null,
    outputs: work.o ?? null,
  };
}

/** A disagreement of material or critical severity that came up, or was settled (then `settled` is set). */
export interface DisagreementChange extends ItemName {
  readonly stepNo: number;
  /** YYYYWW of the item. */
  readonly week: number;
  /** A settlement may have replaced it. */
  readonly severity: Severity;
  /** Epoch ms: the later of the two outputs. */
  readonly since: number;
  readonly settled: {
    readonly verdict: SettlementVerdict;
    readonly by: 'person' | 'model';
    readonly actor: string;
    readonly eventId: string;
    readonly at: number;
    readonly reason?: string;
  } | null;
  /** What differs; null in a change that only settles, where the row already has it. */
  readonly found: {
    readonly operator: ShownWork;
    readonly agent: ShownWork;
    readonly fields: readonly FieldDifference[];
  } | null;
}

/** Audits of a step in Auto that have waited for a week or longer; reported at the close of a week. */
export interface AuditReminder extends StepName {
  /** ISO 8601: when the week was closed. */
  readonly at: string;
  /** YYYYWW: the week that was closed. */
  readonly week: number;
  /** Without a result, those that are overdue among them. */
  readonly waiting: number;
  readonly overdue: number;
  /** ISO 8601: when the next of them is overdue; null where all are. */
  readonly next_due: string | null;
}

/** A result of an audit that was ingested: `counted` false for an item that was not picked. */
export interface AuditChange {
  readonly stepNo: number;
  readonly item: string;
  readonly week: number;
  readonly at: number;
  readonly eventId: string;
  readonly actor: string;
  readonly verdict: 'agree' | 'disagree';
  readonly severity: Severity | null;
  readonly counted: boolean;
}

/** An agent's act that no route of the time allowed: stored, and never effective. */
export interface UnauthorisedAct extends ItemName {
  readonly event_id: string;
  readonly actor: string;
  /** The lane that the step was in at the time of the act. */
  readonly lane: Lane;
  /** ISO 8601. */
  readonly at: string;
}

export type SignoffState = 'waiting' | 'approved' | 'used' | 'declined' | 'withdrawn' | 'void';

/** A sign-off request whose state changed. */
export interface SignoffChange {
  readonly stepNo: number;
  readonly requestId: string;
  readonly purpose: SignoffPurpose;
  readonly state: SignoffState;
  /** Epoch ms. */
  readonly at: number;
  /** Who answered; null when the machine itself changed it. */
  readonly by: string | null;
}

export interface Rejection {
  readonly index: number;
  readonly id: string;
  readonly errors: readonly string[];
}

/** What waits for the next close. */
interface Held {
  readonly events: number;
  /** When the first of them came by the wall clock, epoch ms; null where none is held, or an older version held it. */
  readonly since: number | null;
}

export interface RecordResult {
  readonly accepted: number;
  readonly rejected: readonly Rejection[];
  readonly laneChanges: readonly LaneChange[];
  readonly alerts: readonly Alert[];
  readonly signoffRequests: readonly SignoffRequest[];
  readonly signoffs: readonly SignoffChange[];
  /** YYYYWW, oldest first. */
  readonly closedWeeks: readonly number[];
  /** The newest closed week, or 0. */
  readonly closedWeek: number;
  /** The week of the data clock, or 0 before the first event. */
  readonly weekNumber: number;
  readonly ledger: readonly LedgerRow[];
  /** Disagreements of the whole workspace that nobody has settled. */
  readonly waitingSettlement: number;
  readonly held: Held;
  /** Ids of events dated in a closed week. */
  readonly late: ReadonlySet<string>;
  /** Ids of events that repeat what was done before: stored, and counted nowhere. */
  readonly repeats: ReadonlySet<string>;
  readonly disagreements: readonly DisagreementChange[];
  readonly audits: readonly AuditChange[];
  readonly unauthorised: readonly UnauthorisedAct[];
  /** At the last week that the record closed. */
  readonly auditReminders: readonly AuditReminder[];
}
