import assert from 'node:assert/strict';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ApiError, statusOfCode } from '../../../api/http/errors.ts';
import { endsConnection } from '../../../api/http/read-body.ts';
import { type HttpServer, openHttpServer } from '../../../api/http/server.ts';
import { openUnknownBodies } from '../../../api/http/refused-bodies.ts';
import { until } from '../../support/wait.ts';

describe('bodies that come before it is known who sends them', () => {
  const limit = 10_000;
  let server: HttpServer;
  let begun = 0;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    begun = 0;
    const bodies = openUnknownBodies({ total: 5 * limit, perAddress: limit });
    server = await openHttpServer({
      host: '127.0.0.1',
      port: 0,
      handler: async (request, response) => {
        request.once('readable', () => (begun += 1));
        await bodies.read(request, limit).then(
          (body) => response.end(`${body.length} bytes`),
          (error: ApiError) => {
            response.statusCode = statusOfCode[error.code];
            if (endsConnection(request)) response.setHeader('Connection', 'close');
            response.end(error.message);
          },
        );
      },
    });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.stop(100);
  });

  const head = (length: number): string => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;
  const post = async (length: number): Promise<string> =>
    (await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: 'x'.repeat(length) })).text();
  /** Announces a body of the limit, and holds all but `sent` bytes of it back. */
  async function holdBack(sent: number): Promise<Socket> {
    const before = begun;
    const socket = connect(server.port, '127.0.0.1');
    sockets.push(socket);
    socket.write(head(limit) + 'x'.repeat(sent));
    await until(() => sent === 0 || begun > before, { what: 'the first bytes to have arrived' });
    return socket;
  }

  it('count by what has arrived, and not by what was announced', async () => {
    for (let n = 0; n < 50; n++) await holdBack(1);
    assert.equal(await post(limit), `${limit} bytes`);
  });

  it('make room for one that comes at once when they are held back, the one that has taken longest first', async () => {
    const held: Socket[] = [];
    for (let n = 0; n < 5; n++) held.push(await holdBack(limit - 1));
    assert.equal(await post(limit), `${limit} bytes`);
    assert.match(await text(held[0]!), /^HTTP\/1\.1 503 [^]*too many bodies are arriving at once/);
    for (const socket of held.slice(1)) socket.end('x');
    for (const socket of held.slice(1)) assert.match(await text(socket), /^HTTP\/1\.1 200 /);
  });

  it('are refused by what they announce when that is too long', async () => {
    assert.match(await post(limit + 1), /at most 10,000 bytes/);
  });
});
