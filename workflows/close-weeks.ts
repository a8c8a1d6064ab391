/** Closes the weeks of a workspace that runs on the wall clock; started by its Schedule. */
import { ApplicationFailure, proxyActivities, workflowInfo } from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { ClosedWeeks, LaneActivities } from '../activities/lanes/lane-activities.ts';

const { closeWeeks: close } = proxyActivities<Pick<LaneActivities, 'closeWeeks'>>({
  summary: 'Close the weeks that are over',
  // Waits for the ingest session's answer for up to 30 s.
  startToCloseTimeout: '2 minutes',
  // A week that is not closed holds every promotion: again until it is, for a day; then the next one closes both.
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '5 seconds', maximumInterval: '5 minutes' },
});

const scheduledFor = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

export async function closeWeeks(workspace: { readonly no: number; readonly id: string }): Promise<ClosedWeeks> {
  const nominal = workflowInfo().typedSearchAttributes.get(scheduledFor);
  if (nominal === undefined)
    throw ApplicationFailure.nonRetryable('closeWeeks is started by its Schedule only', 'not_scheduled');
  return await close(workspace, nominal.toISOString());
}
