/** Revokes the capability links of a task: whoever holds an old one sees nothing any more (D19). */
import { addAudit } from './audit-log.ts';
import { inTransaction } from './database.ts';
import type { Pool } from './database.ts';

/**
 * The one way in, for every surface. The record carries fresh links from here on.
 * @param actor for the audit log
 * @returns false where there is no such task
 */
export async function revokeTaskLinks(pool: Pool, taskId: string, actor: string): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    const revoked = await q.query<{ ownerId: string; generation: number }>(
      `update tasks set link_generation = link_generation + 1 where id = $1
       returning sender_id as "ownerId", link_generation as generation`,
      [taskId],
    );
    const [task] = revoked.rows;
    if (task === undefined) return false;
    const details = { owner_id: task.ownerId, link_generation: task.generation };
    await addAudit(q, { actor, act: 'task.links_revoked', subject: taskId, details });
    return true;
  });
}
