/**
 * An ingest session of a shard of workspaces: one activity that ingests what is staged until nothing more comes. It
 * carries thousands of requests, so that the engine is not in the way of any (docs/ingest.md).
 */
import { type Workflow, makeContinueAsNewFunc, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { LaneActivities, ShardSession } from '../activities/lanes/lane-activities.ts';

const { takeIn, takeInShard } = proxyActivities<Pick<LaneActivities, 'takeIn' | 'takeInShard'>>({
  summary: 'Ingest what is staged until nothing more comes',
  // A session lasts some minutes and ends after the round that runs then.
  startToCloseTimeout: '15 minutes',
  // The gap that a killed worker leaves, where the backup does not fill it sooner.
  heartbeatTimeout: '5 seconds',
  // What is staged waits for this: again soon, and again for as long as the database is away.
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '2 seconds' },
});

export async function ingestShard(session: ShardSession): Promise<void> {
  if ((await takeInShard(session)) === 'renew') await renew<typeof ingestShard>(session);
}

/** A session of one workspace: started by APIs from before there were shards, and renewed only by workers of that time. */
export async function ingest(workspace: { readonly no: number; readonly id: string }): Promise<void> {
  if ((await takeIn(workspace)) === 'renew') await renew<typeof ingest>(workspace);
}

/** A new run has a new activity, whose attempts are counted from one. */
async function renew<F extends Workflow>(...input: Parameters<F>): Promise<void> {
  // With Worker Versioning the new run begins with the newest version, so that a shard which is never idle does not keep
  // an old one.
  const isVersioned = (workflowInfo().currentDeploymentVersion?.deploymentName ?? '') !== '';
  await makeContinueAsNewFunc<F>(isVersioned ? { initialVersioningBehavior: 'AUTO_UPGRADE' } : undefined)(...input);
}
