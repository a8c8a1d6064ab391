/**
 * The sweep: open tasks and deliveries whose workflow does not run get a new start. That repairs what no
 * transaction can: a terminated workflow, an engine that lost its last moments, a restored database, whose runs may
 * also be ahead of it.
 * Deliveries that ended long ago are removed on the way, and the health of endpoints that nothing goes to any more.
 */
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { holdsOthers } from '../../domain/dispatch/portal-change.ts';
import type { SweepReport } from '../../domain/dispatch/task-run.ts';
import type { PlaybooksInForce } from '../../portals/playbooks/in-force.ts';
import type { Log } from '../../process/logging.ts';
import { canaryStart } from '../../store/canaries.ts';
import type { Pool } from '../../store/database.ts';
import { removeOldDeliveries } from '../../store/delivery-attempts.ts';
import { serveIdleLines } from '../../store/delivery-slots.ts';
import { removeOldEndpoints } from '../../store/endpoint-health.ts';
import { type ApprovalWait, type WorkKind, openWork, stillOpen } from '../../store/lost-work.ts';
import { removeUnprovenMails } from '../../store/mails.ts';
import { removeOldNotifications } from '../../store/notification-log.ts';
import { endChange, listChanges, openChange, tasksWaitingForChange } from '../../store/portal-changes.ts';
import type { WaitingTask } from '../../store/portal-changes.ts';
import { type WorkflowStart, addStarts, countStarts } from '../../store/workflow-starts.ts';
import { approvalWaitOf, beginAgain, endUnrecorded } from './ahead-of-record.ts';
import { hasCanary, recipeOf } from './changed-portal.ts';

export interface SweepDeps extends ResumeDeps {
  readonly namespace: string;
  readonly log: Log;
  readonly wakeStarts: () => void;
  /** The starts of tasks or deliveries, read from their rows. */
  readonly startsOf: (kind: WorkKind, ids: readonly string[]) => Promise<WorkflowStart[]>;
  readonly queueSuffix: string;
  /** How long finished deliveries stay listed. */
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

// Wakes tasks that wait because their portal has changed, once a version that fits is in force or the change has ended;
// part of the sweep, so it holds no matter who released the version, and after every loss.

interface ResumeDeps {
  readonly pool: Pool;
  readonly client: Client;
  readonly playbooks: PlaybooksInForce;
  readonly now: () => Date;
}

/** After this long without a verdict the canary was lost. */
const verdictDueMs = 3 * 60_000;

/** @returns how many tasks were woken */
async function resumeTasks(deps: ResumeDeps): Promise<number> {
  await tidyChanges(deps);
  const ready = new Map<string, boolean>();
  let resumed = 0;
  for (const task of await tasksWaitingForChange(deps.pool)) {
    const key = `${task.playbookId} ${task.taskType} ${task.senderId}`;
    if (!ready.has(key)) ready.set(key, await isReady(deps, task));
    if (ready.get(key) === true && (await wake(deps.client, task.taskId))) resumed += 1;
  }
  return resumed;
}

/** The task itself looks again. */
async function isReady(
  { pool, playbooks }: ResumeDeps,
  { playbookId, senderId, taskType }: WaitingTask,
): Promise<boolean> {
  const playbook = (await playbooks.forSender(senderId)).find(({ id }) => id === playbookId);
  if (playbook === undefined) return true;
  const open = await openChange(pool, recipeOf(playbook, taskType));
  return !holdsOthers(open, await hasCanary(pool, playbook, taskType));
}

async function wake(client: Client, taskId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(taskId).signal('portalReady');
    return true;
  } catch (error) {
    // It ended meanwhile, or its workflow was lost, which the sweep has seen.
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Ends changes of versions that nobody is worked with any more, and asks again for a verdict that did not come. */
async function tidyChanges({ pool, playbooks, now }: ResumeDeps): Promise<void> {
  const changes = await listChanges(pool, { confirmed: false });
  if (changes.length === 0) return;
  const inForce = await playbooks.forAnyone();
  for (const change of changes) {
    const playbook = inForce.find(({ id, digest }) => id === change.playbookId && digest === change.digest);
    if (playbook === undefined) await endChange(pool, change, 'version');
    else if (
      change.confirmedAt === null &&
      now().getTime() - change.foundAt.getTime() > verdictDueMs &&
      (await hasCanary(pool, playbook, change.taskType))
    )
      await addStarts(pool, [
        canaryStart({ playbookId: change.playbookId, digest: change.digest, taskType: change.taskType }),
      ]);
  }
}
