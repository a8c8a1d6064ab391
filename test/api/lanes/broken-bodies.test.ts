import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { lanesRoutes } from '../../../api/lanes/routes.ts';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';

describe('large bodies that are not what their head says', function () {
  let api: TestLanes;
  before(async () => {
    api = await openTestLanes();
  });
  after(() => api.close());

  const head = (length: number): string =>
    `POST /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.workspace.key}\r\n` +
    `Content-Type: application/json\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;

  it('are waited for no longer when their sender is gone', async () => {
    for (const sent of [0, 1_500_000]) {
      const socket = connect(api.port, '127.0.0.1');
      socket.on('error', () => {});
      await new Promise((resolve) => socket.write(`${head(3_000_000)}${' '.repeat(sent)}`, resolve));
      socket.destroy();
    }
    assert.equal((await api.call('GET', '/v1/status')).status, 200);
  });

  it('are read as long as their head says and no further', async () => {
    const body = `{"events":[]${' '.repeat(2_000_000)}}`;
    const socket = connect(api.port, '127.0.0.1');
    socket.on('error', () => {});
    const answer = text(socket);
    socket.write(`${head(body.length)}${body}`);
    assert.match(await answer, /^HTTP\/1\.1 200 .*"accepted":0/s);
  });

  it('are read in pieces of any size, with characters cut between them', async () => {
    const event = {
      id: 'd',
      kind: 'queue.defined',
      at: '2026-01-05T00:00:00Z',
      queue: 'q',
      actor: { kind: 'operator', id: 'Zoë 😀' },
      steps: [{ step: 's', title: 'Zoë 😀' }],
    };
    const bytes = Buffer.from(
      JSON.stringify({ events: [event], close: 'hold' }).replace('{', `{${' '.repeat(1_200_000)}`),
    );
    const socket = connect(api.port, '127.0.0.1');
    const answer = text(socket);
    socket.write(head(bytes.length));
    for (const [from, to] of [
      [0, 1_100_003],
      [1_100_003, bytes.length - 60],
      [bytes.length - 60, bytes.length - 33],
      [bytes.length - 33, bytes.length],
    ] as const)
      await new Promise((resolve) => socket.write(bytes.subarray(from, to), resolve));
    assert.match(await answer, /^HTTP\/1\.1 200 .*"accepted":1/s);
  });

  it('hold up nobody else while they arrive, and few of their own workspace', async () => {
    const slow = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const socket = connect(api.port, '127.0.0.1');
        socket.on('error', () => {});
        await new Promise((resolve) => socket.write(`${head(3_000_000)}[`, resolve));
        return socket;
      }),
    );
    const large = `[${' '.repeat(2_500_000)}]`;
    const json = { body: large, headers: { 'content-type': 'application/json' } };
    assert.equal((await api.call('POST', '/v1/events', { ...json, key: api.other.key })).status, 200);
    for (const socket of slow) socket.destroy();
    assert.equal((await api.call('POST', '/v1/events', json)).status, 200);
  });
});

describe('what a route of lanes does not take', () => {
  let api: TestLanes;
  before(async () => (api = await openTestLanes()));
  after(() => api.close());

  it('is refused by its name, whatever the route', async () => {
    for (const { method, path, query, body } of lanesRoutes) {
      const place = path.replaceAll(/\{\w+\}/g, 'x');
      if (query === undefined) {
        const { status, json } = await api.call(method, `${place}?dry_run=true`, { json: {} });
        assert.deepEqual([status, json.error], [400, 'dry_run is not a known parameter'], `${method} ${path}`);
      }
      if (method === 'GET' || body !== undefined) continue;
      const { status, json } = await api.call(method, place, { json: { secret: 'x' } });
      const named = 'secret is not a known member: this call takes no body';
      assert.deepEqual([status, json.code, json.error], [400, 'invalid_request', named], `${method} ${path}`);
    }
  });
});
