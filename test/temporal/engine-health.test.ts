import assert from 'node:assert/strict';
import { Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { openLog } from '../../process/logging.ts';
import { type QueueHealth, type WatchedEngine, isServed, restoreEngine } from '../../temporal/engine-health.ts';
import { describeSearchAttributes } from '../../temporal/namespace.ts';
import { taskQueueFor, testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';

const now = new Date('2026-11-21T10:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const queue = (change: Partial<QueueHealth>): QueueHealth => ({
  queue: 'tasks',
  name: 'tasks',
  kind: 'workflow',
  pollers: ['1@host'],
  lastPollAt: ago(3),
  backlogMs: 0,
  ...change,
});

describe('whether a queue is served', () => {
  it('is seen from a poll within the minute that a poll lasts', () => {
    assert.equal(isServed(queue({ lastPollAt: ago(60) }), now), true);
    assert.equal(isServed(queue({ lastPollAt: ago(80) }), now), false);
    assert.equal(isServed(queue({ lastPollAt: null, pollers: [] }), now), false);
  });

  it('is seen sooner where workflow tasks wait and nobody asks for them', () => {
    assert.equal(isServed(queue({ lastPollAt: ago(20), backlogMs: 20_000 }), now), false);
    assert.equal(isServed(queue({ lastPollAt: ago(2), backlogMs: 20_000 }), now), true);
    assert.equal(isServed(queue({ kind: 'activity', lastPollAt: ago(20), backlogMs: 20_000 }), now), true);
  });
});

describe('an engine that lost its data while we run', () => {
  it('gets its search attributes and Schedules back, once; a missing namespace is reported', async function () {
    const { connection } = await testEngine();
    const namespace = taskQueueFor(this);
    const client = new Client({ connection, namespace });
    const workspace = { no: 1, id: 'wsp_1', clock: 'wall', timeZone: 'America/Chicago' } as const;
    const engine: WatchedEngine = {
      client,
      connection,
      namespace,
      log: openLog('test', 'silent'),
      sweep: { queueSuffix: '', everyMs: 3_600_000 },
      workspaces: async () => [workspace, { ...workspace, no: 2, id: 'wsp_2', clock: 'data' }],
    };
    await assert.rejects(restoreEngine(engine), { code: 'namespace_missing' });
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs(30 * 86_400_000),
    });
    // The engine's processes learn of a namespace one after the other.
    assert.equal(await until(() => restoreEngine(engine), { what: 'the engine to be restored' }), true);
    assert.equal(await restoreEngine(engine), false);
    const attributes = await describeSearchAttributes(connection, namespace);
    assert.ok(attributes.every(({ state }) => state === 'there'));
    for (const id of ['sweep', 'close-weeks:wsp_1']) await client.schedule.getHandle(id).delete();
    await assert.rejects(client.schedule.getHandle('close-weeks:wsp_2').describe(), { name: 'ScheduleNotFoundError' });
  });
});
