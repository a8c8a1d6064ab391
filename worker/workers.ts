/** The Workers of a process: one for each task queue it serves, with the slots and pollers of two cores, and a log line for each attempt. */
import type { Context } from '@temporalio/activity';
import {
  ApplicationFailure,
  CancelledFailure,
  type DataConverter,
  type VersioningBehavior,
  type WorkerDeploymentVersion,
} from '@temporalio/common';
import {
  type ActivityInterceptorsFactory,
  type NativeConnection,
  ResourceBasedController,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import { placesForSettlers } from '../activities/lanes/settler-activities.ts';
import type { Log } from '../process/logging.ts';
import type { Settings } from '../process/settings.ts';
import type { EngineTracing } from '../temporal/connect.ts';
import { type TaskQueueKind, taskQueueName } from '../temporal/names.ts';

type WorkerSettings = Pick<
  Settings,
  | 'ENGINE_TASK_QUEUE_SUFFIX'
  | 'PORTAL_BROWSERS'
  | 'WORKER_CACHED_WORKFLOWS'
  | 'WORKER_DELIVERY_SLOTS'
  | 'WORKER_LANE_SESSIONS'
  | 'WORKER_MEMORY_TARGET'
  | 'WORKER_SCALING'
  | 'WORKER_SHUTDOWN_GRACE_MS'
  | 'WORKER_SLOW_DELIVERY_SLOTS'
  | 'WORKER_TASK_SLOTS'
>;

interface WorkersOptions {
  readonly settings: WorkerSettings;
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly dataConverter: DataConverter;
  /** Code of the workflow bundle. */
  readonly workflowCode: string;
  /** Of Worker Versioning; left out: none, and any Worker of the queue may have the work. */
  readonly version?: WorkerDeploymentVersion;
  /** The activities of each queue that this process serves. */
  readonly activities: Partial<Record<TaskQueueKind, object>>;
  readonly log: Log;
  readonly tracing?: EngineTracing | undefined;
}

/**
 * More activities than browsers: those that wait for a portal account or a browser hold a slot and cost nothing,
 * and the queue behind them moves on to other portals.
 */
const portalSlotsPerBrowser = 4;
const placesForCloses = 5;
/**
 * Short work stays with the version that began it; a task, which waits for people for days, continues under the newest one
 * (`patched`). By the Worker and not by the workflow, which could then run on no Worker without a version.
 */
const versioningBehavior: Readonly<Record<TaskQueueKind, VersioningBehavior>> = {
  tasks: 'AUTO_UPGRADE',
  portal: 'AUTO_UPGRADE',
  deliveries: 'PINNED',
  'deliveries-slow': 'PINNED',
  lanes: 'PINNED',
};
/** After the grace, running activities have been cancelled; what does not even end then is left behind. */
const forceAfterGraceMs = 5_000;

/** Workers that are created but not run yet. */
export async function createWorkers(options: WorkersOptions): Promise<Worker[]> {
  const kinds = Object.keys(options.activities) as TaskQueueKind[];
  const { WORKER_SCALING, WORKER_MEMORY_TARGET } = options.settings;
  const controller =
    WORKER_SCALING === 'auto'
      ? // Processors may be busy: work waits for them in order, and answers of the API go first (WORKER_NICE).
        ResourceBasedController.create({ targetMemoryUsage: WORKER_MEMORY_TARGET / 100, targetCpuUsage: 1 })
      : undefined;
  return Promise.all(
    kinds.map((kind) => {
      const fixed = perQueue(options)[kind];
      return Worker.create({
        ...shared(options, kind),
        ...(controller === undefined ? fixed : scaled(fixed, controller)),
      });
    }),
  );
}

function shared(options: WorkersOptions, kind: TaskQueueKind): WorkerOptions {
  const { settings, tracing } = options;
  return {
    connection: options.connection,
    namespace: options.namespace,
    dataConverter: options.dataConverter,
    taskQueue: taskQueueName(kind, settings.ENGINE_TASK_QUEUE_SUFFIX),
    activities: options.activities[kind] ?? {},
    // The log line of an attempt belongs to its span.
    interceptors: { activity: [...(tracing === undefined ? [] : [tracing.activities]), attemptLog(options.log)] },
    ...(tracing === undefined ? {} : { sinks: tracing.sinks }),
    ...(options.version === undefined
      ? {}
      : {
          workerDeploymentOptions: {
            useWorkerVersioning: true,
            version: options.version,
            defaultVersioningBehavior: versioningBehavior[kind],
          },
        }),
    shutdownGraceTime: settings.WORKER_SHUTDOWN_GRACE_MS,
    shutdownForceTime: settings.WORKER_SHUTDOWN_GRACE_MS + forceAfterGraceMs,
    // Beats leave every 2 s whatever their time-out is, so that a cancellation is heard as soon.
    maxHeartbeatThrottleInterval: '2 seconds',
    defaultHeartbeatThrottleInterval: '2 seconds',
  };
}

function perQueue(options: WorkersOptions): Record<TaskQueueKind, Partial<WorkerOptions>> {
  const { settings, workflowCode } = options;
  const workflows: Partial<WorkerOptions> = {
    workflowBundle: { code: workflowCode },
    maxCachedWorkflows: settings.WORKER_CACHED_WORKFLOWS,
    // A workflow whose worker died waits this long before any other may continue with it.
    stickyQueueScheduleToStartTimeout: '5 seconds',
  };
  return {
    // Workflow tasks take a few milliseconds of one core each: more than a handful at once only lengthen each other.
    tasks: {
      ...workflows,
      maxConcurrentWorkflowTaskExecutions: 10,
      maxConcurrentWorkflowTaskPolls: 5,
      maxConcurrentActivityTaskExecutions: settings.WORKER_TASK_SLOTS,
      maxConcurrentActivityTaskPolls: 2,
      maxConcurrentLocalActivityExecutions: settings.WORKER_TASK_SLOTS,
    },
    // Browser work: no workflows here, so a process can serve this queue alone.
    portal: {
      maxConcurrentActivityTaskExecutions: settings.PORTAL_BROWSERS * portalSlotsPerBrowser,
      maxConcurrentActivityTaskPolls: 2,
    },
    // Attempts wait for receivers nearly all the time, so many are in flight and pollers keep up with them.
    deliveries: {
      ...workflows,
      maxConcurrentWorkflowTaskExecutions: 20,
      maxConcurrentWorkflowTaskPolls: 5,
      maxConcurrentActivityTaskExecutions: settings.WORKER_DELIVERY_SLOTS,
      maxConcurrentActivityTaskPolls: 5,
      maxConcurrentLocalActivityExecutions: settings.WORKER_DELIVERY_SLOTS,
    },
    // Slots of their own: however many endpoints hang, those that work wait for none of them.
    'deliveries-slow': {
      maxConcurrentActivityTaskExecutions: settings.WORKER_SLOW_DELIVERY_SLOTS,
      maxConcurrentActivityTaskPolls: 2,
    },
    // A session is one activity for minutes, and holds a connection to the database of its own.
    lanes: {
      ...workflows,
      // What these workflows hold is read again in no time, and one whose worker died is in the way of a session.
      stickyQueueScheduleToStartTimeout: '1 second',
      maxConcurrentWorkflowTaskExecutions: 10,
      maxConcurrentWorkflowTaskPolls: 2,
      // Closing weeks and settling wait for a session; a few at once take none of the places that sessions have.
      maxConcurrentActivityTaskExecutions: settings.WORKER_LANE_SESSIONS + placesForCloses + placesForSettlers,
      maxConcurrentActivityTaskPolls: 2,
      // A session ends after its round, at once: what is staged continues elsewhere, and nobody waits for the grace.
      shutdownGraceTime: 0,
    },
  };
}

// Workers that scale by themselves (`WORKER_SCALING=auto`): pollers follow what waits, and activities are taken up
// while there is memory, up to the numbers of slots that the settings name.

/** Taken up whatever the memory: a queue whose work nobody takes would stand still. */
const leastActivities = 2;
/** Pollers may become as many times those of a fixed Worker. */
const pollersAtMost = 4;

/**
 * The same Worker with a tuner and scaled pollers.
 * @param controller one for all Workers of the process, which share its memory
 */
function scaled(fixed: Partial<WorkerOptions>, controller: ResourceBasedController): Partial<WorkerOptions> {
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

// One structured log line per activity attempt: which, for whom, how long, how it ended. Never a payload.

/** Goes into the `interceptors.activity` list of a Worker. */
export function attemptLog(log: Log): ActivityInterceptorsFactory {
  return (context) => ({
    inbound: {
      execute: async (input, next) => {
        const begun = performance.now();
        const line = (): Record<string, unknown> => ({
          ...described(context),
          ms: Math.round(performance.now() - begun),
        });
        try {
          const result = await next(input);
          log.info({ ...line(), outcome: 'completed' }, 'activity attempt');
          return result;
        } catch (error) {
          if (wasCancelled(error)) log.info({ ...line(), outcome: 'cancelled' }, 'activity attempt');
          else log.warn({ ...line(), outcome: 'failed', error: nameOf(error) }, 'activity attempt');
          throw error;
        }
      },
    },
  });
}

function described({ info }: Context): Record<string, unknown> {
  return {
    workflow_id: info.workflowExecution?.workflowId,
    run_id: info.workflowExecution?.runId,
    workflow: info.workflowType,
    activity: info.activityType,
    local: info.isLocal,
    attempt: info.attempt,
    queue: info.taskQueue,
  };
}

/** The error's type and code. Messages may quote what was worked on, so they stay in the workflow's history. */
function nameOf(error: unknown): { type: string; code?: string } {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const type = error instanceof ApplicationFailure ? (error.type ?? error.name) : error.name;
  return typeof code === 'string' ? { type, code } : { type };
}

function wasCancelled(error: unknown): boolean {
  return error instanceof CancelledFailure || (error instanceof Error && error.name === 'AbortError');
}
