/**
 * The start dispatcher: takes workflow starts out of the outbox and hands them to the engine, a bounded number
 * at a time, so that neither a request nor a transaction ever waits for the engine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  type WorkflowStartOptions,
  isGrpcServiceError,
} from '@temporalio/client';
import type { SettleRun } from '../domain/lanes/settler/run.ts';
import type { Log } from '../process/logging.ts';
import { withinTrace } from '../process/tracing.ts';
import { type TaskQueueKind, taskQueueName, workflowIds, searchAttributePairs } from './names.ts';

/** A claimed row of the outbox, as `store/workflow-starts` gives it. */
export interface PendingStart {
  readonly workflowId: string;
  readonly workflowType: 'task' | 'delivery' | 'notification' | 'canary';
  readonly taskQueue: TaskQueueKind;
  readonly arguments: readonly unknown[];
  readonly priority: number;
  readonly fairnessKey: string | null;
  readonly searchAttributes: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Of the trace that asked for it. */
  readonly traceparent?: string | null;
  /** Milliseconds until the run begins; another start of the same work ends the delay. */
  readonly delayMs?: number | null;
  readonly claim: string;
}

/** The outbox; `store/workflow-starts` bound to a pool. */
interface StartStore {
  claim(limit: number, leaseMs: number): Promise<readonly PendingStart[]>;
  confirm(starts: readonly PendingStart[]): Promise<void>;
  release(starts: readonly PendingStart[]): Promise<void>;
  fail(start: PendingStart): Promise<void>;
}

export interface StartDispatcherDeps {
  readonly client: Client;
  readonly store: StartStore;
  readonly queueSuffix: string;
  /** Starts under way at once; more only queue up inside the engine (one costs it 2 to 4 ms). */
  readonly inFlight: number;
  readonly log: Log;
  /**
   * Queues whose workflows may begin at once in this process (`requestEagerStart`), which spares the engine a poll. The
   * client has to be that of its Workers (`clientOfWorkers`). Default none.
   */
  readonly eager?: readonly TaskQueueKind[];
  /**
   * How long each of them rests before it starts its next task, so that callers are answered first (start-throttle.ts). What
   * accepted work leads to, such as a delivery, does not rest. Default 0.
   */
  readonly restMs?: () => Promise<number>;
  /** How often the outbox is looked at when nobody wakes the dispatcher. Default 2 s. */
  readonly pollMs?: number;
  /** Longest wait between two looks while the engine is away. Default 10 s. */
  readonly maxBackoffMs?: number;
  /** A start that takes longer counts as an engine that is away. Default 10 s. */
  readonly startTimeoutMs?: number;
}

export interface StartDispatcher {
  /** Says that something was committed to the outbox. Cheap; call it after every such commit. */
  wake(): void;
  /** Finishes the starts that are under way and leaves the others in the outbox. */
  stop(): Promise<void>;
}

/**
 * A start whose id was used before and whose run has ended begins a new run: a delivery may be sent again on
 * request, and a task whose run was terminated, or is older than a restored database, must not stay without
 * one. What is done only once is guarded where the truth is, in PostgreSQL: the first thing a run does is to
 * read its row, and a row that is final ends the run at once. (The engine's own guard would hold for its
 * retention only.)
 */
const reusePolicy = 'ALLOW_DUPLICATE';

/**
 * Far above the few milliseconds a start takes, and the longest that a start waits whose process was killed with
 * the claim in hand. A claim that is taken over from a slow owner starts the same workflow: harmless.
 */
const leaseMs = 15_000;
/** gRPC's INVALID_ARGUMENT: the one answer that is about this start and not about the engine. */
const invalidArgument: number = 3;

const mayRest = ({ taskQueue }: PendingStart): boolean => taskQueue === 'tasks';

type Outcome = { kind: 'started' } | { kind: 'refused'; error: unknown } | { kind: 'engine away'; error: unknown };

export function openStartDispatcher(deps: StartDispatcherDeps): StartDispatcher {
  const { pollMs = 2_000, maxBackoffMs = 10_000 } = deps;
  const batchSize = deps.inFlight * 8;
  const state = { stopped: false };
  let woken = false;
  /** At the last start of a task; while tasks rest, a claim takes no more of them than are started after one rest. */
  let restedMs = 0;
  let endPause: (() => void) | undefined;

  const loop = async (): Promise<void> => {
    let failures = 0;
    while (!state.stopped) {
      woken = false;
      const round = await dispatchBatch();
      if (round === 'more') {
        failures = 0;
      } else if (round === 'empty') {
        failures = 0;
        if (!woken) await pause(pollMs, true);
      } else {
        // No wake-up cuts this pause short: while the engine is away every commit would only knock again.
        await pause(Math.min(maxBackoffMs, 250 * 2 ** failures), false);
        failures += 1;
      }
    }
  };

  const dispatchBatch = async (): Promise<'more' | 'empty' | 'away'> => {
    let claimed: readonly PendingStart[];
    try {
      claimed = await deps.store.claim(restedMs > 0 ? deps.inFlight : batchSize, leaseMs);
    } catch (error) {
      deps.log.warn({ err: error }, 'the outbox of workflow starts cannot be read');
      return 'away';
    }
    if (claimed.length === 0) return 'empty';
    const waiting = [...claimed.filter((start) => !mayRest(start)), ...claimed.filter(mayRest)];
    if (!claimed.some(mayRest)) restedMs = 0;
    const started: PendingStart[] = [];
    let away: unknown;
    const lane = async (): Promise<void> => {
      let hasRested = false;
      while (!state.stopped && away === undefined) {
        if (waiting[0] !== undefined && mayRest(waiting[0])) {
          restedMs = (await deps.restMs?.().catch(() => 0)) ?? 0;
          // The others go back: what came meanwhile and does not rest is claimed before them.
          if (restedMs > 0 && hasRested) return;
          if (restedMs > 0) await delay(restedMs);
          hasRested = true;
        }
        const start = waiting.shift();
        if (start === undefined) return;
        const outcome = await withinTrace(start.traceparent, () => startOne(deps, start));
        if (outcome.kind === 'started') started.push(start);
        else if (outcome.kind === 'refused') await refuse(start, outcome.error);
        else {
          away = outcome.error ?? new Error('no answer');
          waiting.push(start);
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: deps.inFlight }, lane));
    } finally {
      // If this fails the rows are claimed again after the lease, and starting twice is harmless.
      await settle(started, waiting);
    }
    // A claim may take less than a batch although more waits; it never takes as little as this then.
    if (away === undefined) return claimed.length < deps.inFlight && !woken ? 'empty' : 'more';
    deps.log.warn(
      { err: away, waiting: waiting.length },
      'the engine takes no workflow starts; they stay in the outbox',
    );
    return 'away';
  };

  const settle = async (started: readonly PendingStart[], waiting: readonly PendingStart[]): Promise<void> => {
    try {
      await deps.store.confirm(started);
      await deps.store.release(waiting);
    } catch (error) {
      deps.log.warn({ err: error }, 'the outbox of workflow starts cannot be written');
    }
  };

  const refuse = async (start: PendingStart, error: unknown): Promise<void> => {
    deps.log.error({ err: error, workflow_id: start.workflowId }, 'the engine refuses a workflow start');
    // A row that cannot be marked now is claimed again after the lease.
    await deps.store.fail(start).catch((failure: unknown) => {
      deps.log.warn({ err: failure }, 'the outbox of workflow starts cannot be written');
    });
  };

  const pause = (ms: number, wakeable: boolean): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        if (!wakeable && !state.stopped) return;
        clearTimeout(timer);
        resolve();
      };
      if (state.stopped) endPause();
    });

  const running = loop();
  return {
    wake: () => {
      woken = true;
      endPause?.();
    },
    stop: async () => {
      state.stopped = true;
      endPause?.();
      await running;
    },
  };
}

/**
 * Signals a run of this type that is still there that the same is asked for again. A delivery that is sent again
 * within milliseconds meets the run that has recorded its last attempt and not ended, and one that was held back meets
 * its own run, whose delay ends with it; a canary rests between two looks at a portal that has changed; a task never does.
 */
const signalledOfNextStart: Readonly<Partial<Record<PendingStart['workflowType'], string>>> = {
  delivery: 'sentAgain',
  canary: 'askedAgain',
};

async function startOne(deps: StartDispatcherDeps, start: PendingStart): Promise<Outcome> {
  try {
    if (!(await begin(deps, start))) await signalRunning(deps, start);
    return { kind: 'started' };
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause ?? error;
    const code: number | undefined = isGrpcServiceError(cause) ? cause.code : undefined;
    return { kind: code === undefined || code === invalidArgument ? 'refused' : 'engine away', error };
  }
}

/** @returns false when a run is there already */
async function begin(deps: StartDispatcherDeps, start: PendingStart): Promise<boolean> {
  const { delayMs } = start;
  try {
    await inTime(deps, () =>
      deps.client.workflow.start(start.workflowType, {
        ...optionsOf(deps, start),
        workflowIdConflictPolicy: 'FAIL',
        ...(delayMs === null || delayMs === undefined
          ? { requestEagerStart: deps.eager?.includes(start.taskQueue) === true }
          : { startDelay: delayMs }),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

/**
 * Signals the run, or begins another one where it has ended meanwhile. Only a signal that could start a run ends the
 * delay of one that has not begun; a plain one waits for its end.
 */
async function signalRunning(deps: StartDispatcherDeps, start: PendingStart): Promise<void> {
  const signal = signalledOfNextStart[start.workflowType];
  if (signal === undefined) return;
  await inTime(deps, () =>
    deps.client.workflow.signalWithStart(start.workflowType, {
      ...optionsOf(deps, start),
      signal,
      signalArgs: [...start.arguments],
    }),
  );
}

function optionsOf({ queueSuffix }: StartDispatcherDeps, start: PendingStart) {
  const { workflowId, taskQueue, priority, fairnessKey, searchAttributes, summary } = start;
  return {
    workflowId,
    taskQueue: taskQueueName(taskQueue, queueSuffix),
    args: [...start.arguments],
    workflowIdReusePolicy: reusePolicy,
    priority: { priorityKey: priority, ...(fairnessKey === null ? {} : { fairnessKey }) },
    typedSearchAttributes: searchAttributePairs(searchAttributes),
    staticSummary: summary,
  } satisfies Partial<WorkflowStartOptions>;
}

const inTime = <T>(deps: StartDispatcherDeps, call: () => Promise<T>): Promise<T> =>
  deps.client.connection.withDeadline(Date.now() + (deps.startTimeoutMs ?? 10_000), call);

// Starts a run of a workspace's settler where none runs.

/** @returns false when one runs already; nothing is started then */
export type StartSettle = (run: SettleRun) => Promise<boolean>;

/** A call that takes longer counts as an engine that is away. */
const timeoutMs = 5_000;

export function openSettleStarts(client: Client, queueSuffix: string): StartSettle {
  return async (run) => {
    const { workspace, limit } = run;
    try {
      await client.connection.withDeadline(Date.now() + timeoutMs, () =>
        client.workflow.start('settle', {
          workflowId: workflowIds.settle(workspace.id),
          taskQueue: taskQueueName('lanes', queueSuffix),
          args: [run],
          workflowIdConflictPolicy: 'FAIL',
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          typedSearchAttributes: searchAttributePairs({ Workspace: workspace.id }),
          staticSummary: `Model review of up to ${limit} disagreements of ${workspace.id}`,
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    }
  };
}
