/** POST and GET of tasks (document 1 §4, D15, D16). */
import type { Context } from 'koa';
import { batchLimit, batchStatus, reportBatch } from '../../domain/dispatch/batch.ts';
import type { RowFate } from '../../domain/dispatch/batch.ts';
import { presentTask } from '../../domain/dispatch/present-task.ts';
import type { TaskRecord } from '../../domain/dispatch/task.ts';
import { listTasks, readApprovals, readTask } from '../../store/tasks.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { callerOf } from '../http/bearer-key.ts';
import { ApiError, findingsError, leadSentence, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { unknownMember } from '../http/sentences.ts';
import type { DispatchDeps } from './deps.ts';
import { readTaskQuery } from './task-query.ts';
import { takeTasks } from './take-tasks.ts';
import type { TaskFate, TaskOrigin } from './take-tasks.ts';

type Handler = (ctx: Context) => Promise<void>;

/** POST /api/tasks: one task, or a batch when the body has `tasks`. */
export function postTasks(deps: DispatchDeps): Handler {
  return async (ctx) => {
    const caller = callerOf(ctx);
    const origin: TaskOrigin = { senderId: caller.ownerId, keyId: caller.keyId, channel: 'api' };
    const body = await readJsonBody(ctx);
    if (typeof body === 'object' && body !== null && Object.hasOwn(body, 'tasks'))
      await answerBatch(deps, ctx, origin, batchRows(body));
    else await answerOne(deps, ctx, origin, body);
  };
}

async function answerOne(deps: DispatchDeps, ctx: Context, origin: TaskOrigin, value: unknown): Promise<void> {
  const [fate] = await takeTasks(deps, origin, [value]);
  if (!fate || fate.kind === 'rejected') throw findingsError(fate?.code ?? 'invalid_task', fate?.findings ?? []);
  markMismatch(deps, ctx, [fate]);
  const [record] = await presentTasks(deps, [fate.task]);
  ctx.status = fate.kind === 'new' ? 201 : 200;
  ctx.set('Location', `/api/tasks/${fate.task.id}`);
  ctx.body = record;
}

/** The rows of a batch. @throws ApiError invalid_batch: nothing of it is queued */
function batchRows(body: object): readonly unknown[] {
  const tasks = (body as { tasks: unknown }).tasks;
  const findings = Object.keys(body)
    .filter((name) => name !== 'tasks')
    .map((name) => unknownMember('', name, ['tasks'], 'member of a batch'))
    .toSorted();
  if (!Array.isArray(tasks)) findings.unshift('tasks must be an array');
  else if (tasks.length === 0) findings.unshift('tasks must not be empty');
  else if (tasks.length > batchLimit)
    findings.unshift(
      `tasks must have at most ${batchLimit} items; this batch has ${tasks.length.toLocaleString('en-US')}`,
    );
  if (findings.length > 0) throw findingsError('invalid_batch', findings.slice(0, 100));
  return tasks as readonly unknown[];
}

async function answerBatch(
  deps: DispatchDeps,
  ctx: Context,
  origin: TaskOrigin,
  rows: readonly unknown[],
): Promise<void> {
  const fates = await takeTasks(deps, origin, rows);
  markMismatch(deps, ctx, fates);
  const tasks = fates.flatMap((fate) => (fate.kind === 'rejected' ? [] : [fate.task]));
  const records = new Map((await presentTasks(deps, tasks)).map((record) => [record.id, record]));
  const report = reportBatch(fates.map((fate) => rowFate(fate, records)));
  const status = batchStatus(report);
  if (status === 422)
    throw new ApiError('all_rejected', 'every task of the batch was rejected', { members: { ...report } });
  ctx.status = status;
  ctx.body = report;
}

function rowFate(fate: TaskFate, records: ReadonlyMap<string, TaskRecord>): RowFate {
  if (fate.kind === 'rejected') return { kind: 'rejected', error: leadSentence(fate.findings), details: fate.findings };
  const task = records.get(fate.task.id);
  if (!task) throw new Error(`task ${fate.task.id} has no record`);
  return { kind: fate.kind, task };
}

/** Says that a repeat did not ask for the same as the task that is returned (D13). */
function markMismatch(deps: DispatchDeps, ctx: Context, fates: readonly TaskFate[]): void {
  if (fates.some((fate) => fate.kind === 'duplicate' && fate.differs))
    ctx.set(`X-${deps.settings.HEADER_NAME}-Idempotency-Mismatch`, 'true');
}

/** GET /api/tasks */
export function getTasks(deps: DispatchDeps): Handler {
  return async (ctx) => {
    const { tasks, next } = await listTasks(deps.pool, callerOf(ctx).ownerId, readTaskQuery(ctx));
    ctx.body = { tasks: await presentTasks(deps, tasks), next_cursor: next };
  };
}

/** GET /api/tasks/{id} */
export function getTask(deps: DispatchDeps): Handler {
  return async (ctx) => {
    const { id } = ctx['params'] as { id: string };
    const task = taskIdForm.test(id) ? await readTask(deps.pool, id, callerOf(ctx).ownerId) : undefined;
    if (!task) throw notFound('task');
    [ctx.body] = await presentTasks(deps, [task]);
  };
}

/** Whatever else stands in the path cannot be a task, and some of it (U+0000) the database would choke on. */
const taskIdForm = /^tsk_[0-9a-z-]{1,64}$/;

async function presentTasks(deps: DispatchDeps, tasks: readonly TaskRow[]): Promise<TaskRecord[]> {
  // Only a task that ran far enough to wait for a person can have approvals; a queued one needs no look.
  const started = tasks.filter((task) => task.status !== 'queued').map((task) => task.id);
  const approvals = await readApprovals(deps.pool, started);
  return tasks.map((task) => presentTask(task, approvals.get(task.id) ?? [], deps.linksOf(task)));
}
