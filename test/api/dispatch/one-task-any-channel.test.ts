import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAdmin } from '../../support/command-line.ts';
import { signingSecret } from '../../../process/secrets.ts';
import { type Browserless, openVisitor, sessionOf } from '../../support/console.ts';
import { sessionCookie } from '../../../api/console/cookies.ts';
import { testSecret } from '../../support/dispatch-api.ts';
import { addUncertainWrite } from '../../support/uncertain-write.ts';
import { type MailBench, openMailBench } from './mail/mail-bench.ts';

const task = {
  task_type: 'pull_pod',
  params: { pro: '4471180293' },
  instruction: 'Get the POD',
  client_ref: 'WO-5521',
};

describe('the same content through any channel', () => {
  let bench: MailBench;
  let folder: string;
  before(async () => {
    bench = await openMailBench();
    folder = mkdtempSync(join(tmpdir(), 'lanekeeper-channels-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await bench.close();
  });

  type Found = { readonly id: string; readonly channel: string };
  /** Asks for the task and gives back which one the channel says it is. */
  const ways: Record<string, (bench: MailBench) => Promise<Found>> = {
    api: async ({ api }) => (await api.call('POST', '/api/tasks', { json: task })).json as Found,
    csv: async ({ api }) => {
      const body = 'client_ref,instruction,pro,task_type\nWO-5521,Get the POD,4471180293,pull_pod\n';
      const answer = await api.call('POST', '/api/tasks', { body, headers: { 'content-type': 'text/csv' } });
      return answer.json.results[0].task as Found;
    },
    webhook: async ({ api }) => {
      const body = JSON.stringify(task);
      const at = String(Math.floor(Date.now() / 1000));
      const secret = signingSecret(testSecret, {
        ownerKind: 'sender',
        ownerId: api.senderId,
        purpose: 'inbound',
        generation: 1,
      });
      const answer = await api.call('POST', `/hooks/inbound/${api.senderId}`, {
        key: null,
        body,
        headers: {
          'content-type': 'application/json',
          'x-svc-timestamp': at,
          'x-svc-signature': `sha256=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
        },
      });
      return answer.json as Found;
    },
    email: async (bench) => {
      await bench.send({
        text: 'task_type: pull_pod\npro: 4471180293\ninstruction: Get the POD\nclient_ref: WO-5521\n',
      });
      const [id] = (await bench.rows()).at(-1)?.task_ids ?? [];
      return (await bench.api.call('GET', `/api/tasks/${id}`)).json as Found;
    },
    mcp: async ({ api }) => {
      const params = { name: 'run_portal_task', arguments: task };
      const answer = await api.call('POST', '/mcp', { json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } });
      return answer.json.result.structuredContent as Found;
    },
    console: async (bench) => {
      const sent = await (
        await approverAt(bench)
      ).post('/console/tasks/new/pull_pod', {
        sender: bench.api.senderId,
        'params.pro': task.params.pro,
        instruction: task.instruction,
        client_ref: task.client_ref,
      });
      const [, id] = /^\/console\/tasks\/(tsk_[^?]+)/.exec(sent.location ?? '') ?? [];
      return (await bench.api.call('GET', `/api/tasks/${id}`)).json as Found;
    },
  };
  const csv = 'client_ref,instruction,pro,task_type\nWO-5521,Get the POD,4471180293,pull_pod\n';

  /** Somebody who may submit by page. */
  async function approverAt({ api }: MailBench): Promise<Browserless> {
    const visitor = openVisitor(api.url);
    visitor.cookies.set(sessionCookie, await sessionOf(api.database, 'approver', 'ann@example.com'));
    return visitor;
  }

  /** The current task with this content, whichever way it was requested. */
  async function newest({ api }: MailBench): Promise<Found> {
    const { rows } = await api.database.pool.query<Found>('select id, channel from tasks where retried_by is null');
    assert.equal(rows.length, 1);
    return rows[0]!;
  }

  /** By a file in the console, and by the commands of the same: channels that the API does not have. */
  const otherWays: Record<string, (bench: MailBench) => Promise<Found>> = {
    'a file in the console': async (bench) => {
      const boundary = '----a-boundary';
      const part = (name: string, value: string): string =>
        `--${boundary}\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`;
      const body = `${part('name="sender"', bench.api.senderId)}${part('name="file"; filename="tasks.csv"', csv)}--${boundary}--\r\n`;
      const approver = await approverAt(bench);
      const sent = await approver.postBody('/console/tasks/import', body, `multipart/form-data; boundary=${boundary}`);
      await approver.post(sent.location ?? '');
      return newest(bench);
    },
    'the command task submit': async (bench) => {
      await command(bench, ['task', 'submit', '--sender', bench.api.senderId], JSON.stringify(task));
      return newest(bench);
    },
    'the command task import': async (bench) => {
      const file = join(folder, 'tasks.csv');
      writeFileSync(file, csv);
      await command(bench, ['task', 'import', file, '--sender', bench.api.senderId]);
      return newest(bench);
    },
  };

  async function command({ api }: MailBench, args: readonly string[], input?: string): Promise<string> {
    let said = '';
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: api.database.url,
      DEPLOYMENT_SECRET: testSecret,
      PORTAL_ALLOW_LOOPBACK: 'true',
      PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9',
    };
    const say = (text: string): void => void (said += text);
    assert.equal(await runAdmin({ env, out: say, err: say, input: async () => input }, args), 0, said);
    return said;
  }

  it('is one task, of the channel that asked first', async () => {
    const found = [];
    for (const ask of Object.values(ways)) found.push(await ask(bench));
    assert.equal(new Set(found.map(({ id }) => id)).size, 1);
    assert.deepEqual(
      found.map(({ channel }) => channel),
      Object.keys(ways).map(() => 'api'),
    );
    assert.equal(await bench.stored(), 1);
  });

  const fail = (): Promise<unknown> =>
    bench.api.database.pool.query(
      `update tasks set status = 'failed', outcome_reason = 'internal_error', finished_at = now() where finished_at is null`,
    );

  it('is new work, once, when the first task failed for a technical reason', async () => {
    const { pool } = bench.api.database;
    const ids = new Set<string>();
    for (const [channel, ask] of Object.entries(ways)) {
      await fail();
      const { id, channel: by } = await ask(bench);
      assert.equal(by, channel);
      assert.ok(!ids.has(id), `${channel} was given a task that failed`);
      ids.add(id);
      assert.equal((await ask(bench)).id, id, `${channel} asked twice`);
    }
    for (const [way, ask] of Object.entries(otherWays)) {
      await fail();
      const { id } = await ask(bench);
      assert.ok(!ids.has(id), `${way} left a task that failed`);
      ids.add(id);
      assert.equal((await ask(bench)).id, id, `${way} asked twice`);
    }
    const chain = await pool.query<{ n: number }>('select count(*)::int as n from tasks where retried_by is null');
    assert.equal(chain.rows[0]?.n, 1);
  });

  it('is the failed task on every channel where that one wrote, or may have', async () => {
    await fail();
    const { id } = await newest(bench);
    await addUncertainWrite(bench.api.database.pool, id, 'bill 1');
    for (const [channel, ask] of Object.entries({ ...ways, ...otherWays }))
      assert.equal((await ask(bench)).id, id, channel);
    const file = join(folder, 'tasks.csv');
    const foreseen = JSON.parse(
      await command(bench, ['task', 'import', file, '--sender', bench.api.senderId, '--dry-run', '--json']),
    );
    assert.equal(foreseen.duplicates, 1, 'the preview of the file says the same');
  });

  for (const [channel, ask] of Object.entries(ways))
    it(`by ${channel} first is a task of channel ${channel}`, async () => {
      const other = await openMailBench();
      try {
        assert.equal((await ask(other)).channel, channel);
      } finally {
        await other.close();
      }
    });

  it('asked for on all channels at the same instant is one task', async () => {
    const other = await openMailBench();
    try {
      const found = await Promise.all(Object.values(ways).map((ask) => ask(other)));
      assert.equal(new Set(found.map(({ id }) => id)).size, 1);
      assert.equal(await other.stored(), 1);
    } finally {
      await other.close();
    }
  });
});
