import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { exampleWeekStart } from '../../domain/lanes/example-history.ts';
import { sendHistory } from '../api/lanes/history.ts';
import type { Answer as Called } from '../support/api-call.ts';
import type { TestWorkspace } from '../support/lanes-api.ts';
import { type Answer, answerWith, openReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { until } from '../support/wait.ts';
import { type HookSite, openHookSite } from './hook-site.ts';

const events = ['lane.changed', 'drift.alert', 'signoff.requested'];
const waitsMs = [5, 5];

describe('webhooks of lanes, on the engine', function () {
  let site: HookSite;
  before(async function () {
    site = await openHookSite(this, waitsMs);
  });
  after(() => site.close());
  const receivers: Receiver[] = [];
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close();
  });

  interface Made {
    readonly workspace: TestWorkspace;
    readonly receiver: Receiver;
    readonly id: string;
    readonly secret: string;
    readonly call: (method: string, path: string, json?: object) => Promise<Called>;
    /** The log of deliveries, newest attempt first. */
    readonly log: (query?: string) => Promise<Logged[]>;
    readonly ping: () => Promise<string>;
  }
  interface Logged {
    readonly id: string;
    readonly attempt: number;
    readonly status: string;
    readonly response_status: number | null;
    readonly error: string | null;
    readonly at: string;
    readonly next_attempt_at: string | null;
    readonly type: string;
  }
  const make = async (answer?: Answer): Promise<Made> => {
    const [workspace, receiver] = await Promise.all([site.api.newWorkspace(), openReceiver(answer)]);
    receivers.push(receiver);
    const call = (method: string, path: string, json?: object) =>
      site.api.call(method, path, { key: workspace.key, ...(json === undefined ? {} : { json }) });
    const made = await call('POST', '/v1/webhooks', { url: receiver.url, events });
    assert.equal(made.status, 201, made.text);
    const { id, secret } = made.json as { id: string; secret: string };
    return {
      workspace,
      receiver,
      id,
      secret,
      call,
      log: async (query = '') => (await call('GET', `/v1/webhooks/deliveries${query}`)).json.deliveries as Logged[],
      ping: async () => {
        const { status, json } = await call('POST', `/v1/webhooks/${id}/test`);
        assert.equal(status, 202);
        return String(json.id);
      },
    };
  };
  const header = ({ headers }: Received, name: string): string => String(headers[name]);
  const ended = (id: string) => site.engine.client.workflow.getHandle(id).result();
  const stripe = new Stripe('sk_test_none');

  it('report a promotion, a drift demotion and a sign-off, byte for byte as document 2 says', async () => {
    const { workspace, receiver, id, secret, call, log } = await make();
    await sendHistory(site.api, 18, workspace.key);
    const queued = await site.api.database.pool.query<{ id: string; body: Buffer }>(
      'select id, body from deliveries where owner_id = $1',
      [id],
    );
    await until(() => receiver.received.length >= queued.rows.length, { what: 'every event' });
    assert.equal(receiver.received.length, queued.rows.length);
    const types = new Set<string>();
    for (const got of receiver.received) {
      const body = JSON.parse(got.body) as Record<string, unknown>;
      types.add(String(body['type']));
      assert.deepEqual(Object.keys(body), ['id', 'type', 'created_at', 'workspace', 'queue', 'step', 'at', 'data']);
      assert.equal(got.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(header(got, 'svc-event'), body['type']);
      assert.equal(header(got, 'svc-webhook-id'), id);
      const deliveryId = header(got, 'svc-delivery');
      assert.equal(header(got, 'webhook-id'), deliveryId);
      assert.equal(got.body, queued.rows.find((row) => row.id === deliveryId)?.body.toString('utf8'));
      const [, t = '', mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header(got, 'svc-signature')) ?? [];
      assert.equal(mac, createHmac('sha256', secret).update(`${t}.${got.body}`).digest('hex'));
      assert.equal(header(got, 'webhook-timestamp'), t);
      assert.ok(stripe.webhooks.constructEvent(got.body, header(got, 'svc-signature'), secret));
      assert.ok(new Webhook(secret).verify(got.body, got.headers as Record<string, string>));
    }
    assert.deepEqual(types, new Set(events));
    const drift = receiver.received.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'drift.alert');
    assert.deepEqual(Object.keys(drift.data), [
      'queue',
      'step',
      'signal',
      'value',
      'threshold',
      'detail',
      'lane',
      'at',
      'week',
    ]);
    // An attempt is recorded after its answer.
    const rows = await until(
      async () => {
        const logged = await log('?limit=500');
        return logged.length >= queued.rows.length && logged.every(({ attempt }) => attempt > 0) ? logged : undefined;
      },
      { what: 'every attempt in the log' },
    );
    assert.deepEqual(
      new Set(rows.map(({ attempt, status, response_status }) => `${attempt} ${status} ${response_status}`)),
      new Set(['1 delivered 204']),
    );
    const { last_webhook } = (await call('GET', '/v1/status')).json;
    // Of those of the same millisecond any one may be called the last.
    const newest = rows
      .map((row) => row.at)
      .sort()
      .at(-1);
    const last = rows.find((row) => row.at === newest && row.id === last_webhook.id) as Logged;
    const { id: lastId, type, at, status } = last;
    assert.deepEqual(last_webhook, { id: lastId, type, at, status });
  });

  it('carry the exact sign-off event: sent back with an actor, it promotes the step at the next close', async () => {
    const { workspace, receiver, call } = await make();
    await sendHistory(site.api, 8, workspace.key);
    const asked = await until(
      () => receiver.received.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'signoff.requested'),
      { what: 'the sign-off request' },
    );
    const { event, purpose, step } = asked.data;
    assert.deepEqual([purpose, step, event.request_id], ['promote', asked.step, asked.data.request_id]);
    const given = { ...event, actor: { kind: 'operator', id: 'dana' } };
    const answer = await call('POST', '/v1/events', { events: [given] });
    assert.deepEqual([answer.json.accepted, answer.json.rejected], [1, []]);
    const closed = await call('POST', '/v1/weeks/close', { through: exampleWeekStart(9) });
    const [change] = closed.json.lane_changes;
    assert.deepEqual([change.step, change.to, change.rule], [step, 'auto', 'assist_to_auto']);
    // A change that no event caused goes out as well (D52).
    await until(
      () => receiver.received.some(({ body }) => JSON.stringify(JSON.parse(body).data) === JSON.stringify(change)),
      { what: 'the promotion' },
    );
  });

  it('try again after the waits of the delivery, with the same bytes and id, and a row for each attempt', async () => {
    const { receiver, ping, log } = await make(answerWith(503, { 'retry-after': '3600' }, 'busy'));
    const id = await ping();
    const rows = await until(
      async () => {
        const rows = await log();
        return rows[0]?.status === 'failed' ? rows : undefined;
      },
      { what: 'the last attempt' },
    );
    assert.deepEqual(
      rows.map((row) => [row.id, row.attempt, row.status, row.response_status, row.error]),
      [3, 2, 1].map((attempt) => [id, attempt, attempt === 3 ? 'failed' : 'retrying', 503, null]),
    );
    for (const { at, next_attempt_at } of rows.slice(1))
      assert.ok(Date.parse(String(next_attempt_at)) - Date.parse(at) < 60_000, 'Retry-After moves nothing');
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
    assert.deepEqual(new Set(receiver.received.map((got) => header(got, 'svc-delivery'))), new Set([id]));
  });

  it('are sent again one by one, or all that failed since a time', async () => {
    const { receiver, ping, call, log } = await make(answerWith(500));
    const since = new Date().toISOString();
    const [one, two] = [await ping(), await ping()];
    await until(async () => (await log('?status=failed')).length === 2, { what: 'both to fail' });
    // Its row is written before its workflow has ended; a start in between would wait for the sweep.
    await Promise.all([one, two].map((id) => ended(id)));
    receiver.answer = answerWith(204);
    assert.deepEqual((await call('POST', '/v1/webhooks/deliveries/recover', { since: '2999-01-01T00:00:00Z' })).json, {
      queued: 0,
    });
    const again = await call('POST', `/v1/webhooks/deliveries/${one}/retry`);
    assert.deepEqual([again.status, again.json], [202, { id: one, queued: true }]);
    await until(async () => (await log('?status=delivered')).length === 1, { what: 'the first one' });
    const all = await call('POST', '/v1/webhooks/deliveries/recover', { since });
    assert.deepEqual([all.status, all.json], [202, { queued: 1 }]);
    const rows = await until(
      async () => {
        const rows = await log('?status=delivered');
        return rows.length === 2 ? rows : undefined;
      },
      { what: 'the second one' },
    );
    assert.deepEqual(
      rows.map(({ id, attempt }) => [id, attempt]),
      [
        [two, waitsMs.length + 2],
        [one, waitsMs.length + 2],
      ],
    );
  });

  it('are signed with both secrets after a rotation, each as it was shown', async () => {
    const { receiver, ping, call, id, secret: old } = await make();
    const rotated = await call('POST', `/v1/webhooks/${id}/rotate`);
    assert.deepEqual(Object.keys(rotated.json), ['id', 'secret', 'old_valid_until']);
    assert.ok(Date.parse(rotated.json.old_valid_until) > Date.now() + 23 * 3_600_000);
    await ping();
    await until(() => receiver.received.length === 1, { what: 'the ping' });
    const [got] = receiver.received as [Received];
    assert.match(header(got, 'svc-signature'), /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const secret of [rotated.json.secret, old]) {
      assert.ok(stripe.webhooks.constructEvent(got.body, header(got, 'svc-signature'), secret));
      assert.ok(new Webhook(secret).verify(got.body, got.headers as Record<string, string>));
    }
  });

  it('end with their webhook: what waits is closed with the reason, its workflow ends, and nothing is sent again', async () => {
    const { receiver, ping, call, id, log } = await make(answerWith(500));
    const parked = await ping();
    await until(async () => (await log()).length === waitsMs.length + 1, { what: 'all attempts' });
    await ended(parked);
    const sent = receiver.received.length;
    // One that waits for hours, as in a deployment.
    await site.api.database.pool.query("update deliveries set waits_ms = '{3600000}' where id = $1", [parked]);
    await call('POST', `/v1/webhooks/deliveries/${parked}/retry`);
    const [waits] = await until(
      async () => {
        const rows = await log('?status=pending');
        return receiver.received.length === sent + 1 && rows[0]?.next_attempt_at ? rows : undefined;
      },
      { what: 'it to wait' },
    );
    assert.deepEqual([waits?.id, waits?.status], [parked, 'pending']);
    await until(async () => (await log())[0]?.status === 'retrying', { what: 'the attempt on record' });
    assert.equal((await call('DELETE', `/v1/webhooks/${id}`)).status, 204);
    const [last] = await log();
    assert.deepEqual(
      [last?.id, last?.status, last?.error, last?.next_attempt_at],
      [parked, 'failed', 'webhook_deleted', null],
    );
    assert.deepEqual(await log('?status=pending'), []);
    await ended(parked);
    assert.equal(receiver.received.length, sent + 1);
    const again = await call('POST', `/v1/webhooks/deliveries/${parked}/retry`);
    assert.deepEqual(
      [again.status, again.json.code, again.json.error],
      [409, 'webhook_deleted', 'the webhook of this delivery was deleted; nothing more is sent to it'],
    );
    assert.deepEqual((await call('POST', '/v1/webhooks/deliveries/recover', { since: '2026-01-01T00:00:00Z' })).json, {
      queued: 0,
    });
    assert.deepEqual((await call('GET', '/v1/webhooks')).json, { webhooks: [] });
    assert.equal((await call('DELETE', `/v1/webhooks/${id}`)).status, 404);
    assert.equal((await call('POST', `/v1/webhooks/${id}/test`)).status, 404);
  });

  it('answer a ping that names no queue and no step', async () => {
    const { receiver, ping, workspace } = await make();
    const id = await ping();
    const got = await until(() => receiver.received[0], { what: 'the ping' });
    const { created_at, id: eventId, at, ...rest } = JSON.parse(got.body);
    assert.deepEqual(rest, { type: 'ping', workspace: workspace.id, queue: null, step: null, data: {} });
    assert.match(String(eventId), /^evt_/);
    assert.equal(at, created_at);
    assert.deepEqual([header(got, 'svc-event'), header(got, 'svc-delivery')], ['ping', id]);
  });
});
