import assert from 'node:assert/strict';
import { asOwner, ownerUrl } from '../support/database.ts';
import type { AddressInfo } from 'node:net';
import { Client } from '@temporalio/client';
import { SMTPServer } from 'smtp-server';
import { type Check, asking, broken } from '../../admin/checks/check.ts';
import { createKey, revokeKey } from '../../store/keys.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { noteWait } from '../../store/portal-waits.ts';
import { planTimeStamp } from '../../store/time-stamps.ts';
import { reconcileSchedules } from '../../temporal/schedules.ts';
import { type OidcIssuer, openIssuerPlace, openOidcIssuer } from '../support/oidc-issuer.ts';
import { canServeS3, type S3Server, startS3Server } from '../store/blobs/s3-server.ts';
import { taskQueueFor, testEngine } from '../support/temporal.ts';
import { type AdminBench, openAdminBench, type Ran } from './run-admin.ts';

interface Report {
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

describe('what doctor says where time ran out', () => {
  const refusal = (code: string, message: string): Error => Object.assign(new Error(message), { code });
  const deadline = Object.assign(refusal('', '4 DEADLINE_EXCEEDED: Deadline exceeded'), {
    code: 4,
    details: '',
    metadata: {},
  });
  const outOfTime: readonly Error[] = [
    deadline,
    new Error('timeout exceeded when trying to connect'),
    new Error('Connection terminated due to connection timeout'),
    new Error('Connection terminated unexpectedly'),
    refusal('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:5432'),
    refusal('25P03', 'terminating connection due to idle-in-transaction timeout'),
    refusal('OAUTH_TIMEOUT', 'operation timed out'),
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
    new Error('no answer within 15 s'),
    new Error('fetch failed', { cause: refusal('UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error') }),
    new AggregateError([refusal('ETIMEDOUT', 'connect ETIMEDOUT'), refusal('ETIMEDOUT', 'connect ETIMEDOUT')]),
    refusal('own_fault', 'the browser did not start'),
  ];
  const answered: readonly Error[] = [
    refusal('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9'),
    refusal('ENOTFOUND', 'getaddrinfo ENOTFOUND db.example'),
    refusal('28P01', 'password authentication failed for user "nobody"'),
    refusal('EAUTH', 'Invalid login'),
    new AggregateError([refusal('ETIMEDOUT', 'x'), refusal('ECONNREFUSED', 'connect ECONNREFUSED ::1:9')]),
    Object.assign(
      new Error('14 UNAVAILABLE: No connection established. Last error: connect ECONNREFUSED 127.0.0.1:9'),
      {
        code: 14,
        details: '',
        metadata: {},
      },
    ),
  ];
  const lost = (ms: number): Parameters<typeof asking>[3] => ({ lostMs: () => ms, stop: () => {} });
  const after = (error: Error, lostMs: number): Promise<Check[]> =>
    asking(
      'Part',
      async () => {
        throw error;
      },
      () => broken('Part', 'does not answer', 'see'),
      lost(lostMs),
    );

  it('is that this machine was busy, as a warning, while this process was not running', async () => {
    for (const error of outOfTime) {
      const [check] = await after(error, 9_000);
      assert.equal(check?.health, 'warn', error.message);
      assert.match(check.found, /^could not be checked: this machine was busy/);
    }
  });

  it('is a failure of the part where this process ran, and where somebody said no', async () => {
    for (const error of outOfTime) assert.equal((await after(error, 100))[0]?.health, 'fail', error.message);
    for (const error of answered) assert.equal((await after(error, 9_000))[0]?.health, 'fail', error.message);
  });

  it('measures that this process was held up', async () => {
    const held = async (): Promise<never> => {
      await new Promise((resolve) => setImmediate(resolve));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
      await new Promise((resolve) => setImmediate(resolve));
      throw new Error('no answer within 1 s');
    };
    const [check] = await asking('Part', held, () => broken('Part', 'does not answer', 'see'));
    assert.equal(check?.health, 'warn');
    // A busy machine adds to it.
    const [, lost, waited] = /did not run for (\d+\.\d) of (\d+\.\d) s/.exec(check.found) ?? [];
    assert.ok(Number(lost) >= 1 && Number(waited) >= Math.max(1.4, Number(lost)), check.found);
  });
});

describe('admin doctor', () => {
  let bench: AdminBench;
  let suffix = '';
  before(async function () {
    const { address, namespace } = await testEngine();
    bench = await openAdminBench({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace });
    suffix = `-${taskQueueFor(this)}`;
  });
  after(() => bench.close());

  const doctor = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
    bench.runHere(['doctor', ...args], { env });
  const report = async (env: NodeJS.ProcessEnv = {}): Promise<Report> =>
    JSON.parse((await doctor(['--no-browser', '--json'], env)).out) as Report;
  const find = (checks: readonly Check[], name: string): Check => {
    const found = checks.find(({ check }) => check === name);
    assert.ok(found, `${name} is not among ${checks.map(({ check }) => check).join(', ')}`);
    return found;
  };

  it('finds the parts of a deployment that are well', async () => {
    const { checks } = await report();
    for (const name of [
      'DEPLOYMENT_SECRET',
      'PostgreSQL',
      'PostgreSQL migrations',
      'PostgreSQL connections',
      'Clock',
      'Keys of workspaces',
      'Workflow starts',
      'Temporal',
      'Search attributes',
    ])
      assert.equal(find(checks, name).health, 'ok', JSON.stringify(find(checks, name)));
    assert.match(find(checks, 'PostgreSQL').found, /^1\d\.\d+, [\d,]+ MB$/);
    assert.match(find(checks, 'Disk').found, /^[\d.]+ GB of [\d.]+ GB free under \//);
  });

  it('lists keys that may send verdicts by the old scope', async () => {
    const { workspaceId } = await createWorkspace(bench.database.pool, { name: 'Old', actor: 'test' });
    const old = { ownerKind: 'workspace', ownerId: workspaceId, scopes: ['ingest'], label: '', actor: 'test' } as const;
    const { id } = await createKey(bench.database.pool, old);
    const { health, found } = find((await report()).checks, 'Keys of workspaces');
    assert.deepEqual([health, found], ['warn', `1 with the old scope ingest, which may speak for people too: ${id}`]);
    await revokeKey(bench.database.pool, id, 'test');
  });

  it('reports what is waiting: portals, stuck tasks, approvals close to expiry and failing endpoints', async () => {
    const quiet = (await report()).checks;
    for (const name of ['Portals', 'Stuck tasks', 'Approvals', 'Deliveries'])
      assert.equal(find(quiet, name).health, 'ok', name);
    const { pool } = bench.database;
    const senderId = (await bench.json(['sender', 'create', 'Waiting']))['sender_id'] as string;
    await pool.query(
      `insert into tasks (id, sender_id, task_type, params, idempotency_key, content_digest, priority, channel, status, created_at)
       select 'tsk_' || status, $1, 'pull_pod', '{"pro": "0412708839"}', status, '', 'normal', 'api', status, now() - interval '1 hour'
         from unnest(array['queued', 'running', 'awaiting_approval']) as status`,
      [senderId],
    );
    await pool.query(
      `insert into approvals (id, task_id, reason, amount_cents, digest, change, needed, expires_at)
       values ('apr_soon', 'tsk_awaiting_approval', 'It is over 250.00.', 48277, 'd', '{}', 1, now() + interval '3 hours')`,
    );
    const wait = { portal: 'acme-tms', portalName: 'Acme TMS', reason: 'sign-in timed out' };
    await noteWait(pool, 'tsk_running', wait, new Date(Date.now() - 11 * 60_000 - 5_000));
    await pool.query(
      `insert into endpoint_health (owner_kind, owner_id, origin, failing, failures, failures_since)
       values ('sender', $1, 'https://receiver.example', true, 9, now() - interval '2 hours')`,
      [senderId],
    );
    const { checks } = await report();
    const found = (name: string): string => find(checks, name).found;
    assert.equal(
      found('Portal acme-tms'),
      'Acme TMS has not responded for 11 minutes (sign-in timed out); 1 task waits',
    );
    assert.match(found('Stuck tasks'), /^1: PRO 0412708839 \(tsk_queued\): No worker has started it for 1 hour$/);
    assert.match(found('Approvals'), /^1: PRO 0412708839 .* the approval expires in 2 hours$/);
    assert.match(found('Endpoint https://receiver.example'), /^fails for 2 hours \(snd_[^)]*\)$/);
    assert.match(found('Deliveries'), /^0 waiting for another attempt, 0 failed permanently/);
    assert.match(find(checks, 'Approvals').advice ?? '', /npx lanekeeper approval decide/);
    await pool.query('delete from endpoint_health');
    await pool.query('delete from portal_waits');
    await pool.query('delete from approvals');
    await pool.query(`delete from tasks where sender_id = $1`, [senderId]);
  });

  it('reports packs that nobody asks a time stamp for any more, and evidence stamp asks again, once', async () => {
    const { pool } = bench.database;
    const env = { ENGINE_TASK_QUEUE_SUFFIX: suffix };
    const senderId = (await bench.json(['sender', 'create', 'Stamped']))['sender_id'] as string;
    const id = `tsk_stamp${suffix}`;
    await pool.query(
      `insert into tasks (id, sender_id, task_type, params, idempotency_key, content_digest, priority, channel, status, finished_at, manifest_file)
       values ($2, $1, 'pull_pod', '{"pro": "0412708839"}', 's', '', 'normal', 'api', 'completed', now(), 'manifest.json')`,
      [senderId, id],
    );
    await planTimeStamp(pool, id, { authority: 'tsa.example', askedUntil: new Date(Date.now() - 1000) });
    const { found, advice } = find((await report()).checks, 'Time stamps');
    assert.equal(found, '1 pack without one, no longer asked for; tsa.example: it was not asked');
    assert.match(advice ?? '', /evidence stamp --missing/);
    const missing = async (): Promise<unknown[]> => Object.values(await bench.json(['evidence', 'unstamped'])).flat();
    assert.equal((await missing()).length, 1);
    const stamp = async (...args: string[]): Promise<unknown> =>
      Object.values(await bench.json(['evidence', 'stamp', ...args], { env })).flat();
    assert.deepEqual(await stamp('--missing'), [{ task_id: id, asked: true }]);
    assert.deepEqual(await stamp(id), [{ task_id: id, asked: false }]);
    assert.deepEqual(await stamp('--missing'), []);
    const { entries } = await bench.json(['audit', 'list', '--about', id]);
    assert.deepEqual(
      entries.map(({ act }: { act: string }) => act),
      ['task.time_stamp_asked'],
    );
    const { connection, namespace } = await testEngine();
    await new Client({ connection, namespace }).workflow.getHandle(`time-stamp:${id}`).terminate();
    await pool.query('delete from evidence_time_stamps');
    assert.equal((await doctor(['--no-browser'])).out.includes('Time stamps'), false);
    const refused = await bench.runHere(['evidence', 'stamp', id], { env });
    assert.match(refused.err, /has a time stamp, or was signed while no authority was set/);
    const unknown = await bench.runHere(['evidence', 'stamp', id, 'tsk_0'], {
      env: { ...env, TEMPORAL_ADDRESS: '127.0.0.1:9' },
    });
    assert.equal(unknown.err.trim(), 'there is no task tsk_0');
  });

  it('says what to do where queues have no pollers and the sweep has no Schedule, and ends with 1', async () => {
    const env = { ENGINE_TASK_QUEUE_SUFFIX: suffix };
    const { ok, checks } = await report(env);
    assert.equal(ok, false);
    const queue = find(checks, `Queue portal${suffix}, activities`);
    assert.deepEqual([queue.health, queue.found], ['fail', 'no worker polls it']);
    assert.match(queue.advice ?? '', /worker with portal in WORKER_QUEUES/);
    const missing = find(checks, `Schedule sweep${suffix}`);
    assert.deepEqual([missing.health, missing.advice], ['fail', 'run npx lanekeeper engine prepare']);
    const { code, out, err } = await doctor(['--no-browser'], env);
    assert.equal(code, 1);
    assert.match(out, /^FAIL {2}Queue portal\S+ activities +no worker polls it\n {6}→ start a worker/m);
    assert.match(err, /^\d+ checks failed\n$/);
  });

  it('counts a paused Schedule as doubtful and a running one as well', async () => {
    const { client } = await testEngine();
    await reconcileSchedules(client, { queueSuffix: suffix, everyMs: 3_600_000 });
    const handle = client.schedule.getHandle(`sweep${suffix}`);
    try {
      const env = { ENGINE_TASK_QUEUE_SUFFIX: suffix };
      assert.equal(find((await report(env)).checks, `Schedule sweep${suffix}`).health, 'ok');
      await handle.pause();
      const paused = find((await report(env)).checks, `Schedule sweep${suffix}`);
      assert.deepEqual([paused.health, paused.found], ['warn', 'paused']);
    } finally {
      await handle.delete();
    }
  });

  it('says that the Schedule of a workspace on the wall clock is missing', async () => {
    const { workspace } = (await bench.json(['lanes', 'workspace', 'create', 'By the wall'])) as { workspace: string };
    await bench.database.pool.query("update workspaces set clock = 'wall' where id = $1", [workspace]);
    const missing = find((await report()).checks, `Schedule close-weeks:${workspace}`);
    assert.deepEqual([missing.health, missing.advice], ['fail', 'run npx lanekeeper lanes schedules']);
  });

  it('notices starts that the engine has not taken for a minute', async () => {
    await bench.database.pool.query(
      `insert into workflow_starts (workflow_id, workflow_type, task_queue, arguments, created_at)
       values ('tsk_waits', 'task', 'tasks', '[]', now() - interval '2 minutes')`,
    );
    const starts = find((await report()).checks, 'Workflow starts');
    assert.deepEqual([starts.health, starts.found.slice(0, 22)], ['warn', '1 wait, the oldest for']);
    await bench.database.pool.query('delete from workflow_starts');
  });

  it('names a database that lacks migrations, and the command that brings them', async () => {
    const { pool } = bench.database;
    const newest = await pool.query<{ name: string; sha256: string }>(
      'select name, sha256 from migrations order by name desc limit 1',
    );
    const { name, sha256 } = newest.rows[0]!;
    await asOwner(bench.database.url, `delete from migrations where name = '${name}'`);
    const check = find((await report()).checks, 'PostgreSQL migrations');
    assert.deepEqual([check.health, check.advice], ['fail', 'run npx lanekeeper migrate']);
    await asOwner(
      bench.database.url,
      `insert into migrations values ('${name}', '${sha256}'), ('9999_future.sql', '')`,
    );
    assert.match(
      find((await report()).checks, 'PostgreSQL migrations').found,
      /the database has 9999_future\.sql of a newer version/,
    );
    await asOwner(bench.database.url, "delete from migrations where name = '9999_future.sql'");
  });

  it('warns when the services connect as the owner of the tables', async () => {
    assert.equal(find((await report()).checks, 'PostgreSQL role').health, 'ok');
    const asTheOwner = await report({ DATABASE_URL: await ownerUrl(bench.database.url) });
    const check = find(asTheOwner.checks, 'PostgreSQL role');
    assert.deepEqual([check.health, /is a superuser/.test(check.found)], ['warn', true]);
    assert.match(check.advice ?? '', /DATABASE_OWNER_URL/);
  });

  it('distinguishes a database that is away from settings that are wrong', async () => {
    const away = await report({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' });
    assert.match(find(away.checks, 'PostgreSQL').found, /ECONNREFUSED/);
    assert.equal(find(away.checks, 'Temporal').health, 'ok');
    const wrong = await report({ LOG_LEVEL: 'loud', DISPATCH_PORTS: '1' });
    assert.deepEqual(
      wrong.checks.map(({ found }) => found),
      [
        'LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
        'DISPATCH_PORTS is not a setting; did you mean DISPATCH_PORT?',
      ],
    );
  });

  if (canServeS3())
    describe('of the blob store', () => {
      let server: S3Server;
      const settingsOf = ({ options }: S3Server): NodeJS.ProcessEnv => ({
        BLOB_STORE: 's3',
        BLOB_S3_ENDPOINT: options.endpoint,
        BLOB_S3_REGION: options.region,
        BLOB_S3_BUCKET: options.bucket,
        BLOB_S3_ACCESS_KEY_ID: options.accessKeyId,
        BLOB_S3_SECRET_ACCESS_KEY: options.secretAccessKey,
      });
      before(async function () {
        // Building it with Go happens once a machine.
        server = await startS3Server();
      });
      after(() => server.stop());

      it('writes, reads and removes an object in the bucket', async () => {
        const check = find((await report(settingsOf(server))).checks, 'Blob store');
        assert.equal(check.health, 'ok', check.found);
        assert.match(check.found, /^bucket \S+ at http:\S+ takes, gives and removes an object$/);
      });

      it('says what to set where the bucket is not there, the key is wrong, or nobody answers', async () => {
        const found = async (env: NodeJS.ProcessEnv): Promise<string | null> => {
          const check = find((await report({ ...settingsOf(server), ...env })).checks, 'Blob store');
          assert.equal(check.health, 'fail', check.found);
          assert.doesNotMatch(check.found, new RegExp(server.options.secretAccessKey));
          return check.advice;
        };
        assert.match((await found({ BLOB_S3_BUCKET: 'nowhere' })) ?? '', /make the bucket/);
        assert.match((await found({ BLOB_S3_ACCESS_KEY_ID: 'unknown' })) ?? '', /a key of this server that may put/);
        assert.match((await found({ BLOB_S3_SECRET_ACCESS_KEY: 'wrong' })) ?? '', /a key of this server that may put/);
        assert.match(
          (await found({ BLOB_S3_ENDPOINT: 'http://127.0.0.1:9' })) ?? '',
          /see that BLOB_S3_ENDPOINT answers/,
        );
      });
    });

  describe('of the mail relay', () => {
    let relay: SMTPServer;
    let address = '';
    before(async () => {
      relay = new SMTPServer({
        allowInsecureAuth: true,
        disabledCommands: ['STARTTLS'],
        disableReverseLookup: true,
        closeTimeout: 100,
        onAuth: ({ username, password }, _session, callback) =>
          password === 'right' ? callback(null, { user: username }) : callback(new Error('no')),
      });
      relay.on('error', () => {});
      await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
      address = `127.0.0.1:${(relay.server.address() as AddressInfo).port}`;
    });
    after(() => new Promise<void>((resolve) => relay.close(() => resolve())));

    const found = async (env: NodeJS.ProcessEnv): Promise<Check> =>
      find((await report({ MAIL_DOMAIN: 'mail.example', ...env })).checks, 'Mail relay');

    it('speaks with it and signs in, and never prints the password', async () => {
      const well = await found({ MAIL_RELAY_URL: `smtp://robot:right@${address}` });
      assert.deepEqual([well.health, well.found], ['ok', `${address} answers and takes mail from here`]);
    });

    it('says what to set where the login is wrong, nobody answers, or none is set', async () => {
      const wrong = await found({ MAIL_RELAY_URL: `smtp://robot:secret-word@${address}` });
      assert.equal(wrong.health, 'fail');
      assert.match(wrong.advice ?? '', /user and password in MAIL_RELAY_URL/);
      assert.doesNotMatch(JSON.stringify(wrong), /secret-word/);
      const away = await found({ MAIL_RELAY_URL: 'smtp://127.0.0.1:9' });
      assert.match(away.advice ?? '', /see that the relay of MAIL_RELAY_URL answers/);
      const none = await found({});
      assert.deepEqual([none.health, none.found], ['warn', 'not set']);
      assert.equal(
        (await report()).checks.some(({ check }) => check === 'Mail relay' || check === 'Blob store'),
        false,
        'neither is mentioned where neither is set',
      );
    });
  });

  it('asks the issuer of sign-in, and says when it does not answer or cannot end sessions', async () => {
    const found = async (url: string): Promise<Check> =>
      find((await report({ CONSOLE_OIDC_ISSUER: url, CONSOLE_OIDC_CLIENT_ID: 'x' })).checks, 'Issuer of sign-in');
    const open = async (signedOutUri: string | null): Promise<OidcIssuer> =>
      openOidcIssuer({
        at: await openIssuerPlace(),
        clientId: 'x',
        clientSecret: 'a secret',
        redirectUri: 'http://127.0.0.1:9/back',
        signedOutUri,
        people: {},
      });
    const [whole, lone] = await Promise.all([open('http://127.0.0.1:9/out'), open(null)]);
    assert.deepEqual([(await found(whole.url)).health, (await found(lone.url)).health], ['ok', 'warn']);
    await Promise.all([whole.close(), lone.close()]);
    const away = await found(whole.url);
    assert.equal(away.health, 'fail');
    assert.match(away.advice ?? '', /openid-configuration answers from here/);
  });

  it('starts the browser as a worker does, and says how to get one where there is none', async function () {
    const { out } = await doctor([]);
    assert.match(out, /^ok {4}Browser +\S+ \(\w+\) starts in \d+\.\d s$/m);
    const { out: without } = await doctor([], { CHROMIUM_PATH: '/nowhere/chromium' });
    assert.match(without, /^FAIL {2}Browser +CHROMIUM_PATH is \/nowhere\/chromium.*\n {6}→ install Chromium/m);
  });
});
