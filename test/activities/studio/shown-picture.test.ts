/** Pictures that are written while the database is slow, loses a connection, or the browser ends. */
import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { openShownPicture, type ShownPicture } from '../../../activities/studio/shown-picture.ts';
import { type LivePicture, newerPicture } from '../../../store/live-views.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database.ts';
import { testSecret } from '../../support/dispatch-api.ts';
import { until } from '../../support/wait.ts';

describe('the shown picture of a browser', () => {
  let database: FreshDatabase;
  let shown: ShownPicture;
  let blocker: PoolClient;
  const owner = 'task_1';
  const written = (): Promise<LivePicture | undefined> => newerPicture(database.pool, testSecret, owner, 0);
  const waitingBackend = async (): Promise<number> => {
    const { rows } = await until(
      async () => {
        const found = await database.pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return found.rows.length > 0 ? found : undefined;
      },
      { what: 'a write that waits' },
    );
    assert.equal(rows.length, 1, 'one write at a time');
    return rows[0]?.pid ?? 0;
  };

  before(async () => {
    database = await freshDatabase();
  });
  after(() => database?.drop());

  beforeEach(async () => {
    shown = openShownPicture({ pool: database.pool, deploymentSecret: testSecret }, owner);
    await shown.show(Buffer.from('first'), () => ({ n: 1 }));
    blocker = await database.pool.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from live_pictures where owner = $1 for update', [owner]);
  });
  afterEach(async () => {
    blocker.release(true);
    await shown.remove();
  });

  it('is the newest one at last, with the newest state, however slow the writes are', async () => {
    const before = await written();
    const first = shown.show(null, () => ({ n: 2 }));
    await waitingBackend();
    const rest = [
      shown.show(Buffer.from('third'), () => ({ n: 3 })),
      shown.show(null, () => ({ n: 4 })),
      shown.show(null, async () => ({ n: 5 })),
    ];
    await waitingBackend();
    await blocker.query('commit');
    await Promise.all([first, ...rest]);
    const last = await written();
    assert.deepEqual(last?.state, { n: 5 });
    assert.equal(last.picture?.toString(), 'third');
    assert.equal(last.seq, (before?.seq ?? 0) + 2, 'what was overtaken on the way is not written');
  });

  it('is written again when its connection is lost, with its picture', async () => {
    const lost = shown.show(Buffer.from('second'), () => ({ n: 2 }));
    await database.pool.query('select pg_terminate_backend($1, 5000)', [await waitingBackend()]);
    await waitingBackend();
    await blocker.query('commit');
    await lost;
    const last = await written();
    assert.deepEqual([last?.state, last?.picture?.toString()], [{ n: 2 }, 'second']);
  });

  it('does not come back after it was removed', async () => {
    const late = shown.show(Buffer.from('late'), () => ({ n: 2 }));
    await waitingBackend();
    const removed = shown.remove();
    await blocker.query('commit');
    await Promise.all([late, removed]);
    await shown.show(Buffer.from('later'), () => ({ n: 3 }));
    assert.equal(await written(), undefined);
  });
});
