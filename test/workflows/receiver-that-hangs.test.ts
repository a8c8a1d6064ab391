import assert from 'node:assert/strict';
import { type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client';
import { inTransaction } from '../../store/database.ts';
import { endOpenDeliveries } from '../../store/delivery-attempts.ts';
import { countHeld, takeSlot } from '../../store/delivery-slots.ts';
import { newId } from '../../process/ids.ts';
import { taskQueueName } from '../../temporal/names.ts';
import { type Answer, answerWith, openReceiver, type Receiver } from '../support/receiver.ts';
import { testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';
import { type DeliverySite, openDeliverySite } from './delivery-site.ts';

/** Undefined until the outbox has been read. */
async function described(site: DeliverySite, id: string): Promise<WorkflowExecutionDescription | undefined> {
  try {
    return await site.handle(id).describe();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

describe('deliveries to a receiver that hangs', () => {
  let site: DeliverySite;
  const receivers: Receiver[] = [];
  const receive = async (answer?: Answer): Promise<Receiver> => {
    const receiver = await openReceiver(answer);
    receivers.push(receiver);
    return receiver;
  };
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close();
    await site.close();
  });

  it('hold the slots of their origin only, and cost the others that wait for it no attempt', async function () {
    site = await openDeliverySite(this, { settings: { DELIVERY_PER_ORIGIN: 2, DELIVERY_TIMEOUT_MS: 60_000 } });
    const held: (() => void)[] = [];
    const hanging = await receive((_request, response) => held.push(() => response.writeHead(204).end()));
    const healthy = await receive();
    const stuck: string[] = [];
    for (let count = 0; count < 6; count += 1) stuck.push(await site.add({ url: hanging.url, waitsMs: [] }));
    await until(() => hanging.received.length === 2, { what: 'both slots of the hanging receiver to be taken' });
    const others: string[] = [];
    for (let count = 0; count < 8; count += 1) others.push(await site.add({ url: healthy.url, waitsMs: [] }));
    for (const id of others) await site.reaches(id, 'delivered');
    assert.equal(hanging.received.length, 2);

    hanging.answer = answerWith(204);
    for (const release of held) release();
    for (const id of stuck) assert.equal((await site.reaches(id, 'delivered')).attempts.length, 1);
    assert.equal(hanging.received.length, 6);
  });

  it('wait in line, are started with a delay where it is long, and are all sent once it answers', async function () {
    site = await openDeliverySite(this, { settings: { DELIVERY_PER_ORIGIN: 1, DELIVERY_TIMEOUT_MS: 60_000 } });
    const held: (() => void)[] = [];
    const hanging = await receive((_request, response) => held.push(() => response.writeHead(204).end()));
    const add = (): Promise<string> => site.add({ url: hanging.url, waitsMs: [] });
    const ids: string[] = [];
    for (let count = 0; count < 18; count += 1) ids.push(await add());
    await until(async () => (await countHeld(site.pool)) === 17, { what: 'all but one to be in line' });
    const delayed = [await add(), await add()];
    // In the engine from the beginning (D67), where they do nothing until they are let go.
    const { client } = await testEngine();
    for (const id of delayed) {
      const seen = await until(() => described(site, id), { what: 'the workflow of a delivery that is held back' });
      assert.equal(seen.status.name, 'RUNNING');
      assert.equal(seen.historyLength, 1);
      assert.equal((await site.read(id)).nextAttemptAt, null);
    }
    const listed = `State = 'held' AND WaitingOn = 'receiver' AND ExecutionStatus = 'Running' AND TaskQueue = '${taskQueueName('deliveries', site.suffix)}'`;
    await until(async () => (await client.workflow.count(listed)).count === 19, { what: 'them to be listed' });
    assert.equal(hanging.received.length, 1);

    hanging.answer = answerWith(204);
    for (const release of held) release();
    for (const id of [...ids, ...delayed]) assert.equal((await site.reaches(id, 'delivered')).attempts.length, 1);
    assert.equal(hanging.received.length, 20);
    await until(async () => (await client.workflow.count(listed)).count === 0, { what: 'none to be listed as held' });
    assert.notEqual((await site.read(await add())).nextAttemptAt, null);
  });

  it('leave the slots of the worker to others when they come again', async function () {
    site = await openDeliverySite(this, { settings: { DELIVERY_TIMEOUT_MS: 200 } });
    const hanging = await receive(() => {});
    const id = await site.add({ url: hanging.url, waitsMs: [1] });
    await site.reaches(id, 'failed');
    const { json } = await site.history(id);
    const { events } = JSON.parse(json) as {
      events: { activityTaskScheduledEventAttributes?: { taskQueue: { name: string } } }[];
    };
    assert.deepEqual(
      events.flatMap(({ activityTaskScheduledEventAttributes: asked }) => (asked ? [asked.taskQueue.name] : [])),
      [taskQueueName('deliveries', site.suffix), taskQueueName('deliveries-slow', site.suffix)],
    );
  });

  it('end at once when their owner goes, those that are held back too', async function () {
    site = await openDeliverySite(this, { settings: { DELIVERY_PER_ORIGIN: 1, DELIVERY_TIMEOUT_MS: 60_000 } });
    const origin = 'http://127.0.0.1:1';
    const taken = { deliveryId: newId('delivery'), origin, perOrigin: 1, leaseMs: 60_000 };
    assert.equal(await takeSlot(site.pool, taken), 'taken');
    const ids = [await site.add({ url: `${origin}/a` }), await site.add({ url: `${origin}/b` })];
    await until(async () => (await countHeld(site.pool)) === 2, { what: 'both to be in line' });
    const owner = { kind: 'sender', id: site.sender.senderId } as const;
    const ended = await inTransaction(site.pool, (q) => endOpenDeliveries(q, owner, 'webhook_deleted'));
    assert.deepEqual(ended.toSorted(), ids.toSorted());
    site.wakeStarts();
    for (const id of ids) assert.equal((await site.handle(id).result()).state, 'failed');
    assert.deepEqual(
      (await site.read(ids[0] ?? '')).attempts.map(({ error }) => error),
      ['webhook_deleted'],
    );
  });
});
