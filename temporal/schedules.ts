/** The Schedules of the product, brought to what this version wants by a call that may be repeated. */
import type { Client, ScheduleOptions } from '@temporalio/client';
import { keepSchedule } from './keep-schedule.ts';
import { taskQueueName } from './task-queues.ts';
import { workflowIds } from './workflow-ids.ts';

export interface SweepScheduleOptions {
  readonly queueSuffix: string;
  readonly everyMs: number;
}

/** Creates or corrects the sweep's Schedule. A Schedule that a person paused stays paused. */
export async function reconcileSchedules(client: Client, options: SweepScheduleOptions): Promise<void> {
  await keepSchedule(client, sweepSchedule(options));
}

function sweepSchedule({ queueSuffix, everyMs }: SweepScheduleOptions): ScheduleOptions {
  const id = workflowIds.sweep(queueSuffix);
  return {
    scheduleId: id,
    spec: { intervals: [{ every: everyMs }] },
    action: {
      type: 'startWorkflow',
      workflowType: 'sweep',
      workflowId: id,
      taskQueue: taskQueueName('tasks', queueSuffix),
      args: [],
      // A sweep that cannot run is overtaken by the next one; it must not pile up behind a worker that is away.
      workflowExecutionTimeout: Math.max(10 * 60_000, everyMs),
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
