/** What people do about items that wait for them: take an audit, and say who was right, a settlement event as any other. */
import { textSha256 } from '../../process/evidence-crypto.ts';
import type { Severity, SettlementVerdict, ItemName } from '../../domain/lanes/event.ts';
import { settlementEvent } from '../../domain/lanes/operator-events.ts';
import { type Disagreement, readDisagreement } from '../../store/lanes/disagreements.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { type Assignment, assignPendingAudit } from '../../store/lanes/pending-audits.ts';
import type { WorkspaceRow } from '../../store/lanes/workspaces.ts';
import { type Refusal, isRefused, refusal } from '../refusal.ts';
import type { LanesCommands } from './deps.ts';
import { acceptEvents } from './accept-events.ts';

/** What an answer of a person to the lanes needs; the command line has no routes of its own. */
export type AnswerDeps = Pick<LanesCommands, 'pool' | 'ingest' | 'routes' | 'metrics' | 'now'>;

export interface Answerer {
  /** The name in the event. */
  readonly by: string;
  /** For the audit log. */
  readonly actor: string;
}

interface Settlement {
  readonly verdict: SettlementVerdict;
  /** Where it differs from the one that was found. */
  readonly severity: Severity | undefined;
  readonly reason: string | undefined;
}

type Settled =
  | { readonly kind: 'unknown' }
  /** A person had settled it before. */
  | { readonly kind: 'too_late'; readonly now: Disagreement }
  | { readonly kind: 'rejected'; readonly finding: string }
  | { readonly kind: 'settled'; readonly waiting: number }
  /** Events of this workspace are held: it is stored and counts from the next close on. */
  | { readonly kind: 'held'; readonly waiting: number };

export async function settle(
  deps: AnswerDeps,
  workspace: WorkspaceRow,
  place: ItemName,
  settlement: Settlement,
  { by, actor }: Answerer,
): Promise<Settled> {
  const before = await readDisagreement(deps.pool, workspace.no, place);
  if (before === undefined) return { kind: 'unknown' };
  if (before.settled?.by === 'person') return { kind: 'too_late', now: before };
  const event = settlementEvent(
    place,
    settlement,
    {
      by,
      nowMs: deps.now().getTime(),
      dataClockMs: (workspace.dataClock ?? before.since).getTime(),
      timeZone: workspace.timeZone,
    },
    textSha256,
  );
  const answer = await acceptEvents(deps, { ...workspace, actor }, [event], false);
  // A person needs no scope, so only the event itself can be refused.
  if (isRefused(answer)) return { kind: 'rejected', finding: answer.findings[0] };
  const [rejected] = answer.rejected;
  if (rejected) return { kind: 'rejected', finding: rejected.errors[0] ?? 'the decision was refused' };
  const after = (await readDisagreement(deps.pool, workspace.no, place)) ?? before;
  if (answer.accepted === 1 && after.settled?.eventId === event.id)
    return { kind: 'settled', waiting: answer.waiting_settlement };
  if (after.settled !== null && after.settled.by === 'person') return { kind: 'too_late', now: after };
  // What neither counts nor waits was a duplicate: another event has the id.
  if (answer.accepted === 0 && answer.held.events === 0)
    return { kind: 'rejected', finding: `another event has the id ${event.id}` };
  return { kind: 'held', waiting: answer.waiting_settlement };
}

/**
 * Gives an audit that waits to a person, or releases it.
 * @returns who has it now
 */
export async function assignAudit(
  { pool }: Pick<LanesCommands, 'pool'>,
  workspace: WorkspaceRef,
  wanted: Assignment,
  actor: string,
): Promise<{ readonly person: string | null } | Refusal> {
  const done = await assignPendingAudit(pool, workspace, wanted, actor);
  if (done === undefined) return refusal('not_found', 'there is no such audit that waits for this item');
  if (done.person === wanted.person) return { person: done.person };
  return refusal('already_assigned', `the audit is assigned to ${done.person ?? 'nobody'}; release it first`);
}
