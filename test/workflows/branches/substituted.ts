/**
 * Workflows of the real bundle on the run's Temporal server, with plain functions in place of the activities: each test
 * gives the results that its branch needs. Every Worker of a file loads the same bundle and serves all of its tests.
 */
import { ApplicationFailure, Context } from '@temporalio/activity';
import { Client, type WorkflowHandle, type WorkflowStartOptions } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import type { DeliveryActivities } from '../../../activities/delivery/index.ts';
import type { CanaryActivities, PortalActivities } from '../../../activities/dispatch/portal-results.ts';
import type { StampActivities } from '../../../activities/dispatch/stamp-evidence.ts';
import type { TaskActivities } from '../../../activities/dispatch/task-activities.ts';
import type { LaneActivities } from '../../../activities/lanes/lane-activities.ts';
import type { SettlerActivities } from '../../../activities/lanes/settler-activities.ts';
import { openLog } from '../../../process/logging.ts';
import { loadWorkflows } from '../../../worker/workflow-code.ts';
import { testEngine } from '../../support/temporal.ts';

type All = TaskActivities &
  PortalActivities &
  CanaryActivities &
  DeliveryActivities &
  LaneActivities &
  SettlerActivities &
  StampActivities;
/** Anything that the real activity may return, now or later, or throw. */
export type Substitutes = Partial<All>;

/** The names that the workflows call; the compiler asks for the missing ones. */
const names: Record<keyof All, 'portal' | 'tasks' | 'deliveries-slow'> = {
  askApproval: 'tasks',
  believeDecider: 'tasks',
  checkApproval: 'tasks',
  closeIntent: 'tasks',
  closeWeeks: 'tasks',
  endRun: 'tasks',
  finishTask: 'tasks',
  giveUp: 'tasks',
  judgeTask: 'tasks',
  listCanaries: 'portal',
  lookUpRecord: 'portal',
  openIntentOf: 'tasks',
  packEvidence: 'tasks',
  planRun: 'tasks',
  planTask: 'tasks',
  prepareWrite: 'portal',
  probeWrite: 'portal',
  pullDocument: 'portal',
  recordApproval: 'tasks',
  recordLostAttempt: 'tasks',
  recordRefusedDecision: 'tasks',
  recordStop: 'tasks',
  remindOfApproval: 'tasks',
  runCanary: 'portal',
  sendAttempt: 'tasks',
  settleItem: 'tasks',
  stampEvidence: 'deliveries-slow',
  submitWrite: 'portal',
  sweep: 'tasks',
  takeIn: 'tasks',
  takeInShard: 'tasks',
  tell: 'tasks',
  whoCancelled: 'tasks',
  whoDecided: 'tasks',
};

interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
}

export interface RunningWorkflow {
  readonly handle: WorkflowHandle;
  /** Every attempt of an activity so far, in order. */
  readonly calls: readonly Call[];
  /** The arguments of the attempts of one activity. */
  callsOf<K extends keyof All>(name: K): Parameters<All[K]>[];
}

export interface SubstitutedWorker {
  /**
   * Starts a workflow whose activities are these functions. One that is called and not given fails the activity for
   * good, and with it the test.
   */
  start(
    workflow: string,
    args: (workflowId: string) => unknown[],
    activities: Substitutes,
    more?: Pick<WorkflowStartOptions, 'typedSearchAttributes'>,
  ): Promise<RunningWorkflow>;
  /**
   * Ends the Workers and starts others on the same queues.
   * @param dataConverter of their payloads
   */
  relieve(dataConverter: DataConverter): Promise<void>;
  close(): Promise<void>;
}

let count = 0;

/** @param dataConverter of the payloads; plain JSON where it is left out */
export async function openSubstitutedWorker(dataConverter: DataConverter = {}): Promise<SubstitutedWorker> {
  const { nativeConnection, connection, namespace } = await testEngine();
  const client = new Client({ connection, namespace, dataConverter });
  const { code } = await loadWorkflows(false, openLog('test', 'silent'));
  count += 1;
  const suffix = `-branches-${process.pid}-${count}`;
  const running = new Map<string, { readonly calls: Call[]; readonly activities: Substitutes }>();

  const perform = async (name: string, args: unknown[]): Promise<unknown> => {
    const { workflowExecution } = Context.current().info;
    // A child has the id of its task behind a colon.
    const run = running.get(workflowExecution?.workflowId.replace(/^.*:/, '') ?? '');
    const activity = run?.activities[name as keyof All] as ((...args: unknown[]) => Promise<unknown>) | undefined;
    run?.calls.push({ name, args });
    if (activity === undefined) throw ApplicationFailure.nonRetryable(`nothing stands in for ${name}`, 'not_expected');
    return await activity(...args);
  };
  const activitiesOf = (queue: (typeof names)[keyof All]): Record<string, (...args: unknown[]) => Promise<unknown>> =>
    Object.fromEntries(
      Object.entries(names)
        .filter(([, at]) => at === queue)
        .map(([name]) => [name, (...args: unknown[]) => perform(name, args)]),
    );
  const options = {
    connection: nativeConnection,
    namespace,
    shutdownGraceTime: 0,
    shutdownForceTime: '2 seconds',
    // A cancellation reaches an activity with the answer to its heartbeat.
    maxHeartbeatThrottleInterval: '20 milliseconds',
    defaultHeartbeatThrottleInterval: '20 milliseconds',
  } as const;
  const open = async (converter: DataConverter): Promise<() => Promise<void>> => {
    const workers = await Promise.all([
      Worker.create({
        ...options,
        dataConverter: converter,
        taskQueue: `tasks${suffix}`,
        workflowBundle: { code },
        activities: activitiesOf('tasks'),
      }),
      ...(['portal', 'deliveries-slow'] as const).map((queue) =>
        Worker.create({
          ...options,
          dataConverter: converter,
          taskQueue: `${queue}${suffix}`,
          activities: activitiesOf(queue),
        }),
      ),
    ]);
    const ends = workers.map((worker) => worker.run());
    return async () => {
      for (const worker of workers) worker.shutdown();
      await Promise.allSettled(ends);
    };
  };
  let end = await open(dataConverter);

  return {
    async start(workflow, args, activities, more = {}) {
      count += 1;
      const workflowId = `${workflow}-branch-${process.pid}-${count}`;
      const calls: Call[] = [];
      running.set(workflowId, { calls, activities });
      const handle = await client.workflow.start(workflow, {
        ...more,
        taskQueue: `tasks${suffix}`,
        workflowId,
        args: args(workflowId),
      });
      return {
        handle,
        calls,
        callsOf: <K extends keyof All>(name: K) =>
          calls.filter((call) => call.name === name).map((call) => call.args as unknown as Parameters<All[K]>),
      };
    },
    async relieve(converter) {
      await end();
      end = await open(converter);
    },
    close: () => end(),
  };
}

/** Gives the results one after the other, and the last one from then on. An error is thrown. */
export function inTurn<T>(...results: readonly (T | Error)[]): () => Promise<T> {
  let n = 0;
  return async () => {
    const result = results[Math.min(n, results.length - 1)] as T | Error;
    n += 1;
    if (result instanceof Error) throw result;
    return result;
  };
}

/** An activity that works until it is cancelled, as one at a slow portal does. */
export async function untilCancelled(): Promise<never> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), 20);
  try {
    return await context.cancelled;
  } finally {
    clearInterval(beat);
  }
}
