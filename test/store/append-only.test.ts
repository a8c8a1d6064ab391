import assert from 'node:assert/strict';
import { freshDatabase } from '../support/database.ts';
import type { FreshDatabase } from '../support/database.ts';

const tables = [
  ['audit_log', 'actor'],
  ['evidence_events', 'line'],
  ['lane_log', 'kind'],
  ['lane_ledger', 'row'],
  ['lane_changes', 'change'],
  ['lane_audits', 'audit'],
] as const;

describe('append-only tables', () => {
  let database: FreshDatabase;
  before(async () => (database = await freshDatabase()));
  after(() => database.drop());

  const refused = async (statement: string): Promise<void> => {
    await assert.rejects(database.pool.query(statement), /only ever added/, statement);
    // Replica mode, which switches ordinary triggers off, changes nothing.
    await assert.rejects(
      database.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`),
      /only ever added/,
      `${statement} as a replica`,
    );
    await database.pool.query('rollback');
  };

  for (const [table, column] of tables)
    it(`${table} refuses UPDATE, DELETE and TRUNCATE`, async () => {
      await refused(`update ${table} set ${column} = ${column}`);
      await refused(`delete from ${table}`);
      await refused(`truncate ${table}`);
    });

  it('TRUNCATE of a table that others refer to does not reach them', () => refused('truncate tasks cascade'));

  it('every month of the log of lanes refuses them, also one that is made later', async () => {
    await database.pool.query("select lane_log_month('2031-05-01')");
    const { rows } = await database.pool.query<{ name: string }>(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'lane_log'::regclass",
    );
    assert.ok(rows.some(({ name }) => name === 'lane_log_2031_05'));
    assert.ok(rows.length >= 3);
    for (const { name } of rows) {
      await refused(`update ${name} set size = 0`);
      await refused(`delete from ${name}`);
      await refused(`truncate ${name}`);
    }
  });
});
