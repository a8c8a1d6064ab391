/** Looks at an engine without changing anything: namespace, search attributes, who polls the queues, Schedules; and notices when it lost its data. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type Connection, ScheduleNotFoundError } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { Log } from '../process/logging.ts';
import { type TaskQueueKind, taskQueueName, taskQueues, workflowIds } from './names.ts';
import {
  type AttributeState,
  NamespaceError,
  describeSearchAttributes,
  namespaceRetentionDays,
  prepareNamespace,
} from './namespace.ts';
import {
  type ScheduledWorkspace,
  type SweepScheduleOptions,
  reconcileSchedules,
  reconcileWeekSchedules,
} from './schedules.ts';

const { TaskQueueType } = proto.temporal.api.enums.v1;

/** What is polled on each queue: browser work has no workflows of its own. */
const polled: Readonly<Record<TaskQueueKind, readonly ('workflow' | 'activity')[]>> = {
  tasks: ['workflow', 'activity'],
  portal: ['activity'],
  deliveries: ['workflow', 'activity'],
  'deliveries-slow': ['activity'],
  lanes: ['workflow', 'activity'],
};

export interface QueueHealth {
  readonly queue: TaskQueueKind;
  /** As the engine knows it. */
  readonly name: string;
  readonly kind: 'workflow' | 'activity';
  /** Identities of the processes that poll it. */
  readonly pollers: readonly string[];
  /** When any of them asked last; null where there is none. */
  readonly lastPollAt: Date | null;
  /** How long the oldest task on it has waited to be taken; 0 where none waits, or the engine does not say. */
  readonly backlogMs: number;
}

export interface ScheduleHealth {
  readonly id: string;
  readonly state: 'missing' | 'paused' | 'runs';
  readonly lastRunAt: Date | null;
  readonly nextRunAt: Date | null;
}

export interface EngineHealth {
  readonly serverVersion: string;
  readonly namespace: string;
  /** Null: there is no such namespace, and the rest is empty. */
  readonly retentionDays: number | null;
  readonly attributes: readonly AttributeState[];
  readonly queues: readonly QueueHealth[];
}

type Engine = { readonly client: Client; readonly connection: Connection; readonly namespace: string };

/** @throws what the client throws when the engine is away */
export async function inspectEngine({ connection, namespace }: Engine, queueSuffix: string): Promise<EngineHealth> {
  const { serverVersion } = await connection.workflowService.getSystemInfo({});
  const retentionDays = await namespaceRetentionDays(connection, namespace).catch((error: unknown) => {
    if (error instanceof NamespaceError) return null;
    throw error;
  });
  if (retentionDays === null) return { serverVersion, namespace, retentionDays, attributes: [], queues: [] };
  const [attributes, queues] = await Promise.all([
    describeSearchAttributes(connection, namespace),
    inspectQueues({ connection, namespace }, queueSuffix),
  ]);
  return { serverVersion, namespace, retentionDays, attributes, queues };
}

/** @throws what the client throws when the engine is away */
function inspectQueues(
  { connection, namespace }: Pick<Engine, 'connection' | 'namespace'>,
  queueSuffix: string,
): Promise<QueueHealth[]> {
  return Promise.all(
    (Object.keys(taskQueues) as TaskQueueKind[]).flatMap((queue) =>
      polled[queue].map((kind) => describeQueue(connection, namespace, queue, kind, queueSuffix)),
    ),
  );
}

async function describeQueue(
  connection: Connection,
  namespace: string,
  queue: TaskQueueKind,
  kind: 'workflow' | 'activity',
  queueSuffix: string,
): Promise<QueueHealth> {
  const name = taskQueueName(queue, queueSuffix);
  const { pollers, stats } = await connection.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name },
    reportStats: true,
    taskQueueType:
      kind === 'workflow' ? TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW : TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
  });
  const asked = (pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000);
  return {
    queue,
    name,
    kind,
    pollers: [...new Set((pollers ?? []).map(({ identity }) => identity ?? ''))],
    lastPollAt: asked.length === 0 ? null : new Date(Math.max(...asked)),
    backlogMs: Number(stats?.approximateBacklogAge?.seconds ?? 0) * 1000,
  };
}

/** The Schedules of the sweep and of canaries, and those that close weeks of workspaces on the wall clock. */
export async function inspectSchedules(
  { client }: Pick<Engine, 'client'>,
  queueSuffix: string,
  wallClockWorkspaces: readonly string[],
): Promise<ScheduleHealth[]> {
  const ids = [
    workflowIds.sweep(queueSuffix),
    workflowIds.canaries(queueSuffix),
    ...wallClockWorkspaces.map((id) => workflowIds.closeWeeks(id)),
  ];
  const found: ScheduleHealth[] = [];
  for (const id of ids) found.push(await describeSchedule(client, id));
  return found;
}

async function describeSchedule(client: Client, id: string): Promise<ScheduleHealth> {
  try {
    const { state, info } = await client.schedule.getHandle(id).describe();
    return {
      id,
      state: state.paused ? 'paused' : 'runs',
      lastRunAt: info.recentActions.at(-1)?.takenAt ?? null,
      nextRunAt: info.nextActionTimes[0] ?? null,
    };
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return { id, state: 'missing', lastRunAt: null, nextRunAt: null };
    throw error;
  }
}

// Whether the engine answers, and which queues no process of ours asks for work: for the console's home page.

export interface EnginePulse {
  readonly answers: boolean;
  /** Queues that nobody polls; none where the engine does not answer. */
  readonly unserved: readonly TaskQueueKind[];
}

/** The engine remembers a poller for minutes; one that lives asks again within the minute that a poll lasts. */
const livesForMs = 75_000;
/** Workflow tasks take milliseconds: where one waits as long as this and nobody has asked, nobody does. */
const unaskedMs = 15_000;
const answerWithinMs = 1_500;

/** Never throws: that the engine is away is what is asked. */
export async function feelPulse(engine: Engine, queueSuffix: string, now: Date): Promise<EnginePulse> {
  try {
    const queues = await engine.connection.withDeadline(Date.now() + answerWithinMs, () =>
      inspectQueues(engine, queueSuffix),
    );
    const kinds = Object.keys(taskQueues) as TaskQueueKind[];
    return {
      answers: true,
      unserved: kinds.filter((kind) => queues.some((one) => one.queue === kind && !isServed(one, now))),
    };
  } catch {
    return { answers: false, unserved: [] };
  }
}

/** Whether somebody asks for work here, judged by when somebody last did. */
export function isServed({ kind, lastPollAt, backlogMs }: QueueHealth, now: Date): boolean {
  const silentMs = now.getTime() - (lastPollAt?.getTime() ?? 0);
  // Activities may wait for long while every slot is at work and nobody asks.
  const isOverdue = kind === 'workflow' && backlogMs > unaskedMs && silentMs > unaskedMs;
  return silentMs < livesForMs && !isOverdue;
}

// Notices an engine that lost its data while we run (D68): search attributes and Schedules are made again, and with
// them the sweep, which starts open work again.

export interface WatchedEngine {
  readonly client: Client;
  readonly connection: Connection;
  readonly namespace: string;
  readonly log: Log;
  readonly sweep: SweepScheduleOptions;
  /** Those whose weeks this deployment closes; none where another process does. */
  readonly workspaces: () => Promise<readonly ScheduledWorkspace[]>;
}

interface EngineWatch {
  /** What the engine lacks, as the end of a sentence; null where nothing is known to be missing. */
  lacks(): string | null;
  stop(): Promise<void>;
}

/** Looks at one Schedule: within a minute of the loss, with the sweep's own interval, open work is started again. */
const everyMs = 15_000;

export function watchEngine(engine: WatchedEngine): EngineWatch {
  const over = new AbortController();
  let lacks: string | null = null;
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await delay(everyMs, undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) return;
      try {
        await restoreEngine(engine);
        lacks = null;
      } catch (error) {
        // One that is away lacks nothing; its Workers say that it is away.
        lacks = error instanceof NamespaceError ? error.message : null;
        engine.log.warn({ err: error }, 'the engine could not be looked at');
      }
    }
  };
  const watching = watch();
  return {
    lacks: () => lacks,
    stop: async () => {
      over.abort();
      await watching;
    },
  };
}

/**
 * Makes again what an engine lost. Safe to repeat.
 * @returns whether anything was missing
 * @throws NamespaceError when the namespace is missing too, which only its operator can make
 */
export async function restoreEngine(engine: WatchedEngine): Promise<boolean> {
  const { client, connection, namespace, log, sweep } = engine;
  if (await hasSweep(client, sweep.queueSuffix)) return false;
  const { added } = await prepareNamespace(connection, namespace, log);
  await reconcileWeekSchedules(client, sweep.queueSuffix, await engine.workspaces());
  // The last, as it says that the rest is there.
  await reconcileSchedules(client, sweep);
  log.warn({ namespace, search_attributes_added: added }, 'the engine had lost its Schedules; they were made again');
  return true;
}

async function hasSweep(client: Client, queueSuffix: string): Promise<boolean> {
  try {
    await client.schedule.getHandle(workflowIds.sweep(queueSuffix)).describe();
    return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError || isNamespaceMissing(error)) return false;
    throw error;
  }
}

function isNamespaceMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NamespaceNotFoundError' || isNamespaceMissing(error.cause));
}
