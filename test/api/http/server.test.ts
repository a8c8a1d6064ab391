import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { openHttpServer } from '../../../api/http/server.ts';
import type { HttpServer } from '../../../api/http/server.ts';

describe('the HTTP server', () => {
  let server: HttpServer;
  before(async () => {
    server = await openHttpServer({
      host: '127.0.0.1',
      port: 0,
      limits: { headMs: 500, requestMs: 800, checkMs: 20 },
      handler: async (request, response) => {
        for await (const chunk of request) void chunk;
        response.end('done');
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

  it('says that a port is taken', async () => {
    const twice = openHttpServer({ host: '127.0.0.1', port: server.port, handler: async () => {} });
    await assert.rejects(twice, { code: 'EADDRINUSE' });
  });
});
