/** Which acts of an agent wait for their audit, and until when it is due. */
import type { Lane, WorkEvent, ItemName } from './event.ts';
import type { ItemState } from './machine/item-state.ts';
import { isoTime } from './moves.ts';

interface PendingAudit {
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
export interface PendingAuditView extends ItemName {
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

// What the audit log has of the requests of a workspace: acts that people answer for, whichever way they came.

/** A line of the audit log but for who acted. */
export interface AuditedAct {
  readonly act: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const noteLimit = 2000;

/**
 * Verdicts that move lanes or close the settle queue, and definitions. Work, audits and outcomes are the log of the
 * workspace itself; what a model settles is counted with its run.
 * @param events those that were stored
 * @param note of the person who acted
 */
export function actsOf(workspaceId: string, events: readonly WorkEvent[], note: string): AuditedAct[] {
  return events.flatMap((event): AuditedAct[] => {
    const { id: event_id, queue } = event;
    const by = event.actor.id;
    switch (event.kind) {
      case 'settlement.made': {
        if (event.by !== 'person') return [];
        const { step, item, verdict, severity } = event;
        const details = { queue, step, item, verdict, ...(severity === null ? {} : { severity }), event_id, by };
        return [{ act: 'disagreement.settled', subject: workspaceId, details }];
      }
      case 'signoff.given': {
        const { step, requestId, verdict } = event;
        const act = verdict === 'approve' ? 'signoff.approved' : 'signoff.declined';
        const details = { owner_id: workspaceId, queue, step, event_id, by, note: note.slice(0, noteLimit) };
        return [{ act, subject: requestId, details }];
      }
      case 'queue.defined':
        return [
          {
            act: 'queue.defined',
            subject: workspaceId,
            details: { queue, steps: event.steps.length, event_id, by },
          },
        ];
      case 'step.done':
      case 'audit.result':
      case 'outcome.recorded':
        return [];
      default:
        return event satisfies never;
    }
  });
}

/** The first request that holds the events of a workspace back; those after it add to what is held. */
export function actOfHold(workspaceId: string): AuditedAct {
  return { act: 'events.held', subject: workspaceId, details: {} };
}

/** @param through epoch ms */
export function actOfClose(workspaceId: string, through: number): AuditedAct {
  return { act: 'weeks.closed', subject: workspaceId, details: { through: isoTime(through) } };
}
