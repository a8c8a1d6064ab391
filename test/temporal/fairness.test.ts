import assert from 'node:assert/strict';
import type { temporal } from '@temporalio/proto';
import { openLog } from '../../process/logging.ts';
import { openPool } from '../../store/database.ts';
import { addStarts, countStarts, openStartStore, type WorkflowStart } from '../../store/workflow-starts.ts';
import { openStartDispatcher } from '../../temporal/starts.ts';
import { taskStart } from '../../temporal/task-start.ts';
import type { Priority } from '../../domain/dispatch/task.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { taskQueueFor, testEngine, type TestEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';

const floods = 40;
const few = 4;
/** The engine refuses polls without a deadline, and answers an empty one shortly before it. */
const pollMs = 60_000;

/**
 * Work of two senders from the outbox through the engine to the worker that polls, one piece at a time, so that the order in
 * which the engine hands it out is seen and nothing depends on time.
 */
describe('the order in which tasks get their turn', () => {
  let database: FreshDatabase;
  let engine: TestEngine;
  let suffix: string;
  beforeEach(async function () {
    database = await freshDatabase();
    engine = await testEngine();
    suffix = `-${taskQueueFor(this)}`;
  });
  afterEach(() => database.drop());

  const start = (senderId: string, n: number, priority: Priority): WorkflowStart => {
    const id = `${senderId}-${priority}-${n}`;
    const retry = { portalUnavailableAfterMs: 1, portalRetry: { firstMs: 1, maxMs: 1 } };
    const made = taskStart(
      { id: `${id}${suffix}`, senderId, taskType: 'pull_pod', params: { pro: '4471180293' }, priority },
      retry,
    );
    return { ...made, arguments: [] };
  };
  /** The first sender's flood of low and normal work, then a little of the second's, then one urgent task. */
  const startAll = async (): Promise<number> => {
    const flood = Array.from({ length: floods }, (_, n) => start('flood', n, n % 2 === 0 ? 'normal' : 'low'));
    const calm = Array.from({ length: few }, (_, n) => start('calm', n, 'normal'));
    const all = [...flood, ...calm, start('flood', floods, 'high')];
    for (const one of all) await addStarts(database.pool, [one]);
    const pool = openPool({ url: database.url, size: 2, name: 'test-starts' });
    const dispatcher = openStartDispatcher({
      client: engine.client,
      store: openStartStore(pool),
      queueSuffix: suffix,
      inFlight: 4,
      log: openLog('test', 'silent'),
    });
    await until(async () => (await countStarts(database.pool)).waiting === 0, { what: 'an empty outbox' });
    await dispatcher.stop();
    await pool.end();
    return all.length;
  };

  const nextTask = (): Promise<temporal.api.workflowservice.v1.IPollWorkflowTaskQueueResponse> =>
    engine.connection.withDeadline(Date.now() + pollMs, () =>
      engine.connection.workflowService.pollWorkflowTaskQueue({
        namespace: engine.namespace,
        taskQueue: { name: `tasks${suffix}` },
        identity: 'test',
      }),
    );
  const nextActivity = (): Promise<temporal.api.workflowservice.v1.IPollActivityTaskQueueResponse> =>
    engine.connection.withDeadline(Date.now() + pollMs, () =>
      engine.connection.workflowService.pollActivityTaskQueue({
        namespace: engine.namespace,
        taskQueue: { name: `portal${suffix}` },
        identity: 'test',
      }),
    );
  /** Until the engine has put all of it into the queue: only then is there an order to see. */
  const untilWaiting = async (queue: 'tasks' | 'portal', type: 1 | 2, count: number): Promise<void> => {
    await until(
      async () => {
        const { stats } = await engine.connection.workflowService.describeTaskQueue({
          namespace: engine.namespace,
          taskQueue: { name: `${queue}${suffix}` },
          taskQueueType: type,
          reportStats: true,
        });
        return Number(stats?.approximateBacklogCount ?? 0) >= count;
      },
      { what: `${count} waiting in ${queue}` },
    );
  };
  /** What a task's workflow does first, as far as the engine sees: it asks for an activity on the portal queue. */
  const askForPortal = async (token: Uint8Array | null | undefined): Promise<void> => {
    await engine.connection.workflowService.respondWorkflowTaskCompleted({
      namespace: engine.namespace,
      taskToken: token ?? null,
      commands: [
        {
          commandType: 1, // SCHEDULE_ACTIVITY_TASK
          scheduleActivityTaskCommandAttributes: {
            activityId: 'portal',
            activityType: { name: 'pullDocument' },
            taskQueue: { name: `portal${suffix}` },
            scheduleToCloseTimeout: { seconds: 600 as never },
            startToCloseTimeout: { seconds: 600 as never },
          },
        },
      ],
    });
  };
  /** `flood-normal-3` → `flood normal`. */
  const kindOf = (workflowId: string | null | undefined): string =>
    (workflowId ?? '').replace(/^(\w+)-(\w+)-.*$/s, '$1 $2');

  const assertOrder = (order: readonly string[]): void => {
    // The engine loads what waits in rounds: the first poll may come before it has seen all.
    assert.ok(order.indexOf('flood high') <= 2, `what is urgent overtakes all: ${order.join(', ')}`);
    const firstLow = order.indexOf('flood low');
    const lastNormal = order.findLastIndex((kind) => kind.endsWith('normal'));
    assert.ok(lastNormal < firstLow, `low waits for normal: ${order.join(', ')}`);
    const lastCalm = order.lastIndexOf('calm normal');
    assert.ok(lastCalm <= few * 2 + 2, `the few take turns with the flood: ${order.join(', ')}`);
  };

  it('is by priority, then by turns of the senders, for workflows and for the portal work they ask for', async () => {
    const count = await startAll();
    await untilWaiting('tasks', 1, count);
    const begun: string[] = [];
    const tokens: (Uint8Array | null | undefined)[] = [];
    while (begun.length < count) {
      const task = await nextTask();
      if (!task.workflowExecution?.workflowId) continue;
      begun.push(kindOf(task.workflowExecution.workflowId));
      tokens.push(task.taskToken);
    }
    assertOrder(begun);
    // Backwards, so that what is urgent comes last here too and has to overtake.
    for (const token of tokens.toReversed()) await askForPortal(token);
    await untilWaiting('portal', 2, count);
    const worked: string[] = [];
    while (worked.length < count) {
      const activity = await nextActivity();
      if (activity.workflowExecution?.workflowId) worked.push(kindOf(activity.workflowExecution.workflowId));
    }
    assertOrder(worked);
  });
});
