import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { endsConnection, readBodyOf } from '../../../api/http/read-body.ts';
import { type ApiError, statusOfCode } from '../../../api/http/errors.ts';
import { type HttpServer, openHttpServer } from '../../../api/http/server.ts';

describe('the HTTP server', () => {
  let server: HttpServer;
  before(async () => {
    server = await openHttpServer({
      host: '127.0.0.1',
      port: 0,
      limits: { headMs: 500, requestMs: 800, checkMs: 20 },
      handler: async (request, response) => {
        await readBodyOf(request, 1_000_000).then(
          () => response.end('done'),
          (error: ApiError) => {
            response.statusCode = statusOfCode[error.code];
            if (endsConnection(request)) response.setHeader('Connection', 'close');
            response.end(error.message);
          },
        );
      },
    });
  });
  after(() => server.stop(100));

  it('gives up on a head that never ends', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Drip: ');
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.match(answer, /^X-Request-Id: req_/m);
    assert.match(answer, /"code":"request_timeout"/);
  });

  it('gives up on a body that never ends', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1');
    assert.match(await text(socket), /^HTTP\/1\.1 408 /);
  });

  it('refuses headers of more than 16 kB', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.match(answer, /"code":"headers_too_large"/);
  });

  it('refuses an expectation that it does not know in its own form', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n');
    assert.match(await text(socket), /^HTTP\/1\.1 417 [^]*"code":"expectation_failed"/);
  });

  for (const [version, header] of [
    ['1.1', 'Connection: close\r\n'],
    ['1.1', ''],
    ['1.0', ''],
  ] as const)
    it(`lets a caller read why its body of 40 MB is refused (HTTP/${version} ${header.trim()})`, async () => {
      const refusing = await openHttpServer({
        host: '127.0.0.1',
        port: 0,
        handler: async (_request, response) => {
          response.writeHead(413, { Connection: 'close' }).end('too large');
        },
      });
      try {
        const socket = connect(refusing.port, '127.0.0.1');
        const size = 40_000_000;
        socket.write(`POST / HTTP/${version}\r\nHost: x\r\n${header}Content-Length: ${size}\r\n\r\n`);
        // Written to its end before anything is read, as simple clients do.
        for (let sent = 0; sent < size; sent += 1_000_000)
          await new Promise<void>((resolve, reject) => {
            socket.write(Buffer.alloc(1_000_000), (error) => (error ? reject(error) : resolve()));
          });
        assert.match(await text(socket), /^HTTP\/1\.1 413 [^]*too large/);
      } finally {
        await refusing.stop(100);
      }
    });

  it('says that a port is taken', async () => {
    const twice = openHttpServer({ host: '127.0.0.1', port: server.port, handler: async () => {} });
    await assert.rejects(twice, { code: 'EADDRINUSE' });
  });
});
