/**
 * The sweep: open tasks and deliveries whose workflow does not run get a new start. That repairs what no
 * transaction can: a terminated workflow, an engine that lost its last moments, a restored database, whose runs may
 * also be ahead of it.
 * Deliveries that ended long ago are removed on the way, and the health of endpoints that nothing goes to any more.
 */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { SweepReport } from '../../domain/dispatch/task-run.ts';
import type { Log } from '../../process/logging.ts';
import { removeOldDeliveries } from '../../store/delivery-retention.ts';
import { removeOldEndpoints } from '../../store/endpoint-health.ts';
import { serveIdleLines } from '../../store/delivery-slots.ts';
import { removeUnprovenMails } from '../../store/mails.ts';
import { removeOldNotifications } from '../../store/notifications.ts';
import { openWork, stillOpen } from '../../store/lost-work.ts';
import type { ApprovalWait, WorkKind } from '../../store/lost-work.ts';
import { addStarts, countStarts } from '../../store/workflow-starts.ts';
import type { WorkflowStart } from '../../store/workflow-starts.ts';
import { resumeTasks } from './resume-tasks.ts';
import type { ResumeDeps } from './resume-tasks.ts';
import { approvalWaitOf, beginAgain, endUnrecorded } from './ahead-of-record.ts';

export interface SweepDeps extends ResumeDeps {
  readonly namespace: string;
  readonly log: Log;
  readonly wakeStarts: () => void;
  /** The starts of tasks or deliveries, read from their rows. */
  readonly startsOf: (kind: WorkKind, ids: readonly string[]) => Promise<WorkflowStart[]>;
  readonly queueSuffix: string;
  /** How long deliveries that are over stay listed. */
  readonly deliveryKeepDays: number;
  /** DELIVERY_PER_ORIGIN. */
  readonly deliveriesPerOrigin: number;
  /** Work younger than this is left alone. Default 20 s. */
  readonly sweepGraceMs?: number;
}

/** Long enough for somebody to ask why their mail was refused. */
const unprovenMailKeepDays = 30;
const pageSize = 100;
const defaultGraceMs = 20_000;

/** @param alive called now and then: a sweep over many thousand open tasks takes seconds */
export async function sweep(deps: SweepDeps, alive: () => void): Promise<SweepReport> {
  const tasks = await restartLost(deps, 'task', alive);
  const deliveries = await restartLost(deps, 'delivery', alive);
  const notifications = await restartLost(deps, 'notification', alive);
  const endedRuns = await endUnrecorded(deps, alive);
  const releasedDeliveries = await serveIdleLines(deps.pool, deps.deliveriesPerOrigin);
  const resumedTasks = await resumeTasks(deps);
  const removedDeliveries = await removeOldDeliveries(deps.pool, deps.deliveryKeepDays);
  await removeOldNotifications(deps.pool, deps.deliveryKeepDays);
  await removeUnprovenMails(deps.pool, unprovenMailKeepDays);
  await removeOldEndpoints(deps.pool, deps.deliveryKeepDays);
  const { waiting, oldest } = await countStarts(deps.pool);
  if (waiting > 0) deps.wakeStarts();
  const report = {
    restartedTasks: tasks.restarted,
    restartedDeliveries: deliveries.restarted,
    restartedNotifications: notifications.restarted,
    begunAgain: tasks.begunAgain,
    endedRuns,
    resumedTasks,
    releasedDeliveries,
    removedDeliveries,
    waitingStarts: waiting,
  };
  if (
    report.restartedTasks + report.restartedDeliveries + report.restartedNotifications + report.begunAgain + endedRuns >
    0
  )
    deps.log.warn(report, 'workflows and records disagreed and were reconciled');
  else deps.log.debug({ ...report, oldest_start: oldest }, 'sweep');
  return report;
}

interface Reconciled {
  readonly restarted: number;
  readonly begunAgain: number;
}

async function restartLost(deps: SweepDeps, kind: WorkKind, alive: () => void): Promise<Reconciled> {
  const graceMs = deps.sweepGraceMs ?? defaultGraceMs;
  let restarted = 0;
  let begunAgain = 0;
  let after = '';
  for (;;) {
    const ids = await openWork(deps.pool, kind, { after, limit: pageSize, graceMs });
    const last = ids.at(-1);
    if (last === undefined) return { restarted, begunAgain };
    after = last;
    alive();
    const { lost, waits } = await lookAt(deps, ids);
    begunAgain += await beginAgain(deps, waits);
    // Whatever ended while we looked is not lost.
    const open = lost.length === 0 ? [] : await stillOpen(deps.pool, kind, lost);
    if (open.length === 0) continue;
    await addStarts(deps.pool, await deps.startsOf(kind, open));
    restarted += open.length;
  }
}

/** Visibility answers for a hundred at once but lags behind, so whom it does not list is asked for by name. */
async function lookAt(
  deps: SweepDeps,
  ids: readonly string[],
): Promise<{ readonly lost: readonly string[]; readonly waits: readonly ApprovalWait[] }> {
  const running = new Set<string>();
  const waits: ApprovalWait[] = [];
  const names = ids.map((id) => `'${id.replaceAll("'", "''")}'`).join(', ');
  const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${names})`;
  for await (const execution of deps.client.workflow.list({ query })) {
    running.add(execution.workflowId);
    const wait = approvalWaitOf(execution);
    if (wait !== undefined) waits.push(wait);
  }
  const lost: string[] = [];
  for (const id of ids) if (!running.has(id) && !(await isRunning(deps.client, id))) lost.push(id);
  return { lost, waits };
}

async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
