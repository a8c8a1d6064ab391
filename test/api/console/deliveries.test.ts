import assert from 'node:assert/strict';
import { asOwner } from '../../support/database.ts';
import { newId } from '../../../process/ids.ts';
import { listAudit } from '../../../store/audit-log.ts';
import { noteAttempt } from '../../../store/endpoint-health.ts';
import { createSender } from '../../../store/senders.ts';
import { createWorkspace } from '../../../store/lanes/workspaces.ts';
import { type Browserless, openConsole, type PageAnswer, type TestConsole, words } from '../../support/console.ts';
import { type TestApi, testSecret } from '../../support/dispatch-api.ts';

describe('the pages of deliveries', () => {
  let site: TestConsole<TestApi>;
  let admin: Browserless;
  let viewer: Browserless;
  const asked: string[] = [];
  let woken = 0;
  before(async () => {
    site = await openConsole(
      'dispatch',
      {},
      { askRetryNow: async (id: string) => asked.push(id) > 0, wakeStarts: () => (woken += 1) },
    );
    admin = await site.signInAs('admin');
    viewer = await site.signInAs('viewer');
  });
  after(() => site.close());

  interface Given {
    readonly status?: string;
    readonly event?: string;
    readonly ownerId?: string;
    readonly ageHours?: number;
    readonly attempts?: readonly { readonly status?: number; readonly error?: string; readonly excerpt?: string }[];
  }

  async function addOne({
    status = 'delivered',
    event = 'task.completed',
    ownerId,
    ageHours = 0,
    attempts = [],
  }: Given) {
    const id = newId('delivery');
    const over = status === 'delivered' || status === 'failed';
    await site.database.pool.query(
      `insert into deliveries (id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits_ms, status,
                               created_at, finished_at, next_attempt_at)
       values ($1, 'sender', $2, 'tsk_1', $3, 'dispatch', 'https://first.example/hooks/secret-token', $4, '{1000}', $5,
               now() - $6 * interval '1 hour', case when $7 then now() - $6 * interval '1 hour' end,
               case when $7 then null else now() + interval '1 minute' end)`,
      [
        id,
        ownerId ?? site.api.senderId,
        event,
        '{"event":"task.completed","note":"<b>bold</b>"}',
        status,
        ageHours,
        over,
      ],
    );
    for (const [index, attempt] of attempts.entries())
      await site.database.pool.query(
        `insert into delivery_attempts (delivery_id, n, at, response_status, error, duration_ms, excerpt)
         values ($1, $2, now(), $3, $4, 1234, $5)`,
        [id, index + 1, attempt.status ?? null, attempt.error ?? null, attempt.excerpt ?? null],
      );
    return id;
  }

  it('say what to do where nothing was sent yet', async () => {
    assert.match(words(await viewer.get('/console/deliveries')), /Nothing has been sent yet\./);
    assert.match(words(await viewer.get('/console/deliveries?status=failed')), /No deliveries match these filters\./);
  });

  it('list deliveries with their last answer, and filter by owner, status, event and subject', async () => {
    await addOne({ attempts: [{ status: 200 }] });
    const failed = await addOne({
      status: 'failed',
      event: 'task.failed',
      attempts: [{ error: 'timeout' }, { status: 503, excerpt: 'maintenance' }],
    });
    await addOne({ status: 'retrying', ownerId: site.api.other.senderId, attempts: [{ error: 'connection_refused' }] });
    const all = await viewer.get('/console/deliveries');
    assert.match(words(all), /task\.failed to first\.example Failed HTTP 503 attempt 2, just now , 1\.2 s First/);
    assert.ok(!all.text.includes('secret-token'), 'the path of a callback URL shows in a list');
    const idsOf = async (query: string): Promise<number> =>
      [...(await viewer.get(`/console/deliveries?${query}`)).text.matchAll(/href="\/console\/deliveries\/dl_/g)].length;
    assert.match(all.text, new RegExp(`<option value="${site.api.other.senderId}"[^>]*>\\w`), 'owners by name');
    assert.match(all.text, /<option value="failed"[^>]*>Failed</);
    assert.equal(await idsOf(''), 3);
    assert.equal(await idsOf('status=failed'), 1);
    assert.equal(await idsOf('status=pending'), 0);
    assert.equal(await idsOf(`owner=${site.api.other.senderId}&status=`), 1);
    assert.equal(await idsOf('event=task.completed'), 2);
    assert.equal(await idsOf('about=tsk_1'), 3);
    assert.match((await viewer.get(`/console/deliveries/${failed}`)).text, /maintenance/);
  });

  it('name the record of the task that they tell of, in the list, the file and on their page', async () => {
    const task = (
      await site.api.call('POST', '/api/tasks', { json: { task_type: 'pull_pod', params: { pro: '4471180293' } } })
    ).json as { id: string };
    const id = await addOne({});
    await site.database.pool.query('update deliveries set subject_id = $2 where id = $1', [id, task.id]);
    const list = await viewer.get(`/console/deliveries?about=${task.id}`);
    assert.match(words(list), /task\.completed PRO 4471180293, to first\.example/);
    const page = words(await viewer.get(`/console/deliveries/${id}`));
    assert.ok(page.includes(`Pull proof of delivery: PRO 4471180293 ${task.id}`), page);
    const file = (await viewer.get(`/console/deliveries/export.csv?about=${task.id}`)).text;
    assert.match(file, /^event,about,record,[^\n]*\r?\ntask\.completed,tsk_[^,]*,PRO 4471180293,/);
    await site.database.pool.query('delete from deliveries where id = $1', [id]);
  });

  it('page through many, newest first, each once', async () => {
    const owner = 'snd_00000000-0000-7000-8000-000000000001';
    for (let n = 0; n < 60; n += 1) await addOne({ ownerId: owner, ageHours: n });
    const first = await viewer.get(`/console/deliveries?owner=${owner}`);
    const older = /<a class="button" href="([^"]+)" rel="next">Older/.exec(first.text)?.[1]?.replaceAll('&amp;', '&');
    assert.ok(older !== undefined);
    const second = await viewer.get(older);
    const ids = ({ text }: PageAnswer): string[] =>
      [...text.matchAll(/deliveries\/(dl_[0-9a-f-]+)"/g)].map(([, id]) => id!);
    assert.deepEqual([ids(first).length, ids(second).length], [50, 10]);
    assert.equal(new Set([...ids(first), ...ids(second)]).size, 60);
    assert.match(words(first), /60 deliveries/);
    const newer = /href="([^"]+)" rel="prev"/.exec(second.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.deepEqual(ids(await viewer.get(newer)), ids(first));
    const turned = await viewer.get(`/console/deliveries?owner=${owner}&sort=oldest`);
    assert.equal(ids(turned)[0], ids(second).at(-1));
    const day = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 10);
    const oneDay = await viewer.get(`/console/deliveries?owner=${owner}&from=${day(24)}&until=${day(24)}`);
    assert.match(words(oneDay), /24 deliveries/);
  });

  it('show each attempt of a delivery with its answer, and what it sends, as text', async () => {
    const id = await addOne({ status: 'failed', attempts: [{ status: 500, excerpt: '<script>alert(1)</script>' }] });
    const page = await viewer.get(`/console/deliveries/${id}`);
    assert.match(page.text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.match(page.text, /&quot;note&quot;: &quot;&lt;b&gt;bold&lt;\/b&gt;&quot;/);
    assert.ok(!page.text.includes('<script>alert'));
    assert.ok(!page.text.includes('Send again'), 'a viewer is offered an act of admins');
    assert.equal((await viewer.get('/console/deliveries/dl_nothing')).status, 404);
    assert.equal((await viewer.get('/console/deliveries/%00')).status, 404);
  });

  it('resend a finished delivery, and retry a waiting one immediately', async () => {
    const [over, waiting] = [await addOne({ status: 'failed' }), await addOne({ status: 'retrying' })];
    const before = woken;
    const sent = await admin.post(`/console/deliveries/${over}/retry`);
    assert.deepEqual([sent.status, sent.location], [303, `/console/deliveries/${over}`]);
    assert.equal(woken, before + 1);
    assert.match(words(await admin.get(`/console/deliveries/${over}`)), /The delivery is queued again\. .*Pending/);
    await admin.post(`/console/deliveries/${waiting}/retry`);
    assert.deepEqual(asked, [waiting]);
    const [entry] = await listAudit(site.database.pool, { about: over, limit: 1 });
    assert.deepEqual([entry?.actor, entry?.act], ['person:admin@example.com', 'delivery.retried']);
    assert.equal((await viewer.post(`/console/deliveries/${over}/retry`)).status, 403);
  });

  it('recover what failed in a span, of one owner or of all', async () => {
    const owner = site.api.other.senderId;
    await addOne({ status: 'failed', ownerId: owner, ageHours: 0.5 });
    await addOne({ status: 'failed', ownerId: owner, ageHours: 20 });
    await admin.post('/console/deliveries/recover', { since: '1h', owner });
    assert.match(words(await admin.get(`/console/deliveries?owner=${owner}`)), /1 delivery queued again\./);
    for (const filter of [
      ['event', 'task.failed'],
      ['about', 'tsk_2'],
    ] as const) {
      await admin.post('/console/deliveries/recover', { since: '24h', owner, [filter[0]]: filter[1] });
      assert.match(words(await admin.get('/console/deliveries')), /No delivery failed in the last 24 hours/);
    }
    await admin.post('/console/deliveries/recover', { since: '24h', owner });
    assert.match(words(await admin.get(`/console/deliveries?owner=${owner}`)), /1 delivery queued again\./);
    assert.equal((await admin.post('/console/deliveries/recover', { since: 'ever' })).status, 400);
    assert.equal((await admin.post('/console/deliveries/recover', { since: '1h', owner: 'x' })).status, 400);
  });

  it('show the health of endpoints, those that fail first', async () => {
    const endpoint = { ownerKind: 'sender', ownerId: site.api.senderId, origin: 'https://first.example' } as const;
    for (let n = 0; n < 4; n += 1)
      await noteAttempt(site.database.pool, endpoint, {
        endedAt: new Date(),
        acknowledged: false,
        responseStatus: null,
        error: 'timeout',
        exhausted: n === 3,
      });
    const page = words(await viewer.get('/console/deliveries'));
    assert.match(
      page,
      /first\.example snd_[0-9a-f-]+ Failing 4 failures in a row, the first just now never just now timeout 1/,
    );
  });

  it('show success rate and latency by endpoint and day, and the headers of an attempt', async () => {
    const { pool } = site.database;
    const ownerId = (await createSender(pool, testSecret, { name: 'Third', actor: 'test' })).senderId;
    const id = await addOne({ ownerId, attempts: [{ status: 500 }, { status: 200 }, { status: 200 }] });
    await pool.query(
      `update delivery_attempts set duration_ms = n * 100, request_headers = '{"webhook-id": "<dl>"}' where delivery_id = $1`,
      [id],
    );
    const page = words(await viewer.get(`/console/deliveries?owner=${ownerId}`));
    assert.match(page, /Last 14 days .* \d{4}-\d\d-\d\d first\.example 3 66\.6 % 200 ms 300 ms/);
    assert.match((await viewer.get(`/console/deliveries/${id}`)).text, /webhook-id: &lt;dl&gt;/);
  });

  it('list what is sent, with a schema of each event', async () => {
    const page = await viewer.get('/console/deliveries/events');
    const text = page.text.replaceAll('&quot;', '"');
    for (const event of ['task.completed', 'lane.changed', 'audits.waiting']) assert.ok(text.includes(`id="${event}"`));
    assert.match(text, /"const": "task\.completed"[^]*"confirmation_number"/);
    assert.match(text, /"const": "lane\.changed"[^]*"from"/);
    assert.ok(!text.includes('"$ref"'), 'everything is in place');
  });

  // How fast among 20,000: `npm run bench -- console`.
  it('answer in less than 200 kB among thousands, whatever is asked for', async () => {
    const { pool } = site.database;
    await pool.query(
      `insert into deliveries (id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits_ms, status,
                               created_at, finished_at)
       select 'dl_' || lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000', 'sender', $1, 'tsk_' || n,
              'task.completed', 'dispatch', 'https://first.example/x', '{}', '{}',
              case when n % 1000 = 0 then 'failed' else 'delivered' end, now() - n * interval '1 second', now()
         from generate_series(1, 4000) as n`,
      [site.api.senderId],
    );
    await asOwner(site.api.database.url, 'analyze deliveries');
    for (const query of [
      'status=failed',
      'status=retrying',
      `owner=${site.api.senderId}`,
      'event=task.completed',
      '',
    ]) {
      const { status, text } = await viewer.get(`/console/deliveries?${query}`);
      assert.equal(status, 200);
      assert.ok(text.length < 200_000, `${query}: ${text.length}`);
    }
  });

  describe('of webhooks', () => {
    let workspace = '';
    before(async () => {
      workspace = (await createWorkspace(site.database.pool, { name: 'Payables', actor: 'test' })).workspaceId;
    });

    const hookIn = ({ text }: PageAnswer): string => /webhooks\/(wh_[0-9a-f-]+)"/.exec(text)?.[1] ?? '';

    it('make one, whose secret is shown once', async () => {
      const made = await admin.post('/console/deliveries/webhooks', {
        workspace,
        url: 'https://receiver.example/lanes',
        events: 'lane.changed',
      });
      assert.equal(made.status, 200);
      const secret = /whsec_[A-Za-z0-9+/=]{44}/.exec(made.text.replaceAll('&#x2F;', '/'))?.[0];
      assert.ok(secret !== undefined, 'the secret is not shown');
      for (const path of ['/console/deliveries/webhooks', `/console/deliveries/webhooks/${hookIn(made)}`])
        assert.ok(!(await admin.get(path)).text.includes('whsec_'), path);
      assert.match(
        words(await viewer.get('/console/deliveries/webhooks')),
        /receiver\.example Payables lane\.changed Nothing sent yet just now/,
      );
      const [entry] = await listAudit(site.database.pool, { act: 'webhook.created', limit: 1 });
      assert.equal(entry?.actor, 'person:admin@example.com');
    });

    it('say everything that is wrong with a new one at once, and keep what was typed', async () => {
      const refused = await admin.post('/console/deliveries/webhooks', { workspace: '', url: 'ftp://x' });
      assert.equal(refused.status, 422);
      assert.match(words(refused), /Choose a workspace\. The endpoint URL must .*Choose at least one event\./);
      assert.match(refused.text, /value="ftp:\/\/x"/);
    });

    it('change its URL and events, and send what is still being tried to the new URL', async () => {
      const { pool } = site.database;
      const hook = hookIn(await admin.get('/console/deliveries/webhooks'));
      const path = `/console/deliveries/webhooks/${hook}`;
      await admin.post(`${path}/test`);
      const wrong = await admin.post(`${path}/edit`, { url: 'https://10.0.0.8/', events: 'lane.changed' });
      assert.equal(wrong.status, 422);
      assert.match(wrong.text, /value="https:\/\/10\.0\.0\.8\/"/);
      assert.equal((await admin.post(`${path}/edit`, { url: 'https://new.example/' })).status, 422);
      assert.equal((await viewer.post(`${path}/edit`, {})).status, 403);
      const url = 'https://new.example/hook';
      assert.equal((await admin.post(`${path}/edit`, { url, events: 'drift.alert' })).location, path);
      assert.match(words(await viewer.get(path)), /new\.example\/hook Events drift\.alert/);
      const { rows } = await pool.query('select url from deliveries where owner_id = $1', [hook]);
      assert.deepEqual(rows, [{ url }]);
      const [entry] = await listAudit(pool, { act: 'webhook.changed', limit: 1 });
      assert.equal(entry?.details['moved_deliveries'], 1);
    });

    it('send a ping, rotate the secret, and delete', async () => {
      const hook = hookIn(await admin.get('/console/deliveries/webhooks'));
      const path = `/console/deliveries/webhooks/${hook}`;
      const pinged = await admin.post(`${path}/test`);
      assert.match(pinged.location ?? '', /^\/console\/deliveries\/dl_/);
      assert.match(words(await admin.get(pinged.location ?? '')), /ping .*Pending/);
      const rotated = await admin.post(`${path}/rotate`, { seen: '1' });
      assert.equal((await admin.post(`${path}/rotate`, { seen: '1' })).location, path, 'sent again');
      assert.match(words(rotated), /Secret rotated .*whsec_.*the old one ends tomorrow/);
      const deleted = await admin.post(`${path}/delete`);
      assert.equal(deleted.location, '/console/deliveries/webhooks');
      assert.equal((await admin.get(path)).status, 404);
      assert.match(words(await admin.get(pinged.location ?? '')), /webhook deleted/);
      assert.match(words({ ...(await admin.get('/console/deliveries/webhooks')) }), /No webhooks yet\./);
    });
  });
});
