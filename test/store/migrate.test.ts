import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMigrated, migrate, schemaState, SchemaError } from '../../store/migrate.ts';
import { openPool, type Pool } from '../../store/database.ts';
import { freshDatabase, type FreshDatabase, ownerUrl } from '../support/database.ts';

/** The migrations as of commit 6e1aaf4, before two of them were renamed. */
const historic = join(import.meta.dirname, 'historic-migrations');

describe('migrations', () => {
  let fresh: FreshDatabase;
  /** Migrations run as the owner of the tables. */
  let database: { readonly pool: Pool; readonly url: string };
  beforeEach(async () => {
    fresh = await freshDatabase();
    const url = await ownerUrl(fresh.url);
    database = { url, pool: openPool({ url, size: 4, name: 'owner' }) };
  });
  afterEach(async () => {
    await database.pool.end();
    await fresh.drop();
  });

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

  it('go on from a database that has two of them under their earlier names', async () => {
    await empty();
    await database.pool.query(
      'create table migrations (name text primary key, sha256 text not null, at timestamptz not null default now())',
    );
    for (const name of readdirSync(historic).sort()) {
      const sql = readFileSync(join(historic, name), 'utf8');
      await database.pool.query(sql);
      const sha256 = createHash('sha256').update(sql).digest('hex');
      await database.pool.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
    }
    const before = await schemaState(database.pool);
    assert.deepEqual([before.unknown, before.changed], [[], []]);
    const applied = await migrate(database.pool);
    assert.deepEqual(applied, before.missing);
    assert.ok(!applied.some((name) => name <= '0015_portal_waits.sql'), `ran again: ${applied.join()}`);
    assert.equal(await isMigrated(database.pool), true);
    const rows = await database.pool.query<{ name: string }>('select name from migrations order by name');
    assert.ok(rows.rows.some(({ name }) => name === '0018_portal_waits.sql'));
    assert.deepEqual(await migrate(database.pool), []);
  });

  it('do not recognise an earlier name with another content', async () => {
    await database.pool.query(
      "update migrations set name = '0018_portal_waits.sql', sha256 = 'x' where name like '0015%'",
    );
    await assert.rejects(migrate(database.pool), /0018_portal_waits\.sql, which this version does not know/);
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
