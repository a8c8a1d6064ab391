import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { finalStatuses, outcomeReasons } from '../../../domain/dispatch/task.ts';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';
import type { Answer, CallOptions } from '../../support/api-call.ts';
import { type AnyClient, mcpClients } from '../http/mcp-clients.ts';
import { statusByHost } from '../http/status-by-host.ts';

let count = 0;
const freshPod = (): { task_type: string; params: { pro: string } } => ({
  task_type: 'pull_pod',
  params: { pro: String(6_000_000_000 + (count += 1)) },
});

describe('POST /mcp', () => {
  let api: TestApi;
  before(async () => (api = await openTestApi()));
  after(() => api.close());
  const stored = async (): Promise<number> =>
    (await api.database.pool.query<{ n: number }>('select count(*)::int as n from tasks')).rows[0]?.n ?? -1;

  for (const [who, connectTo] of Object.entries(mcpClients))
    describe(`with ${who}`, () => {
      const connect = (key = api.key): Promise<AnyClient> => connectTo(api.url, key);
      let client: AnyClient;
      before(async () => (client = await connect()));
      after(() => client.close());

      it('lists five tools with schemas and annotations', async () => {
        const { tools } = await client.listTools();
        assert.deepEqual(
          tools.map((tool) => tool.name),
          ['run_portal_task', 'get_task_status', 'run_task_again', 'cancel_task', 'list_playbooks'],
        );
        const [run, get] = tools;
        const inputNames = Object.keys(run?.inputSchema.properties ?? {});
        assert.deepEqual(inputNames.slice(0, 2), ['task_type', 'params']);
        assert.match(JSON.stringify(run?.annotations), /"readOnlyHint":false.*"idempotentHint":true/);
        assert.match(JSON.stringify(get?.annotations), /"readOnlyHint":true/);
        // Strict, so that an unknown keyword or a reference to nothing would show.
        const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, validateFormats: false });
        ajv.addKeyword('discriminator');
        for (const tool of tools) for (const schema of [tool.inputSchema, tool.outputSchema]) ajv.compile(schema ?? {});
      });

      it('says what every code, action and outcome means, for a model that has never seen freight', async () => {
        const { tools } = await client.listTools();
        const [run, get] = tools.map((tool) => JSON.stringify(tool));
        const words = ['PRO is', 'POD, ', 'dispute objects', 'claim asks', 'correction changes'];
        const codes = [
          'WC weight',
          'RR re-rate by',
          'SHT shortage',
          'DUP duplicate',
          'LFT liftgate',
          'DET detention of',
        ];
        const targets = ['void_bill (of pro)', 'withdraw_dispute (of dispute_id)', 'close_account'];
        for (const said of [...words, ...codes, ...targets]) assert.ok(run?.includes(said), said);
        for (const reason of outcomeReasons) assert.ok(get?.includes(`${reason}: `), reason);
        for (const outcome of finalStatuses) assert.ok(get?.includes(` ${outcome}: `), outcome);
        assert.match(get ?? '', /ask again/);
      });

      it('queues a task, channel mcp, and answers the record that the API answers', async () => {
        const input = freshPod();
        const result = await client.callTool({ name: 'run_portal_task', arguments: input });
        const record = result['structuredContent'] as { id: string; channel: string };
        assert.equal(record.channel, 'mcp', JSON.stringify(result));
        const [content] = result['content'] as { text: string }[];
        assert.deepEqual(JSON.parse(content?.text ?? ''), record);
        assert.deepEqual((await api.call('GET', `/api/tasks/${record.id}`)).json, record);
        const again = await client.callTool({ name: 'run_portal_task', arguments: input });
        assert.equal((again['structuredContent'] as { id: string }).id, record.id);
        const looked = await client.callTool({ name: 'get_task_status', arguments: { task_id: record.id } });
        assert.deepEqual(looked['structuredContent'], record);
      });

      it('lists the playbooks as GET /api/playbooks does', async () => {
        const result = await client.callTool({ name: 'list_playbooks' });
        assert.deepEqual(result['structuredContent'], (await api.call('GET', '/api/playbooks', { key: null })).json);
      });

      it('has the playbooks and tasks of the sender as resources, and prompts to start from', async () => {
        const text = async (uri: string): Promise<unknown> => {
          const { contents } = (await client.readResource({ uri })) as { contents: { text: string }[] };
          return JSON.parse(contents[0]?.text ?? '');
        };
        const { resources } = await client.listResources();
        const { playbooks } = (await api.call('GET', '/api/playbooks')).json as { playbooks: { id: string }[] };
        assert.deepEqual(
          resources.map(({ uri }) => uri),
          playbooks.map(({ id }) => `lanekeeper://playbooks/${id}`),
        );
        assert.deepEqual(await text(resources[0]?.uri ?? ''), playbooks[0]);
        const task = (await api.call('POST', '/api/tasks', { json: freshPod() })).json as { id: string };
        assert.deepEqual(await text(`lanekeeper://tasks/${task.id}`), task);
        const { resourceTemplates } = await client.listResourceTemplates();
        assert.equal(resourceTemplates[0]?.uriTemplate, 'lanekeeper://tasks/{task_id}');
        for (const uri of ['lanekeeper://tasks/tsk_1', 'lanekeeper://playbooks/none', 'https://example.com/'])
          await assert.rejects(client.readResource({ uri }), /there is no resource/, uri);
        const writer = await connect(await api.keyWith(['submit']));
        await assert.rejects(writer.readResource({ uri: `lanekeeper://tasks/${task.id}` }), /may not read tasks/);
        await writer.close();
        const { prompts } = await client.listPrompts();
        assert.deepEqual(
          prompts.map(({ name }) => name),
          ['queue_portal_work', 'explain_task'],
        );
        const prompt = await client.getPrompt({ name: 'explain_task', arguments: { task_id: task.id } });
        assert.ok(JSON.stringify(prompt).includes(task.id));
        await assert.rejects(client.getPrompt({ name: 'explain_task' }), /needs task_id/);
        await assert.rejects(client.getPrompt({ name: 'none' }), /there is no prompt/);
        const complete = (name: string, value: string) =>
          client.complete({ ref: { type: 'ref/prompt', name: 'explain_task' }, argument: { name, value } });
        const { completion } = await complete('task_id', task.id.slice(0, -1));
        assert.deepEqual(completion.values, [task.id]);
        await assert.rejects(complete('other', ''), /there is no argument/);
      });

      it('answers refusals as tool errors with the sentences of the API', async () => {
        const before = await stored();
        const sentence = async (name: string, args: Record<string, unknown>): Promise<string> => {
          const result = await client.callTool({ name, arguments: args });
          assert.equal(result['isError'], true);
          return (result['content'] as { text: string }[])[0]?.text ?? '';
        };
        assert.equal(
          await sentence('run_portal_task', { task_type: 'pull_pod', params: { pro: '1' } }),
          'params.pro must be exactly 10 digits',
        );
        assert.equal(
          await sentence('run_portal_task', { task_type: 'pull_pod', params: { prro: '1' } }),
          'params.pro is required for pull_pod\nparams.prro is not a known member; did you mean pro?',
        );
        assert.equal(await sentence('get_task_status', { task_id: 'tsk_0' }), 'there is no such task');
        assert.equal(await sentence('get_task_status', { task_id: 'a\u0000' }), 'there is no such task');
        assert.equal(await sentence('get_task_status', {}), 'task_id is required');
        assert.equal(await sentence('list_playbooks', { x: 1 }), 'x is not a known member');
        assert.equal(await stored(), before);
      });

      it('reveals nothing of another sender’s task', async () => {
        const { json: task } = await api.call('POST', '/api/tasks', { key: api.other.key, json: freshPod() });
        const result = await client.callTool({ name: 'get_task_status', arguments: { task_id: task.id } });
        assert.deepEqual(result['content'], [{ type: 'text', text: 'there is no such task' }]);
      });

      it('lets a key do what its scopes say', async () => {
        const reader = await connect(await api.keyWith(['read']));
        const refused = await reader.callTool({ name: 'run_portal_task', arguments: freshPod() });
        assert.deepEqual(refused['content'], [{ type: 'text', text: 'this key may not submit tasks' }]);
        await reader.close();
      });

      it('answers an unknown tool with an error of the protocol', async () => {
        await assert.rejects(client.callTool({ name: 'approve_task' }), (error: Error) => {
          // The clients of 2025 write the code before the message themselves: once is enough.
          assert.match(error.message, /^(?:MCP error -32602: )?there is no tool "approve_task"$/);
          return true;
        });
      });
    });

  const post = (message: unknown, options: CallOptions = {}): Promise<Answer> =>
    api.call('POST', '/mcp', { json: message, ...options });
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const modern = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'curl', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };

  it('answers 401 without a key, and 405 to GET and DELETE', async () => {
    assert.equal((await post(ping, { key: null })).status, 401);
    for (const method of ['GET', 'DELETE']) {
      const answer = await api.call(method, '/mcp', { headers: { accept: 'text/event-stream' } });
      assert.deepEqual([answer.status, answer.headers['allow'], answer.json.code], [405, 'POST', 'method_not_allowed']);
    }
  });

  it('answers JSON to a plain caller of either protocol, without a session', async () => {
    const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
    const legacy = await post(list);
    const latest = await post(
      { ...list, params: modern },
      { headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' } },
    );
    for (const answer of [legacy, latest]) {
      assert.equal(answer.status, 200, answer.text);
      assert.match(String(answer.headers['content-type']), /^application\/json/);
      assert.equal(answer.headers['mcp-session-id'], undefined);
      assert.deepEqual([answer.json.id, answer.json.result.tools.length], [7, 5]);
    }
  });

  it('answers a ping of either protocol, also one of 2026 without what requests have there', async () => {
    assert.deepEqual((await post(ping)).json, { jsonrpc: '2.0', id: 1, result: {} });
    // As the Go SDK 1.8 sends it; the protocol itself has no ping any more.
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'ping' };
    const bare = await post({ ...ping, params: {} }, { headers });
    assert.deepEqual([bare.status, bare.json.result], [200, { resultType: 'complete' }], bare.text);
    assert.equal((await post({ ...ping, params: modern }, { headers })).json.error.code, -32601);
    const list = await post({ ...ping, method: 'tools/list' }, { headers: { ...headers, 'mcp-method': 'tools/list' } });
    assert.deepEqual([list.status, list.json.error.code], [400, -32602], 'every other request needs it');
  });

  it('refuses a cursor, since its lists are one page each', async () => {
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
      const list = { jsonrpc: '2.0', id: 1, method };
      const said = [
        await post({ ...list, params: { cursor: 'page-2' } }),
        await post({ ...list, params: { ...modern, cursor: 'page-2' } }, { headers }),
      ].map(({ json }) => json.error);
      const error = { code: -32602, message: 'params.cursor is none of this list, which is one page' };
      assert.deepEqual(said, [error, error], method);
      assert.ok((await post({ ...list, params: { cursor: '' } })).json.result, method);
    }
  });

  it('acknowledges notifications with 202 and no body', async () => {
    const answer = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    assert.deepEqual([answer.status, answer.text], [202, '']);
  });

  it('takes only Hosts that it goes by, and no Origin from elsewhere', async () => {
    const status = (headers: Record<string, string>): Promise<number> =>
      statusByHost(`${api.url}/mcp`, { key: api.key, json: ping, headers });
    assert.equal(await status({ host: 'dispatch.example' }), 200);
    assert.equal(await status({ host: 'localhost:7080', origin: 'http://localhost:6274' }), 200);
    assert.equal(await status({ host: 'evil.example' }), 403);
    assert.equal(await status({ host: '127.0.0.1.evil.example' }), 403);
    assert.equal(await status({ origin: 'https://evil.example' }), 403);
    assert.equal(await status({ origin: 'null' }), 403);
  });

  const naughty: [string, CallOptions, number, RegExp][] = [
    [
      'no JSON',
      { body: '{"jsonrpc":', headers: { 'content-type': 'application/json' } },
      400,
      /-32700.*ends too early/,
    ],
    ['no UTF-8', { body: Buffer.from([0xff]), headers: { 'content-type': 'application/json' } }, 400, /-32700.*UTF-8/],
    ['no message', { json: { hello: 1 } }, 400, /"error"/],
    ['null', { json: null }, 400, /"error"/],
    ['101 messages', { json: Array.from({ length: 101 }, () => ping) }, 400, /-32600.*at most 100/],
    [
      '33 levels',
      { body: '['.repeat(33) + ']'.repeat(33), headers: { 'content-type': 'application/json' } },
      400,
      /deeper/,
    ],
    ['UTF-16', { body: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } }, 415, /must be UTF-8/],
    ['plain text', { body: 'x', headers: { 'content-type': 'text/plain' } }, 415, /application\/json/],
    ['1 MB + 1', { body: ' '.repeat(1_000_001), headers: { 'content-type': 'application/json' } }, 413, /too_large/],
    ['a method that is none', { json: { ...ping, method: 'tools/../call' } }, 200, /-32601/],
    [
      'arguments that are no object',
      { json: { ...ping, method: 'tools/call', params: { name: 'list_playbooks', arguments: 'x' } } },
      200,
      /"error"/,
    ],
    ['a protocol of the future', { json: ping, headers: { 'mcp-protocol-version': '2099-01-01' } }, 400, /"error"/],
    [
      'a subscription',
      {
        json: {
          ...ping,
          method: 'subscriptions/listen',
          params: { ...modern, notifications: { toolsListChanged: true } },
        },
        headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
      },
      200,
      /"error"/,
    ],
  ];
  const calling = (input: string): CallOptions => ({
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_portal_task","arguments":${input}}}`,
    headers: { 'content-type': 'application/json' },
  });
  const pod = '{"task_type":"pull_pod","params":{"pro":"4471180293","note":';
  naughty.push(
    ['half a surrogate pair', calling(`${pod}"\\ud800"}}`), 200, /params.note must not contain.*"isError":true/],
    ['U+0000', calling(`${pod}"\\u0000"}}`), 200, /params.note must not contain.*"isError":true/],
    ['a number beyond numbers', calling(`${pod}1e400}}`), 200, /params.note must be a string.*"isError":true/],
    ['UTF-16', { ...calling('{}'), body: Buffer.from('\ufeff{}', 'utf16le') }, 400, /-32700.*UTF-8/],
    ['an empty batch', { json: [] }, 400, /-32600/],
    ['an id that is no id', { json: { ...ping, id: {} } }, 400, /-32600/],
  );
  for (const [what, options, status, text] of naughty)
    it(`${what}: ${status}, nothing stored`, async () => {
      const before = await stored();
      const answer = await api.call('POST', '/mcp', options);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, text);
      assert.equal(await stored(), before);
    });

  it('says of a part that is away what the API says, as a tool error', async () => {
    const away = await openTestApi({}, { writeTasks: () => Promise.reject(new Error('Connection terminated')) });
    try {
      const call = { ...ping, method: 'tools/call', params: { name: 'run_portal_task', arguments: freshPod() } };
      const { json } = await away.call('POST', '/mcp', { json: call });
      assert.deepEqual(json.result, {
        content: [{ type: 'text', text: 'the service cannot process this right now; try again shortly' }],
        isError: true,
      });
    } finally {
      await away.close();
    }
  });
});
