/** Gives an audit that waits to a person, or releases it. */
import { type Assignment, assignPendingAudit } from '../../store/lanes/pending-audits.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { LanesCommands } from './deps.ts';

/** @returns who has it now */
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
