import assert from 'node:assert/strict';
import { newId } from '../../process/ids.ts';
import { addDeliveries, deliveryStarts, type NewDelivery } from '../../store/deliveries.ts';
import { recoverFailed, sendAgain } from '../../store/resend-deliveries.ts';
import { beginAttempt, endAttempt, endOpenDeliveries, recordAttempt } from '../../store/delivery-attempts.ts';
import { countHeld, freeSlot, letGo, lineUp, serveIdleLines, takeSlot } from '../../store/delivery-slots.ts';
import type { SlotRequest } from '../../store/delivery-slots.ts';
import { listEndpoints, noteAttempt } from '../../store/endpoint-health.ts';
import { openWork } from '../../store/lost-work.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const slow = 'https://slow.example';
const url = `${slow}/hooks/7?token=x`;

describe('the slots of an origin, and the deliveries that wait for one', () => {
  let database: FreshDatabase;
  let ownerId: string;
  before(async () => (database = await freshDatabase()));
  after(() => database.drop());
  beforeEach(async () => {
    ownerId = newId('sender');
    for (const table of ['workflow_starts', 'delivery_slots', 'delivery_attempts', 'deliveries'])
      await database.pool.query(`delete from ${table}`);
  });
  const take = (deliveryId: string, given: Partial<SlotRequest> = {}) =>
    takeSlot(database.pool, { deliveryId, origin: slow, perOrigin: 2, leaseMs: 60_000, ...given });
  /** As many in line as make new ones start with a delay. @returns them, oldest first */
  const longLine = async (): Promise<string[]> => {
    const ids: string[] = [];
    for (let count = 0; count < 17; count += 1) {
      ids.push(await add());
      await lineUp(database.pool, { deliveryId: ids.at(-1) ?? '', origin: slow }, 3_600_000);
    }
    await database.pool.query('delete from workflow_starts');
    return ids;
  };
  const owner = () => ({ kind: 'sender', id: ownerId }) as const;

  const newDelivery = (given: Partial<NewDelivery> = {}): NewDelivery => ({
    id: newId('delivery'),
    ownerKind: 'sender',
    ownerId,
    subjectId: newId('task'),
    event: 'task.completed',
    scheme: 'dispatch',
    url,
    body: Buffer.from('{}'),
    waitsMs: [60_000],
    fairnessKey: null,
    ...given,
  });
  const add = async (given?: Partial<NewDelivery>): Promise<string> => {
    const delivery = newDelivery(given);
    assert.equal(await addDeliveries(database.pool, [delivery]), 1);
    return delivery.id;
  };
  const starts = async (which: 'at once' | 'delayed'): Promise<string[]> => {
    const found = await database.pool.query<{ id: string }>(
      'select workflow_id as id from workflow_starts where (delay_ms is null) = $1 order by id',
      [which === 'at once'],
    );
    return found.rows.map(({ id }) => id);
  };
  const started = (): Promise<string[]> => starts('at once');
  const fail = (id: string) => {
    const attempt = { n: 1, at: new Date(), responseStatus: 503, error: null, durationMs: 5, excerpt: null };
    return recordAttempt(database.pool, id, attempt, { state: 'failed' });
  };

  it('are as many as the origin may have, of all who ask at once, and those of others are their own', async () => {
    const ids = Array.from({ length: 40 }, () => newId('delivery'));
    const answers = await Promise.all(ids.map((id) => take(id, { perOrigin: 8 })));
    assert.equal(answers.filter((answer) => answer === 'taken').length, 8);
    assert.equal(answers.filter((answer) => answer === 'full').length, 32);
    assert.equal(await take(newId('delivery'), { origin: 'https://other.example' }), 'taken');
    const last = ids[answers.indexOf('taken')] ?? '';
    await freeSlot(database.pool, { deliveryId: last, origin: slow });
    assert.deepEqual(
      (
        await Promise.all([take(newId('delivery'), { perOrigin: 8 }), take(newId('delivery'), { perOrigin: 8 })])
      ).toSorted(),
      ['full', 'taken'],
    );
  });

  it('are taken in the statement that reads the delivery, as long as it is open and goes to that origin', async () => {
    const begin = async (deliveryId: string, origin = slow): Promise<boolean | undefined> =>
      (await beginAttempt(database.pool, { deliveryId, origin, perOrigin: 2, leaseMs: 60_000 }, new Date()))?.hasSlot;
    const [first, second, third, over, moved] = [await add(), await add(), await add(), await add(), await add()];
    await database.pool.query(`update deliveries set status = 'delivered' where id = $1`, [over]);
    await database.pool.query(`update deliveries set url = 'https://slow.example.org/' where id = $1`, [moved]);
    assert.equal(await begin(over), false);
    assert.equal(await begin(moved), false);
    await lineUp(database.pool, { deliveryId: first, origin: slow }, 3_600_000);
    assert.deepEqual([await begin(first), await begin(second), await begin(third)], [true, true, false]);
    assert.equal(await countHeld(database.pool), 0, 'out of the line');
    const begun = await beginAttempt(
      database.pool,
      { deliveryId: moved, origin: 'https://slow.example.org', perOrigin: 2, leaseMs: 60_000 },
      new Date(),
    );
    assert.deepEqual([begun?.hasSlot, begun?.delivery.id, begun?.delivery.lastAttempt], [true, moved, 0]);
    assert.equal(await begin(newId('delivery')), undefined);
  });

  it('are free again when the worker of an attempt is gone for good', async () => {
    assert.equal(await take(newId('delivery'), { perOrigin: 1, leaseMs: 0 }), 'taken');
    assert.equal(await take(newId('delivery'), { perOrigin: 1 }), 'taken');
    assert.equal(await take(newId('delivery'), { perOrigin: 1 }), 'full');
  });

  it('are handed on when an attempt ends, to the delivery that has waited longest, no matter who owns it', async () => {
    const first = await add();
    const others = [await add({ ownerId: newId('sender') }), await add()];
    await database.pool.query('delete from workflow_starts');
    assert.equal(await take(first, { perOrigin: 1 }), 'taken');
    for (const deliveryId of others.toReversed()) {
      assert.equal(await take(deliveryId, { perOrigin: 1 }), deliveryId === others[1] ? 'full' : 'line');
      await lineUp(database.pool, { deliveryId, origin: slow }, 3_600_000);
    }
    const end = (id: string, responseStatus: number) =>
      endAttempt(database.pool, {
        delivery: { id, ownerKind: 'sender', ownerId },
        origin: slow,
        attempt: { n: 1, at: new Date(), responseStatus, error: null, durationMs: 5, excerpt: null },
        next: responseStatus === 204 ? { state: 'delivered' } : { state: 'retrying', waitMs: 60_000 },
        ended: {
          endedAt: new Date(),
          acknowledged: responseStatus === 204,
          exhausted: false,
          responseStatus,
          error: null,
        },
      });
    const { recorded, noted, letGo: gone } = await end(first, 503);
    assert.deepEqual([recorded?.state, noted?.signals, gone], ['retrying', ['endpoint.failing'], 1]);
    assert.deepEqual(await started(), [others[0]]);
    assert.equal(await take(others[0] ?? '', { perOrigin: 1 }), 'taken');
    assert.equal((await end(others[0] ?? '', 204)).letGo, 1);
    assert.deepEqual(await started(), others.toSorted());
    assert.equal(await take(others[1] ?? '', { perOrigin: 1 }), 'taken');
    await end(others[1] ?? '', 204);
    // Nothing new about the endpoint and nobody in line: the one statement.
    assert.equal(await take(first, { perOrigin: 1 }), 'taken');
    const again = await endAttempt(database.pool, {
      delivery: { id: first, ownerKind: 'sender', ownerId },
      origin: slow,
      attempt: { n: 2, at: new Date(), responseStatus: 204, error: null, durationMs: 5, excerpt: null },
      next: { state: 'delivered' },
      ended: { endedAt: new Date(), acknowledged: true, exhausted: false, responseStatus: 204, error: null },
    });
    assert.deepEqual([again.recorded?.state, again.noted, again.letGo], ['delivered', undefined, 0]);
    assert.equal(await take(newId('delivery'), { perOrigin: 1 }), 'taken');
  });

  it('have a line that keeps its order by age, and a delivery that takes a slot leaves it', async () => {
    const [older, newer] = [await add(), await add()];
    for (const deliveryId of [newer, older, newer]) await lineUp(database.pool, { deliveryId, origin: slow }, 1_000);
    assert.equal(await countHeld(database.pool), 2);
    assert.equal(await take(newer), 'taken');
    assert.equal(await countHeld(database.pool), 1);
    await database.pool.query('delete from workflow_starts');
    assert.equal(await letGo(database.pool, slow, 2), 1);
    assert.deepEqual(await started(), [older]);
  });

  it('start a delivery with a delay where the line is long, and only those to the same origin', async () => {
    const line = await longLine();
    const held = await add();
    const others = [await add({ url: 'https://slow.example:8443/hooks' }), await add({ event: 'ping' })];
    assert.deepEqual(await started(), others.toSorted(), 'somebody waits for a ping');
    assert.deepEqual(await starts('delayed'), [held]);
    assert.equal(await countHeld(database.pool), line.length + 1);
    assert.equal(await addDeliveries(database.pool, [newDelivery({ id: held })]), 0);
    assert.equal(await letGo(database.pool, slow, 2), 2);
    const next = await add();
    assert.deepEqual(await started(), [...line.slice(0, 2), ...others, next].toSorted());
    assert.deepEqual((await deliveryStarts(database.pool, [held])).length, 1);
  });

  it('keep off the slots of others from the start where the endpoint fails', async () => {
    const endpoint = { ownerKind: 'sender', ownerId, origin: slow } as const;
    const bad = { acknowledged: false, responseStatus: 500, error: null, exhausted: false, endedAt: new Date() };
    const slowly = async (id: string): Promise<unknown> => {
      const found = await database.pool.query<{ slow: unknown }>(
        `select arguments -> 0 -> 'slow' as slow from workflow_starts where workflow_id = $1`,
        [id],
      );
      return found.rows[0]?.slow;
    };
    assert.equal(await slowly(await add()), null);
    await noteAttempt(database.pool, endpoint, bad);
    assert.equal(await slowly(await add()), true);
    assert.equal(await slowly(await add({ ownerId: newId('sender') })), null);
  });

  it('are no lost work for the sweep until they look for a slot by themselves; it serves a line that nobody does', async () => {
    const ahead = await add();
    const held = await add();
    await lineUp(database.pool, { deliveryId: held, origin: slow }, 3_600_000);
    await database.pool.query('delete from workflow_starts');
    await database.pool.query(`update deliveries set created_at = now() - interval '3 hours'`);
    const lost = () => openWork(database.pool, 'delivery', { after: '', limit: 1000, graceMs: 0 });
    assert.deepEqual(await lost(), [ahead]);
    await database.pool.query(`update deliveries set held_until = now() - interval '1 second' where id = $1`, [held]);
    assert.deepEqual(await lost(), [ahead, held].toSorted());
    assert.equal((await listEndpoints(database.pool, { ownerId, limit: 10 }))[0]?.holdingSince ?? null, null);

    assert.equal(await take(ahead, { perOrigin: 1 }), 'taken');
    assert.equal(await serveIdleLines(database.pool, 1), 0, 'its slot is in use');
    assert.equal(await serveIdleLines(database.pool, 2), 1);
    assert.deepEqual(await started(), [held]);
    assert.equal(await serveIdleLines(database.pool, 2), 0);
  });

  it('go at once when somebody asks for one of them', async () => {
    const [asked, other] = (await longLine()).slice(-2) as [string, string];
    assert.equal(await sendAgain(database.pool, owner(), asked), 'queued');
    assert.deepEqual(await started(), [asked]);
    assert.equal(await letGo(database.pool, slow, 20), 16);
    assert.equal((await started()).includes(other), true);
  });

  it('are joined by those that are recovered while the line is long', async () => {
    const [failed, elsewhere] = [await add(), await add({ url: 'https://fast.example/' })];
    await fail(failed);
    await fail(elsewhere);
    const line = await longLine();
    assert.equal(await recoverFailed(database.pool, owner(), { since: new Date(0) }), 2);
    assert.deepEqual([await started(), await starts('delayed')], [[elsewhere], [failed]]);
    assert.equal(await letGo(database.pool, slow, 20), line.length + 1);
  });

  it('end with the others when their owner goes', async () => {
    const line = await longLine();
    assert.deepEqual((await endOpenDeliveries(database.pool, owner(), 'webhook_deleted')).length, line.length);
    assert.equal(await countHeld(database.pool), 0);
    assert.equal(await letGo(database.pool, slow, 2), 0);
    assert.deepEqual(await started(), line.toSorted(), 'their runs begin and find that they are over');
  });
});
