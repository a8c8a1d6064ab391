/** The tour: one task of each kind through the public API, on a sandbox as on its first day, printed as a table. */
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import type { TaskRecord } from '../domain/dispatch/task-record.ts';
import { callApi, type ApiAnswer } from './api-call.ts';
import type { TrialFile } from './trial-accounts.ts';

interface TourOptions {
  readonly trial: TrialFile;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** One scenario and what it has to come to. */
export interface TourStop {
  readonly scenario: string;
  /** Outcome, or outcome and reason. */
  readonly expected: string;
  /** Writes that the sandbox itself has to have recorded. */
  readonly writes: 0 | 1;
  /** The task has to wait for a person; the tour approves with the approver's key. */
  readonly approved?: true;
}

export interface TourResult {
  readonly stop: TourStop;
  /** As `expected`; what the API answered where no task came about. */
  readonly outcome: string;
  /** Approvals that the task asked for. */
  readonly approvals: number;
  /** As the sandbox's own record has it, both portals together. */
  readonly writes: number;
  readonly confirmationNumber: string | null;
  readonly seconds: number;
  readonly resultUrl: string | null;
}

class TourError extends Error {
  readonly code = 'tour_failed';
  constructor(message: string) {
    super(message);
    this.name = 'TourError';
  }
}

export const tourStops: readonly TourStop[] = [
  { scenario: 'pull_pod', expected: 'completed', writes: 0 },
  { scenario: 'file_dispute', expected: 'completed', writes: 1 },
  { scenario: 'file_dispute_unsupported', expected: 'rejected/facts_do_not_support', writes: 0 },
  { scenario: 'pod_to_dispute_open', expected: 'completed', writes: 1 },
  { scenario: 'pod_to_dispute_files', expected: 'completed', writes: 1 },
  { scenario: 'answer_claim_accept', expected: 'completed', writes: 1 },
  { scenario: 'answer_claim_partly', expected: 'completed', writes: 1 },
  { scenario: 'answer_claim_reject', expected: 'completed', writes: 1 },
  { scenario: 'tms_correction_under_limit', expected: 'completed', writes: 1 },
  { scenario: 'tms_correction_over_limit', expected: 'completed', writes: 1, approved: true },
  { scenario: 'tms_correction_at_limit', expected: 'completed', writes: 1 },
  { scenario: 'portal_action', expected: 'escalated/guard_stopped', writes: 0 },
];

const taskTimeoutMs = 5 * 60_000;

/**
 * One task after another, so that seconds and writes are those of one task. Every tour uses idempotency keys of its
 * own: on the restored sandbox the work is to be done again, and not the earlier tour's tasks to be shown.
 * @returns whether each task ended as it should
 * @throws TourError when the sandbox cannot be reset or its record cannot be read
 */
export async function runTour(options: TourOptions): Promise<boolean> {
  const { say } = options;
  const tour = `tour-${new Date().toISOString()}`;
  say('');
  say('tour: one task of each kind; the sandbox is reset first');
  await control(options, 'POST', '/reset');
  const results: TourResult[] = [];
  for (const [index, stop] of tourStops.entries()) {
    say(`  ${String(index + 1).padStart(2)} of ${tourStops.length}  ${stop.scenario}`);
    results.push(await visit(options, stop, tour));
  }
  say('');
  for (const line of tourTable(results)) say(`  ${line}`);
  const good = results.filter(asExpected).length;
  say('');
  say(`  ${good} of ${results.length} ended as expected`);
  return good === results.length;
}

/** Whether outcome, approval and the sandbox's own record of writes are as they should be. */
export function asExpected({ stop, outcome, approvals, writes, confirmationNumber }: TourResult): boolean {
  return (
    outcome === stop.expected &&
    approvals === (stop.approved === true ? 1 : 0) &&
    writes === stop.writes &&
    (confirmationNumber !== null) === (stop.writes === 1)
  );
}

/** The results as lines of equal columns, a heading first; a leading `!` marks what is not as expected. */
export function tourTable(results: readonly TourResult[]): string[] {
  const rows = results.map((result) => [
    `${asExpected(result) ? ' ' : '!'} ${result.stop.scenario}`,
    `${result.stop.expected}${result.stop.approved === true ? ', approved' : ''}`,
    `${result.outcome}${result.approvals > 0 ? ', approved' : ''}`,
    result.confirmationNumber ?? '-',
    `${result.writes} of ${result.stop.writes}`,
    result.seconds.toFixed(1),
    result.resultUrl ?? '-',
  ]);
  const table = [['  scenario', 'expected', 'outcome', 'number', 'writes', 'seconds', 'result'], ...rows];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

async function visit(options: TourOptions, stop: TourStop, tour: string): Promise<TourResult> {
  const { trial } = options;
  const before = await countWrites(options);
  const begun = performance.now();
  const input = { ...trial.scenarios[stop.scenario], idempotency_key: `${tour}-${stop.scenario}`, client_ref: 'tour' };
  const answer = await call(options, 'POST', '/api/tasks', input);
  const task = answer.status === 201 ? await follow(options, stop, JSON.parse(answer.text) as TaskRecord) : null;
  const seconds = (performance.now() - begun) / 1000;
  return {
    stop,
    outcome: task === null ? `${answer.status} ${answer.text}` : outcomeOf(task),
    approvals: task?.approvals.filter(({ status }) => status === 'approved').length ?? 0,
    writes: (await countWrites(options)) - before,
    confirmationNumber: task?.confirmation_number ?? null,
    seconds,
    resultUrl: task?.result_url ?? null,
  };
}

/** Looks until the task has an outcome, or waits for a person that the tour does not expect. */
async function follow(options: TourOptions, stop: TourStop, submitted: TaskRecord): Promise<TaskRecord> {
  const until = Date.now() + taskTimeoutMs;
  let task = submitted;
  let decided = false;
  while (task.outcome === null && Date.now() < until) {
    const pending = task.approvals.find(({ status }) => status === 'pending');
    if (pending !== undefined && stop.approved !== true) return task;
    if (pending !== undefined && !decided) decided = await approve(options, task.id, pending);
    await delay(150, undefined, { signal: options.signal });
    const { status, text } = await call(options, 'GET', `/api/tasks/${task.id}`);
    // An API that is being started again answers nothing for a moment.
    if (status === 200) task = JSON.parse(text) as TaskRecord;
  }
  return task;
}

/** @returns whether the decision was taken; one that was not is tried again at the next look */
async function approve(
  options: TourOptions,
  taskId: string,
  approval: TaskRecord['approvals'][number],
): Promise<boolean> {
  options.say(`            waits: ${approval.reason}`);
  const path = `/api/tasks/${taskId}/approvals/${approval.id}`;
  const decision = { decision: 'approve', note: 'approved by the tour' };
  const { status, text } = await call(options, 'POST', path, decision, options.trial.dispatch.approver_key);
  options.say(status === 200 ? '            approved with the key of the approver' : `            ${status}: ${text}`);
  return status === 200;
}

const outcomeOf = ({ status, outcome_reason: reason }: TaskRecord): string =>
  reason === null ? status : `${status}/${reason}`;

function call(
  { trial, signal }: TourOptions,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  key = trial.dispatch.api_key,
): Promise<ApiAnswer> {
  return callApi(method, `${trial.dispatch.base_url}${path}`, { key, body, signal });
}

/** Writes that both portals have recorded since the reset, each in the transaction that did it. */
async function countWrites(options: TourOptions): Promise<number> {
  let count = 0;
  for (const portal of ['tms', 'audit']) {
    const truth = JSON.parse(await control(options, 'GET', `/truth?portal=${portal}`)) as {
      writes: readonly unknown[];
    };
    count += truth.writes.length;
  }
  return count;
}

async function control({ trial, signal }: TourOptions, method: 'GET' | 'POST', path: string): Promise<string> {
  const { control_url: url, control_token: token } = trial.sandbox;
  const answer = await request(`${url}${path}`, { method, signal, headers: { authorization: `Bearer ${token}` } });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new TourError(`the sandbox answered ${answer.statusCode} to ${path}: ${text}`);
  return text;
}
