import assert from 'node:assert/strict';
import { Client, ScheduleAlreadyRunning, type ScheduleOptions, ServiceError } from '@temporalio/client';
import { payloadCodec } from '../../temporal/data-converter.ts';
import { keepSchedule, reconcileSchedules } from '../../temporal/schedules.ts';
import { taskQueueFor, testEngine } from '../support/temporal.ts';

describe('the schedule of the sweep', () => {
  it('is made once, with no overlap and no catching up, and corrected when the interval changes', async function () {
    const { client } = await testEngine();
    const queueSuffix = `-${taskQueueFor(this)}`;
    const handle = client.schedule.getHandle(`sweep${queueSuffix}`);
    try {
      await reconcileSchedules(client, { queueSuffix, everyMs: 3_600_000 });
      await reconcileSchedules(client, { queueSuffix, everyMs: 3_600_000 });
      const first = await handle.describe();
      assert.deepEqual(
        first.spec.intervals?.map((interval) => interval.every),
        [3_600_000],
      );
      assert.equal(first.policies.overlap, 'SKIP');
      assert.equal(first.policies.catchupWindow, 10_000);
      assert.equal(first.action.taskQueue, `tasks${queueSuffix}`);
      await reconcileSchedules(client, { queueSuffix, everyMs: 7_200_000 });
      assert.deepEqual(
        (await handle.describe()).spec.intervals?.map((interval) => interval.every),
        [7_200_000],
      );
    } finally {
      await handle.delete();
    }
  });

  it('stays paused when a person paused it', async function () {
    const { client } = await testEngine();
    const queueSuffix = `-${taskQueueFor(this)}`;
    const handle = client.schedule.getHandle(`sweep${queueSuffix}`);
    try {
      await reconcileSchedules(client, { queueSuffix, everyMs: 3_600_000 });
      await handle.pause('while the database moves');
      await reconcileSchedules(client, { queueSuffix, everyMs: 1_800_000 });
      const { state } = await handle.describe();
      assert.equal(state.paused, true);
      assert.equal(state.note, 'while the database moves');
    } finally {
      await handle.delete();
    }
  });

  it('is left as it is where the engine cannot answer for it, so that the worker starts all the same', async () => {
    const failing = (code: number): Client => {
      // What the engine says while a task of its own workflow of the Schedule has failed.
      const details = 'Unable to query workflow due to Workflow Task in failed state.';
      const cause = Object.assign(new Error(details), { code, details, metadata: {} });
      const refused = new ServiceError('Failed to describe schedule', { cause });
      const getHandle = () => ({ update: () => Promise.reject(refused) });
      const create = () => Promise.reject(new ScheduleAlreadyRunning('it is there', 'any'));
      return { schedule: { create, getHandle } } as unknown as Client;
    };
    const options = { queueSuffix: '', everyMs: 3_600_000 };
    assert.equal((await reconcileSchedules(failing(9), options)).length, 2);
    await assert.rejects(reconcileSchedules(failing(14), options), ServiceError);
  });

  it('is recreated, paused as it was, where the key of its payloads is gone', async function () {
    const { client, connection, namespace } = await testEngine();
    const scheduleId = `keep-${taskQueueFor(this)}`;
    const clientWith = (deploymentSecret: string): Client => {
      const payloadCodecs = [payloadCodec({ encrypted: true, deploymentSecret })];
      return new Client({ connection, namespace, dataConverter: { payloadCodecs } });
    };
    const wanted: ScheduleOptions = {
      scheduleId,
      spec: { intervals: [{ every: 3_600_000 }] },
      action: { type: 'startWorkflow', workflowType: 'none', taskQueue: 'none', args: ['of the day'] },
    };
    const next = clientWith('the next deployment secret, long enough');
    try {
      await keepSchedule(clientWith('the first deployment secret, long enough'), wanted);
      await client.schedule.getHandle(scheduleId).pause('while keys change');
      await keepSchedule(next, wanted);
      const { action, state } = await next.schedule.getHandle(scheduleId).describe();
      assert.deepEqual([action.args, state.paused, state.note], [['of the day'], true, 'while keys change']);
    } finally {
      await client.schedule.getHandle(scheduleId).delete();
    }
  });

  it('is made by several processes at once without a quarrel', async function () {
    const { client } = await testEngine();
    const queueSuffix = `-${taskQueueFor(this)}`;
    try {
      await Promise.all(
        Array.from({ length: 4 }, () => reconcileSchedules(client, { queueSuffix, everyMs: 3_600_000 })),
      );
    } finally {
      await client.schedule.getHandle(`sweep${queueSuffix}`).delete();
    }
  });
});
