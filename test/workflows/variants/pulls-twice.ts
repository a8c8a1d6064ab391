/** A task workflow with a deliberate change that breaks determinism: it asks for two activities where one was recorded. */
import { proxyActivities } from '@temporalio/workflow';
import { task as released } from '../../../workflows/task.ts';
import type { PortalActivities } from '../../../activities/dispatch/portal-results.ts';
import type { TaskRun } from '../../../domain/dispatch/task-run.ts';
import type { Status } from '../../../domain/dispatch/task.ts';

const { pullDocument } = proxyActivities<PortalActivities>({ startToCloseTimeout: '1 minute' });

export async function task(run: TaskRun): Promise<Status> {
  await pullDocument({ taskId: run.taskId, playbookId: 'sandbox-tms', taskType: 'pull_pod', inputs: {} });
  return released(run);
}
