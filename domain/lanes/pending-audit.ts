/** Which acts of an agent wait for their audit, and until when it is due. */
import type { Lane } from './event.ts';
import type { ItemState } from './machine/item-state.ts';

export interface PendingAudit {
  /** When the agent acted, epoch ms. */
  readonly since: number;
  /** Id of the agent. */
  readonly agent: string;
  /** Every route answer of the time asked for the audit; otherwise some did (D71). */
  readonly required: boolean;
}

/** @returns null where the audit is done; undefined where none was ever asked for */
export function pendingAudit({ e, p, r, t, x }: ItemState): PendingAudit | null | undefined {
  if (e !== 'auto' || p === undefined || t === undefined) return undefined;
  return r === undefined && x ? { since: t, agent: x.a, required: p === 1 } : null;
}

const day = 86_400_000;

/**
 * The first instant at which the audit counts as missing, epoch ms: acts are counted by the day (UTC).
 * @param overdueDays `audit.overdue_days` of the step
 */
export function auditDueAt(since: number, overdueDays: number): number {
  return (Math.floor(since / day) + 1 + overdueDays) * day;
}

/** An act that waits for its audit, as lists show it. */
export interface PendingAuditView {
  readonly queue: string;
  readonly step: string;
  readonly item: string;
  /** Of the step, now: an audit counts in the figures after Auto has ended, too. */
  readonly lane: Lane;
  readonly agent: string;
  readonly required: boolean;
  /** ISO 8601. */
  readonly since: string;
  readonly due: string;
  readonly overdue: boolean;
  /** Who took it or was assigned it. */
  readonly person: string | null;
  readonly assigned_at: string | null;
}
