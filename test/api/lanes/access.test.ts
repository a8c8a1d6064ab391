import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';
import { scopesOfAccess, workspaceScopes } from '../../../domain/key-scopes.ts';
import { lanesRoutes } from '../../../api/lanes/routes.ts';
import { createSender } from '../../../store/senders.ts';
import { inTransaction } from '../../../store/database.ts';
import { compareWithStored } from '../../../store/lanes/replay-compare.ts';
import { rebuildWorkspace } from '../../../store/lanes/replay.ts';
import { revokeKey, rotateKey } from '../../../store/keys.ts';
import { testSecret } from '../../support/dispatch-api.ts';
import { until } from '../../support/wait.ts';

const question = { queue: 'q', step: 's', item: 'i' };
/** Every route with the scopes that let a key in. */
const sending = ['work', 'people', 'verdict', 'admin', 'ingest'];
const routes: readonly (readonly [method: string, path: string, scopes: readonly string[] | null, json: unknown])[] = [
  ['POST', '/v1/events', sending, []],
  ['POST', '/v1/events/csv', sending, undefined],
  ['POST', '/v1/import/generic-csv', ['work', 'people', 'verdict', 'ingest'], {}],
  ['POST', '/v1/weeks/close', ['admin', 'ingest'], { through: '2026-01-05T00:00:00Z' }],
  ['POST', '/v1/route', ['route', 'work', 'ingest'], question],
  ['GET', '/v1/routes', ['route', 'work', 'ingest'], undefined],
  ['POST', '/v1/routes/answers', ['route', 'work', 'ingest'], {}],
  ['GET', '/v1/lanes', ['read'], undefined],
  ['GET', '/v1/steps/q/s', ['read'], undefined],
  ['GET', '/v1/steps/q/s/evidence', ['read'], undefined],
  ['GET', '/v1/ledger', ['read'], undefined],
  ['GET', '/v1/settle-queue', ['read'], undefined],
  ['GET', '/v1/pending-audits', ['read'], undefined],
  ['POST', '/v1/pending-audits/assign', ['verdict'], {}],
  ['GET', '/v1/settler', ['read'], undefined],
  ['POST', '/v1/settler/run', ['manage'], { limit: 1 }],
  ['GET', '/v1/pins', ['read'], undefined],
  ['POST', '/v1/pins', ['admin'], {}],
  ['DELETE', '/v1/pins/pin_x', ['admin'], undefined],
  ['GET', '/v1/status', ['read'], undefined],
  ['POST', '/v1/webhooks', ['manage'], {}],
  ['GET', '/v1/webhooks', ['read'], undefined],
  ['GET', '/v1/webhooks/deliveries', ['read'], undefined],
  ['POST', '/v1/webhooks/deliveries/recover', ['manage'], {}],
  ['POST', '/v1/webhooks/deliveries/dl_x/retry', ['manage'], undefined],
  ['POST', '/v1/webhooks/wh_x', ['manage'], {}],
  ['DELETE', '/v1/webhooks/wh_x', ['manage'], undefined],
  ['POST', '/v1/webhooks/wh_x/test', ['manage'], undefined],
  ['POST', '/v1/webhooks/wh_x/rotate', ['manage'], undefined],
  ['GET', '/v1/schema', null, undefined],
  ['GET', '/v1/openapi.json', null, undefined],
];

describe('access to the lanes API', function () {
  let api: TestLanes;
  before(async () => {
    api = await openTestLanes();
  });
  after(() => api.close());

  it('has a row above for every route that is checked here, with the scopes of the route table', () => {
    // The stream stays open; the MCP endpoint has a test of its own.
    const elsewhere = new Set(['/v1/routes/stream', '/mcp']);
    const checked = lanesRoutes.filter(({ path, needs }) => needs !== 'open' && !elsewhere.has(path));
    for (const { method, path, needs } of checked) {
      const form = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      const row = routes.find(([its, place]) => its === method && form.test(place));
      const scopes = needs === 'key' || needs === 'tool' || needs === 'open' ? null : scopesOfAccess[needs];
      assert.deepEqual(row?.[2]?.toSorted() ?? null, scopes?.toSorted() ?? null, `${method} ${path}`);
    }
    assert.equal(checked.length, routes.length);
  });

  it('lets nobody in without a good key of a workspace', async () => {
    const sender = await createSender(api.database.pool, testSecret, { name: 'S', actor: 'test' });
    for (const [method, path, , json] of routes)
      for (const key of [null, 'lk_lanes_guess', sender.apiKey]) {
        const { status, json: body, headers } = await api.call(method, path, { key, ...(json ? { json } : {}) });
        assert.deepEqual(
          [status, body.code, headers['www-authenticate']],
          [401, 'unauthorized', 'Bearer'],
          `${method} ${path}`,
        );
      }
  });

  it('allows a key exactly what its scopes say', async () => {
    for (const scope of [...workspaceScopes, 'ingest'] as const) {
      const key = await api.keyWith([scope]);
      for (const [method, path, needs, json] of routes) {
        const { status } = await api.call(method, path, { key, ...(json ? { json } : {}) });
        if (needs !== null && !needs.includes(scope)) assert.equal(status, 403, `${method} ${path} with ${scope}`);
        else assert.ok(status !== 401 && status !== 403 && status < 500, `${method} ${path} with ${scope}: ${status}`);
      }
    }
  });

  it('takes verdicts from people with a key for them, and none from the key or in the name of an agent', async () => {
    const head = { at: '2026-01-05T08:00:00Z', queue: 'verdicts', actor: { kind: 'operator', id: 'a' } };
    const of = { ...head, step: 's', item: 'i' };
    const definition = { ...head, id: 'v-def', kind: 'queue.defined', steps: [{ step: 's' }] };
    const agent = { kind: 'agent', id: 'matcher' };
    const work = [
      { ...of, id: 'v-1', kind: 'step.done', role: 'shadow', decision: 'pay', actor: agent },
      { ...of, id: 'v-2', kind: 'step.done', role: 'act', decision: 'reject' },
    ];
    const verdicts = [
      { ...of, id: 'v-3', kind: 'settlement.made', verdict: 'agent_right', actor: agent, by: 'person' },
      { ...of, id: 'v-4', kind: 'audit.result', verdict: 'agree', actor: { kind: 'operator', id: 'b' } },
      { ...of, id: 'v-5', kind: 'outcome.recorded', good: true, actor: agent },
      { ...of, id: 'v-6', kind: 'settlement.made', verdict: 'agent_right', by: 'model', actor: agent },
      { ...of, id: 'v-7', kind: 'settlement.made', verdict: 'operator_right' },
    ];
    const send = async (scope: 'work' | 'people' | 'verdict' | 'admin' | 'ingest', events: readonly object[]) => {
      const { json } = await api.call('POST', '/v1/events', { key: await api.keyWith([scope]), json: events });
      return json.rejected.map(({ id, errors }: { id: string; errors: string[] }) => [id, ...errors]);
    };
    const lacks = (id: string, kind: string, scope: string) => [
      id,
      `this key may not send ${kind}: that needs the scope ${scope}`,
    ];
    assert.deepEqual(await send('work', [definition]), [lacks('v-def', 'queue.defined', 'admin')]);
    assert.deepEqual(await send('admin', [definition]), []);
    assert.deepEqual(await send('verdict', [work[0] ?? {}]), [lacks('v-1', 'step.done', 'work')]);
    // An agent's key does not speak for the person whose work meets the agent's.
    const forged = lacks('v-2', 'step.done of an operator', 'people');
    assert.deepEqual(await send('work', work), [forged]);
    const confirm = { ...work[1], id: 'v-8', role: 'confirm' };
    assert.deepEqual(await send('work', [confirm]), [lacks('v-8', 'step.done of an operator', 'people')]);
    assert.deepEqual(await send('people', [...work.slice(1), verdicts[1] ?? {}]), [
      lacks('v-4', 'audit.result', 'verdict'),
    ]);
    const asAgent = await send('work', verdicts);
    assert.equal(asAgent.length, verdicts.length);
    assert.deepEqual(asAgent[1], lacks('v-4', 'audit.result', 'verdict'));
    // Keys of old keep what they could do, but for what was never a person's word.
    const person = (id: string, kind: string) => [id, `event.actor.kind must be operator for ${kind}`];
    const own = (id: string, who: string) => [
      id,
      `event.actor.id ${who} did this item or its check; somebody else has to settle it`,
    ];
    assert.deepEqual(await send('ingest', verdicts), [
      person('v-3', 'settlement.made'),
      person('v-5', 'outcome.recorded'),
      own('v-6', 'matcher'),
      own('v-7', 'a'),
    ]);
    const settled = { ...verdicts[4], actor: { kind: 'operator', id: 'b' } };
    assert.deepEqual(await send('verdict', [settled]), []);
    const held = await api.call('POST', '/v1/events?close=hold', { key: await api.keyWith(['work']), json: [] });
    assert.deepEqual([held.status, held.json.code], [403, 'not_allowed']);
  });

  it('counts an output as late by when it came where its key speaks for agents alone, and replays it so', async () => {
    const { id, no, key } = await api.newWorkspace();
    const of = { queue: 'q', step: 's', kind: 'step.done', decision: 'pay' };
    const doneBy = (kind: 'agent' | 'operator', item: string, at: string) => ({
      ...of,
      id: `${kind}-${item}`,
      item,
      at,
      role: kind === 'agent' ? 'shadow' : 'act',
      actor: { kind, id: kind },
    });
    const send = (events: readonly object[], sender = key) =>
      api.call('POST', '/v1/events', { key: sender, json: events });
    const actor = { kind: 'operator', id: 'boss' };
    const definition = { id: 'd', kind: 'queue.defined', at: '2026-01-05T07:00:00Z', queue: 'q', actor };
    await send([
      { ...definition, steps: [{ step: 's' }] },
      ...['a', 'b', 'c'].map((item) => doneBy('operator', item, '2026-01-05T09:00:00Z')),
    ]);
    // Dated before the act, and sent when the act is known.
    await send([doneBy('agent', 'a', '2026-01-05T08:00:00Z')], await api.keyWith(['work'], id));
    await send([doneBy('agent', 'b', '2026-01-05T08:00:00Z')], await api.keyWith(['work', 'people'], id));
    await send([doneBy('agent', 'c', '2026-01-05T08:00:00Z')]);
    await api.call('POST', '/v1/weeks/close', { key, json: { through: '2026-01-12T00:00:00Z' } });
    const { rows } = (await api.call('GET', '/v1/ledger', { key })).json;
    assert.deepEqual([rows[0].compared, rows[0].late_outputs], [3, 1]);
    const differences = await inTransaction(api.database.pool, async (q) =>
      compareWithStored(q, { id, no }, await rebuildWorkspace(q, { id, no })),
    );
    assert.deepEqual(differences, []);
  });

  it('stores an export whole or not at all: rows of people, and a queue that is not known, need scopes of their own', async () => {
    const definition = {
      id: 'x-def',
      kind: 'queue.defined',
      at: '2026-01-05T08:00:00Z',
      queue: 'exported',
      actor: { kind: 'operator', id: 'a' },
      steps: [{ step: 's' }],
    };
    await api.call('POST', '/v1/events', { json: [definition] });
    const rows = (...who: readonly string[]) =>
      ['item,step,who,done', ...who.map((name, n) => `i-${n},s,${name},2026-01-06T08:00:00Z`)].join('\n');
    const send = async (scopes: Parameters<TestLanes['keyWith']>[0], data: string, queue = 'exported') => {
      const mapping = { queue, item: 'item', step: 'step', actor: 'who', finished_at: 'done', agents: ['bot'] };
      const key = await api.keyWith(scopes);
      const { status, json } = await api.call('POST', '/v1/import/generic-csv', { key, json: { mapping, data } });
      return status === 200 ? json.accepted : [status, json.error];
    };
    const both = rows('bot', 'dana');
    assert.deepEqual(await send(['work'], both), [403, 'this key may not send the work of people']);
    assert.deepEqual(await send(['people'], both), [403, 'this key may not send events of work']);
    assert.equal(await send(['work'], rows('bot')), 1);
    assert.equal(await send(['work', 'people'], both), 1);
    const undefinedQueue = await send(['work', 'people'], both, 'unknown');
    assert.deepEqual(undefinedQueue, [403, 'this key may not define steps, pin lanes, close weeks or hold events']);
    assert.equal(await send(['ingest'], both.replaceAll('i-', 'k-'), 'unknown'), 3);
  });

  it('leaves of an old key that is rotated what an agent needs', async () => {
    await api.keyWith(['ingest', 'read']);
    const { pool } = api.database;
    const found = await pool.query<{ id: string }>('select id from keys order by created_at desc limit 1');
    const keyId = found.rows[0]?.id ?? '';
    const made = await rotateKey(pool, { keyId, graceMs: 0, now: new Date(), actor: 'test' });
    assert.deepEqual(made?.scopes, ['work', 'read']);
  });

  it('takes no revoked key for longer than a second, on the quick path too', async () => {
    const key = await api.keyWith(['route', 'read']);
    assert.equal((await api.call('POST', '/v1/route', { key, json: question })).status, 404);
    const found = await api.database.pool.query<{ id: string }>('select id from keys order by created_at desc limit 1');
    await revokeKey(api.database.pool, found.rows[0]?.id ?? '', 'test');
    await until(async () => (await api.call('POST', '/v1/route', { key, json: question })).status === 401, {
      what: 'the key to be refused',
    });
  });

  it('keeps what one workspace has sent from another, by every way in and out', async () => {
    const head = { at: '2026-01-05T08:00:00Z', queue: 'own', actor: { kind: 'operator', id: 'a' } };
    const definition = { ...head, id: 'own-definition', kind: 'queue.defined', steps: [{ step: 's' }] };
    const work = { ...head, id: 'own-1', kind: 'step.done', step: 's', item: 'i', role: 'act' };
    const mine = await api.call('POST', '/v1/events', { json: [definition, work] });
    assert.equal(mine.json.accepted, 2);
    const as = { key: api.other.key };
    const taken = [
      await api.call('POST', '/v1/events', { ...as, json: [work] }),
      await api.call('POST', '/v1/events/csv', {
        ...as,
        body: 'id,kind,at,queue,step,item,actor_kind,actor,role\nown-1,step.done,2026-01-05T08:00:00Z,own,s,i,operator,a,act',
        headers: { 'content-type': 'text/csv' },
      }),
    ];
    for (const { status, json, text: answer } of taken) {
      assert.deepEqual([status, json.accepted, json.duplicates], [200, 0, 0], answer);
      assert.deepEqual(json.rejected[0].errors, ['event.step own/s has no queue.defined yet']);
    }
    for (const path of ['/v1/lanes?queue=own', '/v1/steps/own/s', '/v1/steps/own/s/evidence', '/v1/ledger?queue=own'])
      assert.equal((await api.call('GET', path, as)).status, 404, path);
    assert.equal((await api.call('GET', '/v1/status', as)).json.events.total, 0);
    assert.equal((await api.call('GET', '/v1/settle-queue', as)).json.total, 0);
    const route = await api.call('POST', '/v1/route', { ...as, json: { queue: 'own', step: 's', item: 'i' } });
    assert.equal(route.status, 404);
  });

  it('shows callers that close the connection after each answer why a large body is refused', async () => {
    for (const [path, bytes, key, status] of [
      ['/v1/events', 50_000_001, api.workspace.key, 413],
      ['/v1/events', 10_000_000, 'lk_lanes_guess', 401],
      ['/v1/route', 10_000_000, api.workspace.key, 413],
      ['/v1/nothing', 10_000_000, api.workspace.key, 404],
    ] as const) {
      const socket = connect(api.port, '127.0.0.1');
      const answer = text(socket);
      const write = (part: string | Buffer) =>
        new Promise<void>((resolve, reject) => {
          socket.write(part, (error) => (error ? reject(error) : resolve()));
        });
      await write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${bytes}\r\nConnection: close\r\n\r\n`,
      );
      // By then the head was judged. Anyone who cannot write all of the body looks at no answer.
      await api.call('GET', '/v1/status');
      await write(Buffer.alloc(bytes, ' '));
      assert.match(await answer, new RegExp(`^HTTP/1\\.1 ${status} `), `${path} ${status}`);
    }
  });

  it('needs no key for its health, which reports parts that are away', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'])
      assert.equal((await api.call('GET', path, { key: null })).status, 200, path);
    const metrics = (await api.call('GET', '/metrics', { key: null })).text;
    assert.match(
      metrics,
      /lanekeeper_lanes_http_request_seconds_count\{method="POST",route="\/v1\/route",status="404"\}/,
    );
  });

  it('distinguishes an unknown path from a wrong method, and repeats the request id', async () => {
    const unknown = await api.call('GET', '/v1/nothing', { headers: { 'x-request-id': 'mine-1' } });
    assert.deepEqual(
      [unknown.status, unknown.json.code, unknown.headers['x-request-id']],
      [404, 'not_found', 'mine-1'],
    );
    for (const [path, allow] of [
      ['/v1/route', 'POST'],
      ['/v1/events', 'POST'],
      ['/v1/lanes', 'GET, HEAD'],
    ] as const) {
      const wrong = await api.call('DELETE', path);
      assert.deepEqual([wrong.status, wrong.headers['allow']], [405, allow], path);
    }
  });

  it('refuses parameters that it does not know, wherever they are', async () => {
    for (const [method, path, , json] of routes) {
      if (path === '/v1/schema' || path === '/v1/openapi.json') continue;
      const { status, json: body } = await api.call(method, `${path}?quue=q`, json ? { json } : {});
      assert.equal(status, 400, `${method} ${path}`);
      assert.match(body.error, /^quue is not a known parameter/, `${method} ${path}`);
    }
  });

  describe('POST /v1/route without Koa', () => {
    const route = (body: string, headers: Record<string, string> = {}) =>
      api.call('POST', '/v1/route', { body, headers: { 'content-type': 'application/json', ...headers } });

    it('has the headers that every answer has', async () => {
      const answers = [
        await route(JSON.stringify(question), { 'x-request-id': 'mine-2' }),
        await api.call('GET', '/v1/status', { headers: { 'x-request-id': 'mine-2' } }),
      ];
      for (const name of [
        'x-request-id',
        'content-type',
        'x-content-type-options',
        'cache-control',
        'content-security-policy',
      ])
        assert.equal(answers[0]?.headers[name], answers[1]?.headers[name], name);
      assert.match(String((await route('{}', { 'x-request-id': 'bad\u00e9' })).headers['x-request-id']), /^req_/);
    });

    const refusals: readonly (readonly [string, string, Record<string, string>, number, string, RegExp])[] = [
      ['half a value', '{', {}, 400, 'bad_json', /must be JSON; it/],
      [
        'another media type',
        '{}',
        { 'content-type': 'text/plain' },
        415,
        'unsupported_media_type',
        /application\/json/,
      ],
      [
        'another charset',
        '{}',
        { 'content-type': 'application/json; charset=utf-16' },
        415,
        'unsupported_media_type',
        /must be UTF-8/,
      ],
      ['a packed body', '{}', { 'content-encoding': 'br' }, 415, 'unsupported_media_type', /without Content-Encoding/],
      ['1 MB and a byte', ' '.repeat(1_000_001), {}, 413, 'too_large', /1,000,000 bytes/],
      ['a deep one', `${'['.repeat(50)}${']'.repeat(50)}`, {}, 400, 'bad_json', /32 levels/],
      ['an empty object', '{}', {}, 400, 'invalid_request', /item is required/],
      ['an array', '[]', {}, 400, 'invalid_request', /must be an object/],
      [
        'an unknown member',
        JSON.stringify({ ...question, lane: 'auto' }),
        {},
        400,
        'invalid_request',
        /lane is not a known member/,
      ],
      [
        'an item of 129 characters',
        JSON.stringify({ ...question, item: 'x'.repeat(129) }),
        {},
        400,
        'invalid_request',
        /item must have at most 128/,
      ],
      [
        'half a surrogate pair',
        '{"queue":"q","step":"s","item":"\\ud800"}',
        {},
        400,
        'invalid_request',
        /item must have printable/,
      ],
      [
        'a bar in the queue',
        JSON.stringify({ ...question, queue: 'a|b' }),
        {},
        400,
        'invalid_request',
        /queue must have only/,
      ],
      [
        'a number for features',
        JSON.stringify({ ...question, features: 1 }),
        {},
        400,
        'invalid_request',
        /features must be/,
      ],
      [
        'a time without offset',
        JSON.stringify({ ...question, at: '2026-01-01' }),
        {},
        400,
        'invalid_request',
        /at must be a time/,
      ],
      ['no items', '{"items": []}', {}, 400, 'invalid_request', /items must not be empty/],
      ['an item that is none', '{"items": [1]}', {}, 400, 'invalid_request', /items\[0\] must be an object/],
    ];
    for (const [what, body, headers, status, code, sentence] of refusals)
      it(`refuses ${what} with a sentence`, async () => {
        const answer = await route(body, headers);
        assert.deepEqual([answer.status, answer.json.code], [status, code], answer.text);
        assert.match([answer.json.error, ...(answer.json.details ?? [])].join('\n'), sentence);
      });

    it('refuses parameters that it does not know', async () => {
      const { status, json } = await api.call('POST', '/v1/route?explian=true', { json: question });
      assert.deepEqual([status, json.error], [400, 'explian is not a known parameter; did you mean explain?']);
    });

    it('leaves every item to people while the database is away', async () => {
      await api.call('POST', '/v1/events', {
        json: [
          {
            id: 'd',
            kind: 'queue.defined',
            at: '2026-01-05T00:00:00Z',
            queue: 'q',
            actor: { kind: 'operator', id: 'a' },
            steps: [{ step: 's' }],
          },
        ],
      });
      let away = false;
      const { pool } = api.database;
      const failing = async () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      };
      // The one thing that no test can do to a real server without hurting the others: it goes away.
      const flaky = new Proxy(pool, {
        get: (target, name) => (away && name === 'query' ? failing : Reflect.get(target, name, target)),
      });
      let now = 0;
      const { openWorkspaceCallers } = await import('../../../api/lanes/workspace-caller.ts');
      const { openRouteTables } = await import('../../../api/lanes/route-tables.ts');
      const { answerRoute } = await import('../../../api/lanes/answer-route.ts');
      const callers = openWorkspaceCallers(flaky, () => now);
      const routes = openRouteTables({ q: flaky, onRouteChange: () => () => {}, log: api.deps.log, now: () => now });
      try {
        const ask = async () =>
          answerRoute(
            { ...api.deps, pool: flaky, routes },
            { caller: await callers.findOrRecall(`Bearer ${api.workspace.key}`), explain: false },
            question,
          ) as Promise<{ decision: string; reason: string }>;
        assert.match((await ask()).reason, /^Shadow/);
        away = true;
        now = 5_000;
        const answer = await ask();
        assert.equal(answer.decision, 'human_only');
        assert.match(answer.reason, /cannot be read right now/);
        now = 10 * 60_000;
        await assert.rejects(ask, /ECONNREFUSED/, 'who was not seen for long is not trusted');
        away = false;
        assert.match((await ask()).reason, /^Shadow/);
      } finally {
        routes.stop();
      }
    });
  });
});
