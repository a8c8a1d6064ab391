/** Tasks: written once on (sender, key), moved on by their workflow's activities only, listed newest first. */
import type { Ending } from '../domain/dispatch/ending.ts';
import type { Status, TaskType } from '../domain/dispatch/task.ts';
import { encodeCursor } from './cursor.ts';
import type { ListPlace } from './cursor.ts';
import type { Queryable } from './database.ts';
import type { PresentableApproval, PresentableTask } from '../domain/dispatch/present-task.ts';

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
>;

export interface Inserted {
  /** The new task, or the first one that came with this key. */
  readonly task: TaskRow;
  readonly created: boolean;
}

const columns = `id, sender_id as "senderId", submitted_by_key as "submittedByKey", task_type as "taskType", status,
  outcome_reason as "outcomeReason", summary, params, instruction, client_ref as "clientRef",
  idempotency_key as "idempotencyKey", content_digest as "contentDigest", callback_url as "callbackUrl", priority,
  requested_by as "requestedBy", channel, portal, playbook_digest as "playbookDigest",
  confirmation_number as "confirmationNumber", pod_file as "podFile", manifest_file as "manifestFile",
  link_generation as "linkGeneration", error,
  created_at as "createdAt", updated_at as "updatedAt", finished_at as "finishedAt"`;

/** Milliseconds are what answers and cursors show, so nothing finer is stored. */
const nowMs = `date_trunc('milliseconds', now())`;

/** First writer wins on (sender, key). */
export async function insertTask(q: Queryable, task: NewTask): Promise<Inserted> {
  const [inserted] = await insertTasks(q, [task]);
  if (!inserted) throw new Error('an insert of one task gave no task');
  return inserted;
}

/**
 * Inserts tasks in one statement, or two when some keys were there before; the answers stand in the order given.
 * A key that comes twice in one call is a duplicate of its first row. A task without a callback URL gets the one
 * that its sender registered, if any.
 */
export async function insertTasks(q: Queryable, tasks: readonly NewTask[]): Promise<Inserted[]> {
  // In one order for everybody: writers with the same keys then wait for one another instead of locking up.
  const ordered = [...tasks.entries()].sort(([i, a], [j, b]) => compareText(onceKey(a), onceKey(b)) || i - j);
  const column = <T>(value: (task: NewTask) => T): T[] => ordered.map(([, task]) => value(task));
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  const created = await q.query<TaskRow>({
    name: 'insert-tasks',
    text: `insert into tasks (id, sender_id, submitted_by_key, task_type, params, instruction, client_ref,
             idempotency_key, content_digest, callback_url, priority, requested_by, channel, created_at, updated_at)
           select id, sender, submitted_by, type, params, instruction, client_ref, key, digest,
                  coalesce(url, (select callback_url from senders where senders.id = sender)),
                  priority, requested_by, channel, ${nowMs}, ${nowMs}
             from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::text[], $7::text[],
                         $8::text[], $9::text[], $10::text[], $11::text[], $12::jsonb[], $13::text[])
               as new (id, sender, submitted_by, type, params, instruction, client_ref, key, digest, url,
                       priority, requested_by, channel)
           on conflict (sender_id, idempotency_key) do nothing
           returning ${columns}`,
    values: [
      column((task) => task.id),
      column((task) => task.senderId),
      column((task) => task.submittedByKey),
      column((task) => task.taskType),
      column((task) => json(task.params)),
      column((task) => task.instruction),
      column((task) => task.clientRef),
      column((task) => task.idempotencyKey),
      column((task) => task.contentDigest),
      column((task) => task.callbackUrl),
      column((task) => task.priority),
      column((task) => json(task.requestedBy)),
      column((task) => task.channel),
    ],
  });
  const createdIds = new Map(created.rows.map((row) => [row.id, row]));
  const rest = tasks.filter((task) => !createdIds.has(task.id));
  const firsts = rest.length === 0 ? new Map<string, TaskRow>() : await readFirsts(q, rest);
  return tasks.map((task) => {
    const fresh = createdIds.get(task.id);
    if (fresh) return { task: fresh, created: true };
    const first = firsts.get(onceKey(task));
    if (!first) throw new Error(`task ${task.id} was neither written nor there before`);
    return { task: first, created: false };
  });
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const onceKey = (task: Pick<TaskRow, 'senderId' | 'idempotencyKey'>): string =>
  `${task.senderId} ${task.idempotencyKey}`;

async function readFirsts(q: Queryable, tasks: readonly NewTask[]): Promise<Map<string, TaskRow>> {
  const found = await q.query<TaskRow>({
    name: 'read-tasks-by-key',
    text: `select ${columns} from tasks
            where (sender_id, idempotency_key) in (select * from unnest($1::text[], $2::text[]))`,
    values: [tasks.map((task) => task.senderId), tasks.map((task) => task.idempotencyKey)],
  });
  return new Map(found.rows.map((row) => [onceKey(row), row]));
}

/** The tasks that came first with keys of the sender's, by key. */
export async function readTasksByKeys(
  q: Queryable,
  senderId: string,
  idempotencyKeys: readonly string[],
): Promise<Map<string, TaskRow>> {
  if (idempotencyKeys.length === 0) return new Map();
  const found = await q.query<TaskRow>(
    `select ${columns} from tasks where sender_id = $1 and idempotency_key = any($2)`,
    [senderId, idempotencyKeys],
  );
  return new Map(found.rows.map((row) => [row.idempotencyKey, row]));
}

/** @param senderId when given, another sender's task is as if it were not there */
export async function readTask(q: Queryable, taskId: string, senderId?: string): Promise<TaskRow | undefined> {
  const found = await q.query<TaskRow>({
    name: 'read-task',
    text: `select ${columns} from tasks where id = $1 and ($2::text is null or sender_id = $2)`,
    values: [taskId, senderId ?? null],
  });
  return found.rows[0];
}

export interface TaskFilter {
  readonly status?: Status;
  readonly taskType?: TaskType;
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
    text: `select ${columns} from tasks
            where sender_id = $1
              and ($2::text is null or status = $2)
              and ($3::text is null or task_type = $3)
              and ($4::text is null or client_ref = $4)
              and ($5::timestamptz is null or (created_at, id) < ($5, $6))
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
    ],
  });
  const tasks = found.rows.slice(0, filter.limit);
  const last = tasks.at(-1);
  const more = found.rows.length > filter.limit;
  return { tasks, next: more && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null };
}

/** Work has begun. A task that is not queued any more is left as it is. */
export async function markRunning(
  q: Queryable,
  taskId: string,
  plan: { readonly portal: string | null; readonly playbookDigest: string | null },
): Promise<TaskRow> {
  const moved = await q.query<TaskRow>(
    `update tasks set status = 'running', portal = $2, playbook_digest = $3, updated_at = ${nowMs}
      where id = $1 and status = 'queued' returning ${columns}`,
    [taskId, plan.portal, plan.playbookDigest],
  );
  return moved.rows[0] ?? (await mustRead(q, taskId));
}

/** The task waits for a person. @returns the task, or undefined when it has ended */
export async function markAwaiting(q: Queryable, taskId: string): Promise<TaskRow | undefined> {
  return moveOpenTask(q, taskId, 'awaiting_approval');
}

/** A person has decided; the work goes on. @returns the task, or undefined when it has ended */
export async function markGoingOn(q: Queryable, taskId: string): Promise<TaskRow | undefined> {
  return moveOpenTask(q, taskId, 'running');
}

async function moveOpenTask(q: Queryable, taskId: string, status: Status): Promise<TaskRow | undefined> {
  const moved = await q.query<TaskRow>(
    `update tasks set status = $2, updated_at = ${nowMs} where id = $1 and finished_at is null returning ${columns}`,
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
  const moved = await q.query<TaskRow>(
    `with over as (delete from portal_waits where task_id = $1),
          served as (delete from portal_queue where task_id = $1)
     update tasks set status = $2, outcome_reason = $3, summary = $4, confirmation_number = $5, pod_file = $6,
            manifest_file = $7, error = $8, updated_at = ${nowMs}, finished_at = ${nowMs}
      where id = $1 and finished_at is null returning ${columns}`,
    [
      taskId,
      ending.status,
      ending.outcomeReason,
      ending.summary,
      ending.confirmationNumber,
      ending.podFile,
      ending.manifestFile,
      ending.error === null ? null : JSON.stringify(ending.error),
    ],
  );
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
             expires_at as "expiresAt", decided_at as "decidedAt", decided_by as "decidedBy", note, decisions
             from approvals where task_id = any($1) order by requested_at, id`,
    values: [taskIds],
  });
  for (const row of found.rows) approvals.set(row.taskId, [...(approvals.get(row.taskId) ?? []), row]);
  return approvals;
}
