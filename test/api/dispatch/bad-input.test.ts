import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';
import type { CallOptions } from '../../support/api-call.ts';
import { dispatchRoutes } from '../../../api/dispatch/routes.ts';
import { keyScopes } from '../../../domain/key-scopes.ts';
import { taskTypes } from '../../../domain/dispatch/task.ts';

const json = { 'content-type': 'application/json' };
const pod = { task_type: 'pull_pod', params: { pro: '4471180293' } };
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
/** A valid task whose body is exactly so long. */
const padded = (bytes: number): string => {
  const body = JSON.stringify(pod);
  return body + ' '.repeat(bytes - body.length);
};

describe('bad input', () => {
  let api: TestApi;
  before(async () => (api = await openTestApi()));
  after(() => api.close());
  const stored = async (): Promise<number> =>
    (await api.database.pool.query<{ n: number }>('select count(*)::int as n from tasks')).rows[0]?.n ?? -1;

  type Case = [string, string, string, CallOptions, number, string, RegExp];
  const table: Case[] = [
    ['no body', 'POST', '/api/tasks', { headers: json }, 400, 'bad_json', /it is empty$/],
    ['half a body', 'POST', '/api/tasks', { headers: json, body: '{"task_type":' }, 400, 'bad_json', /ends too early$/],
    [
      'text that is no JSON',
      'POST',
      '/api/tasks',
      { headers: json, body: '{"a": secret}' },
      400,
      'bad_json',
      /^the body must be JSON$/,
    ],
    [
      'bytes that are no UTF-8',
      'POST',
      '/api/tasks',
      { headers: json, body: Buffer.from([0x22, 0xff, 0x22]) },
      400,
      'bad_json',
      /UTF-8/,
    ],
    ['33 levels', 'POST', '/api/tasks', { headers: json, body: nested(33) }, 400, 'bad_json', /deeper than 32 levels/],
    [
      '500,000 levels',
      'POST',
      '/api/tasks',
      { headers: json, body: nested(490_000) },
      400,
      'bad_json',
      /deeper than 32 levels/,
    ],
    [
      '32 levels of nothing',
      'POST',
      '/api/tasks',
      { headers: json, body: nested(32) },
      422,
      'invalid_task',
      /^the task must be an object$/,
    ],
    [
      'a number',
      'POST',
      '/api/tasks',
      { headers: json, body: '1e400' },
      422,
      'invalid_task',
      /^the task must be an object$/,
    ],
    [
      '1 MB + 1',
      'POST',
      '/api/tasks',
      { headers: json, body: padded(1_000_001) },
      413,
      'too_large',
      /at most 1,000,000 bytes/,
    ],
    [
      'no content type',
      'POST',
      '/api/tasks',
      { body: JSON.stringify(pod) },
      415,
      'unsupported_media_type',
      /application\/json/,
    ],
    [
      'XML',
      'POST',
      '/api/tasks',
      { headers: { 'content-type': 'text/xml' }, body: '<task/>' },
      415,
      'unsupported_media_type',
      /application\/json/,
    ],
    [
      'a compressed body',
      'POST',
      '/api/tasks',
      { headers: { ...json, 'content-encoding': 'gzip' }, body: 'x' },
      415,
      'unsupported_media_type',
      /Content-Encoding/,
    ],
    ...['utf-16', '"ISO-8859-1"', 'windows-1252; x=y', 'utf-7'].map((charset): Case => [
      `JSON that says it is ${charset}`,
      'POST',
      '/api/tasks',
      { headers: { 'content-type': `application/json; a=b; Charset = ${charset}` }, body: '{}' },
      415,
      'unsupported_media_type',
      /^application\/json must be UTF-8$/,
    ]),
    ...['utf-8', '"UTF-8"', 'utf8', 'us-ascii', ''].map((charset): Case => [
      `JSON that says it is ${JSON.stringify(charset)}, and has no members`,
      'POST',
      '/api/tasks',
      { headers: { 'content-type': `application/json; x="; charset=utf-16"; charset=${charset}` }, body: '{}' },
      422,
      'invalid_task',
      /task_type/,
    ]),
    ['a wrong method', 'DELETE', '/api/tasks', {}, 405, 'method_not_allowed', /^DELETE is not allowed here/],
    ['a wrong method on one task', 'POST', '/api/tasks/tsk_1', { json: {} }, 405, 'method_not_allowed', /^POST/],
    [
      'a wrong method on a path that looks like an id',
      'PUT',
      '/api/deliveries/recover',
      { json: {} },
      405,
      'method_not_allowed',
      /^PUT is not allowed here; allowed: POST$/,
    ],
    ['an unknown path', 'GET', '/api/task', {}, 404, 'not_found', /no such path/],
    ['an unknown path that is no text', 'GET', '/%E0%A4%A', {}, 404, 'not_found', /no such path/],
    [
      'U+0000 in a text',
      'POST',
      '/api/tasks',
      { json: { ...pod, instruction: 'a\u0000' } },
      422,
      'invalid_task',
      /^instruction must not contain control/,
    ],
    [
      'half a surrogate pair',
      'POST',
      '/api/tasks',
      { headers: json, body: '{"task_type":"pull_pod","params":{"pro":"4471180293","note":"\\ud800"}}' },
      422,
      'invalid_task',
      /^params.note must not contain/,
    ],
    [
      'a member __proto__',
      'POST',
      '/api/tasks',
      {
        headers: json,
        body: '{"__proto__":{"task_type":"pull_pod"},"task_type":"pull_pod","params":{"pro":"4471180293"}}',
      },
      422,
      'invalid_task',
      /^__proto__ is not a known member/,
    ],
  ];
  const correction = (weight: string): string =>
    `{"task_type":"tms_correction","params":{"pro":"4471180293","reason_code":"WC","note":"n","changes":{"billed_weight":${weight}}}}`;
  for (const weight of [
    '1e400',
    '-1e400',
    '99999999999999999999999',
    '9007199254740993',
    '1e-400',
    '1.5',
    '"1200"',
    '1200.00000000000000001',
    '120000000000000000001e-17',
  ])
    table.push([
      `a weight of ${weight}`,
      'POST',
      '/api/tasks',
      { headers: json, body: correction(weight) },
      422,
      'invalid_task',
      /^params.changes.billed_weight must be (a whole number|at (most|least) [\d,]+)$/,
    ]);
  for (const [what, body] of [
    ['UTF-16', Buffer.from(`\ufeff${JSON.stringify(pod)}`, 'utf16le')],
    ['Latin-1', Buffer.from('{"task_type":"pull_pod","instruction":"\u00e9"}', 'latin1')],
    ['gzip that nobody declared', Buffer.from('1f8b0800000000000003', 'hex')],
  ] as const)
    table.push([what, 'POST', '/api/tasks', { headers: json, body }, 400, 'bad_json', /must be UTF-8$/]);
  const queries = ['client_ref=%00', 'cursor=%00', 'status=%F0%9F%98%80', 'limit=1e2', `cursor=${'A'.repeat(8000)}`];
  for (const query of queries)
    table.push([`?${query.slice(0, 30)}`, 'GET', `/api/tasks?${query}`, {}, 422, 'invalid_query', /must be/]);
  for (const path of ['%00', '%ED%A0%80', '%E0%A4', 'x'.repeat(8000)])
    table.push([`a task of ${path.slice(0, 9)}`, 'GET', `/api/tasks/${path}`, {}, 404, 'not_found', /no such task$/]);

  for (const [what, method, path, options, status, code, sentence] of table)
    it(`${what}: ${status} ${code}, nothing stored`, async () => {
      const answer = await api.call(method, path, options);
      assert.deepEqual([answer.status, answer.json.code], [status, code], answer.text);
      assert.match(answer.json.error, sentence);
      assert.ok(!answer.text.includes('secret'));
      assert.equal(await stored(), 0);
    });

  it('a body of 1 MB + 1 that comes in chunks: 413', async () => {
    const socket = connect(api.port, '127.0.0.1');
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    socket.write(
      `POST /api/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    );
    for (let sent = 0; sent < 1_000_001; sent += 65_536) socket.write(chunk);
    socket.write('0\r\n\r\n');
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.match(answer, /"code":"too_large"/);
    assert.equal(await stored(), 0);
  });

  it('a body that breaks off: nothing stored, and the next request is answered', async () => {
    const socket = connect(api.port, '127.0.0.1');
    socket.end(
      `POST /api/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n${JSON.stringify(pod)}`,
    );
    assert.match(await text(socket), /^(HTTP\/1\.1 400 |$)/);
    assert.equal((await api.call('GET', '/healthz')).status, 200);
    assert.equal(await stored(), 0);
  });

  it('an answer never carries a long value back', async () => {
    const { json: answer, text: sent } = await api.call('POST', '/api/tasks', {
      json: { task_type: 'pull_pod', params: { pro: '7'.repeat(900_000) } },
    });
    assert.equal(answer.error, 'params.pro must be exactly 10 digits');
    assert.ok(sent.length < 200);
  });

  it('a request that is no HTTP: 400 in the shape of every error', async () => {
    const socket = connect(api.port, '127.0.0.1');
    socket.write('GARBAGE\r\n\r\n');
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.deepEqual(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))), {
      error: 'the request is not valid HTTP',
      code: 'bad_request',
    });
  });

  it('a parameter or a body that a route does not take is refused by its name, whatever the route', async () => {
    const key = await api.keyWith(keyScopes);
    const sender = { ...(await api.call('GET', '/api/endpoint')).json };
    for (const { method, path, query, body, needs } of dispatchRoutes) {
      const place = path.replaceAll(/\{\w+\}/g, 'x');
      if (query === undefined) {
        const { status, json } = await api.call(method, `${place}?dry_run=true`, {
          key,
          ...(method === 'GET' ? {} : { json: {} }),
        });
        assert.deepEqual([status, json.error], [422, 'dry_run is not a known parameter'], `${method} ${path}`);
      }
      if (method === 'GET' || body !== undefined) continue;
      const refused = async (options: CallOptions): Promise<string> => {
        const { status, json } = await api.call(method, place, {
          headers: { 'content-type': 'application/json' },
          key,
          ...options,
        });
        assert.deepEqual([status, json.code], [400, 'invalid_request'], `${method} ${path} ${needs}`);
        return json.error;
      };
      const named = 'overlap_days is not a known member: this call takes no body';
      assert.equal(await refused({ json: { overlap_days: 3 } }), named);
      for (const text of ['{"overlap_days":', 'text', '"text"', '[1]', 'a=b'])
        assert.equal(await refused({ body: text }), 'the body must be empty: this call takes none');
    }
    assert.deepEqual((await api.call('GET', '/api/endpoint')).json, sender);
    assert.equal(await stored(), 0);
  });

  it('the header Idempotency-Key is the key of one task, and refused where it cannot be', async () => {
    const headers = { 'idempotency-key': 'order-66' };
    const ask = async (options: CallOptions): Promise<[number, string]> => {
      const { status, json } = await api.call('POST', '/api/tasks', { headers, ...options });
      return [status, json.error];
    };
    const ofOne = 'the header Idempotency-Key is for one task; give each task of a batch its own idempotency_key';
    assert.deepEqual(await ask({ json: { tasks: [pod] } }), [422, ofOne]);
    const csv = { ...headers, 'content-type': 'text/csv' };
    assert.deepEqual(await ask({ headers: csv, body: 'task_type,pro\npull_pod,4471180293' }), [422, ofOne]);
    assert.deepEqual(await ask({ json: { ...pod, idempotency_key: 'other' } }), [
      422,
      'idempotency_key must be that of the header Idempotency-Key',
    ]);
    const [status, sentence] = await ask({ json: pod, headers: { 'idempotency-key': 'x'.repeat(256) } });
    assert.equal(status, 422);
    assert.match(sentence, /^idempotency_key must /);
    assert.equal(await stored(), 0);
  });

  it('nothing, an empty object, an empty list or null, which many clients always send, is no body', async () => {
    const key = await api.keyWith(['admin']);
    for (const body of ['', ' ', '{}', '{ }', '[]', 'null', '\r\n'])
      assert.equal((await api.call('POST', '/api/endpoint/rotate-secret', { key, headers: json, body })).status, 200);
  });

  it('Allow names what is possible on a path', async () => {
    assert.equal((await api.call('PATCH', '/api/tasks')).headers['allow'], 'GET, HEAD, POST');
    assert.equal((await api.call('OPTIONS', '/api/tasks/tsk_1')).headers['allow'], 'GET, HEAD');
  });

  it('every answer carries a request id: the caller’s own if it is printable and short enough', async () => {
    const id = async (given: string): Promise<unknown> =>
      (await api.call('GET', '/nowhere', { headers: { 'x-request-id': given } })).headers['x-request-id'];
    assert.equal(await id('order 66'), 'order 66');
    assert.match(String(await id('x'.repeat(129))), /^req_/);
    assert.match(String(await id('é')), /^req_/);
  });

  it('any JSON value is a task or a refusal, never a failure of ours', async () => {
    const member = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('4471180293', 'WC', 'void_bill', 'https://example.com', 1e300, -0),
    );
    const nearTask = fc.record(
      {
        task_type: fc.oneof(fc.constantFrom<unknown>(...taskTypes), member),
        params: fc.oneof(
          fc.dictionary(
            fc.constantFrom(
              'pro',
              'invoice_number',
              'claim_id',
              'action',
              'changes',
              'note',
              '__proto__',
              'constructor',
            ),
            member,
          ),
          member,
        ),
        instruction: member,
        client_ref: member,
        idempotency_key: member,
        callback_url: member,
        priority: member,
        requested_by: member,
      },
      { requiredKeys: ['task_type', 'params'] },
    );
    const body = fc.oneof(fc.jsonValue(), nearTask, fc.record({ tasks: fc.array(nearTask, { maxLength: 3 }) }));
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const answer = await api.call('POST', '/api/tasks', { json: value });
        assert.ok([200, 201, 207, 422].includes(answer.status), `${answer.status} ${answer.text}`);
      }),
      { numRuns: 200 },
    );
  });
});
