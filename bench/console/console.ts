/**
 * How long the pages of the console take on the server, of both services, one browser at a time: every page that
 * answers a GET, among 10,000 tasks, 20,000 deliveries and 2,000 steps with work that came in requests of 20,000 events.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { sessionCookie } from '../../api/console/cookies.ts';
import { dispatchConsoleRoutes } from '../../api/console/dispatch-console.ts';
import { lanesConsoleRoutes } from '../../api/console/lanes-console.ts';
import { lanesUrl } from '../../start/machine.ts';
import { sessionOf } from '../../test/support/console.ts';
import { startBenchMachine } from '../bench-machine.ts';
import { percentile } from '../percentiles.ts';
import { fillConsole } from './fill.ts';
import { pagesOf } from './pages.ts';

/** The floors of the project, at the median and for each page. */
const floors = { medianMs: 300, bytes: 200_000 } as const;
const warmUp = 3;

export async function consolePages(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { looks: { type: 'string', default: '40' }, only: { type: 'string', default: '' } },
  });
  const looks = Number(values.looks);
  const bench = await startBenchMachine(['browser', 'sandbox', 'receiver'], {
    PORTAL_ALLOW_LOOPBACK: 'true',
    PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9',
    // Tasks lie in the database and are not carried out: the portals are not part of this.
    WORKER_QUEUES: 'lanes',
  });
  try {
    const filled = await fillConsole(bench);
    const cookie = `${sessionCookie}=${await sessionOf(bench, 'admin')}`;
    console.log(
      `Pages of the console, one browser, ${looks} looks each after ${warmUp} (floors ${floors.medianMs} ms at the median, ${floors.bytes / 1000} kB)`,
    );
    const services = [
      ['dispatch', bench.dispatchUrl, dispatchConsoleRoutes],
      ['lanes', lanesUrl(bench.machine), lanesConsoleRoutes],
    ] as const;
    let met = true;
    for (const [service, url, routes] of services)
      for (const path of pagesOf(routes, filled).filter((page) => page.includes(values.only))) {
        const look = await measure(url, path, cookie, looks);
        if (look === null) continue;
        const fits = look.median <= floors.medianMs && look.bytes <= floors.bytes;
        met &&= fits;
        console.log(
          `  ${service.padEnd(8)} ${look.median.toFixed(1).padStart(6)} ms  p99 ${look.p99.toFixed(1).padStart(6)} ms  first ${look.first.toFixed(0).padStart(5)} ms  ${String(look.bytes).padStart(6)} bytes  ${path}${fits ? '' : '  NOT MET'}`,
        );
      }
    console.log(`  load average ${readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 2).join(', ')}`);
    return met;
  } finally {
    await bench.stop();
  }
}

interface Look {
  readonly first: number;
  readonly median: number;
  readonly p99: number;
  readonly bytes: number;
}

/** @returns null for what is no page: redirects and downloads */
async function measure(url: string, path: string, cookie: string, looks: number): Promise<Look | null> {
  const pool = new Pool(url, { connections: 1 });
  try {
    const times: number[] = [];
    let bytes = 0;
    for (let turn = 0; turn < warmUp + looks; turn += 1) {
      const began = performance.now();
      const { statusCode, headers, body } = await pool.request({
        method: 'GET',
        path,
        headers: { accept: 'text/html', cookie },
      });
      const text = await body.text();
      times.push(performance.now() - began);
      if (statusCode === 303 || !String(headers['content-type']).startsWith('text/html')) return null;
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text.slice(0, 500)}`);
      bytes = Buffer.byteLength(text);
    }
    const [first = NaN] = times;
    const measured = times.slice(warmUp);
    return { first, median: percentile(measured, 50), p99: percentile(measured, 99), bytes };
  } finally {
    await pool.close();
  }
}
