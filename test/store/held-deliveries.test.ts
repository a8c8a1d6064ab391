import assert from 'node:assert/strict';
import { newId } from '../../process/ids.ts';
import { inTransaction } from '../../store/database.ts';
import { addDeliveries, deliveryStarts, recoverFailed, sendAgain } from '../../store/deliveries.ts';
import type { NewDelivery } from '../../store/deliveries.ts';
import { endOpenDeliveries, recordAttempt } from '../../store/delivery-attempts.ts';
import { countHeld, forgottenLines, holdBack, letGo } from '../../store/held-deliveries.ts';
import { openWork } from '../../store/lost-work.ts';
import { freshDatabase } from '../support/database.ts';
import type { FreshDatabase } from '../support/database.ts';
import { until } from '../support/wait.ts';

const slow = 'https://slow.example';
const url = `${slow}/hooks/7?token=x`;

describe('deliveries that are held back', () => {
  let database: FreshDatabase;
  let ownerId: string;
  before(async () => (database = await freshDatabase()));
  after(() => database.drop());
  beforeEach(async () => {
    ownerId = newId('sender');
    await database.pool.query('delete from workflow_starts');
  });
  const endpoint = () => ({ ownerKind: 'sender', ownerId, origin: slow }) as const;
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

  it('start their workflow with a delay, and are those to one endpoint of one owner only', async () => {
    await holdBack(database.pool, endpoint());
    await holdBack(database.pool, endpoint());
    const held = await add();
    const others = [
      await add({ url: 'https://slow.example:8443/hooks' }),
      await add({ ownerId: newId('sender') }),
      await add({ ownerKind: 'hook' }),
    ];
    assert.deepEqual(await started(), others.toSorted());
    assert.deepEqual(await starts('delayed'), [held]);
    assert.equal(await countHeld(database.pool), 1);
    assert.equal(await addDeliveries(database.pool, [newDelivery({ id: held })]), 0);
  });

  it('go the longest waiting ones first, and when nobody is left new ones go at once', async () => {
    await holdBack(database.pool, endpoint());
    const held = [await add(), await add(), await add()];
    assert.equal(await letGo(database.pool, endpoint(), 2), 2);
    assert.deepEqual(await started(), held.slice(0, 2).toSorted());
    const late = await add();
    assert.equal((await started()).includes(late), false, 'one is still held');
    assert.equal(await letGo(database.pool, endpoint(), 3), 2);
    const free = await add();
    assert.deepEqual(await started(), [...held, late, free].toSorted());
    assert.deepEqual((await deliveryStarts(database.pool, [late])).length, 1);
  });

  it('do not hold up a ping, which somebody waits for', async () => {
    await holdBack(database.pool, endpoint());
    const ping = await add({ event: 'ping' });
    assert.deepEqual(await started(), [ping]);
  });

  it('are not forgotten when one is added in the very moment in which the endpoint opens up', async () => {
    await holdBack(database.pool, endpoint());
    let opened: Promise<number> | undefined;
    const late = newDelivery();
    await inTransaction(database.pool, async (q) => {
      await addDeliveries(q, [late]);
      // It waits for the row that the addition has read.
      opened = letGo(database.pool, endpoint(), 1);
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await until(async () => (await database.pool.query(waiting)).rowCount === 1, {
        what: 'the lock to be waited for',
      });
    });
    assert.equal(await opened, 1);
    assert.deepEqual(await started(), [late.id]);
  });

  it('are no lost work for the sweep until their runs begin by themselves; it finds a line that nobody moves any more', async () => {
    const ahead = await add();
    await holdBack(database.pool, endpoint());
    const held = await add();
    const mine = async (): Promise<boolean> =>
      (await forgottenLines(database.pool)).some((line) => line.ownerId === ownerId);
    assert.equal(await mine(), false, 'one is on its way');
    await database.pool.query('delete from workflow_starts');
    await database.pool.query(`update deliveries set created_at = now() - interval '59 minutes' where id = $1`, [held]);
    const lost = await openWork(database.pool, 'delivery', { after: '', limit: 1000, graceMs: 0 });
    assert.deepEqual([lost.includes(ahead), lost.includes(held)], [true, false]);
    await database.pool.query(`update deliveries set created_at = now() - interval '61 minutes' where id = $1`, [held]);
    const later = await openWork(database.pool, 'delivery', { after: '', limit: 1000, graceMs: 0 });
    assert.equal(later.includes(held), true, 'its run has begun by itself');
    await fail(ahead);
    assert.equal(await mine(), true);
    await letGo(database.pool, endpoint(), 4);
    assert.deepEqual(await started(), [held]);
    assert.equal(await mine(), false);
  });

  it('go at once when somebody asks for one of them', async () => {
    await holdBack(database.pool, endpoint());
    const [asked, other] = [await add(), await add()];
    assert.equal(await sendAgain(database.pool, owner(), asked), 'queued');
    assert.deepEqual(await started(), [asked]);
    assert.equal(await letGo(database.pool, endpoint(), 2), 1);
    assert.deepEqual(await started(), [asked, other].toSorted());
  });

  it('are joined by those that are recovered while the endpoint is slow', async () => {
    const [failed, elsewhere] = [await add(), await add({ url: 'https://fast.example/' })];
    await fail(failed);
    await fail(elsewhere);
    await database.pool.query('delete from workflow_starts');
    await holdBack(database.pool, endpoint());
    assert.equal(await recoverFailed(database.pool, owner(), { since: new Date(0) }), 2);
    assert.deepEqual([await started(), await starts('delayed')], [[elsewhere], [failed]]);
    assert.equal(await letGo(database.pool, endpoint(), 2), 1);
    assert.deepEqual(await started(), [elsewhere, failed].toSorted());
  });

  it('end with the others when their owner goes', async () => {
    await holdBack(database.pool, endpoint());
    const held = await add();
    const before = await countHeld(database.pool);
    assert.deepEqual(await endOpenDeliveries(database.pool, owner(), 'webhook_deleted'), [held]);
    assert.equal(await countHeld(database.pool), before - 1);
    assert.equal(await letGo(database.pool, endpoint(), 2), 0);
    assert.deepEqual(await started(), [held], 'its run begins and finds that it is over');
  });
});
