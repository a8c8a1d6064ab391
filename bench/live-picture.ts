/**
 * The live picture: how long after a page has changed the console has the picture of it, and what watching a task costs the task.
 * The portal's page changes its colour every two seconds by the clock of this machine.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sessionCookie } from '../api/console/cookies.ts';
import { createRecording, wantBrowser } from '../store/recordings.ts';
import { scenarioPros } from '../sandbox/tms/scenarios.ts';
import { sessionOf } from '../test/support/console.ts';
import { type BenchMachine, startBenchMachine } from './bench-machine.ts';
import { percentile } from './percentiles.ts';

/** The bars of the project. */
const bars = { lagMs: 500, cost: 0.1 } as const;
const everyMs = 2_000;
const warmUps = 2;

/** @param args `--pictures N` and `--runs N`, 40 and 15 by default */
export async function livePicture(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { pictures: { type: 'string', default: '40' }, runs: { type: 'string', default: '15' } },
  });
  const bench = await startBenchMachine([], { PORTAL_ALLOW_LOOPBACK: 'true' });
  try {
    const cookie = `${sessionCookie}=${await sessionOf(bench, 'admin')}`;
    const lags = await lagsOf(bench, cookie, Number(values.pictures));
    const { plain, watched } = await runs(bench, cookie, Number(values.runs));
    return report(lags, plain, watched);
  } finally {
    await bench.stop();
  }
}

function report(lags: readonly number[], plain: readonly number[], watched: readonly number[]): boolean {
  const row = (name: string, all: readonly number[]): string =>
    `${name.padEnd(16)}${[50, 90, 100].map((p) => `p${p} ${percentile(all, p).toFixed(0)} ms`.padEnd(16)).join('')}(${all.length})\n`;
  const cost = percentile(watched, 50) / percentile(plain, 50) - 1;
  process.stdout.write(
    `${row('lag', lags)}${row('pull_pod', plain)}${row('… watched', watched)}lag at p90 at most ${bars.lagMs} ms; watching costs ${(100 * cost).toFixed(1)} % at the median (at most ${100 * bars.cost} %)\n`,
  );
  return percentile(lags, 90) <= bars.lagMs && cost <= bars.cost;
}

async function lagsOf(bench: BenchMachine, cookie: string, pictures: number): Promise<number[]> {
  const portal = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Colours</title><h1>Colours</h1><script>
      let n = 0;
      const next = () => setTimeout(() => { document.body.style.background = ['teal', 'gold'][n++ % 2]; next(); }, ${everyMs} - Date.now() % ${everyMs});
      next();
    </script>`);
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
  const id = await createRecording(
    bench.pool,
    {
      id: 'colours',
      name: 'Colours',
      kind: 'tms',
      origin,
      entry: '/',
      account: 'colours',
      taskType: 'pull_pod',
      samples: { pro: scenarioPros.clear },
    },
    'bench',
  );
  await wantBrowser(bench.pool, id, 'opens');
  const path = `/console/administration/recordings/${id}/live`;
  const lags: number[] = [];
  let lastChange = 0;
  try {
    for (let [seq, seen] = [0, -warmUps * 2]; lags.length < pictures;) {
      const live = await look(bench, path, cookie, seq);
      const at = Date.now();
      ({ seq } = live);
      if (live.picture === null) continue;
      seen += 1;
      // A picture of anything but the change is none of the measurement: only the first after each change is.
      const changedAt = at - (at % everyMs);
      if (seen > 0 && changedAt !== lastChange) lags.push(at - changedAt);
      lastChange = changedAt;
    }
  } finally {
    portal.close();
    portal.closeAllConnections();
  }
  return lags;
}

interface Looked {
  readonly seq: number;
  readonly picture: string | null;
}

async function look(bench: BenchMachine, path: string, cookie: string, after: number): Promise<Looked> {
  const answer = await fetch(`${bench.dispatchUrl}${path}?after=${after}`, { headers: { cookie, 'X-Poll': '1' } });
  if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`);
  return (await answer.json()) as Looked;
}

/** In turn, so that a noisy neighbour slows both alike. */
async function runs(
  bench: BenchMachine,
  cookie: string,
  count: number,
): Promise<{ readonly plain: number[]; readonly watched: number[] }> {
  const [plain, watched]: [number[], number[]] = [[], []];
  for (let n = -warmUps; n < count; n += 1)
    for (const isWatched of [false, true]) {
      const ms = await oneTask(bench, cookie, isWatched);
      if (n >= 0) (isWatched ? watched : plain).push(ms);
      await delay(300);
    }
  return { plain, watched };
}

let tasks = 0;

async function oneTask(bench: BenchMachine, cookie: string, isWatched: boolean): Promise<number> {
  const headers = { authorization: `Bearer ${bench.apiKey}`, 'content-type': 'application/json' };
  const begun = performance.now();
  tasks += 1;
  const body = JSON.stringify({
    task_type: 'pull_pod',
    params: { pro: scenarioPros.clear },
    idempotency_key: `live-picture-${tasks}`,
  });
  const answer = await fetch(`${bench.dispatchUrl}/api/tasks`, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { readonly id: string };
  const watching = new AbortController();
  const pictures = isWatched ? watch(bench, cookie, id, watching.signal) : Promise.resolve(1);
  for (;;) {
    const read = await fetch(`${bench.dispatchUrl}/api/tasks/${id}`, { headers });
    const task = (await read.json()) as { readonly status: string; readonly finished_at: string | null };
    if (task.finished_at === null) {
      await delay(15);
      continue;
    }
    const ms = performance.now() - begun;
    watching.abort();
    if (task.status !== 'completed') throw new Error(`the task ended ${task.status}`);
    if ((await pictures) === 0) throw new Error('the task was watched, and no picture came');
    return ms;
  }
}

/** As the page that watches a task asks. @returns how many pictures came */
async function watch(bench: BenchMachine, cookie: string, task: string, signal: AbortSignal): Promise<number> {
  let pictures = 0;
  for (let seq = 0; !signal.aborted;) {
    const answer = await fetch(`${bench.dispatchUrl}/console/tasks/${task}/watch/live?after=${seq}`, {
      headers: { cookie, 'X-Poll': '1' },
      signal,
    }).catch(() => null);
    const looked = answer === null ? null : ((await answer.json().catch(() => null)) as Looked | null);
    if (looked === null) break;
    if (looked.picture !== null) pictures += 1;
    if (looked.seq !== 0) ({ seq } = looked);
  }
  return pictures;
}
