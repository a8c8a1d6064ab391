/** A task for the tests of the task workflow's branches: its record keeping succeeds where a test says nothing else. */
import type { PullResult } from '../../../activities/dispatch/portal-activities.ts';
import type { TaskPlan } from '../../../activities/dispatch/plan-task.ts';
import type { Ending } from '../../../domain/dispatch/ending.ts';
import type { TaskRun } from '../../../domain/dispatch/task-run.ts';
import type { PulledReceipt } from '../../../domain/dispatch/writing/known.ts';
import type { RunningWorkflow, SubstitutedWorker, Substitutes } from './substituted.ts';

export const subject = 'PRO 0412708839';
export const portalName = 'Sandbox TMS';

export const readPlan: TaskPlan = {
  kind: 'read',
  taskType: 'pull_pod',
  playbookId: 'sandbox-tms',
  portalName,
  inputs: { pro: '0412708839' },
  subject,
};

export const receipt: PulledReceipt = {
  receipt: { state: 'usable', delivered: '2026-10-02', pieces: 4, services: [], exceptions: '' },
  file: { name: 'pod.pdf', bytes: 1200, sha256: 'ab'.repeat(32) },
  shipment: {},
};

export const pulled: PullResult = { kind: 'pulled', file: 'pod.pdf', findings: [], notes: [], receipt };

export interface TaskCase extends RunningWorkflow {
  /** Waits for the end of the workflow. @returns what was written as the task's outcome */
  ending(): Promise<Ending>;
}

/** Waits of milliseconds for parts of our own. */
export const quickPatience = { firstMs: 1, maxMs: 4, totalMs: 60_000 };

/** Waits are a few milliseconds; a portal may be down for long. */
const quickRun = {
  portalUnavailableAfterMs: 60_000,
  portalRetry: { firstMs: 1, maxMs: 4 },
  againAfterMs: 1,
  outagePatience: quickPatience,
};

/** @param run what the test says of the waits */
export async function startTask(
  worker: SubstitutedWorker,
  activities: Substitutes,
  run: Partial<TaskRun> = {},
): Promise<TaskCase> {
  const started = await worker.start('task', (taskId) => [{ taskId, ...quickRun, ...run }], {
    planTask: async () => readPlan,
    packEvidence: async () => ({ manifestFile: 'manifest.json' }),
    finishTask: async () => {},
    tell: async () => {},
    ...activities,
  });
  return {
    ...started,
    async ending() {
      await started.handle.result();
      const written = started.callsOf('finishTask').at(-1);
      if (written === undefined) throw new Error('the task ended without an outcome');
      return written[1];
    },
  };
}

export function outcomeOf({ status, outcomeReason }: Ending): string {
  return [status, outcomeReason].filter((part) => part !== null).join('/');
}

/** The text that people see of the workflow in the Temporal UI. */
export async function shownOf({ handle }: RunningWorkflow): Promise<string> {
  const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}
