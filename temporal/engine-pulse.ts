/** Whether the engine answers, and which queues no process of ours asks for work: for the console's home page. */
import type { Client, Connection } from '@temporalio/client';
import { inspectQueues } from './engine-health.ts';
import type { QueueHealth } from './engine-health.ts';
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
