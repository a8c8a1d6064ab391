import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { join } from 'node:path';
import {
  type ConnectorOptions,
  type GuardedConnector,
  guardedConnector,
  knowingOwnFaults,
  linedUp,
  sharedResolve,
} from '../../../process/outbound/connector.ts';
import { type Exchange, type OutboundRequest, exchange } from '../../../process/outbound/request.ts';
import { answerWith, hang, openReceiver } from '../../support/receiver.ts';
import { until } from '../../support/wait.ts';

/** Made for these tests only: CN and DNS name receiver.test, valid for a hundred years. */
const certificate = readFileSync(join(import.meta.dirname, 'receiver-test.pem'));
const post = (
  url: string,
  options: Partial<ConnectorOptions> = {},
  request: Partial<OutboundRequest> = {},
): Promise<Exchange> =>
  exchange(
    {
      url,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{}'),
      timeoutMs: 20_000,
      responseBytes: 65_536,
      ...request,
    },
    guardedConnector({ allowLoopback: true, ...options }),
  );

/** Keeps this process from running anything else, as a stop or a long turn of the event loop does. */
function blockLoop(ms: number): undefined {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  return undefined;
}

const fault = async (sent: Promise<Exchange>): Promise<unknown[]> => {
  const { failure, ownFault } = await sent;
  return [failure, ownFault];
};

const words = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '));

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
const receiver = async (...args: Parameters<typeof openReceiver>) => {
  const open = await openReceiver(...args);
  closers.push(() => open.close());
  return open;
};
/** A bare TCP server, for what no HTTP library would send. */
const rawServer = async (onSocket: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  closers.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  return `127.0.0.1:${await listen(server)}`;
};
const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

describe('outbound exchange', () => {
  it('sends the bytes and gives status, headers and body back', async () => {
    const open = await receiver(answerWith(200, { 'x-answer': 'yes' }, 'thanks'));
    const result = await post(
      `${open.url}?a=b`,
      {},
      { body: Buffer.from('{"é":1}'), headers: { 'X-Svc-Event': 'task.completed' } },
    );
    assert.equal(result.status, 200);
    assert.equal(result.failure, null);
    assert.equal(result.body.toString(), 'thanks');
    assert.equal(result.headers['x-answer'], 'yes');
    assert.deepEqual(
      open.received.map(({ method, path, body }) => ({ method, path, body })),
      [{ method: 'POST', path: '/hook?a=b', body: '{"é":1}' }],
    );
    assert.equal(open.received[0]?.headers['x-svc-event'], 'task.completed');
    assert.equal(open.received[0]?.headers['content-length'], String(Buffer.byteLength('{"é":1}')));
  });

  it('gives any other status back as it is', async () => {
    for (const status of [400, 410, 429, 500, 503]) {
      const open = await receiver(answerWith(status));
      const result = await post(open.url);
      assert.deepEqual([result.status, result.failure], [status, null]);
    }
  });

  it('follows no redirect, wherever it points', async () => {
    const target = await receiver();
    const open = await receiver(answerWith(302, { location: target.url }));
    assert.equal((await post(open.url)).status, 302);
    open.answer = answerWith(307, { location: 'http://169.254.169.254/latest/meta-data/' });
    assert.equal((await post(open.url)).status, 307);
    assert.equal(target.received.length, 0);
  });

  it('cuts a giant answer at the cap and keeps its status', async () => {
    const open = await receiver((_request, response) => {
      const more = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      response.writeHead(200);
      more();
    });
    const result = await post(open.url, {}, { responseBytes: 100_000 });
    assert.deepEqual([result.status, result.failure, result.body.length], [200, null, 100_000]);
  });

  it('limits the whole exchange: a receiver that never answers', async () => {
    const open = await receiver(hang);
    const result = await post(open.url, {}, { timeoutMs: 50 });
    assert.deepEqual([result.status, result.failure], [null, 'timeout']);
  });

  it('reads an answer that arrived while this process did not run, long after its limit', async () => {
    const open = await receiver((_request, response) => void response.writeHead(204).end(blockLoop(4_000)));
    const result = await post(open.url, {}, { timeoutMs: 3_000 });
    assert.deepEqual([result.status, result.failure, result.ownFault], [204, null, null]);
  });

  it('does not know what came of a request when this process hardly ran in four times the limit', async () => {
    const open = await receiver(() => blockLoop(6_500));
    const result = await post(open.url, {}, { timeoutMs: 1_500 });
    assert.deepEqual([result.status, result.ownFault], [null, 'not_known']);
  });

  it('takes a connection that broke while this process was away for no news of the receiver', async () => {
    const open = await receiver((_request, response) => {
      blockLoop(1300);
      response.destroy();
    });
    assert.deepEqual(await fault(post(open.url)), ['reset', 'not_known']);
    const breaks = await receiver((_request, response) => void response.destroy());
    assert.deepEqual(await fault(post(breaks.url)), ['reset', null]);
  });

  it('has sent nothing where it was still in a line of our own, or something of ours failed before a connection', async () => {
    const line = linedUp(() => new Promise(() => {}), 1);
    void line('hangs.test');
    const lined: GuardedConnector = (wanted) => void line(wanted.hostname, wanted.progress?.waitsForOther);
    const request = { url: 'https://a.test/', headers: {}, body: Buffer.from('{}'), timeoutMs: 20, responseBytes: 0 };
    assert.deepEqual(await fault(exchange(request, lined)), ['timeout', 'not_sent']);
    const failing = (error: Error): Promise<Exchange> => {
      const resolve = async (): Promise<never> => {
        throw error;
      };
      return post('https://a.test/', { resolve });
    };
    assert.deepEqual(await fault(failing(new TypeError('a bug of the guard'))), ['other', 'not_sent']);
    const full = Object.assign(new Error('too many open files'), { code: 'EMFILE', syscall: 'getaddrinfo' });
    assert.deepEqual(await fault(failing(full)), ['other', 'not_sent']);
    const mute = Object.assign(new Error('our resolver does not answer'), { code: 'ERESOLVER' });
    assert.deepEqual(await fault(failing(mute)), ['other', 'not_sent']);
    const missing = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    assert.deepEqual(await fault(failing(missing)), ['dns', null]);
    const hangs = post('https://a.test/', { resolve: () => new Promise(() => {}) }, { timeoutMs: 50 });
    assert.deepEqual(await fault(hangs), ['timeout', null]);
  });

  it('limits the whole exchange: a body that drips for ever, its status kept', async () => {
    const open = await receiver((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(drip));
    });
    const result = await post(open.url, {}, { timeoutMs: 300 });
    assert.equal(result.failure, 'timeout');
    assert.ok(result.status === 200 || result.status === null);
  });

  it('limits the whole exchange: a connection that takes no TLS handshake', async () => {
    const address = await rawServer(() => {});
    const result = await post(`https://${address}/`, {}, { timeoutMs: 50 });
    assert.deepEqual([result.status, result.failure], [null, 'timeout']);
  });

  it('leaves no connection behind after a time limit', async () => {
    let open = 0;
    const address = await rawServer((socket) => {
      open += 1;
      socket.resume();
      socket.on('close', () => (open -= 1));
    });
    assert.equal((await post(`http://${address}/`, {}, { timeoutMs: 50 })).failure, 'timeout');
    await until(() => open === 0, { what: 'the connection to close' });
  });

  it('ends early when asked to', async () => {
    const stop = new AbortController();
    const open = await receiver(() => stop.abort());
    assert.deepEqual(await fault(post(open.url, {}, { signal: stop.signal })), ['interrupted', 'not_known']);
    assert.deepEqual(await fault(post(open.url, {}, { signal: AbortSignal.abort() })), ['interrupted', 'not_sent']);
  });

  it('distinguishes a refused connection, a reset and an answer that is not HTTP', async () => {
    const gone = await receiver();
    await gone.close();
    assert.equal((await post(gone.url)).failure, 'refused');
    const reset = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    assert.equal((await post(`http://${reset}/`)).failure, 'reset');
    const closed = await rawServer((socket) => socket.once('data', () => socket.end()));
    assert.equal((await post(`http://${closed}/`)).failure, 'reset');
    const nonsense = await rawServer((socket) =>
      socket.once('data', () => socket.end('220 mail.example ESMTP\r\n\r\n')),
    );
    assert.equal((await post(`http://${nonsense}/`)).failure, 'bad_response');
    const heads = await rawServer((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`)),
    );
    assert.equal((await post(`http://${heads}/`)).failure, 'bad_response');
  });

  it('waits for the answer behind interim ones that nobody asked for, in whatever pieces they come', async () => {
    const answer = 'HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok';
    const going = 'HTTP/1.1 100 Continue\r\nserver: old\r\n\r\n';
    const answers = [
      [`${going}${answer}`],
      [going, answer],
      ['HTTP/1.1 1', '00\r\n\r', `\n${going}HTTP`, answer.slice(4)],
      [`${going}HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${answer}`],
      answer.split(''),
    ];
    for (const pieces of answers) {
      const host = await rawServer((socket) => {
        const send = ([piece, ...more]: string[]): void =>
          void (piece === undefined || socket.write(piece, () => setImmediate(send, more)));
        socket.setNoDelay().once('data', () => send(pieces));
      });
      const { status, failure, body } = await post(`http://${host}/`);
      assert.deepEqual([status, failure, body.toString()], [202, null, 'ok'], pieces.join('|'));
    }
    const endless = await rawServer((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 100 Continue\r\nx: ${'y'.repeat(70_000)}`)),
    );
    assert.notEqual((await post(`http://${endless}/`)).failure, null);
    const only = await rawServer((socket) => socket.once('data', () => socket.end(going)));
    assert.equal((await post(`http://${only}/`)).failure, 'reset');
  });

  it('keeps the status of an answer that breaks off', async () => {
    const half = await rawServer((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', () => socket.resetAndDestroy()),
      ),
    );
    const result = await post(`http://${half}/`);
    assert.equal(result.failure, 'reset');
    assert.ok(result.status === 200 || result.status === null);
  });

  it('checks certificates and the names in them', async () => {
    const server = createTlsServer({ key: certificate, cert: certificate }, (_request, response) =>
      response.writeHead(204).end(),
    );
    const port = await listen(server);
    closers.push(() => new Promise((resolve) => server.close(() => resolve())));
    const here = { resolve: async () => ['127.0.0.1'] };
    const ca = certificate.toString();
    assert.equal((await post(`https://receiver.test:${port}/`, { ...here, ca })).status, 204);
    assert.equal((await post(`https://receiver.test:${port}/`, here)).failure, 'tls');
    assert.equal((await post(`https://other.test:${port}/`, { ...here, ca })).failure, 'tls');
    assert.equal((await post(`https://127.0.0.1:${port}/`, { ca })).failure, 'tls');
  });

  it('gives plain HTTP on a TLS connection out as a TLS error', async () => {
    const open = await receiver();
    assert.equal((await post(open.url.replace('http:', 'https:'))).failure, 'tls');
  });
});

describe('address guard: connections', () => {
  const spellings = (port: string): string[] =>
    words(
      '127.0.0.1 127.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1.',
      '127。0。0。1 ①②⑦.⓪.⓪.① %31%32%37.0.0.1 [::1] [::ffff:127.0.0.1] [::ffff:7f00:1]',
      '[64:ff9b::7f00:1] [2002:7f00:1::] 0 0.0.0.0 [::] localhost LOCALHOST. localhost. example.com@127.0.0.1',
    ).map((host) => `http://${host}:${port}/hook`);

  it('reaches this machine by no spelling unless the deployment allows it', async () => {
    const open = await receiver();
    const { port } = new URL(open.url);
    for (const url of spellings(port)) {
      const { failure } = await post(url, { allowLoopback: false });
      assert.equal(
        failure,
        url.toLowerCase().includes('localhost.') && failure === 'dns' ? 'dns' : 'blocked_address',
        url,
      );
    }
    assert.equal(open.received.length, 0);
  });

  it('judges a name by all its addresses: one bad one is enough', async () => {
    const open = await receiver();
    const { port } = new URL(open.url);
    for (const addresses of [
      ['127.0.0.1', '10.0.0.1'],
      ['169.254.169.254', '127.0.0.1'],
      ['127.0.0.1', '64:ff9b::7f00:1'],
      ['127.0.0.1', 'fe80::1%lo'],
    ])
      assert.equal(
        (await post(`http://a.test:${port}/`, { resolve: async () => addresses })).failure,
        'blocked_address',
      );
    assert.equal(open.received.length, 0);
    assert.equal((await post(`http://a.test:${port}/`, { resolve: async () => ['127.0.0.1'] })).status, 204);
  });

  it('judges again at every connection, so that a name that changes its mind gains nothing', async () => {
    const open = await receiver();
    const { port } = new URL(open.url);
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
    const connect = guardedConnector({
      allowLoopback: true,
      resolve: async () => answers.shift() ?? [],
    });
    const request = {
      url: `http://a.test:${port}/`,
      headers: {},
      body: Buffer.from('{}'),
      timeoutMs: 20_000,
      responseBytes: 0,
    };
    const results = [];
    for (let n = 0; n < 3; n += 1) results.push(await exchange(request, connect));
    assert.deepEqual(
      results.map(({ status, failure }) => status ?? failure),
      [204, 'blocked_address', 204],
    );
    assert.equal(open.received.length, 2);
  });

  it('asks the resolver once for a connection and connects to its answer only', async () => {
    const open = await receiver();
    const { port } = new URL(open.url);
    const asked: string[] = [];
    const resolve = async (name: string): Promise<string[]> => {
      asked.push(name);
      return asked.length === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    assert.equal((await post(`http://a.test:${port}/`, { resolve })).status, 204);
    assert.deepEqual(asked, ['a.test']);
  });

  it('sends over http to this machine only, whatever a name says', async () => {
    assert.equal((await post('http://a.test/', { resolve: async () => ['8.8.8.8'] })).failure, 'blocked_address');
    assert.equal((await post('http://8.8.8.8/')).failure, 'blocked_address');
  });

  it('gives a name without addresses out as a DNS error', async () => {
    assert.equal((await post('https://a.test/', { resolve: async () => [] })).failure, 'dns');
    const missing = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    assert.equal((await post('https://a.test/', { resolve: () => Promise.reject(missing) })).failure, 'dns');
  });

  it('limits the time of a name server that never answers', async () => {
    const result = await post('https://a.test/', { resolve: () => new Promise(() => {}) }, { timeoutMs: 50 });
    assert.equal(result.failure, 'timeout');
  });

  it('asks once for all who want the same name at the same time', async () => {
    const open = await receiver();
    const { port } = new URL(open.url);
    let asked = 0;
    let answer: (addresses: string[]) => void = () => {};
    const resolve = (): Promise<string[]> => {
      asked += 1;
      return new Promise((give) => (answer = give));
    };
    const connect = guardedConnector({ allowLoopback: true, resolve });
    const request = {
      url: `http://a.test:${port}/`,
      headers: {},
      body: Buffer.from('{}'),
      timeoutMs: 20_000,
      responseBytes: 0,
    };
    const both = Promise.all([exchange(request, connect), exchange(request, connect)]);
    await until(() => asked > 0);
    await new Promise((resolve) => setImmediate(resolve));
    answer(['127.0.0.1']);
    assert.deepEqual(
      (await both).map(({ status }) => status),
      [204, 204],
    );
    assert.equal(asked, 1);
  });

  it('keeps the address that a name resolved to out of everything but the cause', async () => {
    const { cause, ...rest } = await post('https://a.test/', { resolve: async () => ['10.9.8.7'] });
    assert.match(String(cause), /10\.9\.8\.7/);
    assert.ok(!JSON.stringify(rest).includes('10.9.8.7'));
  });
});

describe('resolving names', () => {
  it('distinguishes a resolver of ours that is away from a name whose own servers fail', async () => {
    const failing = (code: string) => () => Promise.reject(Object.assign(new Error(`getaddrinfo ${code}`), { code }));
    const resolve = (code: string, answers: boolean) => knowingOwnFaults(failing(code), async () => answers)('a.test');
    await assert.rejects(resolve('EAI_AGAIN', false), { code: 'ERESOLVER' });
    await assert.rejects(resolve('EAI_AGAIN', true), { code: 'EAI_AGAIN' });
    await assert.rejects(resolve('ENOTFOUND', false), { code: 'ENOTFOUND' });
  });

  it('asks so many questions at once, serves the others in order, and reports when each is asked', async () => {
    const answers = new Map<string, (addresses: string[]) => void>();
    const resolve = linedUp((name) => new Promise((answer) => answers.set(name, answer)), 2);
    const asked: string[] = [];
    const all = ['a', 'b', 'c', 'd'].map((name) => resolve(name, () => asked.push(name)));
    assert.deepEqual(asked, ['a', 'b']);
    answers.get('b')?.(['1.1.1.1']);
    await until(() => asked.length === 3);
    assert.deepEqual(asked, ['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd']) {
      await until(() => answers.has(name));
      answers.get(name)?.(['1.1.1.1']);
    }
    await Promise.all(all);
    void resolve('e', () => asked.push('e'));
    assert.deepEqual(asked, ['a', 'b', 'c', 'd', 'e']);
  });

  it('gives the place of a question that failed to the next', async () => {
    const resolve = linedUp((name) => (name === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve([name])), 1);
    const bad = resolve('bad');
    const good = resolve('good');
    await assert.rejects(bad);
    assert.deepEqual(await good, ['good']);
  });

  it('notifies all who share a question when it is asked, also those who come later', async () => {
    const places: (() => void)[] = [];
    const resolve = sharedResolve(async (_name, asked) => {
      await new Promise<void>((place) => places.push(place));
      asked?.();
      return await new Promise(() => {});
    });
    let answered = 0;
    const listener = () => (): void => void (answered += 1);
    void resolve('a', listener());
    void resolve('a', listener());
    assert.equal(answered, 0);
    places[0]?.();
    await until(() => answered === 2);
    void resolve('a', listener());
    assert.equal(answered, 3);
    assert.equal(places.length, 1);
  });
});
