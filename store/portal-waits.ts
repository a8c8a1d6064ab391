/** Which tasks wait for which portal, since when and why: written by each try, read by the console. */
import type { WaitingOn } from '../domain/dispatch/task-record.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import type { Queryable } from './database.ts';

export interface PortalWait {
  /** The playbook. */
  readonly portal: string;
  readonly portalName: string;
  /** What the newest try met, as half a sentence. */
  readonly reason: string;
  readonly since: Date;
  readonly tries: number;
  readonly lastAt: Date;
  /** The recipe that a task waits to see replaced, where the portal has changed; null where it does not respond. */
  readonly changed: { readonly digest: string; readonly taskType: TaskType } | null;
}

const isSame = 'waits.portal = excluded.portal and waits.changed_digest is not distinct from excluded.changed_digest';

/** A try failed. */
export async function noteWait(
  q: Queryable,
  taskId: string,
  wait: Pick<PortalWait, 'portal' | 'portalName' | 'reason'> & Partial<Pick<PortalWait, 'changed'>>,
  at: Date,
): Promise<void> {
  await q.query({
    name: 'note-portal-wait',
    text: `insert into portal_waits as waits (task_id, portal, portal_name, reason, since, last_at, changed_digest, changed_task_type)
           values ($1, $2, $3, $4, $5, $5, $6, $7)
           on conflict (task_id) do update set
             since = case when ${isSame} then waits.since else excluded.since end,
             tries = case when ${isSame} then waits.tries + 1 else 1 end, 
             changed_digest = excluded.changed_digest, changed_task_type = excluded.changed_task_type,
             portal = excluded.portal, portal_name = excluded.portal_name, reason = excluded.reason,
             last_at = excluded.last_at`,
    values: [
      taskId,
      wait.portal,
      wait.portalName,
      wait.reason,
      at,
      wait.changed?.digest ?? null,
      wait.changed?.taskType ?? null,
    ],
  });
}

/** The portal was seen to work. */
export async function endWait(q: Queryable, taskId: string): Promise<void> {
  await q.query({
    name: 'end-portal-wait',
    text: 'delete from portal_waits where task_id = $1',
    values: [taskId],
  });
}

/** Of the tasks that wait; those that do not have no entry. */
export async function readWaits(q: Queryable, taskIds: readonly string[]): Promise<Map<string, PortalWait>> {
  if (taskIds.length === 0) return new Map();
  const found = await q.query<PortalWait & { taskId: string }>(
    `select task_id as "taskId", portal, portal_name as "portalName", reason, since, tries, last_at as "lastAt",
            case when changed_digest is not null
                 then json_build_object('digest', changed_digest, 'taskType', changed_task_type) end as changed
       from portal_waits where task_id = any($1)`,
    [taskIds],
  );
  return new Map(found.rows.map((row) => [row.taskId, row]));
}

/**
 * What running tasks wait for; those that do not wait have no entry. An open question comes before the portal, and a portal whose
 * login is in use counts as one that does not respond.
 */
export async function readWaitingOn(q: Queryable, taskIds: readonly string[]): Promise<Map<string, WaitingOn>> {
  if (taskIds.length === 0) return new Map();
  const found = await q.query<{ taskId: string; on: WaitingOn }>(
    `select task_id as "taskId", 'portal' as "on" from portal_waits where task_id = any($1)
     union all
     select task_id, 'portal' from portal_queue where task_id = any($1) and present_until > now()
     union all
     select task_id, 'person' from task_questions where task_id = any($1) and ended_at is null and until > now()
      order by 2 desc`,
    [taskIds],
  );
  return new Map(found.rows.map(({ taskId, on }) => [taskId, on]));
}

export interface PortalOutage extends PortalWait {
  /** Tasks that wait for it. */
  readonly tasks: number;
}

/** Portals that do not respond and that tasks wait for, the longest away first, each with what the newest try met. */
export async function listOutages(q: Queryable): Promise<PortalOutage[]> {
  const found = await q.query<PortalOutage>(
    `select portal, (array_agg(portal_name order by last_at desc))[1] as "portalName",
            (array_agg(reason order by last_at desc))[1] as reason, min(since) as since, max(tries) as tries,
            max(last_at) as "lastAt", count(*)::int as tasks, null as changed
       from portal_waits where changed_digest is null group by portal order by min(since), portal`,
  );
  return found.rows;
}
