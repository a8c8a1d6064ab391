/** What a workspace's ingest session can be asked for, and what it answers. */
import type { PinChange } from '../../domain/lanes/pin.ts';
import type { WireEvent } from '../../domain/lanes/event.ts';

/** A workspace as the hot path names it: the number is the key of the tables, the id names its workflows. */
export interface WorkspaceRef {
  readonly no: number;
  readonly id: string;
}

/** The workspaces that one ingest session serves: those whose number leaves `no` when it is divided by `of`. */
export interface Shard {
  readonly no: number;
  readonly of: number;
}

/** Numbers are given one after another, so that shards are equally large. */
export function shardOf(workspaceNo: number, of: number): Shard {
  return { no: workspaceNo % of, of };
}

/** What a session serves: a shard, or one workspace alone. */
export type Served = Shard | WorkspaceRef;

/** What of a workspace may change after it was made. */
export interface WorkspaceChange {
  readonly name?: string;
  /** IANA name, checked by the caller. */
  readonly timeZone?: string;
  readonly auditSeed?: string;
  readonly clock?: 'data' | 'wall';
  readonly simulation?: boolean;
  readonly settlerOn?: boolean;
  readonly settlerKill?: boolean;
  readonly closeGraceHours?: number;
}

/** Events as the text of a JSON list: what many of them take the least memory and time as. */
export interface EventsText {
  readonly json: Buffer;
  readonly count: number;
}

export type IngestRequest =
  /** Valid events, as they were accepted; `indexes` are their places in the caller's array where some were left out. */
  | {
      readonly kind: 'events';
      readonly events: readonly WireEvent[] | EventsText;
      readonly indexes?: readonly number[];
      readonly hold: boolean;
      /** Who sends them, for the audit log; left out for what the product does by itself. */
      readonly actor?: string;
      /** What a person wrote beside a verdict. */
      readonly note?: string;
      /** Sent with a key that speaks for agents alone. */
      readonly fromAgents?: true;
    }
  /** A route call's `at`, epoch ms: moves the clock and closes the weeks on the way. */
  | { readonly kind: 'clock'; readonly through: number }
  /**
   * `weeks/close` and the Schedule, epoch ms: judges what was held, then as `clock`. With `expired` it does nothing but
   * end the hold that began then. The Schedule names no actor.
   */
  | { readonly kind: 'close'; readonly through: number; readonly expired?: number; readonly actor?: string }
  | { readonly kind: 'settings'; readonly change: WorkspaceChange; readonly actor: string }
  /** A pin is set or removed, and takes effect at once. */
  | { readonly kind: 'pin'; readonly pin: PinChange; readonly actor: string };

/** Members of an ingest answer (2.5) and of `weeks/close` (D47); the API picks what its answer has. */
export interface RecordAnswer {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly { readonly index: number; readonly id: string; readonly errors: readonly string[] }[];
  readonly lane_changes: readonly unknown[];
  readonly alerts: readonly unknown[];
  readonly signoff_requests: readonly unknown[];
  /** Acts of agents where the lane did not allow them. */
  readonly unauthorised: readonly unknown[];
  /** Weeks that this request closed, `YYYYWW`. */
  readonly closed: readonly number[];
  readonly closed_week: number;
  readonly week_number: number;
  readonly waiting_settlement: number;
  readonly held: HeldEvents;
  /** Route entries up to this version must be in force before the answer is given (D38). */
  readonly route_version: number;
}

/** What waits for the next close (D77). */
interface HeldEvents {
  readonly events: number;
  /** When the first of them came, ISO 8601. */
  readonly since: string | null;
}

/** A request that got no answer. */
export class IngestError extends Error {
  /**
   * `unavailable`: none within the time; it is still ingested, and sending it again is harmless.
   * `not_storable`: this request cannot be stored and changed nothing; `message` is a sentence.
   */
  readonly code: 'unavailable' | 'not_storable';
  constructor(code: IngestError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'IngestError';
    this.code = code;
  }
}
