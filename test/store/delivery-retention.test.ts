import assert from 'node:assert/strict';
import { newId } from '../../process/ids.ts';
import { addDelivery } from '../../store/deliveries.ts';
import { recordAttempt, removeOldDeliveries } from '../../store/delivery-attempts.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

describe('the retention of deliveries', () => {
  let database: FreshDatabase;
  before(async () => (database = await freshDatabase()));
  after(() => database.drop());

  /** @param daysAgo when it ended; null for one that is still being tried */
  const add = async (daysAgo: number | null): Promise<string> => {
    const { pool } = database;
    const id = newId('delivery');
    await addDelivery(pool, {
      id,
      ownerKind: 'sender',
      ownerId: 'snd_x',
      subjectId: newId('task'),
      event: 'task.completed',
      scheme: 'dispatch',
      url: 'https://receiver.example/',
      body: Buffer.from('{}'),
      waitsMs: [],
      fairnessKey: null,
    });
    const attempt = { n: 1, at: new Date(), responseStatus: 503, error: null, durationMs: 5, excerpt: null };
    await recordAttempt(pool, id, attempt, daysAgo === null ? { state: 'retrying', waitMs: 1 } : { state: 'failed' });
    await pool.query(
      `update deliveries set created_at = now() - interval '400 days',
              finished_at = case when $2::int is null then null else now() - $2 * interval '1 day' end where id = $1`,
      [id, daysAgo],
    );
    return id;
  };
  const left = async (): Promise<string[]> =>
    (await database.pool.query<{ id: string }>('select id from deliveries order by id')).rows.map(({ id }) => id);

  it('removes what ended long ago with its attempts, and nothing that ended lately or is still being tried', async () => {
    const [, kept, open] = [await add(91), await add(89), await add(null)];
    assert.equal(await removeOldDeliveries(database.pool, 90), 1);
    assert.deepEqual(await left(), [kept, open].toSorted());
    const attempts = await database.pool.query('select 1 from delivery_attempts');
    assert.equal(attempts.rowCount, 2);
  });

  it('continues until nothing old is left, a batch at a time', async () => {
    const kept = await left();
    await database.pool.query(
      `insert into deliveries (id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits_ms, status, finished_at)
       select 'dl_' || n, 'sender', 'snd_x', 'tsk_x', 'task.completed', 'dispatch', 'https://receiver.example/', '', '{}',
              'delivered', now() - interval '100 days' from generate_series(1, 1001) as n`,
    );
    assert.equal(await removeOldDeliveries(database.pool, 90, 1), 500);
    assert.equal(await removeOldDeliveries(database.pool, 90), 501);
    assert.deepEqual(await left(), kept);
  });
});
