/** Takes the tasks of an HTTP request, one or a batch, and answers what became of them (D15). */
import type { Context } from 'koa';
import { batchLimit, batchStatus, reportBatch } from '../../domain/dispatch/batch.ts';
import type { BatchReport, RowFate } from '../../domain/dispatch/batch.ts';
import { batchCsv } from '../../domain/dispatch/csv/report.ts';
import type { TaskRecord } from '../../domain/dispatch/task-record.ts';
import { ApiError, findingsError, leadSentence } from '../http/errors.ts';
import { judgeBody } from '../http/refused-bodies.ts';
import { unknownMember } from '../../commands/input/sentences.ts';
import type { DispatchDeps } from './deps.ts';
import { presentTasks } from './present-tasks.ts';
import { refusedBecause, takeTasks } from '../../commands/dispatch/take-tasks.ts';
import type { FateOfRow, TaskFate, TaskOrigin } from '../../commands/dispatch/take-tasks.ts';

/** @param body one task input, or a batch when it has `tasks` */
export async function answerTasks(deps: DispatchDeps, ctx: Context, origin: TaskOrigin, body: unknown): Promise<void> {
  if (typeof body === 'object' && body !== null && Object.hasOwn(body, 'tasks')) {
    const fates = await takeTasks(deps, origin, batchRows(body));
    markMismatch(deps, ctx, fates);
    const report = await reportFates(
      deps,
      fates.map((fate) => ({ fate })),
    );
    answerReport(ctx, report, () => batchCsv(report));
  } else await answerOne(deps, ctx, origin, body);
}

async function answerOne(deps: DispatchDeps, ctx: Context, origin: TaskOrigin, value: unknown): Promise<void> {
  const [fate] = await takeTasks(deps, origin, [value]);
  if (fate === undefined) throw new Error('the intake returned no result for a task');
  if (fate.kind === 'rejected') throw findingsError(fate.code, refusedBecause(fate));
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

export async function reportFates(
  deps: Pick<DispatchDeps, 'pool' | 'linksOf'>,
  rows: readonly FateOfRow[],
): Promise<BatchReport> {
  const tasks = rows.flatMap(({ fate }) => (fate.kind === 'rejected' ? [] : [fate.task]));
  const records = new Map((await presentTasks(deps, tasks)).map((record) => [record.id, record]));
  return reportBatch(rows.map((row) => rowFate(row, records)));
}

function rowFate({ fate, line, hints = [] }: FateOfRow, records: ReadonlyMap<string, TaskRecord>): RowFate {
  const place = line === undefined ? {} : { line };
  if (fate.kind === 'rejected') {
    const details = refusedBecause(fate, hints);
    return { ...place, kind: 'rejected', error: leadSentence(details), details };
  }
  const task = records.get(fate.task.id);
  if (!task) throw new Error(`task ${fate.task.id} has no record`);
  return { ...place, kind: fate.kind, task };
}

/** The report as JSON, or as CSV for who asks for that. @throws ApiError all_rejected, with the report */
export function answerReport(ctx: Context, report: BatchReport, asCsv: () => string): void {
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
export function markMismatch(deps: DispatchDeps, ctx: Context, fates: readonly TaskFate[]): void {
  if (fates.some((fate) => fate.kind === 'duplicate' && fate.differs))
    ctx.set(`X-${deps.settings.HEADER_NAME}-Idempotency-Mismatch`, 'true');
}
