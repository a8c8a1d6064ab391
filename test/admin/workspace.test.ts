import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIngestSession } from '../../activities/lanes/ingest-session.ts';
import { openMachineKeeper } from '../../activities/lanes/machine-keeper.ts';
import { eventFindings } from '../../commands/lanes/check-event.ts';
import { openLog } from '../../process/logging.ts';
import { hashKey } from '../../process/secrets.ts';
import { readKey } from '../../store/keys.ts';
import { readWorkspace } from '../../store/lanes/workspaces.ts';
import { testEngine } from '../support/temporal.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';

describe('admin lanes workspace, its keys and the example', () => {
  let bench: AdminBench;
  before(async () => {
    bench = await openAdminBench();
  });
  after(() => bench.close());

  it('makes a workspace and shows its key once', async () => {
    const made = await bench.json([
      'lanes',
      'workspace',
      'create',
      'Accounts payable',
      '--audit-seed',
      '2026',
      '--time-zone',
      'Europe/Berlin',
      '--clock',
      'data',
      '--simulation',
    ]);
    assert.deepEqual(Object.keys(made), ['workspace', 'api_key', 'audit_seed']);
    assert.match(made['workspace'], /^ws_/);
    assert.match(made['api_key'], /^lk_lanes_/);
    assert.equal(made['audit_seed'], '2026');
    const { workspaces } = await bench.json(['lanes', 'workspace', 'list']);
    assert.deepEqual(
      [workspaces[0].workspace, workspaces[0].time_zone, workspaces[0].clock, workspaces[0].simulation],
      [made['workspace'], 'Europe/Berlin', 'data', true],
    );
    assert.ok(!JSON.stringify(workspaces).includes(made['api_key']));
  });

  it('gives each workspace a seed of its own when none is named', async () => {
    const seeds = await Promise.all(
      ['One', 'Two'].map(async (name) => (await bench.json(['lanes', 'workspace', 'create', name]))['audit_seed']),
    );
    assert.notEqual(seeds[0], seeds[1]);
  });

  it('makes, lists, rotates and revokes keys of a workspace with the scopes of workspaces', async () => {
    const { workspace } = await bench.json(['lanes', 'workspace', 'create', 'Keys']);
    const made = await bench.json([
      'key',
      'create',
      workspace,
      '--scope',
      'read',
      '--scope',
      'route',
      '--label',
      'agents',
    ]);
    assert.deepEqual(made['scopes'], ['route', 'read']);
    const { keys } = await bench.json(['key', 'list', workspace]);
    assert.deepEqual(
      keys.map((key: { label: string }) => key.label),
      ['first key', 'agents'],
    );
    const rotated = await bench.json(['key', 'rotate', made['key_id'], '--grace', '0s']);
    assert.match(rotated['api_key'], /^lk_lanes_/);
    assert.equal(await readKey(bench.database.pool, hashKey(made['api_key'])), undefined);
    await bench.json(['key', 'revoke', rotated['key_id']]);
    assert.equal(await readKey(bench.database.pool, hashKey(rotated['api_key'])), undefined);
  });

  it('changes settings by way of the log, as the session of the workspace takes them', async function () {
    const { address, namespace } = await testEngine();
    const { workspace } = await bench.json(['lanes', 'workspace', 'create', 'Before']);
    const row = await readWorkspace(bench.database.pool, workspace);
    assert.ok(row);
    const stopping = new AbortController();
    const deps = { databaseUrl: bench.database.url, keeper: openMachineKeeper(), log: openLog('test', 'silent') };
    const limits = { lingerMs: 30_000 };
    const session = runIngestSession({ ...deps, limits }, row, stopping.signal, () => {}).catch(() => undefined);
    try {
      const change = ['--name', 'After', '--time-zone', 'Asia/Tokyo', '--audit-seed', 'new'];
      const set = await bench.json(['lanes', 'workspace', 'set', workspace, ...change], {
        env: { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace },
      });
      assert.deepEqual([set['name'], set['time_zone'], set['audit_seed']], ['After', 'Asia/Tokyo', 'new']);
      const log = await bench.database.pool.query<{ kind: string }>(
        'select kind from lane_log where workspace_no = $1 order by seq',
        [row.no],
      );
      assert.deepEqual(
        log.rows.map(({ kind }) => kind),
        ['settings', 'settings'],
      );
    } finally {
      stopping.abort(new Error('the test is over'));
      await session;
    }
  });

  it('gives a workspace on the wall clock its Schedule at once, and takes it away with the clock of its data', async function () {
    const { address, namespace, client } = await testEngine();
    const env = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
    const create = ['lanes', 'workspace', 'create', 'By the wall', '--time-zone', 'Asia/Tokyo', '--clock', 'wall'];
    const { workspace } = await bench.json(create, { env });
    const schedule = () => client.schedule.getHandle(`close-weeks:${workspace}`).describe();
    assert.equal((await schedule()).spec.timezone, 'Asia/Tokyo');
    const row = await readWorkspace(bench.database.pool, workspace);
    assert.ok(row);
    const stopping = new AbortController();
    const deps = { databaseUrl: bench.database.url, keeper: openMachineKeeper(), log: openLog('test', 'silent') };
    const session = runIngestSession({ ...deps, limits: { lingerMs: 30_000 } }, row, stopping.signal, () => {}).catch(
      () => undefined,
    );
    try {
      const set = (...change: string[]) => bench.json(['lanes', 'workspace', 'set', workspace, ...change], { env });
      await set('--time-zone', 'Europe/Lisbon');
      assert.equal((await schedule()).spec.timezone, 'Europe/Lisbon');
      await set('--clock', 'data');
      await assert.rejects(schedule, { name: 'ScheduleNotFoundError' });
      await set('--clock', 'wall');
      assert.equal((await schedule()).spec.timezone, 'Europe/Lisbon');
    } finally {
      await client.schedule.getHandle(`close-weeks:${workspace}`).delete();
      stopping.abort(new Error('the test is over'));
      await session;
    }
  });

  it('shows the key of a workspace whose Schedule could not be made, and says what to do', async () => {
    const args = ['lanes', 'workspace', 'create', 'No engine', '--clock', 'wall', '--json'];
    const ran = await bench.runHere(args, { env: { TEMPORAL_ADDRESS: '127.0.0.1:9' } });
    assert.equal(ran.code, 1);
    assert.match((JSON.parse(ran.out) as { api_key: string }).api_key, /^lk_lanes_/);
    assert.match(ran.err, /the workspace is made, its Schedule is not: .*\nrun lanes schedules/);
  });

  const refused: readonly (readonly [string, readonly string[], number, RegExp])[] = [
    ['a zone that does not exist', ['workspace', 'create', 'X', '--time-zone', 'Mars/Base'], 2, /IANA name/],
    ['a clock of another kind', ['workspace', 'create', 'X', '--clock', 'sun'], 2, /data or wall/],
    ['a seed with the separator of the picks', ['workspace', 'create', 'X', '--audit-seed', 'a|b'], 2, /without \|/],
    ['a change of nothing', ['workspace', 'set', 'ws_x'], 1, /say what to change/],
    ['a change of nobody', ['workspace', 'set', 'ws_x', '--name', 'Y'], 1, /there is no workspace ws_x/],
  ];
  for (const [what, args, code, sentence] of refused)
    it(`refuses ${what}`, async () => {
      const ran = await bench.runHere(['lanes', ...args]);
      assert.equal(ran.code, code, ran.err);
      assert.match(ran.err, sentence);
    });

  it('refuses a workspace the scopes of a sender', async () => {
    const { workspace } = await bench.json(['lanes', 'workspace', 'create', 'Scopes']);
    const ran = await bench.runHere(['key', 'create', workspace, '--scope', 'approve']);
    assert.deepEqual(
      [ran.code, ran.err],
      [1, 'scopes of a workspace are work, people, verdict, admin, route, read, manage\n'],
    );
  });

  it('writes an example history, a file a week, of events that are all good', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-example-'));
    try {
      const written = await bench.json(['lanes', 'example', folder, '--weeks', '3']);
      assert.deepEqual(readdirSync(folder), ['week-01.json', 'week-02.json', 'week-03.json']);
      const events = readdirSync(folder).flatMap(
        (file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { events: unknown[] }).events,
      );
      assert.equal(written['events'], events.length);
      for (const event of events) assert.deepEqual(eventFindings(event, { latest: Infinity }), []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
