/** POST and GET of tasks (document 1 §4, D15, D16, D20). */
import { isWriting } from '../../domain/dispatch/playbook/needed-facts.ts';
import type { Context } from 'koa';
import {
  type IntakeResult,
  type RowIntake,
  type TaskOrigin,
  acceptTasks,
  refusedBecause,
} from '../../commands/dispatch/accept-tasks.ts';
import { acceptCsv, readCsv, reportCsv } from '../../commands/dispatch/import-tasks.ts';
import { unknownMember } from '../../commands/input/sentences.ts';
import {
  type BatchReport,
  type RowResult,
  batchLimit,
  batchStatus,
  reportBatch,
} from '../../domain/dispatch/batch-report.ts';
import { batchCsv } from '../../domain/dispatch/csv/rows.ts';
import { presentTask } from '../../domain/dispatch/present-task.ts';
import type { TaskRecord } from '../../domain/dispatch/task-record.ts';
import { limits } from '../../domain/dispatch/task-schemas.ts';
import { outcomeReasons, statuses, taskTypes, type TaskType } from '../../domain/dispatch/task.ts';
import { isId } from '../../process/ids.ts';
import type { Pool } from '../../store/database.ts';
import { decodeCursor } from '../../store/cursor.ts';
import { readWaitingOn } from '../../store/portal-waits.ts';
import { type TaskFilter, type TaskRow, listTasks, readApprovals, readTask } from '../../store/tasks.ts';
import { callerOf } from '../http/bearer-key.ts';
import { ApiError, findingsError, leadSentence, notFound } from '../http/errors.ts';
import type { DescribedService, HandlerOf } from '../http/api-route.ts';
import { ref, answer, bodyErrors, csv, json, inPath } from '../http/openapi-parts.ts';
import { cursor, nextCursor, oneOf, pageSize, printable, readQuery } from '../http/query.ts';
import { bodyLimit, mediaTypeOf, readJsonBody, readRawBody, requireUtf8 } from '../http/read-body.ts';
import { judgeBody } from '../http/refused-bodies.ts';
import type { DispatchDeps, DispatchRoute } from './deps.ts';
import { permissions } from '../../commands/permissions.ts';
import { csvTemplate } from '../../domain/dispatch/csv/columns.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { depthLimit } from '../http/json-shape.ts';

/** POST /api/tasks: one task, a batch when the body has `tasks`, or a CSV file. */
const postTasks: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const { ownerId: senderId, keyId } = callerOf(ctx);
  const type = mediaTypeOf(ctx);
  const isCsv = type === 'text/csv';
  if (isCsv && ctx.get(keyHeader) !== '') throw findingsError('invalid_batch', [keyOfBatch]);
  if (isCsv) return answerCsv(deps, ctx, { senderId, keyId, channel: 'csv' });
  if (!type.endsWith('json'))
    throw new ApiError('unsupported_media_type', 'Content-Type must be application/json or text/csv');
  await answerTasks(deps, ctx, { senderId, keyId, channel: 'api' }, withHeaderKey(ctx, await readJsonBody(ctx)));
};

const keyHeader = 'Idempotency-Key';
const keyOfBatch = `the header ${keyHeader} is for one task; give each task of a batch its own idempotency_key`;

/** Other APIs have the key in a header: one that is ignored would be taken for one that counts. */
function withHeaderKey(ctx: Context, body: unknown): unknown {
  const key = ctx.get(keyHeader);
  if (key === '' || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if (Object.hasOwn(body, 'tasks')) throw findingsError('invalid_batch', [keyOfBatch]);
  const { idempotency_key: own = key } = body as { idempotency_key?: unknown };
  if (own !== key) throw findingsError('invalid_task', [`idempotency_key must be that of the header ${keyHeader}`]);
  return { ...body, idempotency_key: key };
}

/** GET /api/tasks */
const getTasks: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const { tasks, next } = await listTasks(deps.pool, callerOf(ctx).ownerId, readTaskQuery(ctx));
  ctx.body = { tasks: await presentTasks(deps, tasks), next_cursor: nextCursor(ctx, taskQuery, next) };
};

/** GET /api/tasks/{id} */
const getTask: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  [ctx.body] = await presentTasks(deps, [await taskIn(deps, ctx)]);
};

/** The task of a path. @throws ApiError not_found */
export function taskIn({ pool }: Pick<DispatchDeps, 'pool'>, ctx: Context): Promise<TaskRow> {
  return ownTask(pool, callerOf(ctx).ownerId, (ctx['params'] as { id: string }).id);
}

/** @throws ApiError not_found, also for another sender's */
export async function ownTask(pool: Pool, ownerId: string, id: string): Promise<TaskRow> {
  const task = isId('task', id) ? await readTask(pool, id, ownerId) : undefined;
  if (task === undefined) throw notFound('task');
  return task;
}

/** Answers with the record as it is after an action. */
export async function answerTask(deps: DispatchDeps, ctx: Context, task: TaskRow): Promise<void> {
  const now = await readTask(deps.pool, task.id, task.senderId);
  [ctx.body] = await presentTasks(deps, [now ?? task]);
  ctx.status = 200;
}

// The CSV channel by API: a file in, a report out, per row with its line (D20).

/** @throws ApiError unsupported_media_type, too_large, bad_csv, invalid_batch (nothing of the file is queued) */
async function answerCsv(deps: DispatchDeps, ctx: Context, origin: TaskOrigin): Promise<void> {
  requireUtf8(ctx.get('Content-Type'));
  const file = await readCsv(await readRawBody(ctx, bodyLimit), batchLimit);
  if ('code' in file) throw findingsError(file.code, file.findings.slice(0, 100));
  const results = await acceptCsv(deps, origin, file.rows);
  markMismatch(
    deps,
    ctx,
    results.map(({ result }) => result),
  );
  answerReport(ctx, await reportResults(deps, results), () => reportCsv(file, results));
}

// Takes the tasks of an HTTP request, one or a batch, and answers what happened to them (D15).

/** @param body one task input, or a batch when it has `tasks` */
export async function answerTasks(deps: DispatchDeps, ctx: Context, origin: TaskOrigin, body: unknown): Promise<void> {
  if (typeof body === 'object' && body !== null && Object.hasOwn(body, 'tasks')) {
    const results = await acceptTasks(deps, origin, batchRows(body));
    markMismatch(deps, ctx, results);
    const report = await reportResults(
      deps,
      results.map((result) => ({ result })),
    );
    answerReport(ctx, report, () => batchCsv(report));
  } else await answerOne(deps, ctx, origin, body);
}

async function answerOne(deps: DispatchDeps, ctx: Context, origin: TaskOrigin, value: unknown): Promise<void> {
  const [result] = await acceptTasks(deps, origin, [value]);
  if (result === undefined) throw new Error('the intake returned no result for a task');
  if (result.kind === 'rejected') throw findingsError(result.code, refusedBecause(result));
  markMismatch(deps, ctx, [result]);
  const [record] = await presentTasks(deps, [result.task]);
  ctx.status = result.kind === 'new' ? 201 : 200;
  ctx.set('Location', `/api/tasks/${result.task.id}`);
  ctx.body = record;
}

/** The rows of a batch. @throws ApiError invalid_batch: nothing of it is queued */
function batchRows(body: object): readonly unknown[] {
  const tasks = (body as { tasks: unknown }).tasks;
  const findings = Object.keys(body)
    .filter((name) => name !== 'tasks')
    .slice(0, 100)
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

async function reportResults(
  deps: Pick<DispatchDeps, 'pool' | 'linksOf'>,
  rows: readonly RowIntake[],
): Promise<BatchReport> {
  const tasks = rows.flatMap(({ result }) => (result.kind === 'rejected' ? [] : [result.task]));
  const records = new Map((await presentTasks(deps, tasks)).map((record) => [record.id, record]));
  return reportBatch(rows.map((row) => rowResult(row, records)));
}

function rowResult({ result, line, hints = [] }: RowIntake, records: ReadonlyMap<string, TaskRecord>): RowResult {
  const place = line === undefined ? {} : { line };
  if (result.kind === 'rejected') {
    const details = refusedBecause(result, hints);
    return { ...place, kind: 'rejected', error: leadSentence(details), details };
  }
  const task = records.get(result.task.id);
  if (!task) throw new Error(`task ${result.task.id} has no record`);
  return { ...place, kind: result.kind, task };
}

/** The report as JSON, or as CSV for who asks for that. @throws ApiError all_rejected, with the report */
function answerReport(ctx: Context, report: BatchReport, asCsv: () => string): void {
  const status = batchStatus(report);
  judgeBody(ctx.req, report.rejected / report.results.length);
  if (wantsCsv(ctx)) {
    ctx.status = status;
    ctx.set('Content-Disposition', 'attachment; filename="report.csv"');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = asCsv();
    return;
  }
  if (status === 422)
    throw new ApiError('all_rejected', 'every task of the batch was rejected', { members: { ...report } });
  ctx.status = status;
  ctx.body = report;
}

function wantsCsv(ctx: Context): boolean {
  ctx.vary('Accept');
  return ctx.accepts('application/json', 'text/csv') === 'text/csv';
}

/** Says that a repeat did not ask for the same as the task that is returned (D13). */
function markMismatch(deps: DispatchDeps, ctx: Context, results: readonly IntakeResult[]): void {
  if (results.some((result) => result.kind === 'duplicate' && result.differs))
    ctx.set(`X-${deps.settings.HEADER_NAME}-Idempotency-Mismatch`, 'true');
}

// The query of GET /api/tasks (D16): which parameters there are, and what they must be.

export const listLimit = { default: 50, max: 200 } as const;

const taskQuery = {
  status: oneOf(statuses, 'Only tasks in this state.', ref('Status')),
  task_type: oneOf(taskTypes, 'Only tasks of this type.', ref('TaskType')),
  outcome_reason: oneOf(outcomeReasons, 'Only tasks that ended for this reason.', ref('OutcomeReason')),
  client_ref: printable(limits.reference, 'Only tasks with this reference.'),
  limit: pageSize(listLimit),
  cursor: cursor('tasks', decodeCursor),
};

/** @throws ApiError invalid_query */
function readTaskQuery(ctx: Context): TaskFilter {
  const { status, task_type, outcome_reason, client_ref, limit, cursor: after } = readQuery(ctx, taskQuery);
  return {
    limit: limit ?? listLimit.default,
    status,
    taskType: task_type,
    outcomeReason: outcome_reason,
    clientRef: client_ref,
    after,
  };
}

// Stored tasks as the records that every channel answers with: approvals and links read for all of them at once.

export async function presentTasks(
  deps: Pick<DispatchDeps, 'pool' | 'linksOf'>,
  tasks: readonly TaskRow[],
): Promise<TaskRecord[]> {
  // Only a task that writes and ran far enough to wait for a person can have approvals; others need no look.
  const started = tasks.filter((task) => task.status !== 'queued' && isWriting(task.taskType)).map((task) => task.id);
  const running = tasks.filter((task) => task.status === 'running').map((task) => task.id);
  const [approvals, waits] = await Promise.all([readApprovals(deps.pool, started), readWaitingOn(deps.pool, running)]);
  return tasks.map((task) =>
    presentTask(task, approvals.get(task.id) ?? [], deps.linksOf(task), waits.get(task.id) ?? null),
  );
}

// Routes

/** One task of each type, and a batch; a test holds them against the schemas. */
export const requestExamples: Readonly<Record<TaskType | 'batch', unknown>> = {
  pull_pod: { task_type: 'pull_pod', params: { pro: '4471180293' }, client_ref: 'WO-5521' },
  pod_to_dispute: { task_type: 'pod_to_dispute', params: { pro: '4471180293', invoice_number: '8800412375' } },
  file_dispute: {
    task_type: 'file_dispute',
    params: { invoice_number: '8800412375', reason_code: 'ACC', amount: '125.00' },
  },
  answer_claim: { task_type: 'answer_claim', params: { claim_id: 'CLM-2026-000042' } },
  tms_correction: {
    task_type: 'tms_correction',
    params: {
      pro: '4471180293',
      reason_code: 'WC',
      changes: { billed_weight: 1420 },
      note: 'Certified scale ticket 8841',
    },
    requested_by: { name: 'Ann Lee', email: 'ann@example.com' },
  },
  portal_action: { task_type: 'portal_action', params: { action: 'void_bill', pro: '4471180293' } },
  batch: {
    tasks: [
      { task_type: 'pull_pod', params: { pro: '4471180293' } },
      { task_type: 'pull_pod', params: { pro: '4471180301' } },
    ],
  },
};

export const bodyRules = `The body is at most ${bodyLimit.toLocaleString('en-US')} bytes and ${depthLimit} levels deep; a batch has at most ${batchLimit} tasks.`;
export const taskErrors = [...bodyErrors, 'invalid_task', 'no_capability', 'invalid_batch', 'all_rejected'] as const;
export const tasksBody = json({ oneOf: [ref('TaskInput'), ref('Batch')] }, requestExamples);
export const record = json(ref('TaskRecord'));

export const taskId: JsonSchema = inPath('id', 'Id of the task.', 'tsk_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c54');

export const taskRoutes: readonly DispatchRoute[] = [
  {
    method: 'POST',
    path: '/api/tasks',
    needs: permissions.submitTasks.key,
    operation: 'queueTasks',
    repeatable: true,
    tag: 'tasks',
    summary: 'Queue one task, a batch, or the rows of a CSV file',
    description: `${bodyRules} A CSV file is UTF-8 with a header row and at most ${batchLimit} rows; its report has the line of each row. With Accept: text/csv the report comes as CSV. Of one task the header Idempotency-Key is its idempotency_key.`,
    body: {
      ...tasksBody,
      'text/csv': {
        schema: { type: 'string', minLength: 1 },
        examples: { pull_pod: { value: csvTemplate('pull_pod') } },
      },
    },
    answers: {},
    inDeployment: (service) => ({ answers: acceptedTasks(service, csv) }),
    errors: ['bad_csv', ...taskErrors],
    handle: postTasks,
  },
  {
    method: 'GET',
    path: '/api/tasks',
    needs: 'read',
    operation: 'listTasks',
    tag: 'tasks',
    summary: 'List the caller’s tasks, newest first',
    query: taskQuery,
    answers: { 200: answer('A page.', json(ref('TaskList'))) },
    errors: [],
    handle: getTasks,
  },
  {
    method: 'GET',
    path: '/api/tasks/{id}',
    needs: 'read',
    operation: 'getTask',
    tag: 'tasks',
    summary: 'Get one task',
    parameters: [taskId],
    answers: { 200: answer('The task.', record) },
    errors: ['not_found'],
    handle: getTask,
  },
];

/** Answers to tasks that were accepted. @param more further forms of the report */
export function acceptedTasks(
  { headerName }: DescribedService,
  more: JsonSchema = {},
): Readonly<Record<number, JsonSchema>> {
  const mismatch = {
    [`X-${headerName}-Idempotency-Mismatch`]: {
      description: 'Present when a repeat of a key asked for something else than the first task.',
      schema: { type: 'string', const: 'true' },
    },
  };
  const content = (description: string, schema: JsonSchema): JsonSchema =>
    answer(description, { ...json(schema), ...more }, mismatch);
  const either = { oneOf: [ref('TaskRecord'), ref('BatchReport')] };
  return {
    201: content('New task(s) queued.', either),
    200: content('The idempotency key was seen before; the first task is returned and nothing new is queued.', either),
    207: content('Some rows of the batch were rejected.', ref('BatchReport')),
  };
}
