import assert from 'node:assert/strict';
import { openPool, type Pool } from '../../store/database.ts';
import { freshDatabase, type FreshDatabase, ownerUrl } from '../support/database.ts';

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
  /** The triggers stop the owner too; the role of the services has no right to try (service-role.test.ts). */
  let owner: Pool;
  before(async () => {
    database = await freshDatabase();
    owner = openPool({ url: await ownerUrl(database.url), size: 1, name: 'owner' });
  });
  after(async () => {
    await owner.end();
    await database.drop();
  });

  const refused = async (statement: string): Promise<void> => {
    await assert.rejects(owner.query(statement), /only ever added/, statement);
    // Replica mode, which switches ordinary triggers off, changes nothing.
    await assert.rejects(
      owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`),
      /only ever added/,
      `${statement} as a replica`,
    );
    await owner.query('rollback');
  };

  for (const [table, column] of tables)
    it(`${table} refuses UPDATE, DELETE and TRUNCATE`, async () => {
      await refused(`update ${table} set ${column} = ${column}`);
      await refused(`delete from ${table}`);
      await refused(`truncate ${table}`);
    });

  it('TRUNCATE of a table that others refer to does not reach them', () => refused('truncate tasks cascade'));

  it('every month of the log of lanes refuses them, also one that is made later', async () => {
    await owner.query("select lane_log_month('2031-05-01')");
    const { rows } = await owner.query<{ name: string }>(
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
