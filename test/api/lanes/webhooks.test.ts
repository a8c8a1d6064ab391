import assert from 'node:assert/strict';
import { asOwner } from '../../support/database.ts';
import { endpointHealth } from '../../../domain/delivery/health.ts';
import { readAudit } from '../../../store/audit-log.ts';
import { type NextState, recordAttempt } from '../../../store/delivery-attempts.ts';
import { noteAttempt } from '../../../store/endpoint-health.ts';
import { replay } from '../../activities/lanes/lane-site.ts';
import { openTestLanes, type TestLanes, type TestWorkspace } from '../../support/lanes-api.ts';
import { sendHistory } from './history.ts';

const all = ['lane.changed', 'drift.alert', 'signoff.requested', 'agent.unauthorised', 'audits.waiting'];
const receiver = 'https://receiver.example/hook';

interface Queued {
  readonly id: string;
  readonly body: Buffer;
  readonly event: string;
  readonly subjectId: string;
  readonly ownerId: string;
  readonly waitsMs: number[];
}

describe('webhooks of the lanes API', function () {
  let api: TestLanes;
  const woken = { starts: 0 };
  const asked: string[] = [];
  before(async () => {
    api = await openTestLanes(
      {},
      {
        wakeStarts: () => (woken.starts += 1),
        askRetryNow: async (id) => {
          asked.push(id);
          return true;
        },
      },
    );
  });
  after(() => api.close());

  const make = async (of: TestWorkspace, events: readonly string[] = all) => {
    const made = await api.call('POST', '/v1/webhooks', { key: of.key, json: { url: receiver, events } });
    assert.equal(made.status, 201, made.text);
    return made.json;
  };
  const queuedFor = async (hookId: string): Promise<Queued[]> => {
    const found = await api.database.pool.query<Queued>(
      `select id, body, event, subject_id as "subjectId", owner_id as "ownerId", waits_ms as "waitsMs"
         from deliveries where owner_id = $1 order by id`,
      [hookId],
    );
    return found.rows;
  };

  /** What the tables say was announced, with the JSON as it was stored. */
  const announced = async ({ no }: TestWorkspace) => {
    const found = await api.database.pool.query<{ type: string; what: string }>(
      `select 'lane.changed' as type, change::text as what from lane_changes where workspace_no = $1
       union all select 'drift.alert', alert::text from lane_alerts where workspace_no = $1
       union all select 'signoff.requested', request::text from lane_signoffs
        where workspace_no = $1 and request->>'purpose' = 'promote'`,
      [no],
    );
    return found.rows;
  };

  it('are made with a secret that is shown once and stored nowhere, and listed without it', async () => {
    const workspace = await api.newWorkspace();
    const made = await make(workspace, ['signoff.requested', 'lane.changed']);
    assert.deepEqual(Object.keys(made), ['id', 'url', 'events', 'secret', 'created_at']);
    assert.match(made.id, /^wh_[0-9a-f-]{36}$/);
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(made.events, ['lane.changed', 'signoff.requested']);
    const { json } = await api.call('GET', '/v1/webhooks', { key: workspace.key });
    assert.deepEqual(json, {
      webhooks: [
        {
          id: made.id,
          url: made.url,
          events: made.events,
          created_at: made.created_at,
          health: endpointHealth(),
        },
      ],
    });
    const [{ actor, act } = { actor: '', act: '' }] = await readAudit(api.database.pool, made.id);
    assert.match(actor, /^key:key_/);
    assert.equal(act, 'webhook.created');
  });

  it('are listed with the health of their endpoint', async () => {
    const workspace = await api.newWorkspace();
    const [failing, idle] = [await make(workspace), await make(workspace)];
    const endpoint = { ownerKind: 'hook', ownerId: failing.id, origin: new URL(receiver).origin } as const;
    const at = new Date(Date.UTC(2026, 10, 21, 10));
    const attempt = { endedAt: at, acknowledged: false, responseStatus: 503, error: null, exhausted: true };
    await noteAttempt(api.database.pool, endpoint, attempt);
    const { json } = await api.call('GET', '/v1/webhooks', { key: workspace.key });
    assert.deepEqual(
      json.webhooks.map(({ id, health }: { id: string; health: object }) => [id, health]),
      [
        [
          failing.id,
          {
            state: 'failing',
            failing_since: at.toISOString(),
            recovered_at: null,
            exhausted: 1,
            exhausted_since: at.toISOString(),
            last_success_at: null,
            last_failure_at: at.toISOString(),
            consecutive_failures: 1,
            last_error: 'http_503',
            holding_since: null,
          },
        ],
        [idle.id, endpointHealth()],
      ],
    );
  });

  it('report what the lanes announced, in the transaction that did, each event once and the same to every hook', async () => {
    const workspace = await api.newWorkspace();
    const [first, second] = [await make(workspace), await make(workspace)];
    const lanesOnly = await make(workspace, ['lane.changed']);
    await sendHistory(api, 18, workspace.key);
    const queued = await queuedFor(first.id);
    const causes = await announced(workspace);
    assert.deepEqual(queued.map(({ event }) => event).toSorted(), causes.map(({ type }) => type).toSorted());
    assert.deepEqual(new Set(causes.map(({ type }) => type)), new Set(all.slice(0, 3)));
    for (const { id, body, event, subjectId, waitsMs } of queued) {
      const text = body.toString('utf8');
      const json = JSON.parse(text) as Record<string, unknown>;
      assert.deepEqual(Object.keys(json), ['id', 'type', 'created_at', 'workspace', 'queue', 'step', 'at', 'data']);
      assert.deepEqual([json['id'], json['type'], json['workspace']], [subjectId, event, workspace.id]);
      const cause = causes.find(({ type, what }) => type === event && what === JSON.stringify(json['data']));
      assert.ok(cause, text);
      const { queue, step, at } = json['data'] as Record<string, unknown>;
      assert.deepEqual([json['queue'], json['step'], json['at']], [queue, step, at]);
      assert.deepEqual(waitsMs, [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]);
      assert.match(id, /^dl_[0-9a-f-]{36}$/);
    }
    const bytes = (list: readonly Queued[]) => list.map(({ body }) => body.toString('utf8')).toSorted();
    assert.deepEqual(bytes(await queuedFor(second.id)), bytes(queued));
    const changes = queued.filter(({ event }) => event === 'lane.changed');
    assert.deepEqual(bytes(await queuedFor(lanesOnly.id)), bytes(changes));
    // Sent again, everything is known: nothing is announced twice.
    await sendHistory(api, 0, workspace.key);
    assert.equal((await queuedFor(first.id)).length, queued.length);
  });

  it('are announced once by a round that failed before, and not at all by the one that failed', async () => {
    const workspace = await api.newWorkspace();
    const { id } = await make(workspace);
    const { pool } = api.database;
    // Fails the first commits that would announce something, as a server that goes down does.
    await asOwner(
      api.database.url,
      `create sequence failures;
      create function fail_first() returns trigger language plpgsql as $$ begin
        if nextval('failures') <= 2 then raise exception using errcode = '40001'; end if; return null; end $$;
      create constraint trigger fail_first after insert on deliveries deferrable initially deferred
        for each row execute function fail_first(); grant usage on sequence failures to lanekeeper_service`,
    );
    await sendHistory(api, 3, workspace.key);
    await asOwner(
      api.database.url,
      'drop trigger fail_first on deliveries; drop function fail_first(); drop sequence failures',
    );
    const causes = await announced(workspace);
    assert.ok(causes.length > 0);
    const queued = await queuedFor(id);
    assert.deepEqual(
      queued.map(({ body }) => JSON.stringify(JSON.parse(body.toString('utf8')).data)).toSorted(),
      causes.map(({ what }) => what).toSorted(),
    );
    const starts = await pool.query('select 1 from workflow_starts where workflow_id = any($1)', [
      queued.map((one) => one.id),
    ]);
    assert.equal(starts.rowCount, queued.length);
  });

  it('are not sent by a replay of the log, which gives the same bytes with webhooks as without', async () => {
    const workspace = await api.newWorkspace();
    const { id } = await make(workspace);
    await sendHistory(api, 3, workspace.key);
    const before = await queuedFor(id);
    const { counts, differences } = await replay(api, workspace);
    assert.ok(counts.events > 0 && before.length > 0);
    assert.deepEqual(differences, []);
    assert.deepEqual(await queuedFor(id), before);
  });

  it('report nothing where there is no webhook, or none for the event', async () => {
    const [none, signoffs] = [await api.newWorkspace(), await api.newWorkspace()];
    const { id } = await make(signoffs, ['signoff.requested']);
    for (const workspace of [none, signoffs]) await sendHistory(api, 3, workspace.key);
    const found = await api.database.pool.query('select 1 from deliveries where workspace_no = $1', [none.no]);
    assert.equal(found.rowCount, 0);
    assert.deepEqual(await queuedFor(id), []);
    assert.ok((await announced(signoffs)).length > 0);
  });

  it('refuse bad input with a sentence for each finding', async () => {
    const refused = async (json: unknown, ...sentences: string[]) => {
      const { status, json: body } = await api.call('POST', '/v1/webhooks', { json });
      assert.deepEqual([status, body.code], [400, 'invalid_request']);
      assert.deepEqual(body.details ?? [body.error], sentences);
    };
    const types = 'lane.changed, drift.alert, signoff.requested, agent.unauthorised, audits.waiting';
    await refused([], 'the body must be an object with url and events');
    await refused({}, 'url is required', 'events is required');
    await refused({ url: receiver, events: [] }, `events must not be empty; there are ${types}`);
    await refused({ url: receiver, events: 'lane.changed' }, 'events must be an array');
    await refused(
      { url: receiver, events: ['lane.changed', 'lane.change', 7] },
      `events[1] must be one of ${types}; did you mean lane.changed?`,
      `events[2] must be one of ${types}`,
    );
    await refused(
      { url: receiver, events: ['drift.alert', 'drift.alert'] },
      'events must not name the same thing twice',
    );
    await refused({ url: receiver, event: all, events: all }, 'event is not a known member; did you mean events?');
    for (const [url, sentence] of [
      [7, 'url must be a string'],
      ['http://receiver.example/', 'url must be an https URL'],
      ['ftp://receiver.example/', 'url must be an https URL'],
      ['https://me:secret@receiver.example/', 'url must not contain a user name or password'],
      ['https://127.0.0.1/', 'url must not point to a private or otherwise special address'],
      ['https://[fd00::1]/', 'url must not point to a private or otherwise special address'],
      [`https://receiver.example/${'x'.repeat(2048)}`, 'url must be at most 2048 characters'],
    ] as const)
      await refused({ url, events: all }, sentence);
  });

  it('are changed: the address, the events or both, and nothing else', async () => {
    const mine = await api.newWorkspace();
    const { id } = await make(mine);
    const change = async (json: unknown, key = mine.key) => api.call('POST', `/v1/webhooks/${id}`, { key, json });
    const moved = await change({ url: 'https://receiver.example/new' });
    assert.deepEqual([moved.status, moved.json.url, moved.json.events], [200, 'https://receiver.example/new', all]);
    assert.equal(moved.json.health.state, 'idle');
    assert.ok(!('secret' in moved.json));
    const fewer = await change({ events: ['drift.alert'] });
    assert.deepEqual([fewer.json.url, fewer.json.events], ['https://receiver.example/new', ['drift.alert']]);
    for (const [json, sentence] of [
      [{}, 'the body must have url, events or both'],
      [{ url: 'http://receiver.example/' }, 'url must be an https URL'],
      [{ event: all }, 'event is not a known member; did you mean events?'],
      [{ events: [] }, /^events must not be empty/],
    ] as const) {
      const refused = await change(json);
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request']);
      assert.match(String((refused.json.details ?? [refused.json.error])[0]), new RegExp(sentence));
    }
    assert.equal((await change({ events: all }, (await api.newWorkspace()).key)).status, 404);
  });

  it('are limited in number for each workspace', async () => {
    const workspace = await api.newWorkspace();
    await api.database.pool.query(
      `insert into lane_hooks (id, workspace_no, url, events)
       select 'wh_' || n, $1, $2, '{lane.changed}' from generate_series(1, 99) as n`,
      [workspace.no, receiver],
    );
    const { id } = await make(workspace);
    const json = { url: receiver, events: all };
    const refused = await api.call('POST', '/v1/webhooks', { key: workspace.key, json });
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.error],
      [409, 'too_many_webhooks', 'a workspace has at most 100 webhooks; delete one first'],
    );
    assert.equal((await api.call('DELETE', `/v1/webhooks/${id}`, { key: workspace.key })).status, 204);
    await make(workspace);
  });

  it('belong to one workspace: to every other they are not there', async () => {
    const [mine, theirs] = [await api.newWorkspace(), await api.newWorkspace()];
    const { id } = await make(mine);
    const ping = await api.call('POST', `/v1/webhooks/${id}/test`, { key: mine.key });
    const delivery = ping.json.id as string;
    const as = { key: theirs.key };
    for (const [method, path] of [
      ['DELETE', `/v1/webhooks/${id}`],
      ['POST', `/v1/webhooks/${id}/test`],
      ['POST', `/v1/webhooks/${id}/rotate`],
      ['POST', `/v1/webhooks/deliveries/${delivery}/retry`],
      ['DELETE', '/v1/webhooks/wh_%00'],
      ['POST', '/v1/webhooks/deliveries/dl_%00/retry'],
    ] as const)
      assert.equal((await api.call(method, path, as)).status, 404, path);
    assert.deepEqual((await api.call('GET', '/v1/webhooks', as)).json, { webhooks: [] });
    const log = await api.call('GET', `/v1/webhooks/deliveries?status=pending&webhook_id=${id}`, as);
    assert.deepEqual(log.json, { deliveries: [], next_cursor: null });
    const since = '2026-01-01T00:00:00Z';
    assert.deepEqual((await api.call('POST', '/v1/webhooks/deliveries/recover', { ...as, json: { since } })).json, {
      queued: 0,
    });
    assert.equal((await queuedFor(id)).length, 1);
  });

  it('have a log of every attempt: newest first, a page at a time, by webhook and status', async () => {
    const workspace = await api.newWorkspace();
    const [one, two] = [await make(workspace), await make(workspace)];
    const as = { key: workspace.key };
    const log = async (query: string) => {
      const { status, json, text } = await api.call('GET', `/v1/webhooks/deliveries?${query}`, as);
      assert.equal(status, 200, text);
      return json as { deliveries: { id: string; attempt: number; status: string }[]; next_cursor: string | null };
    };
    const begun = Date.now();
    const ids: string[] = [];
    for (const { id } of [one, two, one]) ids.push((await api.call('POST', `/v1/webhooks/${id}/test`, as)).json.id);
    const [first = '', second = '', third = ''] = ids;
    const attempt = { at: new Date(begun), responseStatus: 500, error: null, durationMs: 5, excerpt: 'no' };
    const record = (id: string, n: number, next: NextState) =>
      recordAttempt(api.database.pool, id, { ...attempt, n, at: new Date(begun + n) }, next);
    await record(first, 1, { state: 'retrying', waitMs: 60_000 });
    await record(first, 2, { state: 'failed' });
    await record(second, 3, { state: 'delivered' });
    const row = ({ id, attempt: n, status }: { id: string; attempt: number; status: string }) => [id, n, status];
    const all = [
      [second, 3, 'delivered'],
      [first, 2, 'failed'],
      [first, 1, 'retrying'],
    ];
    assert.deepEqual((await log('')).deliveries.map(row), all);
    const [delivered] = (await log('')).deliveries;
    assert.deepEqual(Object.keys(delivered ?? {}), [
      'id',
      'webhook_id',
      'event_id',
      'type',
      'url',
      'attempt',
      'status',
      'response_status',
      'error',
      'duration_ms',
      'at',
      'next_attempt_at',
    ]);
    const pages: unknown[] = [];
    let cursor: string | null = '';
    do {
      const page = await log(`limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      pages.push(...page.deliveries.map(row));
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(pages, all);
    assert.deepEqual((await log(`webhook_id=${one.id}`)).deliveries.map(row), all.slice(1));
    assert.deepEqual((await log('status=failed')).deliveries.map(row), [all[1]]);
    assert.deepEqual((await log('status=retrying')).deliveries.map(row), [all[2]]);
    assert.deepEqual((await log('status=pending')).deliveries.map(row), [[third, 1, 'pending']]);
    for (const [query, sentence] of [
      ['status=lost', 'status must be one of delivered, retrying, failed, pending'],
      ['limit=501', 'limit must be a whole number from 1 to 500'],
      ['cursor=x', 'cursor must be the next_cursor of an earlier answer'],
      ['hook=x', 'hook is not a known parameter'],
    ] as const) {
      const { status, json } = await api.call('GET', `/v1/webhooks/deliveries?${query}`, as);
      assert.deepEqual([status, json.error], [400, sentence]);
    }
  });

  it('retry a waiting delivery through its workflow, and wake the dispatcher for a finished one', async () => {
    const workspace = await api.newWorkspace();
    const { id: hook } = await make(workspace);
    const as = { key: workspace.key };
    const { id } = (await api.call('POST', `/v1/webhooks/${hook}/test`, as)).json;
    asked.length = 0;
    const retry = () => api.call('POST', `/v1/webhooks/deliveries/${id}/retry`, as);
    assert.deepEqual((await retry()).json, { id, queued: true });
    assert.deepEqual(asked, [id]);
    const attempt = { n: 1, at: new Date(), responseStatus: 500, error: null, durationMs: 5, excerpt: null };
    await recordAttempt(api.database.pool, id, attempt, { state: 'failed' });
    const before = woken.starts;
    assert.equal((await retry()).status, 202);
    assert.deepEqual([asked, woken.starts], [[id], before + 1]);
    const bad = await api.call('POST', '/v1/webhooks/deliveries/recover', {
      ...as,
      json: { since: 'yesterday', untill: 1 },
    });
    assert.deepEqual(
      [bad.status, bad.json.details],
      [
        400,
        [
          'since must be a time in ISO 8601 with an offset, such as 2026-11-20T08:00:00Z',
          'untill is not a known member; did you mean until?',
        ],
      ],
    );
  });

  it('keep an attempt that was under way when the webhook was deleted, in place of the reason', async () => {
    const workspace = await api.newWorkspace();
    const { id: hook } = await make(workspace);
    const as = { key: workspace.key };
    const [one, two] = [
      (await api.call('POST', `/v1/webhooks/${hook}/test`, as)).json.id,
      (await api.call('POST', `/v1/webhooks/${hook}/test`, as)).json.id,
    ];
    assert.equal((await api.call('DELETE', `/v1/webhooks/${hook}`, as)).status, 204);
    const attempt = { n: 1, at: new Date(), error: null, durationMs: 5, excerpt: null };
    const { pool } = api.database;
    assert.equal(
      (await recordAttempt(pool, one, { ...attempt, responseStatus: 204 }, { state: 'delivered' }))?.state,
      'delivered',
    );
    const late = await recordAttempt(
      pool,
      two,
      { ...attempt, responseStatus: 500 },
      { state: 'retrying', waitMs: 60_000 },
    );
    assert.equal(late?.state, 'failed');
    const { deliveries } = (await api.call('GET', '/v1/webhooks/deliveries', as)).json;
    assert.deepEqual(
      Object.fromEntries(
        deliveries.map((row: Record<string, unknown>) => [
          row['id'],
          [row['status'], row['response_status'], row['next_attempt_at']],
        ]),
      ),
      { [one]: ['delivered', 204, null], [two]: ['failed', 500, null] },
    );
  });
});
