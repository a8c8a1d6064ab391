/** The sweep, run by its Schedule: one activity that finds lost work and has it started again. */
import { proxyActivities } from '@temporalio/workflow';
import type { SweepReport } from '../domain/dispatch/sweep-report.ts';
import type { TaskActivities } from '../activities/dispatch/task-activities.ts';

const engine = proxyActivities<Pick<TaskActivities, 'sweep'>>({
  // A hundred open tasks take some 10 ms; a hundred thousand must fit too.
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '20 seconds',
  // The next sweep is never far; retrying a failed one at length would only skip it.
  retry: { maximumAttempts: 2 },
});

export async function sweep(): Promise<SweepReport> {
  return engine.sweep();
}
