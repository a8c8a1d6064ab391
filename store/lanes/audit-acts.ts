/** Lines of the audit log about a workspace, written by the round that takes what they tell of. */
import type { AuditedAct } from '../../domain/lanes/audited-act.ts';
import type { SettleRun } from '../../domain/lanes/settler/run.ts';
import { addAudit } from '../audit-log.ts';
import type { Queryable } from '../database.ts';

export interface AttributedAct extends AuditedAct {
  readonly actor: string;
}

/** The purpose of an answered sign-off request is added from its row. Call it in the transaction of the round. */
export async function addLaneAudits(q: Queryable, workspaceNo: number, acts: readonly AttributedAct[]): Promise<void> {
  if (acts.length === 0) return;
  await q.query({
    name: 'lane-audit',
    text: `insert into audit_log (actor, act, subject, details)
           select row->>0, row->>1, row->>2,
                  coalesce((row->3)::jsonb || (select jsonb_build_object('purpose', request->>'purpose') from lane_signoffs
                                                where workspace_no = $1 and request_id = row->>2), (row->3)::jsonb)
             from json_array_elements($2::json) with ordinality as acts (row, n) order by n`,
    values: [
      workspaceNo,
      JSON.stringify(acts.map(({ actor, act, subject, details }) => [actor, act, subject, details])),
    ],
  });
}

/** Somebody had the settler run. */
export async function auditSettlerRun(
  q: Queryable,
  { workspace, runId, limit }: Pick<SettleRun, 'workspace' | 'runId' | 'limit'>,
  actor: string,
): Promise<void> {
  await addAudit(q, { actor, act: 'settler.started', subject: workspace.id, details: { run_id: runId, limit } });
}
