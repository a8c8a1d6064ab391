import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';
import type { Answer, CallOptions } from '../../support/api-call.ts';
import { until } from '../../support/wait.ts';
import { type AnyClient, mcpClients } from '../http/mcp-clients.ts';
import { statusByHost } from '../http/status-by-host.ts';
import { sendHistory } from './history.ts';

interface Called {
  readonly isError?: boolean;
  readonly structuredContent: Answer['json'];
  readonly content: readonly { readonly text: string }[];
}

describe('POST /mcp of lanes', function () {
  let api: TestLanes;
  before(async () => {
    api = await openTestLanes();
    await sendHistory(api, 20);
  });
  after(() => api.close());

  const routes = async (): Promise<number> => (await api.call('GET', '/v1/status')).json.routes_today;

  for (const [who, connectTo] of Object.entries(mcpClients))
    describe(`with ${who}`, () => {
      const connect = (key = api.workspace.key): Promise<AnyClient> => connectTo(api.url, key);
      let client: AnyClient;
      before(async () => (client = await connect()));
      after(() => client.close());
      const call = async (name: string, args: Record<string, unknown> = {}, by = client): Promise<Called> =>
        (await by.callTool({ name, arguments: args })) as unknown as Called;
      const said = async (name: string, args: Record<string, unknown>, by = client): Promise<string> => {
        const { isError, content } = await call(name, args, by);
        assert.equal(isError, true);
        return content.map(({ text }) => text).join('\n');
      };

      it('lists four tools with schemas and annotations', async () => {
        const { tools } = await client.listTools();
        assert.deepEqual(
          tools.map((tool) => [tool.name, Object.keys(tool.inputSchema.properties ?? {})]),
          [
            ['which_steps_run_alone', ['queue']],
            ['step_evidence', ['queue', 'step']],
            ['list_pins', ['state']],
            ['route_item', ['queue', 'step', 'item', 'features']],
          ],
        );
        for (const { annotations } of tools) assert.match(JSON.stringify(annotations), /"destructiveHint":false/);
        // Strict, so that an unknown keyword or a reference to nothing would show.
        const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, validateFormats: false });
        for (const tool of tools) for (const schema of [tool.inputSchema, tool.outputSchema]) ajv.compile(schema ?? {});
      });

      it('has the evidence of each step as a resource, and a prompt for an item', async () => {
        const { resources } = await client.listResources();
        const uri = 'lanekeeper://steps/invoices/pay';
        assert.ok(resources.some((one) => one.uri === uri));
        const { contents } = (await client.readResource({ uri })) as { contents: { text: string }[] };
        const evidence = await call('step_evidence', { queue: 'invoices', step: 'pay' });
        const read: Answer['json'] = JSON.parse(contents[0]?.text ?? '');
        // When it was made differs.
        const { generated_at: at, ...same } = evidence.structuredContent;
        assert.deepEqual({ ...read, generated_at: at }, { ...same, generated_at: at });
        await assert.rejects(client.readResource({ uri: 'lanekeeper://steps/invoices/none' }), /there is no such step/);
        await assert.rejects(client.readResource({ uri: 'lanekeeper://steps/%/pay' }), /there is no such step/);
        const given = { queue: 'invoices', step: 'pay', item: 'INV-7' };
        const prompt = await client.getPrompt({ name: 'before_you_act', arguments: given });
        assert.match(JSON.stringify(prompt), /item INV-7 at step pay of queue invoices/);
        const ref = { type: 'ref/resource', uri: 'lanekeeper://steps/{queue}/{step}' } as const;
        const steps = async (queue: string): Promise<readonly string[]> => {
          const argument = { name: 'step', value: 'pa' };
          return (await client.complete({ ref, argument, context: { arguments: { queue } } })).completion.values;
        };
        assert.deepEqual([await steps('invoices'), await steps('none')], [['pay'], []]);
      });

      it('gets an agent through its day: what it may do alone, an item, and why', async () => {
        // In the morning it asks what is its own to do.
        const which = await call('which_steps_run_alone');
        const { run_alone: alone, not_alone: others } = which.structuredContent;
        const { steps } = (await api.call('GET', '/v1/lanes')).json;
        assert.deepEqual(
          new Set([...alone, ...others].map(({ step, lane, reason }) => `${step} ${lane} ${reason}`)),
          new Set(steps.map(({ step, lane, reason }: Record<string, string>) => `${step} ${lane} ${reason}`)),
        );
        assert.ok(alone.length > 0 && others.length > 0, JSON.stringify(which.structuredContent));
        const [{ queue, step }] = alone;
        assert.match(which.content[0]?.text ?? '', new RegExp(`^${alone.length} steps? runs? alone, `));
        assert.match(which.content[0]?.text ?? '', new RegExp(`\n${step} in queue ${queue} runs alone; people check `));
        assert.deepEqual(JSON.parse(which.content[1]?.text ?? ''), which.structuredContent);
        // Then an item comes in.
        const question = { queue, step, item: 'INV-today', features: { format: 'pdf', lines: 3 } };
        const { route_id: _, checked_at: __, ...asked } = (await call('route_item', question)).structuredContent;
        const {
          route_id: ___,
          checked_at: ____,
          ...answered
        } = (await api.call('POST', '/v1/route', { json: question })).json;
        assert.deepEqual(asked, answered);
        assert.equal(asked['decision'], 'act_alone');
        const text = (await call('route_item', question)).content[0]?.text ?? '';
        assert.match(text, /^Act on INV-today alone, then send step.done with role act\./);
        assert.ok(text.endsWith(asked['reason']));
        // Somebody asks why a step may not.
        const [held] = others;
        const why = await call('step_evidence', { queue: held.queue, step: held.step });
        const path = `/v1/steps/${held.queue}/${held.step}`;
        const { generated_at: _____, ...pack } = (await api.call('GET', `${path}/evidence`)).json;
        for (const [name, value] of Object.entries(pack))
          assert.deepEqual(why.structuredContent[name], value, `the pack’s ${name}`);
        const view = (await api.call('GET', path)).json;
        for (const name of ['lane', 'since', 'reason', 'windows', 'gates', 'signoff', 'audit_rate'])
          assert.deepEqual(why.structuredContent[name], view[name], name);
        const { blocked_by: blocked } = why.structuredContent;
        assert.ok(blocked.length > 0);
        const sentences = why.content[0]?.text ?? '';
        for (const sentence of blocked) assert.ok(sentences.includes(`- ${sentence}`), sentences);
        assert.match(sentences, /In the last 4 closed weeks \d+ items came, \d+ were compared/);
        assert.doesNotMatch(sentences, /undefined|NaN|null|\[object/);
      });

      it('counts a route as any other', async () => {
        await until(async () => (await routes()) > 0, { what: 'earlier routes to be counted' });
        const before = await routes();
        await call('route_item', { queue: 'invoices', step: 'match', item: `INV-${who}` });
        await until(async () => (await routes()) > before, { what: 'the route to be counted' });
      });

      it('names only the steps of a queue when asked for one', async () => {
        const { structuredContent } = await call('which_steps_run_alone', { queue: 'invoices' });
        assert.ok(structuredContent['run_alone'].length > 0);
        assert.equal(await said('which_steps_run_alone', { queue: 'none' }), 'there is no such queue');
      });

      it('answers refusals as tool errors with the sentences of the API', async () => {
        const item = { queue: 'invoices', step: 'match', item: 'i' };
        const unknown = { ...item, step: 'mach' };
        const { json } = await api.call('POST', '/v1/route', { json: unknown });
        assert.equal(await said('route_item', unknown), json.error);
        assert.equal(await said('route_item', { queue: 'invoices', step: 'match' }), 'item is required');
        assert.equal(await said('route_item', { ...item, at: '2026-01-01T00:00:00Z' }), 'at is not a known member');
        assert.match(await said('route_item', { items: [item] }), /items is not a known member; did you mean item\?/);
        assert.match(await said('route_item', { ...item, features: { a: {} } }), /^features\.a must be /);
        assert.match(await said('route_item', { ...item, item: 'a\u0000' }), /^item must have printable characters/);
        assert.equal(await said('step_evidence', { queue: 'invoices' }), 'step is required');
        assert.equal(await said('step_evidence', { queue: 'invoices', step: 'nope' }), 'there is no such step');
        assert.match(await said('step_evidence', { queue: 'a\u0000', step: 'b' }), /^queue must have only letters/);
        assert.match(
          await said('which_steps_run_alone', { quue: 'a' }),
          /^quue is not a known member; did you mean queue/,
        );
      });

      it('reads the pins of people and has no tool that sets one', async () => {
        assert.match((await call('list_pins')).content[0]?.text ?? '', /^No pins/);
        const pin = { queue: 'invoices', step: 'pay', lane: 'assist', reason: `asked by ${who}` };
        const { json } = await api.call('POST', '/v1/pins', { json: pin });
        const answer = await call('list_pins');
        assert.deepEqual(answer.structuredContent, (await api.call('GET', '/v1/pins')).json);
        assert.equal(
          answer.content[0]?.text,
          `pay in queue invoices stays at Assist or below, pinned by first key: asked by ${who}`,
        );
        assert.deepEqual((await call('list_pins', { state: 'ended' })).structuredContent, { pins: [] });
        await api.call('DELETE', `/v1/pins/${json.id}`);
      });

      it('reveals nothing of another workspace’s steps', async () => {
        const stranger = await connect(api.other.key);
        assert.deepEqual((await call('which_steps_run_alone', {}, stranger)).structuredContent, {
          run_alone: [],
          not_alone: [],
        });
        const place = { queue: 'invoices', step: 'match' };
        assert.equal(await said('step_evidence', place, stranger), 'there is no such step');
        assert.match(await said('route_item', { ...place, item: 'i' }, stranger), /^there is no such step match/);
        await stranger.close();
      });

      it('lets a key do what its scopes say', async () => {
        const place = { queue: 'invoices', step: 'match' };
        const reader = await connect(await api.keyWith(['read']));
        assert.match(await said('route_item', { ...place, item: 'i' }, reader), /^this key may not ask /);
        await reader.close();
        const router = await connect(await api.keyWith(['route']));
        assert.match(await said('step_evidence', place, router), /^this key may not /);
        assert.match(await said('which_steps_run_alone', {}, router), /^this key may not /);
        assert.equal((await call('route_item', { ...place, item: 'i' }, router)).isError, undefined);
        await router.close();
      });

      it('answers an unknown tool with an error of the protocol', async () => {
        await assert.rejects(client.callTool({ name: 'promote_step' }), /there is no tool "promote_step"/);
      });
    });

  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const post = (message: unknown, options: CallOptions = {}): Promise<Answer> =>
    api.call('POST', '/mcp', { json: message, ...options });

  it('answers 401 without a key of a workspace, and 405 to GET and DELETE', async () => {
    for (const key of [null, 'lk_lanes_guess']) assert.equal((await post(ping, { key })).status, 401);
    for (const method of ['GET', 'DELETE']) {
      const answer = await api.call(method, '/mcp', { headers: { accept: 'text/event-stream' } });
      assert.deepEqual([answer.status, answer.headers['allow'], answer.json.code], [405, 'POST', 'method_not_allowed']);
    }
  });

  it('refuses members that every object has by itself like any other that is not known', async () => {
    const call = (args: string, more: string, id = 1): string =>
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"which_steps_run_alone","arguments":${args}${more}}}`;
    const meta =
      ',"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}';
    const latest = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'which_steps_run_alone',
    };
    const send = (body: string, headers = {}): Promise<Answer> =>
      api.call('POST', '/mcp', { body, headers: { 'content-type': 'application/json', ...headers } });
    for (const name of ['__proto__', '\\u005f_proto__', 'constructor', 'toString'])
      for (const { json } of [
        await send(call(`{"${name}":{"queue":"q"}}`, '')),
        await send(call(`{"${name}":{"queue":"q"}}`, meta), latest),
      ]) {
        assert.equal(json.result.isError, true);
        assert.equal(json.result.content[0].text, `${JSON.parse(`"${name}"`)} is not a known member`);
      }
    const batch = await send(`[${call('{"__proto__":1}', '')},${call('{}', '', 2)}]`);
    assert.deepEqual(
      new Map(batch.json.map(({ id, result }: Answer['json']) => [id, result.isError ?? false])),
      new Map([
        [1, true],
        [2, false],
      ]),
    );
  });

  it('says in sentences what is wrong with the parameters of a request', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const error = async (method: string, params?: object, headers = {}): Promise<unknown> =>
      (await post({ jsonrpc: '2.0', id: 7, method, params }, { headers })).json.error;
    const invalid = (message: string): object => ({ code: -32602, message });
    assert.deepEqual(await error('initialize'), invalid('params is required'));
    assert.deepEqual(await error('tools/call'), invalid('params is required'));
    assert.deepEqual(await error('tools/call', { name: 5 }), invalid('params.name must be a string'));
    assert.deepEqual(
      await error('tools/call', { name: 'route_item', arguments: [1] }),
      invalid('params.arguments must be an object'),
    );
    const latest = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };
    assert.deepEqual(await error('tools/call', { _meta: meta }, latest), invalid('params.name is required'));
    const batch = await post([
      { jsonrpc: '2.0', id: 1, method: 'tools/call' },
      { ...ping, id: 2 },
    ]);
    assert.deepEqual(
      batch.json.map(({ id, error }: Answer['json']) => [id, error?.message]),
      [
        [1, 'params is required'],
        [2, undefined],
      ],
    );
  });

  it('acknowledges notifications with 202 and no body', async () => {
    const answer = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    assert.deepEqual([answer.status, answer.text], [202, '']);
  });

  it('takes only Hosts that it goes by, and no Origin from elsewhere', async () => {
    const status = (headers: Record<string, string>): Promise<number> =>
      statusByHost(`${api.url}/mcp`, { key: api.workspace.key, json: ping, headers });
    assert.equal(await status({ host: 'lanes.example' }), 200);
    assert.equal(await status({ host: 'localhost:7070', origin: 'http://localhost:6274' }), 200);
    assert.equal(await status({ host: 'evil.example' }), 403);
    assert.equal(await status({ origin: 'https://evil.example' }), 403);
    assert.equal(await status({ origin: 'null' }), 403);
  });

  it('keeps a key within its rate', async () => {
    const slow = await openTestLanes({ LANES_RATE_PER_MINUTE: '1', LANES_RATE_BURST: '2' });
    try {
      const statuses = [];
      for (let n = 0; n < 3; n += 1) statuses.push((await slow.call('POST', '/mcp', { json: ping })).status);
      assert.deepEqual(statuses, [200, 200, 429]);
    } finally {
      await slow.close();
    }
  });

  it('says of a part that is away what the API says, and leaves items to people', async () => {
    const failing = async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    };
    const away = await openTestLanes();
    // The one thing that no test can do to a real server without hurting the others: it goes away.
    const flaky = new Proxy(away.deps.pool, {
      get: (target, name) => (name === 'query' ? failing : Reflect.get(target, name, target)),
    });
    const { lanesTools } = await import('../../../api/lanes/mcp-tools.ts');
    const tools = lanesTools({ ...away.deps, pool: flaky });
    const which = tools.find(({ name }) => name === 'which_steps_run_alone');
    const route = tools.find(({ name }) => name === 'route_item');
    const caller = await away.deps.callers.find(`Bearer ${away.workspace.key}`);
    try {
      await assert.rejects(which!.call(caller, {}), /ECONNREFUSED/);
      const question = { queue: 'q', step: 's', item: 'i' };
      const answer = (await route!.call({ ...caller, unsure: true }, question)) as Record<string, string>;
      assert.equal(answer['decision'], 'human_only');
      assert.match(answer['reason'] ?? '', /cannot be read right now/);
    } finally {
      await away.close();
    }
  });
});
