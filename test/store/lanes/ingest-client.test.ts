import assert from 'node:assert/strict';
import { openLog } from '../../../process/logging.ts';
import { openIngest } from '../../../store/lanes/ingest-client.ts';
import { IngestError, type WorkspaceRef } from '../../../store/lanes/ingest-request.ts';
import { openListener } from '../../../store/lanes/listener.ts';
import { endRound, refuseRequest } from '../../../store/lanes/round.ts';
import { readStaged } from '../../../store/lanes/event-log.ts';
import { openSessionStarter, type SessionRole } from '../../../store/lanes/session-starter.ts';
import { createWorkspace } from '../../../store/lanes/workspaces.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database.ts';
import { until } from '../../support/wait.ts';

const limits = { requests: 256, events: 20_000 };
const workspace: WorkspaceRef = { no: 1, id: 'ws_1' };

describe('the waiting side of ingest', () => {
  let database: FreshDatabase;
  before(async () => {
    database = await freshDatabase();
    await createWorkspace(database.pool, { name: 'First', actor: 'test' });
  });
  after(() => database.drop());

  const open = (starts: SessionRole[] = []) =>
    openIngest({
      pool: database.pool,
      listenUrl: database.url,
      startSession: async (_workspace, role) => void starts.push(role),
      sessions: { shards: 4, lingerMs: 2_000 },
      log: openLog('test', 'silent'),
    });

  it('reads an answer by its ticket when no notification came', async () => {
    const starts: SessionRole[] = [];
    const ingest = open(starts);
    const answer = ingest.submit(workspace, { kind: 'clock', through: 0 });
    const [request] = await until(async () => {
      const { requests } = await readStaged(database.pool, 1, 0, limits);
      return requests.length > 0 ? requests : undefined;
    });
    await database.pool.query(
      'insert into lane_answers (channel, ticket, workspace_no, answer) values ($1, $2, 1, $3)',
      [request?.channel, request?.ticket, JSON.stringify({ accepted: 7 })],
    );
    assert.equal((await answer).accepted, 7);
    assert.equal(starts[0], 'main');
    await database.pool.query('delete from lane_staged');
    await ingest.stop();
  });

  it('gives the sentence of a request that cannot be stored', async () => {
    const ingest = open();
    await ingest.ready;
    const answer = ingest.submit(workspace, { kind: 'clock', through: 0 });
    answer.catch(() => undefined);
    const [request] = await until(async () => {
      const { requests } = await readStaged(database.pool, 1, 0, limits);
      return requests.length > 0 ? requests : undefined;
    });
    assert.ok(request);
    await refuseRequest(database.pool, 1, request, 'it cannot be stored');
    await assert.rejects(answer, (error: IngestError) => {
      assert.deepEqual([error.code, error.message], ['not_storable', 'it cannot be stored']);
      return true;
    });
    assert.deepEqual((await readStaged(database.pool, 1, 0, limits)).requests, []);
    await ingest.stop();
  });

  it('lets nobody wait when it stops', async () => {
    const ingest = open();
    const waiting = ingest.submit(workspace, { kind: 'clock', through: 0 });
    await Promise.all([assert.rejects(waiting, IngestError), ingest.stop()]);
    await database.pool.query('delete from lane_staged');
  });

  it('hears again after its connection was lost', async () => {
    const heard: string[] = [];
    let connects = 0;
    const listener = openListener({
      url: database.url,
      name: 'test-listener',
      channels: ['somewhere'],
      onNotification: (channel) => heard.push(channel),
      onConnected: () => (connects += 1),
    });
    await listener.ready;
    await Promise.all([listener.listen('elsewhere'), listener.listen('nowhere'), listener.unlisten('nowhere')]);
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lanekeeper-test-listener'",
    );
    await until(() => connects === 2, { what: 'the second connection' });
    const notify = "select pg_notify(place, place) from unnest(array['nowhere', 'elsewhere', 'somewhere']) as place";
    await database.pool.query(notify);
    await until(() => heard.includes('somewhere'), { what: 'the notification' });
    assert.deepEqual(heard, ['elsewhere', 'somewhere']);
    await listener.stop();
  });

  it('answers callers at once, and no others, whose requests went down with the server', async () => {
    const ingest = open();
    const lost = ingest.submit(workspace, { kind: 'clock', through: 77 });
    const kept = ingest.submit(workspace, { kind: 'clock', through: 77 });
    const refused = assert.rejects(lost, /has lost the events; send them again/);
    // Tests before this one may have left requests of their own behind.
    const waiting = async () =>
      (await readStaged(database.pool, 1, 0, limits)).requests.filter(({ details }) => details.through === 77);
    const [first, second] = await until(async () => {
      const requests = await waiting();
      return requests.length === 2 ? requests : undefined;
    });
    await database.pool.query('delete from lane_staged where id = $1', [first?.id]);
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lanekeeper-ingest-answers'",
    );
    await refused;
    assert.deepEqual(
      (await waiting()).map(({ ticket }) => ticket),
      [second?.ticket],
    );
    await refuseRequest(database.pool, 1, second ?? { id: 0, channel: '', ticket: 0 }, 'not this one');
    await assert.rejects(kept, /not this one/);
    await ingest.stop();
  });

  it('is fenced: a round that builds on an older state of the workspace writes nothing', async () => {
    const head = { version: 5, routeVersion: 0, logSeq: 1, heldFrom: null };
    const state = { clock: null, openWeek: null, closedWeek: 0, held: 0, heldSteps: [], nextStepNo: 1, waiting: 0 };
    const end = { workspaceNo: 1, before: head, after: { ...head, version: 6 }, workspace: state, weekNumber: 0 };
    await assert.rejects(endRound(database.pool, { ...end, records: [], answers: [] }), /taken this workspace over/);
  });
});

describe('starting sessions', () => {
  it('has one call under way and one behind it, and none while answers flow', async () => {
    const calls: (() => void)[] = [];
    let count = 0;
    const starter = openSessionStarter(
      () => {
        count += 1;
        return new Promise((resolve) => calls.push(() => resolve()));
      },
      { lingerMs: 600_000 },
      () => {},
    );
    const shard = { no: 1, of: 4 };
    for (let n = 0; n < 5; n += 1) starter.ensure(shard);
    assert.equal(count, 1);
    calls.shift()?.();
    await until(() => count === 2, { what: 'the call behind' });
    calls.shift()?.();
    starter.answered(shard);
    await new Promise(setImmediate);
    for (let n = 0; n < 5; n += 1) starter.ensure(shard);
    assert.equal(count, 2);
    starter.insist(shard);
    starter.insist(shard);
    assert.equal(count, 3);
  });

  it('starts what may be missing the longer a shard gives no answer, and nothing while it answers others', () => {
    const starts: string[] = [];
    const starter = openSessionStarter(
      ({ no }, role) => {
        starts.push(`${no} ${role}`);
        return new Promise(() => {});
      },
      { lingerMs: 600_000 },
      () => {},
    );
    const [fresh, starting, frozen, busy] = [1, 2, 3, 4].map((no) => ({ no, of: 8 }));
    const ago = (ms: number): number => performance.now() - ms;
    starter.waiting(fresh!, ago(200));
    // Its session may still be on its way, as those of all other shards.
    starter.waiting(starting!, ago(2_000));
    starter.waiting(frozen!, ago(7_000));
    starter.answered(busy!);
    starter.waiting(busy!, ago(7_000));
    assert.deepEqual(starts, ['2 main', '3 main', '3 backup', '3 reserve']);
  });
});
