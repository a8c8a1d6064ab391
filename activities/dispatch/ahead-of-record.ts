/**
 * Runs that are ahead of the database, after it was restored to an earlier moment (D68): the database is right about what
 * was asked for and decided. A run that waits for an approval of which there is no record is begun again: it looks at
 * the portal before it writes, and asks again. A run of a task or delivery of which there is no record is ended.
 */
import { defineSearchAttributeKey } from '@temporalio/common';
import { type Client, type WorkflowExecutionInfo, WorkflowNotFoundError } from '@temporalio/client';
import type { Log } from '../../process/logging.ts';
import type { Pool } from '../../store/database.ts';
import { type ApprovalWait, type WorkKind, unrecordedWaits, unrecordedWork } from '../../store/lost-work.ts';
import { type WorkflowStart, addStarts } from '../../store/workflow-starts.ts';
import { taskQueueName } from '../../temporal/names.ts';
import { appendNote } from './recorder.ts';

export interface AheadDeps {
  readonly pool: Pool;
  readonly client: Client;
  readonly log: Log;
  readonly now: () => Date;
  readonly queueSuffix: string;
  readonly startsOf: (kind: WorkKind, ids: readonly string[]) => Promise<WorkflowStart[]>;
}

const state = defineSearchAttributeKey('State', 'KEYWORD');
const waitingOn = defineSearchAttributeKey('WaitingOn', 'KEYWORD');
const dueAt = defineSearchAttributeKey('DueAt', 'DATETIME');

/** @returns until when this run waits for a person to decide; undefined where it does not */
export function approvalWaitOf({
  workflowId,
  typedSearchAttributes: shown,
}: Pick<WorkflowExecutionInfo, 'workflowId' | 'typedSearchAttributes'>): ApprovalWait | undefined {
  const due = shown.get(dueAt);
  if (due === undefined || shown.get(state) !== 'awaiting_approval' || shown.get(waitingOn) !== 'person')
    return undefined;
  return { id: workflowId, due };
}

/** @param waits of running tasks, as visibility lists them @returns how many runs were begun again */
export async function beginAgain(deps: AheadDeps, waits: readonly ApprovalWait[]): Promise<number> {
  let begun = 0;
  for (const { id } of await unrecordedWaits(deps.pool, waits)) {
    // Visibility lags: what the run itself says now counts, and what is on record after that.
    const handle = deps.client.workflow.getHandle(id);
    const run = await unlessGone(() => handle.describe());
    const wait = run?.status.name === 'RUNNING' ? approvalWaitOf(run) : undefined;
    if (run === undefined || wait === undefined || (await unrecordedWaits(deps.pool, [wait])).length === 0) continue;
    deps.log.warn({ task_id: id, run_id: run.runId }, 'a run waits for an approval without a record: begun again');
    const reason = 'The database has no record of the approval that this run waits for.';
    const ended = await unlessGone(async () => {
      await deps.client.workflow.getHandle(id, run.runId).terminate(reason);
      return true;
    });
    if (ended === undefined) continue;
    await appendNote(deps, id, 'The approval that was waited for is not on record. The work was begun again.');
    await addStarts(deps.pool, await deps.startsOf('task', [id]));
    begun += 1;
  }
  return begun;
}

const pageSize = 1000;
/** A row is there before its run is. */
const youngMs = 60_000;

/** @param alive called for every page @returns how many runs were ended */
export async function endUnrecorded(deps: AheadDeps, alive: () => void): Promise<number> {
  const queues = (['tasks', 'deliveries'] as const).map((kind) => `'${taskQueueName(kind, deps.queueSuffix)}'`);
  const before = new Date(deps.now().getTime() - youngMs).toISOString();
  const query = `ExecutionStatus = 'Running' AND WorkflowType IN ('task', 'delivery') AND TaskQueue IN (${queues.join(', ')}) AND StartTime < '${before}'`;
  let ended = 0;
  let page: string[] = [];
  const judge = async (): Promise<void> => {
    alive();
    for (const id of await unrecordedWork(deps.pool, page)) if (await endRun(deps, id)) ended += 1;
    page = [];
  };
  for await (const { workflowId } of deps.client.workflow.list({ query, pageSize })) {
    page.push(workflowId);
    if (page.length === pageSize) await judge();
  }
  if (page.length > 0) await judge();
  return ended;
}

async function endRun({ client, log }: AheadDeps, id: string): Promise<boolean> {
  log.error({ workflow_id: id }, 'a run without a record in the database is ended');
  const ended = await unlessGone(async () => {
    await client.workflow.getHandle(id).terminate('The database has no record of this task or delivery.');
    return true;
  });
  return ended === true;
}

/** @returns undefined where the run has ended by itself */
async function unlessGone<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
