import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identify } from '../../process/identity.ts';
import { NoFreePortError, findPort, portClaims } from '../../start/ports.ts';

const host = '127.0.0.1';

async function occupy(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { port: address.port, server };
}

describe('finding a port', () => {
  it('moves on to the next free one when the wanted one is taken, and says so', async () => {
    const { port, server } = await occupy();
    try {
      const found = await findPort(port);
      assert.ok(found.moved);
      assert.ok(found.port > port);
    } finally {
      server.close();
    }
  });

  it('gives the wanted one when it is free', async () => {
    const { port, server } = await occupy();
    await new Promise((resolve) => server.close(resolve));
    assert.deepEqual(await findPort(port), { port, moved: false });
  });

  it('passes over ports that are promised to somebody else', async () => {
    const { port, server } = await occupy();
    await new Promise((resolve) => server.close(resolve));
    const found = await findPort(port, host, new Set([port]));
    assert.notEqual(found.port, port);
  });

  it('passes over ports that another start on this computer has chosen and does not listen on yet', async () => {
    const { port, server } = await occupy();
    await new Promise((resolve) => server.close(resolve));
    const env = { XDG_CACHE_HOME: mkdtempSync(join(tmpdir(), 'lanekeeper-claims-')) };
    const folder = join(env.XDG_CACHE_HOME, 'lanekeeper/ports');
    const { inTurn, claim, release } = portClaims(env);
    const claimed = (by: object | null): Promise<void> =>
      inTurn(assert.fail, async () => writeFileSync(join(folder, String(port)), JSON.stringify(by)));
    await claimed(identify(process.ppid));
    assert.ok((await findPort(port, host, new Set(), claim)).port > port);
    release();
    const cache = process.env['XDG_CACHE_HOME'];
    process.env['XDG_CACHE_HOME'] = env.XDG_CACHE_HOME;
    try {
      assert.ok((await findPort(port)).port > port, 'whoever looks for a port without claiming it');
    } finally {
      if (cache === undefined) delete process.env['XDG_CACHE_HOME'];
      else process.env['XDG_CACHE_HOME'] = cache;
    }
    // The claim of a process that is gone counts no longer.
    await claimed({ pid: 1, began: 'another time' });
    assert.deepEqual(await findPort(port, host, new Set(), claim), { port, moved: false });
    release();
    await claimed({ pid: 1, began: 'another time' });
    await inTurn(assert.fail, async () => assert.deepEqual(readdirSync(folder), ['choosing.lock']));
    rmSync(env.XDG_CACHE_HOME, { recursive: true });
  });

  it('takes for 0 any free port that no outgoing connection is given, and does not call that a move', async () => {
    const { port, moved } = await findPort(0);
    assert.ok(port >= 20_000 && port < 32_000, `${port}`);
    assert.equal(moved, false);
  });

  it('says which ports it tried when none is free', async () => {
    await assert.rejects(findPort(65_535, host, new Set([65_535])), NoFreePortError);
  });
});
