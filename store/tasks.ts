/** Tasks: written once on (sender, key), moved on by their workflow's activities only, listed newest first. */
import type { Ending } from '../domain/dispatch/ending.ts';
import type { PresentableApproval, PresentableTask } from '../domain/dispatch/present-task.ts';
import type { OutcomeReason, Status, TaskType } from '../domain/dispatch/task.ts';
import { discussionColumns } from './approval-discussion.ts';
import { addAudit } from './audit-log.ts';
import { type ListPlace, cursorAfterMade, pageOf } from './cursor.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

export type { Ending };

export interface TaskRow extends PresentableTask {
  readonly senderId: string;
  /** The key the task came with; null where no key was used. */
  readonly submittedByKey: string | null;
  readonly contentDigest: string;
  readonly playbookDigest: string | null;
  readonly podFile: string | null;
  readonly manifestFile: string | null;
  /** How often the capability links of the task were revoked. */
  readonly linkGeneration: number;
  /** The task that took over the key and the work of this one, which had failed. */
  readonly retriedBy: string | null;
}

export type NewTask = Pick<
  TaskRow,
  | 'id'
  | 'senderId'
  | 'submittedByKey'
  | 'taskType'
  | 'params'
  | 'instruction'
  | 'clientRef'
  | 'idempotencyKey'
  | 'contentDigest'
  | 'callbackUrl'
  | 'priority'
  | 'requestedBy'
  | 'channel'
> & {
  /** The trace that it came with, as the header of the W3C. */
  readonly traceparent?: string | null;
};

/** Of a TaskRow. */
export const taskColumns = `id, sender_id as "senderId", submitted_by_key as "submittedByKey", task_type as "taskType", status,
  outcome_reason as "outcomeReason", summary, params, instruction, client_ref as "clientRef",
  idempotency_key as "idempotencyKey", content_digest as "contentDigest", callback_url as "callbackUrl", priority,
  requested_by as "requestedBy", channel, portal, playbook_digest as "playbookDigest",
  confirmation_number as "confirmationNumber", pod_file as "podFile", manifest_file as "manifestFile",
  link_generation as "linkGeneration", error,
  retried_by as "retriedBy",
  created_at as "createdAt", updated_at as "updatedAt", finished_at as "finishedAt"`;

/** Milliseconds are what answers and cursors show, so nothing finer is stored. */
export const nowMs = `date_trunc('milliseconds', now())`;

/** @param senderId when given, another sender's task is as if it were not there */
export async function readTask(q: Queryable, taskId: string, senderId?: string): Promise<TaskRow | undefined> {
  const found = await q.query<TaskRow>({
    name: 'read-task',
    text: `select ${taskColumns} from tasks where id = $1 and ($2::text is null or sender_id = $2)`,
    values: [taskId, senderId ?? null],
  });
  return found.rows[0];
}

/** The trace that a task belongs to, as the header of the W3C; null where it came without. */
export async function readTraceparent(q: Queryable, taskId: string): Promise<string | null> {
  const found = await q.query<{ traceparent: string | null }>('select traceparent from tasks where id = $1', [taskId]);
  return found.rows[0]?.traceparent ?? null;
}

/** A task, and the trace that its workflow belongs to. */
export async function startableTask(
  q: Queryable,
  taskId: string,
): Promise<{ readonly task: TaskRow; readonly traceparent: string | null } | undefined> {
  const task = await readTask(q, taskId);
  return task && { task, traceparent: await readTraceparent(q, taskId) };
}

export interface TaskFilter {
  readonly status?: Status;
  readonly taskType?: TaskType;
  readonly outcomeReason?: OutcomeReason;
  readonly clientRef?: string;
  readonly limit: number;
  /** The last task of the page before. */
  readonly after?: ListPlace;
}

/** A page of a sender's tasks, newest first. Tasks that come in meanwhile never shift a later page. */
export async function listTasks(
  q: Queryable,
  senderId: string,
  filter: TaskFilter,
): Promise<{ tasks: TaskRow[]; next: string | null }> {
  const found = await q.query<TaskRow>({
    name: 'list-tasks',
    text: `select ${taskColumns} from tasks
            where sender_id = $1
              and ($2::text is null or status = $2)
              and ($3::text is null or task_type = $3)
              and ($4::text is null or client_ref = $4)
              and ($5::timestamptz is null or (created_at, id) < ($5, $6))
              and ($8::text is null or outcome_reason = $8)
            order by created_at desc, id desc
            limit $7`,
    values: [
      senderId,
      filter.status ?? null,
      filter.taskType ?? null,
      filter.clientRef ?? null,
      filter.after?.at ?? null,
      filter.after?.id ?? null,
      filter.limit + 1,
      filter.outcomeReason ?? null,
    ],
  });
  const { page: tasks, next } = pageOf(found.rows, filter.limit, cursorAfterMade);
  return { tasks, next };
}

/** Work has begun. A task that is not queued any more is left as it is. */
export async function markRunning(
  q: Queryable,
  taskId: string,
  plan: { readonly portal: string | null; readonly playbookDigest: string | null },
): Promise<TaskRow> {
  const moved = await q.query<TaskRow>({
    name: 'mark-running',
    text: `update tasks set status = 'running', portal = $2, playbook_digest = $3, updated_at = ${nowMs}
            where id = $1 and status = 'queued' returning ${taskColumns}`,
    values: [taskId, plan.portal, plan.playbookDigest],
  });
  return moved.rows[0] ?? (await mustRead(q, taskId));
}

/** By which playbook a task was planned; undefined where it was planned by none. */
export async function plannedPlaybook(
  q: Queryable,
  taskId: string,
): Promise<{ readonly portal: string; readonly digest: string } | undefined> {
  const { rows } = await q.query<{ portal: string; digest: string }>({
    name: 'planned-playbook',
    text: 'select portal, playbook_digest as digest from tasks where id = $1 and playbook_digest is not null',
    values: [taskId],
  });
  return rows[0];
}

/** The task waits for a person. @returns the task, or undefined when it has ended */
export async function markAwaiting(q: Queryable, taskId: string): Promise<TaskRow | undefined> {
  return moveOpenTask(q, taskId, 'awaiting_approval');
}

/** A person has decided; the work continues. @returns the task, or undefined when it has ended */
export async function markGoingOn(q: Queryable, taskId: string): Promise<TaskRow | undefined> {
  return moveOpenTask(q, taskId, 'running');
}

async function moveOpenTask(q: Queryable, taskId: string, status: Status): Promise<TaskRow | undefined> {
  const moved = await q.query<TaskRow>(
    `update tasks set status = $2, updated_at = ${nowMs} where id = $1 and finished_at is null returning ${taskColumns}`,
    [taskId, status],
  );
  return moved.rows[0];
}

/** Ends a task. Safe twice: a final state is never left, the second call changes nothing and says so. */
export async function finishTask(
  q: Queryable,
  taskId: string,
  ending: Ending,
): Promise<{ task: TaskRow; changed: boolean }> {
  const moved = await q.query<TaskRow>({
    name: 'finish-task',
    text: `with over as (delete from portal_waits where task_id = $1),
                served as (delete from portal_queue where task_id = $1)
           update tasks set status = $2, outcome_reason = $3, summary = $4, confirmation_number = $5, pod_file = $6,
                  manifest_file = $7, error = $8, updated_at = ${nowMs}, finished_at = ${nowMs}
            where id = $1 and finished_at is null returning ${taskColumns}`,
    values: [
      taskId,
      ending.status,
      ending.outcomeReason,
      ending.summary,
      ending.confirmationNumber,
      ending.podFile,
      ending.manifestFile,
      ending.error === null ? null : JSON.stringify(ending.error),
    ],
  });
  const task = moved.rows[0];
  return task ? { task, changed: true } : { task: await mustRead(q, taskId), changed: false };
}

async function mustRead(q: Queryable, taskId: string): Promise<TaskRow> {
  const task = await readTask(q, taskId);
  if (!task) throw new Error(`there is no task ${taskId}`);
  return task;
}

export interface ApprovalRow extends PresentableApproval {
  readonly taskId: string;
}

/** The approvals of tasks, oldest first; a task without any has no entry. */
export async function readApprovals(q: Queryable, taskIds: readonly string[]): Promise<Map<string, ApprovalRow[]>> {
  const approvals = new Map<string, ApprovalRow[]>();
  if (taskIds.length === 0) return approvals;
  const found = await q.query<ApprovalRow>({
    name: 'read-approvals',
    text: `select id, task_id as "taskId", reason, amount_cents as "amountCents", status,
             superseded_by as "supersededBy", digest, change, shown, page, shown_sha256 as "shownSha256", requested_at as "requestedAt",
             expires_at as "expiresAt", decided_at as "decidedAt", decided_by as "decidedBy", note, decisions,
             ${discussionColumns}
             from approvals where task_id = any($1) order by requested_at, id`,
    values: [taskIds],
  });
  for (const row of found.rows) approvals.set(row.taskId, [...(approvals.get(row.taskId) ?? []), row]);
  return approvals;
}

// Revokes the capability links of a task: anyone who holds an old one sees nothing any more (D19).

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
