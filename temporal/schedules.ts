/** The Schedules (canaries, sweep, closing of weeks), brought to what this version wants by a call that may be repeated. */
import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ServiceError,
  isGrpcServiceError,
} from '@temporalio/client';
import { ValueError } from '@temporalio/common';
import { taskQueueName, workflowIds, searchAttributePairs } from './names.ts';

export interface SweepScheduleOptions {
  readonly queueSuffix: string;
  readonly everyMs: number;
  /** PORTAL_CANARY_AT: hour and minute, UTC. Default 04:30. */
  readonly canaryAt?: string;
}

/**
 * Creates or corrects the Schedules of canaries and of the sweep, which is the last: where it is, all are. A Schedule that a person paused stays paused.
 * @returns ids of those that are there and could not be corrected now
 */
export async function reconcileSchedules(client: Client, options: SweepScheduleOptions): Promise<string[]> {
  const left: string[] = [];
  for (const wanted of [canarySchedule(options), sweepSchedule(options)])
    if (!(await keepSchedule(client, wanted))) left.push(wanted.scheduleId);
  return left;
}

function canarySchedule({ queueSuffix, canaryAt = '04:30' }: SweepScheduleOptions): ScheduleOptions {
  const id = workflowIds.canaries(queueSuffix);
  const [hour, minute] = canaryAt.split(':').map(Number);
  return {
    scheduleId: id,
    spec: { calendars: [{ hour: hour ?? 0, minute: minute ?? 0, comment: 'before the work of the day' }] },
    action: {
      type: 'startWorkflow',
      workflowType: 'canaries',
      workflowId: id,
      taskQueue: taskQueueName('tasks', queueSuffix),
      args: [],
      workflowExecutionTimeout: '12 hours',
      staticSummary: 'Rehearses the playbooks in force on their canary records',
    },
    policies: {
      overlap: 'SKIP',
      // One missed for an outage is made up for in the same morning.
      catchupWindow: '6 hours',
      pauseOnFailure: false,
    },
  };
}

/** How long one workflow repeats the sweep. */
const sweepRunMs = 60 * 60_000;

function sweepSchedule({ queueSuffix, everyMs }: SweepScheduleOptions): ScheduleOptions {
  const id = workflowIds.sweep(queueSuffix);
  const rounds = Math.max(1, Math.floor(sweepRunMs / everyMs));
  return {
    scheduleId: id,
    // While a run repeats the sweep the Schedule starts no other; after one that failed it starts the next soon.
    spec: { intervals: [{ every: everyMs }] },
    action: {
      type: 'startWorkflow',
      workflowType: 'sweep',
      workflowId: id,
      taskQueue: taskQueueName('tasks', queueSuffix),
      args: [{ everyMs, rounds }],
      // A run that cannot continue is overtaken by the next one; it must not wait for ever for a worker that is away.
      workflowExecutionTimeout: Math.max(2 * sweepRunMs, everyMs),
      staticSummary: 'Finds tasks and deliveries whose workflow was lost',
    },
    policies: {
      // Two sweeps side by side would only look twice.
      overlap: 'SKIP',
      // A sweep looks at everything, so one after an outage makes up for all that were missed. 10 s is the least.
      catchupWindow: '10 seconds',
      pauseOnFailure: false,
    },
  };
}

// Makes a Schedule, or brings one that is there to what is wanted.

/**
 * A Schedule that a person paused stays paused. One whose arguments were encrypted with a key that is not at hand any
 * more is recreated: nothing of them is needed, and the client cannot change it without reading them.
 * @returns false where it is there and the engine cannot change it now
 */
export async function keepSchedule(client: Client, wanted: ScheduleOptions): Promise<boolean> {
  const { scheduleId, memo: _memo, ...rest } = wanted;
  const handle = client.schedule.getHandle(scheduleId);
  if (await isMade(client, wanted)) return true;
  try {
    await handle.update(({ state }) => ({ ...rest, state }));
  } catch (error) {
    if (isUnanswered(error)) return false;
    if (!(error instanceof ValueError)) throw error;
    const { namespace } = client.options;
    const { schedule } = await client.workflowService.describeSchedule({ namespace, scheduleId });
    await handle.delete().catch((gone: unknown) => {
      if (!(gone instanceof ScheduleNotFoundError)) throw gone;
    });
    const { paused, notes } = schedule?.state ?? {};
    await isMade(client, { ...wanted, state: { paused: paused === true, ...(notes ? { note: notes } : {}) } });
  }
  return true;
}

/** FAILED_PRECONDITION, the number of gRPC. */
const failedPrecondition = 9;

/**
 * The engine's own workflow of a Schedule cannot answer while a task of it has failed, as after a stop on a busy machine. The
 * engine tries it again by itself, in minutes; a worker that ended for it would never be there for that.
 */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const code: number | undefined = isGrpcServiceError(error.cause) ? error.cause.code : undefined;
  return code === failedPrecondition;
}

/** @returns false where there is one of that id */
async function isMade(client: Client, wanted: ScheduleOptions): Promise<boolean> {
  try {
    await client.schedule.create(wanted);
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}

// The Schedules that close weeks by the wall clock, brought to what the workspaces want by a call that may be repeated.

export interface ScheduledWorkspace {
  readonly no: number;
  readonly id: string;
  readonly clock: 'data' | 'wall';
  /** IANA name. */
  readonly timeZone: string;
}

interface ReconciledSchedules {
  readonly kept: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Creates or corrects the Schedule of every workspace on the wall clock and removes those of others. One that a
 * person paused stays paused.
 */
export async function reconcileWeekSchedules(
  client: Client,
  queueSuffix: string,
  workspaces: readonly ScheduledWorkspace[],
): Promise<ReconciledSchedules> {
  const kept: string[] = [];
  const removed: string[] = [];
  for (const workspace of workspaces)
    if (workspace.clock === 'wall') {
      const wanted = weekSchedule(workspace, queueSuffix);
      await keepSchedule(client, wanted);
      kept.push(wanted.scheduleId);
    } else if (await remove(client, workflowIds.closeWeeks(workspace.id))) removed.push(workspace.id);
  return { kept, removed };
}

async function remove(client: Client, scheduleId: string): Promise<boolean> {
  try {
    await client.schedule.getHandle(scheduleId).delete();
    return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

function weekSchedule({ no, id, timeZone }: ScheduledWorkspace, queueSuffix: string): ScheduleOptions {
  const scheduleId = workflowIds.closeWeeks(id);
  return {
    scheduleId,
    spec: {
      // A day after the week's end (Monday 00:00), at an hour that no change of daylight saving skips or repeats.
      calendars: [{ dayOfWeek: 'TUESDAY', hour: 5, minute: 0, comment: 'a day after the week has ended' }],
      timezone: timeZone,
    },
    action: {
      type: 'startWorkflow',
      workflowType: 'closeWeeks',
      workflowId: scheduleId,
      taskQueue: taskQueueName('lanes', queueSuffix),
      args: [{ no, id }],
      typedSearchAttributes: searchAttributePairs({ Workspace: id }),
      staticSummary: `Closes the weeks of ${id} by the wall clock`,
    },
    policies: {
      // One that fails for a day is followed by the next, which closes the weeks of both.
      overlap: 'BUFFER_ONE',
      // After an outage the last missed run makes up for all before it, and a week has one: a little more than a week.
      catchupWindow: '8 days',
      pauseOnFailure: false,
    },
  };
}
