/** Writes tasks once for each (sender, key); the key of a task that failed is free for the same work (D13). */
import type { Queryable } from './database.ts';
import { type NewTask, type TaskRow, nowMs, taskColumns } from './tasks.ts';
import { type WorkflowStart, addedStarts, startValues } from './workflow-starts.ts';

export interface Inserted {
  /** The new task, or the first one that came with this key. */
  readonly task: TaskRow;
  readonly created: boolean;
}

/**
 * First writer wins on (sender, key), among tasks that were not retried. Inserts tasks in one statement, and a few more when some keys were there before; the results are in the order given.
 * A key that comes twice in one call is a duplicate of its first row. The key of a task that failed is free for the same
 * content. A task without a callback URL gets the one that its sender registered, if any. Call it in a transaction.
 */
export async function insertTasks(q: Queryable, tasks: readonly NewTask[]): Promise<Inserted[]> {
  const created = await insertFresh(q, tasks);
  let rest = tasks.filter((task) => !created.has(task.id));
  if (rest.length > 0 && (await freeKeys(q, rest))) {
    for (const [id, task] of await insertFresh(q, rest)) created.set(id, task);
    rest = rest.filter((task) => !created.has(task.id));
  }
  const firsts = rest.length === 0 ? new Map<string, TaskRow>() : await readFirsts(q, rest);
  return tasks.map((task) => {
    const fresh = created.get(task.id);
    if (fresh) return { task: fresh, created: true };
    const first = firsts.get(onceKey(task));
    if (!first) throw new Error(`task ${task.id} was neither written nor there before`);
    return { task: first, created: false };
  });
}

/** In one order for everybody: writers with the same keys then wait for one another instead of locking up. */
function inKeyOrder(tasks: readonly NewTask[]): NewTask[] {
  const ordered = [...tasks.entries()].sort(([i, a], [j, b]) => compareText(onceKey(a), onceKey(b)) || i - j);
  return ordered.map(([, task]) => task);
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const insertedTasks = `insert into tasks (id, sender_id, submitted_by_key, task_type, params, instruction, client_ref,
             idempotency_key, content_digest, callback_url, priority, requested_by, channel, traceparent, created_at,
             updated_at)
           select id, sender, submitted_by, type, params, instruction, client_ref, key, digest,
                  coalesce(url, (select callback_url from senders where senders.id = sender)),
                  priority, requested_by, channel, traceparent, ${nowMs}, ${nowMs}
             from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::text[], $7::text[],
                         $8::text[], $9::text[], $10::text[], $11::text[], $12::jsonb[], $13::text[],
                         $14::text[])
               as new (id, sender, submitted_by, type, params, instruction, client_ref, key, digest, url,
                       priority, requested_by, channel, traceparent)
           on conflict (sender_id, idempotency_key) where retried_by is null do nothing
           returning ${taskColumns}`;

function taskValues(tasks: readonly NewTask[]): unknown[] {
  const ordered = inKeyOrder(tasks);
  const column = <T>(value: (task: NewTask) => T): T[] => ordered.map(value);
  return [
    column((task) => task.id),
    column((task) => task.senderId),
    column((task) => task.submittedByKey),
    column((task) => task.taskType),
    column((task) => jsonOf(task.params)),
    column((task) => task.instruction),
    column((task) => task.clientRef),
    column((task) => task.idempotencyKey),
    column((task) => task.contentDigest),
    column((task) => task.callbackUrl),
    column((task) => task.priority),
    column((task) => jsonOf(task.requestedBy)),
    column((task) => task.channel),
    column((task) => task.traceparent ?? null),
  ];
}

/** @returns those that were written, by id; the keys of the others are taken */
async function insertFresh(q: Queryable, tasks: readonly NewTask[]): Promise<Map<string, TaskRow>> {
  const created = await q.query<TaskRow>({ name: 'insert-tasks', text: insertedTasks, values: taskValues(tasks) });
  return new Map(created.rows.map((row) => [row.id, row]));
}

/**
 * Inserts tasks whose keys are new together with their workflow starts, in one statement that is a transaction by itself.
 * @returns those that were written, by id; of the others nothing was
 */
export async function insertNewTasks(
  q: Queryable,
  tasks: readonly NewTask[],
  startOf: (task: NewTask) => WorkflowStart,
): Promise<Map<string, TaskRow>> {
  const created = await q.query<TaskRow>({
    name: 'insert-new-tasks',
    text: `with created as (${insertedTasks}),
                started as (${addedStarts(15, 'where id in (select created.id from created)')})
           select * from created`,
    values: [...taskValues(tasks), ...startValues(tasks.map(startOf))],
  });
  return new Map(created.rows.map((row) => [row.id, row]));
}

/**
 * A task that failed and wrote nothing, compared with the same work sent again: type, params, instruction and client_ref,
 * as in the derived key. Another channel may add who asked, which does not make it other work.
 */
const isRetryOf = `old.status = 'failed' and old.retried_by is null
  and old.task_type = new.type and old.params = new.params
  and old.instruction is not distinct from new.instruction and old.client_ref is not distinct from new.client_ref
  and not exists (select 1 from portal_intents where task_id = old.id and state <> 'absent')`;

/**
 * Hands the keys of failed tasks over to the tasks that retry them. Of two at the same instant the second waits for the
 * first, and finds the key taken. @returns whether any key may have become free
 */
async function freeKeys(q: Queryable, tasks: readonly NewTask[]): Promise<boolean> {
  const firstOfKey = new Map<string, NewTask>();
  for (const task of inKeyOrder(tasks)) if (!firstOfKey.has(onceKey(task))) firstOfKey.set(onceKey(task), task);
  const retries = [...firstOfKey.values()];
  const failed = await q.query<{ id: string }>({
    name: 'find-retried-tasks',
    text: `select old.id from tasks old
             join unnest($1::text[], $2::text[], $3::text[], $4::jsonb[], $5::text[], $6::text[])
               as new (sender, key, type, params, instruction, client_ref)
               on old.sender_id = new.sender and old.idempotency_key = new.key
            where ${isRetryOf}`,
    values: [
      retries.map((task) => task.senderId),
      retries.map((task) => task.idempotencyKey),
      retries.map((task) => task.taskType),
      retries.map((task) => jsonOf(task.params)),
      retries.map((task) => task.instruction),
      retries.map((task) => task.clientRef),
    ],
  });
  if (failed.rows.length === 0) return false;
  const ids = failed.rows.map(({ id }) => id);
  await q.query({
    name: 'retry-tasks',
    text: `update tasks old set retried_by = new.id, handled_at = coalesce(old.handled_at, now())
             from unnest($1::text[], $2::text[], $3::text[]) as new (sender, key, id)
            where old.sender_id = new.sender and old.idempotency_key = new.key and old.id = any($4)
              and old.retried_by is null`,
    values: [
      retries.map((task) => task.senderId),
      retries.map((task) => task.idempotencyKey),
      retries.map((task) => task.id),
      ids,
    ],
  });
  return true;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const onceKey = (task: Pick<TaskRow, 'senderId' | 'idempotencyKey'>): string =>
  `${task.senderId} ${task.idempotencyKey}`;

async function readFirsts(q: Queryable, tasks: readonly NewTask[]): Promise<Map<string, TaskRow>> {
  const found = await q.query<TaskRow>({
    name: 'read-tasks-by-key',
    text: `select ${taskColumns} from tasks
            where (sender_id, idempotency_key) in (select * from unnest($1::text[], $2::text[]))
              and retried_by is null`,
    values: [tasks.map((task) => task.senderId), tasks.map((task) => task.idempotencyKey)],
  });
  return new Map(found.rows.map((row) => [onceKey(row), row]));
}

/** The tasks that hold keys of the sender's, by key. */
export async function readTasksByKeys(
  q: Queryable,
  senderId: string,
  idempotencyKeys: readonly string[],
): Promise<Map<string, TaskRow>> {
  if (idempotencyKeys.length === 0) return new Map();
  const found = await q.query<TaskRow>(
    `select ${taskColumns} from tasks where sender_id = $1 and idempotency_key = any($2) and retried_by is null`,
    [senderId, idempotencyKeys],
  );
  return new Map(found.rows.map((row) => [row.idempotencyKey, row]));
}

/** The failed task that this one retries, if any. */
export async function readRetried(q: Queryable, taskId: string): Promise<string | undefined> {
  const found = await q.query<{ id: string }>('select id from tasks where retried_by = $1 order by id desc limit 1', [
    taskId,
  ]);
  return found.rows[0]?.id;
}

/** CSV files of tasks that came by a page: kept between preview and taking, and a day longer with their report. */
export interface UploadCounts {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
}

export interface TaskUpload {
  readonly id: string;
  readonly senderId: string;
  readonly actor: string;
  readonly fileName: string;
  readonly content: Buffer;
  readonly createdAt: Date;
  readonly takenAt: Date | null;
  /** The rows with what happened to each, as CSV. */
  readonly report: string | null;
  readonly counts: UploadCounts | null;
}

type NewUpload = Pick<TaskUpload, 'id' | 'senderId' | 'actor' | 'fileName' | 'content'>;

const columns = `id, sender_id as "senderId", actor, file_name as "fileName", content, created_at as "createdAt",
  taken_at as "takenAt", report, counts`;

/** Keeps a file, and deletes those that are older than a day. */
export async function addUpload(q: Queryable, { id, senderId, actor, fileName, content }: NewUpload): Promise<void> {
  await q.query(`delete from task_uploads where created_at < now() - interval '1 day'`);
  await q.query('insert into task_uploads (id, sender_id, actor, file_name, content) values ($1, $2, $3, $4, $5)', [
    id,
    senderId,
    actor,
    fileName,
    content,
  ]);
}

/** @param actor somebody else's file is as if it were not there */
export async function readUpload(q: Queryable, uploadId: string, actor: string): Promise<TaskUpload | undefined> {
  const found = await q.query<TaskUpload>(`select ${columns} from task_uploads where id = $1 and actor = $2`, [
    uploadId,
    actor,
  ]);
  return found.rows[0];
}

/** Keeps what happened to the rows. A second report, of the same file taken twice, changes nothing. */
export async function reportUpload(
  q: Queryable,
  uploadId: string,
  report: string,
  counts: UploadCounts,
): Promise<boolean> {
  const reported = await q.query(
    'update task_uploads set taken_at = now(), report = $2, counts = $3 where id = $1 and taken_at is null',
    [uploadId, report, JSON.stringify(counts)],
  );
  return reported.rowCount === 1;
}
