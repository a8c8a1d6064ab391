import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '../../../api/http/errors.ts';
import { readBodyOf } from '../../../api/http/read-body.ts';
import { judgeBody, paceBody, RefusedBodies } from '../../../api/http/refused-bodies.ts';

describe('bodies that are refused', () => {
  let now: number;
  let refused: RefusedBodies;
  beforeEach(() => {
    now = 1_000;
    refused = new RefusedBodies(() => now);
  });
  const send = (caller: string, bytes: number, share: number): number => {
    const wait = refused.waitOf(caller);
    const reserved = refused.reserve(caller, bytes);
    refused.add(caller, bytes * share - reserved);
    return wait;
  };

  it('make the next ones of their caller wait, by their length, and nobody else', () => {
    assert.deepEqual([send('a', 4_000_000, 1), send('a', 2_000_000, 1), send('a', 1, 1)], [0, 0, 500]);
    assert.equal(send('b', 1_000_000, 1), 0);
    now += 501;
    assert.equal(refused.waitOf('a'), 0);
  });

  it('cost nothing when they are taken, and by their share when a part is', () => {
    for (let n = 0; n < 100; n += 1) assert.equal(send('a', 50_000_000, 0), 0);
    assert.deepEqual([send('a', 12_000_000, 0.5), send('a', 50_000_000, 0), send('a', 1, 0)], [0, 500, 500]);
  });

  it('hold up the next for three seconds at most, however long one was', () => {
    send('a', 50_000_000, 1);
    assert.equal(refused.waitOf('a'), 3_000);
  });

  it('are read one after the other while their caller waits', () => {
    send('a', 4_000_000, 1);
    const waits = [1, 2, 3].map(() => [refused.waitOf('a'), refused.reserve('a', 1_000_000)][0]);
    assert.deepEqual(waits, [0, 250, 500]);
  });

  it('are not held up by a length that is refused unread', () => {
    const request = (bytes: number): IncomingMessage =>
      ({ headers: { 'content-length': String(bytes) }, complete: true }) as unknown as IncomingMessage;
    const refusedBefore = request(3_000_000);
    assert.equal(paceBody(refusedBefore, 'boaster'), undefined);
    judgeBody(refusedBefore, 1);
    assert.equal(paceBody(request(2 ** 53), 'boaster'), undefined);
    assert.equal(paceBody(request(100_000), 'boaster'), undefined);
  });

  it('are answered 429 when too many of them wait, and small ones never', async () => {
    const server = createServer((request, response) => {
      const answer = async (): Promise<void> => {
        await paceBody(request, 'flood');
        await readBodyOf(request, 1_000_000);
        throw new ApiError('bad_json', 'refused');
      };
      void answer().catch((error: unknown) => {
        // At the end the connections of those that still wait are closed: there is nobody to answer.
        if (!(error instanceof ApiError)) {
          response.destroy();
          return;
        }
        judgeBody(request, 1);
        response.writeHead(error.code === 'bad_json' ? 400 : 429, { ...error.extras.headers, connection: 'close' });
        response.end(error.message);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const post = (bytes: number): Promise<Response> => fetch(url, { method: 'POST', body: Buffer.alloc(bytes) });
    for (let n = 0; n < 4; n += 1) assert.equal((await post(1_000_000)).status, 400);
    const waiting = Array.from({ length: 150 }, () => post(1_000_000));
    const first = await Promise.any(
      waiting.map(async (sent) => {
        const answer = await sent;
        return answer.status === 429 ? answer : Promise.reject(new Error('another status'));
      }),
    );
    assert.match(await first.text(), /^bodies that are refused may hold 4,000,000 bytes a second$/);
    assert.ok(Number(first.headers.get('Retry-After')) >= 10);
    assert.equal((await post(4_000)).status, 400);
    server.closeAllConnections();
    server.close();
    await Promise.allSettled(waiting);
  });
});
