/** A rotation of the deployment secret, from one secret to the next, over everything that is derived from it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dispatchApp } from '../../api/dispatch/routes.ts';
import { type HttpServer, openHttpServer } from '../../api/http/server.ts';
import { totpCode, totpStep } from '../../domain/totp.ts';
import { readCredentials, sealCredentials } from '../../portals/credentials.ts';
import { capabilityToken } from '../../process/task-links.ts';
import { rotatingSecret, type RotatingSecret, secretId } from '../../process/deployment-secret.ts';
import { evidenceSigner, readKeys, signatureChecks } from '../../process/evidence-crypto.ts';
import { openPasswords } from '../../process/passwords.ts';
import { seal, signingSecret, unseal } from '../../process/secrets.ts';
import { forgetSecret, loadDeploymentSecret } from '../../store/deployment-secrets.ts';
import { createHook } from '../../store/lanes/hooks.ts';
import { createWorkspace, readWorkspace } from '../../store/lanes/workspaces.ts';
import { addPerson, findPerson, setPassword } from '../../store/people.ts';
import { confirmTotp, proposeTotp } from '../../store/person-sign-in.ts';
import { readSealedCredentials, writeSealedCredentials } from '../../store/portal-credentials.ts';
import { sealedColumns } from '../../store/sealed-rows.ts';
import { signingGenerations } from '../support/signing-generations.ts';
import { type Browserless, openVisitor } from '../support/console.ts';
import { openTestApi, type TestApi, testSecret } from '../support/dispatch-api.ts';
import { callApi } from '../support/api-call.ts';
import { testEngine } from '../support/temporal.ts';
import { type AdminBench, type Answered, openAdminBench } from './run-admin.ts';

const old = testSecret;
const next = 'the deployment secret that comes after it, long enough';
const password = 'correct horse battery staple 7';
const hmacSha1 = (key: Uint8Array, message: Uint8Array): Uint8Array => createHmac('sha1', key).update(message).digest();

describe('a rotation of the deployment secret', () => {
  let api: TestApi;
  let bench: AdminBench;
  let server: HttpServer;
  let url: string;
  /** What the services run with, as after a restart with other settings. */
  let secret: RotatingSecret;
  let app: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** How far the clock of the services is ahead: a one-time code counts once. */
  let ahead = 5_000;
  const clock = (): Date => new Date(Date.now() + ahead);
  let env: NodeJS.ProcessEnv = {};
  let hook: { readonly id: string; readonly secret: string };
  let senderSecrets: { readonly inbound: string; readonly outbound: string };
  let totpKey: Buffer;
  let form: Browserless;
  let link: string;
  let taskId: string;
  let oldSignature: ReturnType<ReturnType<typeof evidenceSigner>>;
  const message = Buffer.from('a pack');

  const restart = async (current: string, previous: string): Promise<void> => {
    const wanted = rotatingSecret(current, previous);
    await loadDeploymentSecret(api.database.pool, wanted);
    secret = wanted;
    env = { DEPLOYMENT_SECRET: current, DEPLOYMENT_SECRET_PREVIOUS: previous };
    app = dispatchApp({ ...api.deps, deploymentSecret: secret, now: clock }).callback();
  };
  const admin = (...args: string[]): Promise<Answered> => bench.json(['deployment-secret', ...args], { env });

  const inbound = async (signedWith: string): Promise<number> => {
    const body = JSON.stringify({ task_type: 'pull_pod', params: { pro: String(Math.random()).slice(2, 12) } });
    const at = String(Math.floor(clock().getTime() / 1000));
    const hex = createHmac('sha256', signedWith).update(`${at}.`).update(body).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-svc-timestamp': at,
      'x-svc-signature': `sha256=${hex}`,
    };
    const answer = await callApi(`${url}/hooks/inbound/${api.senderId}`, 'POST', { key: null, body, headers });
    return answer.status;
  };
  const signingWith = async (ownerKind: 'sender' | 'hook', ownerId: string, at = clock()): Promise<string[]> => {
    const { current, all } = await signingGenerations(api.database.pool, ownerKind, ownerId, at);
    const name = { ownerKind, ownerId, purpose: 'outbound' } as const;
    return [current, ...all].map((of) => signingSecret(secret, { ...name, ...of }));
  };
  const signIn = async (email: string, code: boolean): Promise<number> => {
    const visitor = openVisitor(url);
    await visitor.get('/console/sign-in');
    const first = await visitor.post('/console/sign-in', { email, password, to: '' });
    if (!code) return first.status;
    ahead += 120_000;
    const pending = /name="pending" value="([^"]+)"/.exec(first.text)?.[1] ?? assert.fail(first.text);
    const typed = totpCode(hmacSha1, totpKey, totpStep(clock()));
    return (await visitor.post('/console/sign-in/code', { pending, code: typed, to: '' })).status;
  };
  const newPerson = async (email: string): Promise<string> => {
    const made = await addPerson(api.database.pool, { email, name: 'Ada', role: 'viewer', actor: 'test' });
    const passwordHash = await openPasswords(old).hash(password);
    await setPassword(api.database.pool, {
      personId: made!.id,
      passwordHash,
      keepSession: null,
      actor: 'test',
      now: clock(),
    });
    return made!.id;
  };
  const linkStatus = async (): Promise<number> =>
    (await callApi(link.replace(/^https:..[^/]+/, url), 'GET', {})).status;
  const publishedKeys = async (): Promise<ReturnType<typeof signatureChecks>> =>
    signatureChecks(readKeys((await callApi(`${url}/.well-known/evidence-keys.json`, 'GET', {})).text));
  const login = async (): Promise<string> => {
    const source = {
      env: {},
      deploymentSecret: secret,
      readSealed: (portal: string, account: string) => readSealedCredentials(api.database.pool, portal, account),
    };
    return (await readCredentials(source, 'acme', 'main')).password;
  };
  const portalSession = async (): Promise<string> => {
    const found = await api.database.pool.query<{ session: Buffer }>('select session from portal_leases');
    return unseal(secret, 'portal-session:acme:main', found.rows[0]!.session).toString();
  };

  before(async () => {
    api = await openTestApi();
    const { address, namespace } = await testEngine();
    bench = await openAdminBench({
      DATABASE_URL: api.database.url,
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
    });
    server = await openHttpServer({
      host: '127.0.0.1',
      port: 0,
      handler: (request, response) => app(request, response),
    });
    url = `http://127.0.0.1:${server.port}`;
    const { pool } = api.database;
    // As a version left it that did not keep the ids of secrets.
    await pool.query('update secret_generations set secret_id = null');
    await restart(old, '');
    const owner = { ownerKind: 'sender', ownerId: api.senderId, generation: 1 } as const;
    senderSecrets = {
      inbound: signingSecret(old, { ...owner, purpose: 'inbound' }),
      outbound: signingSecret(old, { ...owner, purpose: 'outbound' }),
    };
    const { workspaceId } = await createWorkspace(pool, { name: 'W', actor: 'test' });
    const workspace = (await readWorkspace(pool, workspaceId))!;
    const given = { url: 'https://a.example', events: ['lane.changed'], actor: 'test' } as const;
    hook = (await createHook(pool, workspace, { ...given, deploymentSecret: secret }))!;
    await newPerson('rehashed@example.com');
    await newPerson('later@example.com');
    const coded = await newPerson('codes@example.com');
    totpKey = randomBytes(20);
    await proposeTotp(pool, secret, coded, totpKey);
    const sealed = (await findPerson(pool, 'codes@example.com'))!.totpSealed!;
    const confirmed = { personId: coded, sealed, step: totpStep(clock()), recoveryHashes: [], actor: 'test' };
    await confirmTotp(pool, { ...confirmed, now: clock() });
    const login = sealCredentials(secret, 'acme', 'main', { username: 'u', password: 'p-acme' });
    await writeSealedCredentials(pool, 'acme', 'main', login);
    await pool.query(`insert into portal_leases (portal, account, session) values ('acme', 'main', $1)`, [
      seal(secret, 'portal-session:acme:main', Buffer.from('cookies')),
    ]);
    const made = await api.call('POST', '/api/tasks', {
      body: JSON.stringify({ task_type: 'pull_pod', params: { pro: '4417702214' } }),
      headers: { 'content-type': 'application/json' },
    });
    taskId = made.json['id'] as string;
    const token = capabilityToken({ deploymentSecret: secret, linkDays: 30, now: clock() }, taskId);
    link = `https://dispatch.example/tasks/${taskId}?k=${token}`;
    oldSignature = evidenceSigner(secret, 1)(message);
    form = openVisitor(url);
    await form.get('/console/sign-in');
  });
  after(async () => {
    await server.stop(1000);
    await bench.close();
    await api.close();
  });

  async function everythingOfTheOldOneHolds(): Promise<void> {
    assert.equal(await inbound(senderSecrets.inbound), 201);
    assert.ok((await signingWith('sender', api.senderId)).includes(senderSecrets.outbound));
    assert.ok((await signingWith('hook', hook.id)).includes(hook.secret));
    assert.equal(await linkStatus(), 200);
    assert.equal(await login(), 'p-acme');
    assert.equal(await portalSession(), 'cookies');
    assert.equal(await signIn('codes@example.com', true), 303);
    const { signatureHolds } = await publishedKeys();
    assert.equal(signatureHolds(oldSignature.keyId, message, oldSignature.bytes), true);
  }

  it('begins with a version that has seen the old secret alone', async () => {
    await everythingOfTheOldOneHolds();
    const status = await admin('status');
    assert.deepEqual([status['current'], status['previous'], status['signing']], [secretId(old), null, []]);
  });

  it('lets every process accept the next secret before any uses it', async () => {
    await restart(old, next);
    await everythingOfTheOldOneHolds();
    const status = await admin('status');
    assert.deepEqual(status['needed_for'], []);
  });

  it('then derives what is new from the next one, while all of the old one stays valid', async () => {
    await restart(next, old);
    await everythingOfTheOldOneHolds();
    // A form that was opened before the restart.
    const sent = await form.post('/console/sign-in', { email: 'nobody@example.com', password, to: '' });
    assert.equal(sent.status, 401);
    assert.equal(await signIn('rehashed@example.com', false), 303);
    const stored = (await findPerson(api.database.pool, 'rehashed@example.com'))!.passwordHash!;
    assert.ok(stored.startsWith(`${secretId(next)}$argon2id$`));
    const fresh = evidenceSigner(secret, 1)(message);
    assert.notEqual(fresh.keyId, oldSignature.keyId);
    assert.equal((await publishedKeys()).signatureHolds(fresh.keyId, message, fresh.bytes), true);
  });

  it('says what still depends on the old one, and the old one cannot be taken away meanwhile', async () => {
    const status = await admin('status');
    const reasons = (status['needed_for'] as string[]).join('\n');
    for (const what of [
      'portal logins',
      'second factors',
      'portal sessions',
      'passwords',
      api.senderId,
      hook.id,
      'links',
    ])
      assert.ok(reasons.includes(what), `${what} in ${reasons}`);
    const alone = { env: { DEPLOYMENT_SECRET: next } };
    const refused = await bench.runHere(['sender', 'list'], alone);
    assert.equal(refused.code, 1);
    assert.match(refused.err, new RegExp(`depend on the deployment secret ${secretId(old)}`));
    await assert.rejects(loadDeploymentSecret(api.database.pool, rotatingSecret(next, '')), {
      code: 'deployment_secret_missing',
    });
    const doctor = await bench.runHere(['doctor', '--no-browser', '--json'], alone);
    const checks = (JSON.parse(doctor.out) as { checks: Answered[] }).checks;
    assert.equal(checks.find(({ check }) => check === 'DEPLOYMENT_SECRET')?.['health'], 'fail');
  });

  it('counts encrypted payloads of the engine among them', async () => {
    const { client } = await testEngine();
    const taskQueue = `nobody-${process.pid}`;
    const handle = await client.workflow.start('waits', { taskQueue, workflowId: taskQueue });
    const status = await bench.json(['deployment-secret', 'status'], {
      env: { ...env, ENGINE_PAYLOAD_ENCRYPTION: 'true' },
    });
    await handle.terminate();
    assert.match((status['needed_for'] as string[]).join('\n'), /encrypted payloads in the engine: \d+ open/);
  });

  it('changes nothing in a dry run', async () => {
    const tables = 'select sealed from portal_credentials union all select session from portal_leases';
    const before = await api.database.pool.query(tables);
    await admin('migrate', '--dry-run', '--rotate-signing');
    assert.deepEqual((await api.database.pool.query(tables)).rows, before.rows);
  });

  it('is finished by a second run after the first was killed in the middle, and loses no new secret', async () => {
    const child = spawn(
      process.execPath,
      ['admin/main.ts', 'deployment-secret', 'migrate', '--rotate-signing', '--json'],
      {
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          HOME: process.env['HOME'],
          DATA_DIR: bench.folder,
          ...env,
        },
      },
    );
    let printed = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (data: Buffer) => {
        printed += data.toString();
        child.kill('SIGKILL');
      });
      child.once('exit', () => resolve());
    });
    assert.match(printed, /whsec_/);
    const again = await bench.runHere(['deployment-secret', 'migrate', '--rotate-signing', '--json'], { env });
    assert.equal(again.code, 0, again.err);
    const handedOut = new Map<string, string>();
    for (const line of `${printed}\n${again.out}`.split('\n').filter((text) => text.includes('whsec_'))) {
      const given = JSON.parse(line) as Record<string, string>;
      handedOut.set(`${given['owner_id']} ${given['purpose']}`, given['secret']!);
    }
    // Two senders with two secrets each, and a hook.
    assert.equal(handedOut.size, 5);
    assert.equal(await inbound(handedOut.get(`${api.senderId} inbound`)!), 201);
    assert.ok((await signingWith('sender', api.senderId)).includes(handedOut.get(`${api.senderId} outbound`)!));
    assert.ok((await signingWith('hook', hook.id)).includes(handedOut.get(`${hook.id} outbound`)!));
    // Document 1's header has room for one signature: the old one signs until the grace is over.
    assert.equal((await signingWith('sender', api.senderId))[0], senderSecrets.outbound);
    const third = await bench.runHere(['deployment-secret', 'migrate', '--rotate-signing', '--json'], { env });
    assert.ok(!third.out.includes('whsec_'));
  });

  it('keeps all of the old one valid for the grace period', async () => {
    await restart(next, old);
    await everythingOfTheOldOneHolds();
    await assert.rejects(
      loadDeploymentSecret(api.database.pool, rotatingSecret(next, '')),
      (error: Error) => error.message.includes(api.senderId) && !error.message.includes('portal logins'),
    );
  });

  it('works without the old one after that: logins, second factors, portals and evidence stay', async () => {
    await api.database.pool.query(
      "update secret_generations set valid_until = now() where valid_until < now() + interval '2 days'",
    );
    await api.database.pool.query('update secret_generations set valid_from = now() where valid_from > now()');
    await restart(next, '');
    assert.equal(await signIn('later@example.com', false), 303);
    assert.equal(await signIn('rehashed@example.com', false), 303);
    assert.equal(await signIn('codes@example.com', true), 303);
    assert.equal(await login(), 'p-acme');
    assert.equal(await portalSession(), 'cookies');
    const { signatureHolds } = await publishedKeys();
    assert.equal(signatureHolds(oldSignature.keyId, message, oldSignature.bytes), true);
    assert.equal(await inbound(senderSecrets.inbound), 401);
    assert.equal(await linkStatus(), 404);
    const owner = { ownerKind: 'sender', ownerId: api.senderId, purpose: 'inbound', generation: 2 } as const;
    assert.equal(await inbound(signingSecret(next, owner)), 201);
    assert.deepEqual((await admin('status'))['others'], [{ id: secretId(old), kept: true }]);
  });

  it('can follow another: what is kept of the first is read with the third', async () => {
    const third = 'a third deployment secret, which is long enough';
    await restart(third, next);
    const moved = await bench.runHere(['deployment-secret', 'migrate', '--rotate-signing', '--grace', '0s'], { env });
    assert.equal(moved.code, 0, moved.err);
    await restart(third, '');
    const { signatureHolds } = await publishedKeys();
    assert.equal(signatureHolds(oldSignature.keyId, message, oldSignature.bytes), true);
    assert.equal(await login(), 'p-acme');
  });

  it('lets a lost secret be given up', async () => {
    const lost = secretId(next);
    await api.database.pool.query('update deployment_secrets set kept = null where id = $1', [lost]);
    await newPerson('lost@example.com');
    await api.database.pool.query(
      "update people set password_hash = $1 || substring(password_hash from 17) where email = 'lost@example.com'",
      [lost],
    );
    const unsure = rotatingSecret(secret.current, '');
    await assert.rejects(loadDeploymentSecret(api.database.pool, unsure), /1 passwords|passwords/);
    assert.equal(await forgetSecret(api.database.pool, unsure, lost, 'test'), true);
    await loadDeploymentSecret(api.database.pool, rotatingSecret(secret.current, ''));
  });

  it('knows every sealed column of the schema', async () => {
    const found = await api.database.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and data_type = 'bytea' order by 1`,
    );
    const notSealed = new Set([
      'deliveries.body',
      'deployment_secrets.kept',
      'mails.content',
      'task_uploads.content',
      // Sealed, and of no worth a moment later.
      'live_pictures.picture',
      'live_pictures.state',
      // Derived, not sealed: another secret makes other ones, and a login is then tried again.
      'refused_sign_ins.login',
    ]);
    const hashes = /hash$|digest$/;
    const known = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`));
    const unknown = found.rows
      .map(({ name }) => name)
      .filter((name) => !known.has(name) && !notSealed.has(name) && !hashes.test(name));
    assert.deepEqual(unknown, []);
  });
});
