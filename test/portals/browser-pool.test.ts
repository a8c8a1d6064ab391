import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserPool, openBrowserPool } from '../../portals/browser-pool.ts';
import { OwnFaultError } from '../../portals/own-lag.ts';
import { findBrowser } from '../../portals/executable.ts';
import { until } from '../support/wait.ts';

describe('the browser pool', function () {
  const never = new AbortController().signal;
  let folder: string;
  let pool: BrowserPool;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lanekeeper-pool-'));
    pool = openBrowserPool({
      program: () => findBrowser({ CHROMIUM_PATH: '' }),
      size: 2,
      profiles: folder,
      renewAfter: 3,
    });
  });
  afterEach(async () => {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('runs no more than its size at once, and the others in the order in which they came', async () => {
    const order: number[] = [];
    let running = 0;
    let most = 0;
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const runs = Array.from({ length: 5 }, (_, n) =>
      pool.use(never, async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(n);
        await gate;
        running -= 1;
      }),
    );
    await until(() => order.length === 2);
    open();
    await Promise.all(runs);
    assert.equal(most, 2);
    assert.deepEqual(order.slice(2), [2, 3, 4]);
  });

  it('closes every context, also after an error', async () => {
    let browser: { contexts(): unknown[] } | null = null;
    await assert.rejects(
      pool.use(never, async (context) => {
        browser = context.browser();
        throw new Error('the work failed');
      }),
      /the work failed/,
    );
    assert.equal((browser as { contexts(): unknown[] } | null)?.contexts().length, 0);
  });

  it('lets one who waits go when it is cancelled', async () => {
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const busy = [pool.use(never, () => gate), pool.use(never, () => gate)];
    const cancel = new AbortController();
    const waiting = pool.use(cancel.signal, async () => 'never');
    cancel.abort(new Error('changed my mind'));
    await assert.rejects(waiting, /changed my mind/);
    open();
    await Promise.all(busy);
    assert.equal(await pool.use(never, async () => 'free again'), 'free again');
  });

  it('turns off what the browser library turns off, in the one list that the browser heeds', async () => {
    await pool.warm();
    const [pid] = pidsWith(folder);
    const lists = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .flatMap((flag) =>
        flag.startsWith('--disable-features=') ? [flag.slice(flag.indexOf('=') + 1).split(',')] : [],
      );
    const heeded = lists.at(-1) ?? [];
    assert.ok(heeded.includes('Prerender2'));
    assert.deepEqual(
      lists.flat().filter((feature) => !heeded.includes(feature)),
      [],
    );
  });

  it('replaces a browser that was killed', async () => {
    await pool.warm();
    const [pid] = pidsWith(folder);
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
    await until(() => pidsWith(folder).length === 0, { what: 'the browser to be gone' });
    assert.equal(await pool.use(never, async (context) => (await context.newPage()).evaluate('6 * 7')), 42);
  });

  it('launches a browser again that crashed at its start, and reports one that crashes every time', async () => {
    const found = await findBrowser({ CHROMIUM_PATH: '' });
    const program = join(folder, 'crashing-chromium');
    for (const [crashes, name] of [
      [2, 'some'],
      [3, 'all'],
    ] as const) {
      const starts = join(folder, `starts-${name}`);
      writeFileSync(
        program,
        `#!/bin/sh\necho x >> ${starts}\n[ $(wc -l < ${starts}) -gt ${crashes} ] || kill -SEGV $$\nexec '${found.path}' "$@"\n`,
        { mode: 0o755 },
      );
      const crashing = openBrowserPool({
        program: async () => ({ ...found, path: program }),
        size: 1,
        profiles: folder,
      });
      try {
        if (name === 'some') assert.equal(await crashing.use(never, async (context) => context.pages().length), 0);
        else
          await assert.rejects(
            crashing.use(never, async () => assert.fail('there is no browser')),
            OwnFaultError,
          );
      } finally {
        await crashing.close();
      }
      assert.equal(readFileSync(starts, 'utf8').split('x').length - 1, 3);
    }
  });

  it('gives a place back soon after its run was cancelled, also when the browser is stopped', async () => {
    const cancel = new AbortController();
    let stopped: number[] = [];
    const run = pool.use(cancel.signal, async (context) => {
      const page = await context.newPage();
      stopped = pidsWith(folder);
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
      cancel.abort(new Error('no longer needed'));
      return page.evaluate('6 * 7');
    });
    await assert.rejects(run, /no longer needed/);
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    assert.equal(await pool.use(never, async (context) => (await context.newPage()).evaluate('6 * 7')), 42);
  });

  it('replaces a browser that is stopped, and calls it a fault of ours', async () => {
    const impatient = openBrowserPool({
      program: () => findBrowser({ CHROMIUM_PATH: '' }),
      size: 1,
      profiles: folder,
      hungAfterMs: 3_000,
    });
    await impatient.warm();
    const stopped = pidsWith(folder);
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    await assert.rejects(
      impatient.use(never, async () => assert.fail('there is no browser')),
      OwnFaultError,
    );
    await until(() => !pidsWith(folder).includes(stopped[0] ?? 0), { what: 'the stopped browser to be gone' });
    const sum = await until(() => impatient.use(never, async (context) => (await context.newPage()).evaluate('6 * 7')));
    assert.equal(sum, 42);
    await impatient.close();
  });

  it('closes although its browser is stopped', async () => {
    const own = join(folder, 'stopped');
    const program = () => findBrowser({ CHROMIUM_PATH: '' });
    const stuck = openBrowserPool({ program, size: 1, profiles: own, hungAfterMs: 500 });
    await stuck.warm();
    for (const pid of pidsWith(own)) process.kill(pid, 'SIGSTOP');
    await stuck.close();
    await until(() => pidsWith(own).length === 0, { what: 'the stopped browser to be gone' });
    rmSync(own, { recursive: true, force: true });
  });

  it('opens a window ahead for a run that can use it, in a context of its own', async () => {
    const early = openBrowserPool({
      program: () => findBrowser({ CHROMIUM_PATH: '' }),
      size: 1,
      profiles: folder,
      openAhead: true,
    });
    const cookie = { name: 'session', value: 'of another run', url: 'http://portal.example/' };
    const aheadOf = (): Promise<number> =>
      early.use(
        never,
        async (context) => {
          assert.deepEqual(await context.cookies(), []);
          await context.addCookies([cookie]);
          return context.pages().length;
        },
        { mayBeOpen: true },
      );
    try {
      await early.warm();
      for (let run = 0; run < 2; run += 1) await until(async () => (await aheadOf()) === 1);
      assert.equal(await early.use(never, async (context) => context.pages().length), 0);
      for (const pid of pidsWith(folder)) process.kill(pid, 'SIGKILL');
      await until(() => pidsWith(folder).length === 0, { what: 'the browser to be gone' });
      assert.ok((await aheadOf()) <= 1);
      await until(async () => (await aheadOf()) === 1);
    } finally {
      await early.close();
    }
  });

  it('renews the browser after so many runs, and leaves no process behind', async () => {
    const pids = new Set<number>();
    for (let n = 0; n < 8; n++)
      await pool.use(never, async (context) => {
        await context.newPage();
        for (const pid of pidsWith(folder)) pids.add(pid);
      });
    assert.ok(pids.size > 1);
    await pool.close();
    await until(() => pidsWith(folder).length === 0, { what: 'the browser to be gone' });
    assert.deepEqual(readdirSync(folder), []);
  });

  it('removes profiles of processes that are gone, and keeps those of the living', () => {
    mkdirSync(join(folder, '999999999', 'profile'), { recursive: true });
    mkdirSync(join(folder, String(process.ppid)), { recursive: true });
    const other = openBrowserPool({ program: () => findBrowser({ CHROMIUM_PATH: '' }), size: 1, profiles: folder });
    assert.ok(!existsSync(join(folder, '999999999')));
    assert.ok(existsSync(join(folder, String(process.ppid))));
    return other.close();
  });

  it('gives the browser no way to the network of its own', async () => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(request.url ?? '');
      response.end('<h1>here</h1>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await pool.use(never, async (context) => {
      const page = await context.newPage();
      for (const host of ['127.0.0.1', 'localhost', '[::1]'])
        await assert.rejects(page.goto(`http://${host}:${port}/`));
    });
    server.close();
    assert.deepEqual(received, []);
  });

  it('renders text with a width', async () => {
    const width = await pool.use(never, async (context) => {
      const page = await context.newPage();
      await page.setContent('<span id=t>Delivery receipt</span>');
      return page.evaluate<number>('document.getElementById("t").getBoundingClientRect().width');
    });
    assert.ok(width > 50);
  });
});

/** Browser processes (not their helpers) whose profile lies in the folder. */
function pidsWith(folder: string): number[] {
  return execFileSync('ls', ['/proc'])
    .toString()
    .split('\n')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const line = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return line.includes(`--user-data-dir=${folder}`) && !line.includes('--type=') ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
}
