import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { signingSecret } from '../../../process/secrets.ts';
import { testSecret } from '../../support/dispatch-api.ts';
import { openMailBench } from './mail/mail-bench.ts';
import type { MailBench } from './mail/mail-bench.ts';

const task = {
  task_type: 'pull_pod',
  params: { pro: '4471180293' },
  instruction: 'Get the POD',
  client_ref: 'WO-5521',
};

describe('the same content through any channel', () => {
  let bench: MailBench;
  before(async () => (bench = await openMailBench()));
  after(() => bench.close());

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
  };

  it('is one task, of the channel that asked first', async () => {
    const found = [];
    for (const ask of Object.values(ways)) found.push(await ask(bench));
    assert.equal(new Set(found.map(({ id }) => id)).size, 1);
    assert.deepEqual(
      found.map(({ channel }) => channel),
      ['api', 'api', 'api', 'api', 'api'],
    );
    assert.equal(await bench.stored(), 1);
  });

  it('is new work, once, when the first task failed for a technical reason', async () => {
    const { pool } = bench.api.database;
    const fail = (): Promise<unknown> =>
      pool.query(
        `update tasks set status = 'failed', outcome_reason = 'internal_error', finished_at = now() where finished_at is null`,
      );
    const ids = new Set<string>();
    for (const [channel, ask] of Object.entries(ways)) {
      await fail();
      const { id, channel: by } = await ask(bench);
      assert.equal(by, channel);
      assert.ok(!ids.has(id), `${channel} was given a task that failed`);
      ids.add(id);
      assert.equal((await ask(bench)).id, id, `${channel} asked twice`);
    }
    const chain = await pool.query<{ n: number }>('select count(*)::int as n from tasks where retried_by is null');
    assert.equal(chain.rows[0]?.n, 1);
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
