/**
 * Workers that scale by themselves (`WORKER_SCALING=auto`): pollers follow what waits, and activities are taken up
 * while there is memory, up to the numbers of slots that the settings name.
 */
import type { ResourceBasedController, WorkerOptions } from '@temporalio/worker';

/** Taken up whatever the memory: a queue whose work nobody takes would stand still. */
const leastActivities = 2;
/** Pollers may become as many times those of a fixed Worker. */
const pollersAtMost = 4;

/**
 * The same Worker with a tuner and scaled pollers.
 * @param controller one for all Workers of the process, which share its memory
 */
export function scaled(fixed: Partial<WorkerOptions>, controller: ResourceBasedController): Partial<WorkerOptions> {
  const {
    maxConcurrentWorkflowTaskExecutions: workflowTasks = 1,
    maxConcurrentActivityTaskExecutions: activities = 1,
    maxConcurrentLocalActivityExecutions: localActivities = 1,
    maxConcurrentWorkflowTaskPolls: workflowPolls,
    maxConcurrentActivityTaskPolls: activityPolls,
    ...rest
  } = fixed;
  return {
    ...rest,
    tuner: {
      // Milliseconds of one core each, and bounded by WORKER_CACHED_WORKFLOWS: memory is that of activities.
      workflowTaskSlotSupplier: { type: 'fixed-size', numSlots: workflowTasks },
      localActivityTaskSlotSupplier: { type: 'fixed-size', numSlots: localActivities },
      nexusTaskSlotSupplier: { type: 'fixed-size', numSlots: 1 },
      activityTaskSlotSupplier: {
        type: 'resource-based',
        controller,
        minimumSlots: Math.min(leastActivities, activities),
        maximumSlots: activities,
        rampThrottle: '10 milliseconds',
      },
    },
    ...(workflowPolls === undefined ? {} : { workflowTaskPollerBehavior: pollers(workflowPolls) }),
    ...(activityPolls === undefined ? {} : { activityTaskPollerBehavior: pollers(activityPolls) }),
  };
}

function pollers(fixed: number): { type: 'autoscaling'; minimum: number; initial: number; maximum: number } {
  return { type: 'autoscaling', minimum: 1, initial: fixed, maximum: fixed * pollersAtMost };
}
