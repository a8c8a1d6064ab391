/** The portal's activities as a writing task uses them, grouped by what may be done with them again. */
import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { ActivityInterfaceFor } from '@temporalio/workflow';
import type { PortalActivities } from '../activities/dispatch/portal-activities.ts';
import type { TaskRun } from '../domain/dispatch/task-run.ts';

interface PortalWork {
  /** Looking changes nothing, so a lost attempt is simply made again by whoever is alive. */
  readonly reads: ActivityInterfaceFor<
    Pick<PortalActivities, 'pullDocument' | 'lookUpRecord' | 'prepareWrite' | 'probeWrite'>
  >;
  /** Submitting is never repeated by the engine: what is unclear afterwards is looked for (D25). */
  readonly submits: ActivityInterfaceFor<Pick<PortalActivities, 'submitWrite'>>;
}

/** Beats come four times in this, so a killed worker is noticed within it. */
export const longestSilence = '8 seconds';

export function portalWork({ silenceMs, againAfterMs }: Pick<TaskRun, 'silenceMs' | 'againAfterMs'>): PortalWork {
  const common = {
    // The portal queue of the same deployment: its name differs in the first word only.
    taskQueue: workflowInfo().taskQueue.replace(/^tasks/, 'portal'),
    // Some ten steps of at most 20 s each, and the wait for the portal account; a hung browser ends here at last.
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: silenceMs ?? longestSilence,
    // The evidence is packed only when nobody adds to it any more.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  } as const;
  return {
    reads: proxyActivities<PortalActivities>({
      ...common,
      // A portal that is down is an answer, not a failure; what fails here is ours: a lost worker, a crashed browser.
      retry: { initialInterval: againAfterMs ?? '1 second', backoffCoefficient: 2, maximumAttempts: 5 },
    }),
    submits: proxyActivities<PortalActivities>({ ...common, retry: { maximumAttempts: 1 } }),
  };
}
