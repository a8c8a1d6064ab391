/** The Schedules that close weeks by the wall clock, brought to what the workspaces want by a call that may be repeated. */
import { type Client, ScheduleNotFoundError, type ScheduleOptions } from '@temporalio/client';
import { keepSchedule } from './schedules.ts';
import { searchAttributePairs } from './search-attributes.ts';
import { taskQueueName, workflowIds } from './names.ts';

export interface ScheduledWorkspace {
  readonly no: number;
  readonly id: string;
  readonly clock: 'data' | 'wall';
  /** IANA name. */
  readonly timeZone: string;
}

export interface ReconciledSchedules {
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
