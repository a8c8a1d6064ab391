import assert from 'node:assert/strict';
import { isMigrated, migrate, SchemaError } from '../../store/migrate.ts';
import { openPool } from '../../store/database.ts';
import { freshDatabase } from '../support/database.ts';
import type { FreshDatabase } from '../support/database.ts';

describe('migrations', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(() => database.drop());

  async function empty(): Promise<void> {
    await database.pool.query('drop schema public cascade; create schema public');
  }

  it('change nothing when they run again', async () => {
    assert.deepEqual(await migrate(database.pool), []);
    assert.equal(await isMigrated(database.pool), true);
  });

  it('are applied once by starters side by side', async () => {
    await empty();
    assert.equal(await isMigrated(database.pool), false);
    const other = openPool({ url: database.url, size: 2, name: 'other' });
    const applied = await Promise.all([migrate(database.pool), migrate(other), migrate(database.pool)]);
    await other.end();
    const rows = await database.pool.query<{ name: string }>('select name from migrations order by name');
    assert.deepEqual(
      applied.flat().sort(),
      rows.rows.map((row) => row.name),
    );
    assert.ok(rows.rows.length > 0);
  });

  it('are refused by an older version when a newer one was here', async () => {
    await database.pool.query("insert into migrations (name, sha256) values ('9999_later.sql', '')");
    await assert.rejects(
      migrate(database.pool),
      (error) => error instanceof SchemaError && error.code === 'schema_newer' && error.message.includes('9999_later'),
    );
  });

  it('are refused when an applied file was changed afterwards', async () => {
    await database.pool.query("update migrations set sha256 = 'other' where name like '0001%'");
    await assert.rejects(
      migrate(database.pool),
      (error) => error instanceof SchemaError && error.code === 'schema_changed',
    );
    assert.equal(await isMigrated(database.pool), false);
  });

  it('protect the audit log from change', async () => {
    await database.pool.query("insert into audit_log (actor, act, subject) values ('a', 'b', 'c')");
    await assert.rejects(database.pool.query("update audit_log set act = 'd'"), /only ever added/);
    await assert.rejects(database.pool.query('delete from audit_log'), /only ever added/);
  });
});
