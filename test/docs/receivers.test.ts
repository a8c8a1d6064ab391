import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { openDeliveryMetrics } from '../../activities/delivery/metrics.ts';
import { sendAttempt } from '../../activities/delivery/send-attempt.ts';
import type { HookEvent } from '../../domain/lanes/hook-event.ts';
import { newId } from '../../process/ids.ts';
import { openLog } from '../../process/logging.ts';
import { guardedConnector } from '../../process/outbound/connector.ts';
import { inTransaction } from '../../store/database.ts';
import { queueHookEvents } from '../../store/lanes/hook-deliveries.ts';
import { createHook, rotateHookSecret } from '../../store/lanes/hooks.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { leashProcess } from '../support/machines.ts';
import { answerWith, openReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { until } from '../support/wait.ts';

const folder = 'docs/examples/receivers';
const programs = {
  'receiver.ts': [process.execPath, `${folder}/receiver.ts`],
  'receiver.py': ['python3', `${folder}/receiver.py`],
} as const;
const hasPython = spawnSync('python3', ['--version']).status === 0;
const deploymentSecret = 'a deployment secret for tests only';

interface RunningProgram {
  readonly url: string;
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

async function run(name: keyof typeof programs, secret: string): Promise<RunningProgram> {
  const [command, ...args] = programs[name];
  const child: ChildProcess = spawn(command, args, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.pid !== undefined) leashProcess(child.pid);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const program: RunningProgram = {
    url: '',
    get lines() {
      return output.split('\n').slice(1, -1);
    },
    stop: async () => {
      const gone = once(child, 'exit');
      if (child.exitCode === null && child.kill()) await gone;
    },
  };
  const address = await until(() => /^listens on (.+)\n/.exec(output)?.[1], { what: `${name} to listen` });
  return Object.defineProperty(program, 'url', { value: `http://${address}/hook` });
}

const v1 = (secret: string, t: number, body: string): string =>
  createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
const unixNow = (): number => Math.floor(Date.now() / 1000);

/** The status of an answer to a delivery with these bytes. */
async function post(url: string, signature: string | undefined, body: string): Promise<number> {
  const headers = new Headers(signature === undefined ? [] : [['svc-signature', signature]]);
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

describe('receivers of webhooks', () => {
  let database: FreshDatabase;
  let workspace: WorkspaceRef;
  /** A proxy before the program, so that what really arrived is seen and can be sent again. */
  let relay: Receiver;
  let hook: { readonly id: string; readonly secret: string };

  before(async () => {
    database = await freshDatabase();
    const made = await createWorkspace(database.pool, { name: 'Test', auditSeed: '7', actor: 'test' });
    workspace = { no: made.workspaceNo, id: made.workspaceId };
  });
  after(() => database.drop());
  beforeEach(async () => {
    relay = await openReceiver();
    const made = await createHook(database.pool, workspace, {
      url: relay.url,
      events: ['lane.changed'],
      deploymentSecret,
      actor: 'test',
    });
    hook = made!;
  });
  afterEach(() => relay.close());

  const rotate = async (): Promise<string> => {
    const given = { workspace, hookId: hook.id, actor: 'test', deploymentSecret, graceMs: 60_000, now: new Date() };
    return (await rotateHookSecret(database.pool, given))!.secret;
  };

  /** Has a lane change delivered as the product does it, and gives what arrived at the relay. */
  const deliver = async (at = new Date()): Promise<{ state: string; received: Received; eventId: string }> => {
    const data = { queue: 'bills', step: 'code', lane: 'auto', reason: 'Größe 😀' };
    const event: HookEvent = {
      id: newId('event'),
      type: 'lane.changed',
      queue: 'bills',
      step: 'code',
      at: at.toISOString(),
      data,
    };
    await inTransaction(database.pool, (q) => queueHookEvents(q, workspace, [event], [60_000]));
    const queued = await database.pool.query<{ id: string }>(
      'select id from deliveries where subject_id = $1 and owner_id = $2',
      [event.id, hook.id],
    );
    const { state } = await sendAttempt(
      {
        pool: database.pool,
        deploymentSecret,
        headerName: 'Svc',
        timeoutMs: 60_000,
        responseBytes: 1000,
        goneEnds: false,
        connect: guardedConnector({ allowLoopback: true }),
        perOrigin: 1,
        wakeStarts: () => {},
        metrics: openDeliveryMetrics(new Registry()),
        log: openLog('test', 'silent'),
      },
      {
        deliveryId: queued.rows[0]?.id ?? '',
        n: 1,
        made: 1,
        waitedMs: 0,
        waitsMs: [60_000],
        jitter: 0,
      },
      new AbortController().signal,
    );
    return { state, received: relay.received.at(-1)!, eventId: event.id };
  };

  /** Has the relay hand on to the program what it gets. */
  const relayTo = (program: RunningProgram): void => {
    relay.answer = ({ headers, body }, response) => {
      post(program.url, String(headers['svc-signature']), body).then(
        (status) => answerWith(status)({} as Received, response, 0),
        () => response.destroy(),
      );
    };
  };

  for (const name of Object.keys(programs) as (keyof typeof programs)[]) {
    if (name.endsWith('.py') && !hasPython) {
      it(`${name} (not run: this machine lacks python3)`);
      continue;
    }
    describe(name, () => {
      let program: RunningProgram;
      beforeEach(async () => {
        program = await run(name, hook.secret);
        relayTo(program);
      });
      afterEach(() => program.stop());

      it('takes what is delivered once, and knows a repeat and an older event', async () => {
        const noon = new Date(Date.UTC(2026, 10, 21, 12));
        const first = await deliver(noon);
        assert.equal(first.state, 'delivered');
        const signature = String(first.received.headers['svc-signature']);
        assert.equal(await post(program.url, signature, first.received.body), 204);
        const older = await deliver(new Date(noon.getTime() - 1));
        assert.equal(older.state, 'delivered');
        const expected = [
          `handled lane.changed ${first.eventId}`,
          `repeat lane.changed ${first.eventId}`,
          `outdated lane.changed ${older.eventId}`,
        ];
        await until(() => program.lines.length === expected.length, { what: 'the program to report' });
        assert.deepEqual(program.lines, expected);
      });

      it('refuses what was not signed so, or not lately', async () => {
        const { received } = await deliver();
        const { body } = received;
        const good = String(received.headers['svc-signature']);
        const now = unixNow();
        const refused: Record<string, [string | undefined, string]> = {
          'without a signature': [undefined, body],
          'with an empty one': ['', body],
          'with text for one': ['t=,v1=,=', body],
          'with a changed byte': [good, body.replace('auto', 'autp')],
          'with a byte more': [good, `${body} `],
          'with another time than was signed': [good.replace(/t=\d+/, `t=${now + 1}`), body],
          'of another secret': [`t=${now},v1=${v1('whsec_other', now, body)}`, body],
          'of more than five minutes ago': [`t=${now - 302},v1=${v1(hook.secret, now - 302, body)}`, body],
          'of more than five minutes from now': [`t=${now + 330},v1=${v1(hook.secret, now + 330, body)}`, body],
          'with a signature of another scheme': [`t=${now},v0=${v1(hook.secret, now, body)}`, body],
          'with no time': [`v1=${v1(hook.secret, now, body)}`, body],
        };
        const statuses: Record<string, number> = {};
        for (const [title, [signature, text]] of Object.entries(refused))
          statuses[title] = await post(program.url, signature, text);
        assert.deepEqual(statuses, Object.fromEntries(Object.keys(refused).map((title) => [title, 401])));
        const t = unixNow() - 240;
        assert.equal(await post(program.url, `t=${t},v1=${v1(hook.secret, t, body)}`, body), 204);
      });

      it('answers 400 to signed text that is no event, and 413 to more than a megabyte', async () => {
        const t = unixNow();
        for (const text of ['not json', '[]', '{}'])
          assert.equal(await post(program.url, `t=${t},v1=${v1(hook.secret, t, text)}`, text), 400, text);
        assert.equal(await post(program.url, 't=1,v1=00', ' '.repeat(1_000_001)), 413);
        assert.deepEqual(program.lines, []);
      });

      it('accepts either secret during a rotation', async () => {
        const newSecret = await rotate();
        const { state, received } = await deliver();
        assert.equal(state, 'delivered');
        assert.match(String(received.headers['svc-signature']), /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
        for (const secret of [newSecret, `${hook.secret},${newSecret}`]) {
          const other = await run(name, secret);
          relayTo(other);
          assert.equal((await deliver()).state, 'delivered');
          await other.stop();
        }
      });
    });
  }

  describe('with ready verifiers', () => {
    it('take a hook as the stock stripe package verifies it', async () => {
      const newSecret = await rotate();
      const { received } = await deliver();
      const signature = String(received.headers['svc-signature']);
      const stripe = new Stripe('sk_not_used');
      for (const secret of [hook.secret, newSecret])
        assert.deepEqual(stripe.webhooks.constructEvent(received.body, signature, secret), JSON.parse(received.body));
      assert.throws(() => stripe.webhooks.constructEvent(`${received.body} `, signature, hook.secret), {
        type: 'StripeSignatureVerificationError',
      });
      assert.throws(() => stripe.webhooks.constructEvent(received.body, signature, 'whsec_other'));
    });

    it('take a hook as standardwebhooks verifies it', async () => {
      const newSecret = await rotate();
      const { received } = await deliver();
      const headers = received.headers as Record<string, string>;
      for (const secret of [hook.secret, newSecret])
        assert.deepEqual(new Webhook(secret).verify(received.body, headers), JSON.parse(received.body));
      assert.throws(() => new Webhook(hook.secret).verify(`${received.body} `, headers));
      assert.equal(headers['webhook-id'], headers['svc-delivery']);
      assert.equal(headers['svc-webhook-id'], hook.id);
    });
  });

  it('are in docs/webhooks.md as they are', () => {
    const page = readFileSync('docs/webhooks.md', 'utf8');
    for (const name of Object.keys(programs))
      assert.ok(page.includes(readFileSync(`${folder}/${name}`, 'utf8').trim()), `${name} differs from the page`);
  });
});
