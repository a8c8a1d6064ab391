/**
 * An ingest session of a workspace: one activity that takes in what is staged until nothing more comes. It carries
 * thousands of requests, so that the engine does not stand in the way of any (docs/lanes.md, "Ingest").
 */
import { makeContinueAsNewFunc, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { LaneActivities } from '../activities/lanes/lane-activities.ts';

const { takeIn } = proxyActivities<Pick<LaneActivities, 'takeIn'>>({
  // A session lasts some minutes and ends after the round that runs then.
  startToCloseTimeout: '15 minutes',
  // The gap that a killed worker leaves, where the backup does not fill it sooner.
  heartbeatTimeout: '5 seconds',
  // What is staged waits for this: again soon, and again for as long as the database is away.
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '2 seconds' },
});

export async function ingest(workspace: { readonly no: number; readonly id: string }): Promise<void> {
  if ((await takeIn(workspace)) !== 'renew') return;
  // With Worker Versioning the new run begins with the newest version, so that a workspace which is never idle does not
  // keep an old one.
  const isVersioned = (workflowInfo().currentDeploymentVersion?.deploymentName ?? '') !== '';
  const renew = makeContinueAsNewFunc<typeof ingest>(
    isVersioned ? { initialVersioningBehavior: 'AUTO_UPGRADE' } : undefined,
  );
  // A new run has a new activity, whose attempts are counted from one.
  await renew(workspace);
}
