import assert from 'node:assert/strict';
import { Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { openLog } from '../../process/logging.ts';
import { restoreEngine } from '../../temporal/engine-watch.ts';
import type { WatchedEngine } from '../../temporal/engine-watch.ts';
import { describeSearchAttributes } from '../../temporal/namespace.ts';
import { taskQueueFor, testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';

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
