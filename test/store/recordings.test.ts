import assert from 'node:assert/strict';
import type { RecordedAct, StudioSetup } from '../../domain/dispatch/studio/acts.ts';
import {
  addAct,
  addTraffic,
  createRecording,
  keepRecording,
  leaveRecording,
  readRecording,
  removeAct,
  takeRecording,
  wantBrowser,
} from '../../store/recordings.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const setup: StudioSetup = {
  id: 'carrier',
  name: 'Carrier',
  kind: 'tms',
  origin: 'https://carrier.example',
  entry: '/login',
  account: 'carrier',
  taskType: 'pull_pod',
  samples: { pro: '0412708839' },
};
const act = (id: string): RecordedAct => ({ did: 'close', part: 'steps', id });

describe('a recording whose worker was stopped for longer than its lease', () => {
  let database: FreshDatabase;
  let id: string;
  before(async () => {
    database = await freshDatabase();
    const { pool } = database;
    id = await createRecording(pool, setup, 'person:ada@example.com');
    await wantBrowser(pool, id, 'opens');
    assert.equal((await takeRecording(pool, 'stopped'))?.id, id);
    await addAct(pool, { id, holder: 'stopped' }, act('one'));
    await pool.query("update recordings set held_until = now() - interval '1 second'");
    assert.equal((await takeRecording(pool, 'next'))?.id, id);
  });
  after(() => database.drop());
  const acts = async (): Promise<unknown[]> =>
    ((await readRecording(database.pool, id))?.acts ?? []).map((each) => each.id);

  it('takes nothing of it any more, and its picture and its lease are those of the next worker', async () => {
    const { pool } = database;
    const stopped = { id, holder: 'stopped' };
    assert.equal(await addAct(pool, stopped, act('late')), false);
    assert.equal(await addTraffic(pool, stopped, []), false);
    assert.match((await keepRecording(pool, id, 'stopped'))?.why ?? '', /another worker/);
    assert.equal(await leaveRecording(pool, id, 'stopped', { why: 'it ended', again: false }), false);
    const row = await readRecording(pool, id);
    assert.deepEqual([row?.hasBrowser, row?.ended], [true, null]);
    assert.deepEqual(await acts(), ['one']);
  });

  it('has an act once, however often it is stored, and loses only the one that is removed', async () => {
    const { pool } = database;
    const next = { id, holder: 'next' };
    for (const each of ['two', 'two', 'three']) assert.equal(await addAct(pool, next, act(each)), true);
    assert.deepEqual(await acts(), ['one', 'two', 'three']);
    // A double click on Remove.
    assert.deepEqual([await removeAct(pool, id, 1, 'two'), await removeAct(pool, id, 1, 'two')], [true, false]);
    assert.deepEqual(await acts(), ['one', 'three']);
  });
});
