/** Whether the engine answers, and which queues no process of ours asks for work: for the console's home page. */
import type { Client, Connection } from '@temporalio/client';
import { inspectQueues } from './engine-health.ts';
import { taskQueues } from './task-queues.ts';
import type { TaskQueueKind } from './task-queues.ts';

export interface EnginePulse {
  readonly answers: boolean;
  /** Queues that nobody polls; none where the engine does not answer. */
  readonly unserved: readonly TaskQueueKind[];
}

type Engine = { readonly client: Client; readonly connection: Connection; readonly namespace: string };

/** The engine remembers a poller for minutes; one that lives asks again within the minute that a poll lasts. */
const livesForMs = 75_000;
const answerWithinMs = 1_500;

/** Never throws: that the engine is away is what is asked. */
export async function feelPulse(engine: Engine, queueSuffix: string, now: Date): Promise<EnginePulse> {
  try {
    const queues = await engine.connection.withDeadline(Date.now() + answerWithinMs, () =>
      inspectQueues(engine, queueSuffix),
    );
    const since = now.getTime() - livesForMs;
    const isServed = (kind: TaskQueueKind): boolean =>
      queues.filter(({ queue }) => queue === kind).every(({ lastPollAt }) => (lastPollAt?.getTime() ?? 0) > since);
    return { answers: true, unserved: (Object.keys(taskQueues) as TaskQueueKind[]).filter((kind) => !isServed(kind)) };
  } catch {
    return { answers: false, unserved: [] };
  }
}
