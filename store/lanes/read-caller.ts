/** Who calls the lanes API: the workspace of a bearer key, with what a request needs to know of it. */
import type { Queryable } from '../database.ts';

export interface WorkspaceKeyRow {
  readonly keyId: string;
  readonly scopes: readonly string[];
  readonly no: number;
  readonly id: string;
  readonly timeZone: string;
  readonly auditSeed: string;
  readonly simulation: boolean;
}

/** The workspace whose key has this SHA-256, if the key is in force now. */
export async function readWorkspaceByKey(q: Queryable, hash: Buffer): Promise<WorkspaceKeyRow | undefined> {
  const found = await q.query<WorkspaceKeyRow>({
    name: 'read-workspace-by-key',
    text: `select keys.id as "keyId", scopes, workspaces.no, workspaces.id, time_zone as "timeZone",
             audit_seed as "auditSeed", simulation
             from keys join workspaces on workspaces.id = owner_id
            where hash = $1 and owner_kind = 'workspace'
              and revoked_at is null and (valid_until is null or valid_until > now())`,
    values: [hash],
  });
  return found.rows[0];
}
