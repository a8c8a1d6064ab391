import assert from 'node:assert/strict';
import { isAway } from '../../api/http/answer-errors.ts';
import { inTransaction, openPool, type Pool } from '../../store/database.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { until } from '../support/wait.ts';

describe('a pool whose statements are given so long', () => {
  let database: FreshDatabase;
  let pool: Pool;
  before(async () => {
    database = await freshDatabase();
    pool = openPool({ url: database.url, size: 1, name: 'test', answerWithinMs: 300 });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });
  const away = (error: Error): boolean => isAway(error);
  /** A busy machine needs longer for a new connection, too. */
  const answered = <T>(work: () => Promise<T>): Promise<NonNullable<T>> => until(work, { what: 'an answer in time' });

  it('gives up a connection that does not answer, says that the database is away, and makes another', async () => {
    await assert.rejects(pool.query('select pg_sleep(60)'), away);
    assert.equal((await answered(() => pool.query('select 1 as one'))).rows[0].one, 1);
  });

  it('does not wait for the rollback of a transaction on such a connection', async () => {
    await assert.rejects(
      inTransaction(pool, (client) => client.query('select pg_sleep(60)')),
      away,
    );
    const one = () => inTransaction(pool, async (client) => (await client.query('select 1')).rowCount);
    assert.equal(await answered(one), 1);
  });

  it('has the server roll back a transaction whose process falls silent, on every connection that it makes', async () => {
    const limit = async (): Promise<unknown> =>
      (await answered(() => pool.query('show idle_in_transaction_session_timeout'))).rows[0]
        .idle_in_transaction_session_timeout;
    assert.equal(await limit(), '30s');
    await assert.rejects(pool.query('select pg_terminate_backend(pg_backend_pid())'));
    assert.equal(await limit(), '30s');
  });
});
