import assert from 'node:assert/strict';
import { hashKey } from '../../../process/secrets.ts';
import { readAudit } from '../../../store/audit-log.ts';
import { readKey } from '../../../store/keys.ts';
import { createWorkspace, listWorkspaces, readWorkspace } from '../../../store/lanes/workspaces.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database.ts';

describe('workspaces', () => {
  let database: FreshDatabase;
  before(async () => {
    database = await freshDatabase();
  });
  after(() => database.drop());

  it('are made with a key that may do everything, and a log that begins with their settings', async () => {
    const { pool } = database;
    const made = await createWorkspace(pool, { name: 'Refunds', timeZone: 'Europe/Berlin', actor: 'test' });
    const key = await readKey(pool, hashKey(made.apiKey));
    assert.equal(key?.ownerKind, 'workspace');
    assert.equal(key?.ownerId, made.workspaceId);
    assert.deepEqual(key?.scopes, ['work', 'people', 'verdict', 'admin', 'route', 'read', 'manage']);
    const row = await readWorkspace(pool, made.workspaceId);
    assert.deepEqual(
      [row?.name, row?.timeZone, row?.clock, row?.simulation, row?.events, row?.dataClock, row?.closedWeek],
      ['Refunds', 'Europe/Berlin', 'data', false, 0, null, 0],
    );
    assert.match(made.auditSeed, /^[0-9a-f]{16}$/);
    assert.equal(row?.auditSeed, made.auditSeed);
    const log = await pool.query('select seq, kind, settings from lane_log where workspace_no = $1', [
      made.workspaceNo,
    ]);
    assert.deepEqual([log.rows[0].seq, log.rows[0].kind], [1, 'settings']);
    assert.equal(log.rows[0].settings.timeZone, 'Europe/Berlin');
    const [entry] = await readAudit(pool, made.workspaceId);
    assert.equal(entry?.act, 'workspace.created');
  });

  it('are listed in the order in which they were made', async () => {
    await createWorkspace(database.pool, { name: 'Claims', auditSeed: '7', clock: 'wall', actor: 'test' });
    const rows = await listWorkspaces(database.pool);
    assert.deepEqual(
      rows.map(({ name, auditSeed, clock }) => [name, name === 'Claims' ? auditSeed : '', clock]),
      [
        ['Refunds', '', 'data'],
        ['Claims', '7', 'wall'],
      ],
    );
  });
});
