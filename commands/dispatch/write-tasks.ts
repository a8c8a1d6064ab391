/**
 * Writes tasks together with their workflow starts. Requests that come while a commit is under way share the next
 * one: at 16 connections that is a quarter of the database's work for each task, and lone requests wait for nobody.
 */
import { type Pool, inTransaction } from '../../store/database.ts';
import { outageOf } from '../../store/outages.ts';
import { type Inserted, insertNewTasks, insertTasks } from '../../store/idempotency-keys.ts';
import type { NewTask } from '../../store/tasks.ts';
import { type WorkflowStart, addStarts } from '../../store/workflow-starts.ts';

interface TaskWriterDeps {
  readonly pool: Pool;
  /** Its workflow's id is that of the task. */
  readonly startOf: (task: NewTask) => WorkflowStart;
  /** Called with the number of workflow starts that a commit has put into the outbox, if any. */
  readonly onCommitted: (starts: number) => void;
}

/** @returns what happened to the tasks, in the order given, once it is committed */
export type TaskWriter = (tasks: readonly NewTask[]) => Promise<Inserted[]>;

interface Request {
  readonly tasks: readonly NewTask[];
  readonly resolve: (inserted: Inserted[]) => void;
  readonly reject: (error: unknown) => void;
}

/** One commit being flushed while the next one is filled. */
const commitsInFlight = 2;
const tasksACommit = 200;

export function openTaskWriter(deps: TaskWriterDeps): TaskWriter {
  const waiting: Request[] = [];
  let inFlight = 0;

  const pump = (): void => {
    while (inFlight < commitsInFlight && waiting.length > 0) {
      inFlight += 1;
      void commit(deps, takeRequests(waiting)).finally(() => {
        inFlight -= 1;
        pump();
      });
    }
  };
  return (tasks) =>
    new Promise((resolve, reject) => {
      waiting.push({ tasks, resolve, reject });
      pump();
    });
}

/** The oldest requests, as many as one commit may hold, and at least one. */
function takeRequests(waiting: Request[]): Request[] {
  let size = 0;
  const fitting = waiting.findIndex((request) => (size += request.tasks.length) > tasksACommit);
  return waiting.splice(0, fitting === -1 ? waiting.length : Math.max(1, fitting));
}

async function commit(deps: TaskWriterDeps, requests: readonly Request[]): Promise<void> {
  try {
    const rest = await commitNew(deps, requests);
    const inserted = await write(
      deps,
      rest.flatMap((request) => request.tasks),
    );
    let next = 0;
    for (const request of rest) request.resolve(inserted.slice(next, (next += request.tasks.length)));
  } catch (error) {
    if (requests.length === 1 || outageOf(error) !== undefined) {
      for (const request of requests) request.reject(error);
      return;
    }
    // One of them is at fault: each gets a commit of its own, so that only that one fails.
    for (const request of requests) await commit(deps, [request]);
  }
}

/**
 * What asks for one task whose key is new, as nearly everything does, needs one statement. All tasks of a batch are written
 * or none, so a batch is left to the transaction.
 * @returns the requests that are still to be answered
 */
async function commitNew(deps: TaskWriterDeps, requests: readonly Request[]): Promise<readonly Request[]> {
  const single = requests.flatMap((request) => (request.tasks.length === 1 ? request.tasks : []));
  if (single.length === 0) return requests;
  const created = await insertNewTasks(deps.pool, single, (task) => startFor(deps, task));
  if (created.size > 0) deps.onCommitted(created.size);
  return requests.filter(({ tasks: [task], resolve }) => {
    const row = task && created.get(task.id);
    if (row !== undefined) resolve([{ task: row, created: true }]);
    return row === undefined;
  });
}

/** The requests of one commit have a trace each. */
function startFor({ startOf }: TaskWriterDeps, task: NewTask): WorkflowStart {
  return { ...startOf(task), traceparent: task.traceparent ?? null };
}

async function write(deps: TaskWriterDeps, tasks: readonly NewTask[]): Promise<Inserted[]> {
  if (tasks.length === 0) return [];
  const inserted = await inTransaction(deps.pool, async (q) => {
    const rows = await insertTasks(q, tasks);
    const created = new Set(rows.flatMap((row) => (row.created ? [row.task.id] : [])));
    await addStarts(
      q,
      tasks.filter(({ id }) => created.has(id)).map((task) => startFor(deps, task)),
    );
    return rows;
  });
  const starts = inserted.filter((row) => row.created).length;
  if (starts > 0) deps.onCommitted(starts);
  return inserted;
}
