import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { APIResponse } from 'playwright-core';
import { isRedirect, whyUnanswered } from '../../portals/redirects.ts';

/** What a request hears of a server that sends these bytes, whatever it is asked. */
async function heardOf(bytes: string): Promise<{ readonly status?: number; readonly error?: Error }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await new Promise((resolve) => {
      const request = http.request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
      request.on('error', (error) => resolve({ error }));
      request.on('response', (answer) => {
        answer.resume().on('error', (error) => resolve({ error }));
        request.on('close', () => resolve({ status: answer.statusCode ?? 0 }));
      });
      request.end();
    });
  } finally {
    server.close();
  }
}

const ended = 'HTTP/1.1 302 Found\r\nTransfer-Encoding: chunked\r\nLocation: /\r\n\r\n0\r\n\r\n';

describe('an answer of a portal', () => {
  it('is heard to its end, whatever comes behind it', async () => {
    assert.deepEqual(await heardOf(ended), { status: 302 });
    assert.deepEqual(await heardOf(`${ended}0\r\n\r\n`), { status: 302 });
  });

  it('that is no HTTP is reported as that, and what a write did as not known', async () => {
    const { error } = await heardOf('no HTTP at all\r\n\r\n');
    assert.ok(error);
    assert.equal(whyUnanswered(error, true), 'the portal sent an answer that is no HTTP');
    assert.match(whyUnanswered(error, false), /is no HTTP; whether it did what it was sent is not known$/);
  });

  it('leads on only where it names an address, whatever its status', () => {
    const answer = (status: number, headers: Record<string, string>): APIResponse =>
      ({ status: () => status, headers: () => headers }) as APIResponse;
    assert.equal(isRedirect(answer(303, { location: '/bills' })), true);
    assert.equal(isRedirect(answer(303, { 'x-action-redirect': '/bills;push' })), false);
    assert.equal(isRedirect(answer(200, { location: '/bills' })), false);
  });
});
