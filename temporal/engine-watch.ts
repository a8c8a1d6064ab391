/**
 * Notices an engine that lost its data while we run (D68): search attributes and Schedules are made again, and with
 * them the sweep, which starts open work again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type Connection, ScheduleNotFoundError } from '@temporalio/client';
import type { Log } from '../process/logging.ts';
import { NamespaceError, prepareNamespace } from './namespace.ts';
import { type SweepScheduleOptions, reconcileSchedules } from './schedules.ts';
import { type ScheduledWorkspace, reconcileWeekSchedules } from './week-schedules.ts';
import { workflowIds } from './names.ts';

export interface WatchedEngine {
  readonly client: Client;
  readonly connection: Connection;
  readonly namespace: string;
  readonly log: Log;
  readonly sweep: SweepScheduleOptions;
  /** Those whose weeks this deployment closes; none where another process does. */
  readonly workspaces: () => Promise<readonly ScheduledWorkspace[]>;
}

export interface EngineWatch {
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
