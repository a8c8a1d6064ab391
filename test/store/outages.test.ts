import assert from 'node:assert/strict';
import { openPool, type Pool } from '../../store/database.ts';
import { outageOf, throughOutages } from '../../store/outages.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { openLink, type SeveredLink } from '../support/severed-link.ts';

describe('work through outages of the database', () => {
  let database: FreshDatabase;
  let link: SeveredLink;
  let pool: Pool;
  before(async () => {
    database = await freshDatabase();
    link = await openLink(database.url);
    pool = openPool({ url: link.url, size: 1, name: 'test' });
  });
  after(async () => {
    await pool.end();
    await link.close();
    await database.drop();
  });
  const away = (error: unknown): boolean => outageOf(error)?.part === 'database';
  const one = async (): Promise<unknown> => (await pool.query('select 1 as one')).rows[0].one;

  it('runs again until the database answers', async () => {
    await link.cut();
    let outages = 0;
    const onOutage = (error: unknown): void => {
      assert.ok(away(error));
      outages += 1;
      if (outages === 3) void link.mend();
    };
    assert.equal(await throughOutages(one, { againAfterMs: 5, onOutage }), 1);
    assert.ok(outages >= 3, `${outages}`);
  });

  it('ends with the outage when the patience has ended, and when it is told to', async () => {
    await link.cut();
    await assert.rejects(throughOutages(one, { patienceMs: 0 }), away);
    const stop = new AbortController();
    const waiting = throughOutages(one, { againAfterMs: 600_000, signal: stop.signal, onOutage: () => stop.abort() });
    await assert.rejects(waiting, away);
    await link.mend();
  });

  it('passes on what is no outage at once', async () => {
    let runs = 0;
    const work = async (): Promise<never> => {
      runs += 1;
      await pool.query('select nothing_like_it');
      throw new Error('not reached');
    };
    await assert.rejects(throughOutages(work), { code: '42703' });
    assert.equal(runs, 1);
  });
});
