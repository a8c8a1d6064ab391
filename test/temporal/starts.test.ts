import assert from 'node:assert/strict';
import { Client, Connection } from '@temporalio/client';
import { openLog } from '../../process/logging.ts';
import { addStarts, countStarts, openStartStore, type WorkflowStart } from '../../store/workflow-starts.ts';
import { openStartDispatcher, type StartDispatcher, type StartDispatcherDeps } from '../../temporal/starts.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { taskQueueFor, testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';

const log = openLog('test', 'silent');

describe('the start dispatcher', () => {
  let database: FreshDatabase;
  let dispatchers: StartDispatcher[];
  let suffix: string;

  beforeEach(async function () {
    database = await freshDatabase();
    dispatchers = [];
    suffix = `-${taskQueueFor(this)}`;
  });
  afterEach(async () => {
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
    await database.drop();
  });

  const open = (client: Client, options: Partial<StartDispatcherDeps> = {}): StartDispatcher => {
    const dispatcher = openStartDispatcher({
      client,
      store: openStartStore(database.pool),
      queueSuffix: suffix,
      inFlight: 4,
      log,
      ...options,
    });
    dispatchers.push(dispatcher);
    return dispatcher;
  };
  const start = (id: string, type: 'task' | 'delivery' = 'task'): WorkflowStart => ({
    workflowId: `${id}${suffix}`,
    workflowType: type,
    taskQueue: type === 'task' ? 'tasks' : 'deliveries',
    arguments: [{ id }],
    priority: 1,
    fairnessKey: 'snd_1',
    searchAttributes: { TaskType: 'pull_pod', DueAt: '2026-11-21T10:00:00.000Z' },
    summary: 'pull_pod, PRO 1234567890',
  });
  const emptied = (): Promise<boolean> =>
    until(async () => (await countStarts(database.pool)).waiting === 0, { what: 'an empty outbox' });

  it('begins a run with its delay, which the next start of the same work ends', async () => {
    const { client } = await testEngine();
    const id = `held${suffix}`;
    await addStarts(database.pool, [{ ...start('held', 'delivery'), delayMs: 3_600_000 }]);
    const dispatcher = open(client);
    dispatcher.wake();
    await emptied();
    const handle = client.workflow.getHandle(id);
    assert.equal((await handle.describe()).historyLength, 1);
    await addStarts(database.pool, [start('held', 'delivery')]);
    dispatcher.wake();
    await emptied();
    // Started, notified of the next start, and given its first workflow task.
    await until(async () => (await handle.describe()).historyLength >= 3, { what: 'the run to begin' });
    await handle.terminate();
  });

  it('starts what is in the outbox with its priority, attributes and summary, and removes the row', async () => {
    const { client } = await testEngine();
    await addStarts(database.pool, [start('a')]);
    open(client).wake();
    await emptied();
    const described = await client.workflow.getHandle(`a${suffix}`).describe();
    assert.equal(described.status.name, 'RUNNING');
    assert.equal(described.taskQueue, `tasks${suffix}`);
    assert.equal(described.priority?.priorityKey, 1);
    assert.equal(described.priority?.fairnessKey, 'snd_1');
    assert.equal(await described.staticSummary(), 'pull_pod, PRO 1234567890');
    const attributes = described.typedSearchAttributes.getAll().map((pair) => [pair.key.name, pair.value]);
    assert.deepEqual(Object.fromEntries(attributes), {
      TaskType: 'pull_pod',
      DueAt: new Date('2026-11-21T10:00:00.000Z'),
    });
  });

  it('finds what was added without a wake-up', async () => {
    const { client } = await testEngine();
    open(client, { pollMs: 20 });
    await addStarts(database.pool, [start('a')]);
    await emptied();
  });

  it('starts many from several processes side by side, each exactly once', async () => {
    const { client } = await testEngine();
    const rows = Array.from({ length: 100 }, (_, n) => start(`t${n}`));
    await addStarts(database.pool, rows);
    open(client).wake();
    open(client).wake();
    await emptied();
    await until(async () => (await client.workflow.count(`TaskQueue = 'tasks${suffix}'`)).count === 100, {
      what: 'a hundred running workflows',
    });
  });

  it('starts one task a lane after each rest while many come, and what tasks lead to at once', async () => {
    const { client } = await testEngine();
    const delivery = { ...start('d', 'delivery'), priority: 1 };
    const tasks = Array.from({ length: 40 }, (_, n) => ({ ...start(`t${n}`), priority: 3 }));
    await addStarts(database.pool, [...tasks, delivery]);
    const store = openStartStore(database.pool);
    const limits: number[] = [];
    const confirmed: string[][] = [];
    let isBurst = true;
    open(client, {
      restMs: async () => (isBurst ? 5 : 0),
      store: {
        ...store,
        claim: (limit, leaseMs) => {
          limits.push(limit);
          return store.claim(limit, leaseMs);
        },
        confirm: async (starts) => {
          confirmed.push(starts.map(({ workflowId }) => workflowId));
          isBurst = confirmed.length < 3;
          await store.confirm(starts);
        },
      },
    }).wake();
    await emptied();
    assert.deepEqual(limits.slice(0, 3), [32, 4, 4]);
    assert.deepEqual(
      confirmed.slice(0, 3).map(({ length }) => length),
      [5, 4, 4],
    );
    assert.ok(confirmed[0]?.includes(delivery.workflowId));
    await client.workflow.getHandle(delivery.workflowId).terminate();
  });

  it('counts a workflow that already runs as started', async () => {
    const { client } = await testEngine();
    await addStarts(database.pool, [start('a')]);
    const dispatcher = open(client);
    await emptied();
    await addStarts(database.pool, [start('a')]);
    dispatcher.wake();
    await emptied();
    assert.ok((await client.workflow.count(`TaskQueue = 'tasks${suffix}'`)).count <= 1);
  });

  it('gives a terminated task a new run', async () => {
    const { client } = await testEngine();
    await addStarts(database.pool, [start('a')]);
    const dispatcher = open(client);
    await emptied();
    const first = await client.workflow.getHandle(`a${suffix}`).describe();
    await client.workflow.getHandle(`a${suffix}`).terminate('test');
    await addStarts(database.pool, [start('a')]);
    dispatcher.wake();
    await emptied();
    const second = await client.workflow.getHandle(`a${suffix}`).describe();
    assert.notEqual(second.runId, first.runId);
  });

  it('keeps a start that the engine refuses, counts its attempts and continues with the others', async () => {
    const { client } = await testEngine();
    await addStarts(database.pool, [{ ...start('x'.repeat(1100)) }, start('good')]);
    open(client).wake();
    await until(async () => (await countStarts(database.pool)).waiting === 1, { what: 'one row left' });
    const row = await until(async () => {
      const rows = await database.pool.query('select attempts from workflow_starts where attempts > 0');
      return rows.rows[0];
    });
    assert.ok(row.attempts >= 1);
  });

  it('keeps everything in the outbox while the engine is away, and starts it when it is back', async () => {
    const { client, namespace } = await testEngine();
    // Port 9 (discard) answers nobody: an engine that is away.
    const connection = Connection.lazy({ address: '127.0.0.1:9' });
    await addStarts(database.pool, [start('a'), start('b')]);
    let released = 0;
    const store = openStartStore(database.pool);
    const lost = open(new Client({ connection, namespace }), {
      maxBackoffMs: 50,
      startTimeoutMs: 200,
      store: {
        ...store,
        release: async (starts) => {
          await store.release(starts);
          released += starts.length;
        },
      },
    });
    lost.wake();
    await until(() => released >= 4, { what: 'two rounds in vain' });
    await lost.stop();
    await connection.close();
    assert.equal((await countStarts(database.pool)).waiting, 2);
    open(client).wake();
    await emptied();
  });

  it('leaves in the outbox what it has not begun when it is stopped', async () => {
    const { client } = await testEngine();
    await addStarts(
      database.pool,
      Array.from({ length: 200 }, (_, n) => start(`t${n}`)),
    );
    const store = openStartStore(database.pool);
    await new Promise<void>((stopped) => {
      const dispatcher = open(client, {
        store: {
          ...store,
          confirm: async (starts) => {
            await store.confirm(starts);
            stopped(dispatcher.stop());
          },
        },
      });
    });
    const { waiting } = await countStarts(database.pool);
    const claimed = await database.pool.query('select 1 from workflow_starts where claimed_until is not null');
    assert.equal(claimed.rowCount, 0);
    assert.ok(waiting > 0);
  });
});
