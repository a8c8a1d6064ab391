/**
 * Who follows up on tasks that need a person (issue 18). Every act is an entry of the audit log, which is also the history
 * that the task's page shows. `updated_at` never moves with them: it says when the work itself last did.
 */
import { endedForPerson, mayBeOwned, needsPerson, type FollowedTask } from '../domain/dispatch/task.ts';
import { addAudit } from './audit-log.ts';
import { inTransaction, type Pool, type Queryable } from './database.ts';

export interface FollowUp extends FollowedTask {
  readonly ownerId: string | null;
  readonly ownerName: string | null;
}

/** The acts as the audit log has them. */
export const followUpActs = ['task.assigned', 'task.released', 'task.commented', 'task.done', 'task.reopened'] as const;

const columns = `tasks.id, status, handled_at as "handledAt", owner_id as "ownerId", people.name as "ownerName"`;

export async function readFollowUp(q: Queryable, taskId: string): Promise<FollowUp | undefined> {
  const found = await q.query<FollowUp>(
    `select ${columns} from tasks left join people on people.id = owner_id where tasks.id = $1`,
    [taskId],
  );
  return found.rows[0];
}

interface LockedTask extends FollowUp {
  readonly id: string;
  readonly senderId: string;
}

/** In the order of their ids, so that two acts on many tasks wait for one another. */
async function lockTasks(q: Queryable, taskIds: readonly string[]): Promise<LockedTask[]> {
  const found = await q.query<LockedTask>(
    `select ${columns}, sender_id as "senderId" from tasks left join people on people.id = owner_id
      where tasks.id = any($1) order by tasks.id for update of tasks`,
    [taskIds],
  );
  return found.rows;
}

/**
 * What happened to an act on each task; `already`: nothing to change, `owned`: somebody else has it, `over`: there is
 * nothing to do about it any more. Every task is in one of them.
 */
export interface FollowUpResult {
  readonly changed: readonly string[];
  readonly already: readonly string[];
  readonly owned: readonly { readonly id: string; readonly ownerName: string }[];
  readonly over: readonly string[];
}

interface Assignment {
  readonly taskIds: readonly string[];
  /** Null gives the tasks back to everybody. */
  readonly owner: { readonly id: string; readonly email: string } | null;
  /** Tasks of other owners than this are left with them; left out: no matter who has them. */
  readonly from?: string | null;
  readonly actor: string;
}

/** Tasks that are not there any more. */
function goneOf(taskIds: readonly string[], locked: readonly LockedTask[]): string[] {
  const found = new Set(locked.map(({ id }) => id));
  return taskIds.filter((id) => !found.has(id));
}

export async function assignTasks(pool: Pool, { taskIds, owner, from, actor }: Assignment): Promise<FollowUpResult> {
  return inTransaction(pool, async (q) => {
    const locked = await lockTasks(q, taskIds);
    const result = {
      changed: [] as string[],
      already: [] as string[],
      owned: [] as { id: string; ownerName: string }[],
      over: goneOf(taskIds, locked),
    };
    for (const task of locked) {
      const { id, ownerId, senderId } = task;
      if (!mayBeOwned(task)) result.over.push(id);
      else if (ownerId === (owner?.id ?? null)) result.already.push(id);
      else if (from !== undefined && ownerId !== null && ownerId !== from)
        result.owned.push({ id, ownerName: task.ownerName ?? ownerId });
      else {
        await q.query('update tasks set owner_id = $2 where id = $1', [id, owner?.id ?? null]);
        const details = { owner_id: senderId, ...(owner === null ? {} : { to: owner.email }) };
        await addAudit(q, { actor, act: owner === null ? 'task.released' : 'task.assigned', subject: id, details });
        result.changed.push(id);
      }
    }
    return result;
  });
}

/** Says that what a task left to a person was done. Tasks that nobody has to do anything about are left as they are. */
export async function markDone(
  pool: Pool,
  { taskIds, note, actor }: { readonly taskIds: readonly string[]; readonly note: string; readonly actor: string },
): Promise<FollowUpResult> {
  return inTransaction(pool, async (q) => {
    const changed: string[] = [];
    const locked = await lockTasks(q, taskIds);
    const over = goneOf(taskIds, locked);
    for (const task of locked) {
      if (!needsPerson(task)) {
        over.push(task.id);
        continue;
      }
      await q.query('update tasks set handled_at = now() where id = $1', [task.id]);
      await addAudit(q, { actor, act: 'task.done', subject: task.id, details: { owner_id: task.senderId, note } });
      changed.push(task.id);
    }
    return { changed, already: [], owned: [], over };
  });
}

/** @returns whether it was done before, so that it needs a person again now */
export async function reopenTask(pool: Pool, taskId: string, actor: string): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    const [task] = await lockTasks(q, [taskId]);
    if (task === undefined || task.handledAt === null || !endedForPerson(task.status)) return false;
    await q.query('update tasks set handled_at = null where id = $1', [taskId]);
    await addAudit(q, { actor, act: 'task.reopened', subject: taskId, details: { owner_id: task.senderId } });
    return true;
  });
}

export async function commentOnTask(
  pool: Pool,
  { taskId, note, actor }: { readonly taskId: string; readonly note: string; readonly actor: string },
): Promise<void> {
  await inTransaction(pool, async (q) => {
    const [task] = await lockTasks(q, [taskId]);
    if (task === undefined) return;
    await addAudit(q, { actor, act: 'task.commented', subject: taskId, details: { owner_id: task.senderId, note } });
  });
}

/** In the words of the partial index. */
export const unhandled = `finished_at is not null and status in ('escalated', 'failed') and handled_at is null`;

export interface AttentionCounts {
  readonly tasks: number;
  readonly approvals: number;
  readonly disagreements: number;
  /** Requests of lanes for a sign-off. */
  readonly signoffs: number;
}

/** What needs a person now, for the navigation; none counts beyond `most`. */
export async function countAttention(q: Queryable, most: number): Promise<AttentionCounts> {
  const found = await q.query<AttentionCounts>({
    name: 'count-attention',
    text: `select (select count(*) from (select from tasks where ${unhandled} limit $1) as t)::int as tasks,
                  (select count(*) from (select from approvals where status = 'pending' limit $1) as a)::int as approvals,
                  least((select coalesce(sum(waiting_settlement), 0) from workspaces), $1)::int as disagreements,
                  (select count(*) from (select from lane_signoffs where state = 'waiting' limit $1) as s)::int as signoffs`,
    values: [most],
  });
  return found.rows[0] ?? { tasks: 0, approvals: 0, disagreements: 0, signoffs: 0 };
}
