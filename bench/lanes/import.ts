/**
 * Exports of 49.5 MB imported through the API and the command line: how long, how much memory the process takes at its
 * peak, and how long route calls wait meanwhile. The files are sent by curl.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { Pool } from 'undici';
import { exampleDefinition, exampleItems, exampleWork } from '../../domain/lanes/example-history.ts';
import { lanesUrl, writeRunFile } from '../../start/machine.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { type BenchMachine, startBenchMachine } from '../bench-machine.ts';
import { percentile } from '../percentiles.ts';
import { readText } from '../process-tree.ts';
import { type MadeExport, crmExport, genericExport, itsmExport } from './exports.ts';

/** The floors of the project (two cores, everything on them). */
const floors = { seconds: 25, megabytes: 600, routeP99Ms: 50 } as const;
const makers = { 'generic-csv': genericExport, 'itsm-tasks': itsmExport, 'crm-cases': crmExport } as const;
const exportBytes = 49_500_000;
/** Route calls come on their own time, whether or not those before them were answered. */
const everyMs = 5;
const aloneMs = 3_000;

export async function lanesImport(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string', default: `${Object.keys(makers).join(',')},events` } },
  });
  const bench = await startBenchMachine(['browser', 'sandbox', 'dispatch', 'receiver'], {});
  const site: Site = { bench, url: lanesUrl(bench.machine), folder: bench.machine.folder.path };
  // The command line finds the machine by it.
  writeRunFile(bench.machine);
  try {
    console.log(`exports of ${exportBytes / 1e6} MB (floors ${floors.seconds} s, ${floors.megabytes} MB)`);
    const { routes: alone } = await routedMeanwhile(site, async () => delay(aloneMs, {}));
    console.log(`  routes with nothing beside them ${routesText(alone)}`);
    const met: boolean[] = [];
    const only = values.only.split(',');
    for (const [name, make] of Object.entries(makers)) {
      if (!only.includes(name)) continue;
      const made = make(exportBytes);
      met.push(await byApi(site, made), await byCommand(site, made));
    }
    if (only.includes('events')) met.push(await eventsBeside(site));
    console.log(`  load average ${readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 2).join(', ')}`);
    return met.every(Boolean);
  } finally {
    await bench.stop();
  }
}

const command = ['admin/main.ts', 'lanes', 'import'];
const curlOptions = ['-sS', '--fail-with-body', '-H', 'Content-Type: application/json', '-H', 'Expect:'];

interface Site {
  readonly bench: BenchMachine;
  readonly url: string;
  readonly folder: string;
}

async function byApi(site: Site, { adapter, mapping, text, rows }: MadeExport): Promise<boolean> {
  const { apiKey } = await newWorkspace(site.bench);
  const file = join(site.folder, 'export.json');
  writeFileSync(file, JSON.stringify({ mapping, data: text }));
  const { seconds, answer, routes } = await routedMeanwhile(site, () =>
    sendFile(site, `/v1/import/${adapter}`, apiKey, file),
  );
  const { accepted, left_out: left } = answer as { accepted: number; left_out: unknown[] };
  rmSync(file);
  return report(`${adapter} by the API`, rows, { seconds, accepted, left: left.length, peak: routes.peak, routes });
}

async function byCommand(site: Site, { adapter, mapping, text, rows }: MadeExport): Promise<boolean> {
  const { workspaceId } = await newWorkspace(site.bench);
  const [file, mappingFile] = [join(site.folder, 'export.txt'), join(site.folder, 'mapping.json')];
  writeFileSync(file, text);
  writeFileSync(mappingFile, JSON.stringify(mapping));
  const began = performance.now();
  const running = promisify(execFile)(
    process.execPath,
    [...command, adapter, file, '--mapping', mappingFile, '--workspace', workspaceId, '--json'],
    { env: { ...process.env, DATA_DIR: site.folder }, maxBuffer: 100_000_000 },
  );
  const peak = peakWhile(running.child.pid ?? 0, running);
  const { stdout } = await running;
  const { accepted, left_out: left } = JSON.parse(stdout) as { accepted: number; left_out: unknown[] };
  rmSync(file);
  const seconds = (performance.now() - began) / 1000;
  return report(`${adapter} by command`, rows, { seconds, accepted, left: left.length, peak: await peak });
}

/** 50 MB of events in one request, beside which routes are asked for. */
async function eventsBeside(site: Site): Promise<boolean> {
  const { apiKey } = await newWorkspace(site.bench);
  const work = exampleItems(1).flatMap((item) => exampleWork(item, 'human_only', false));
  const note = 'as agreed by phone, '.repeat(105);
  const events = Array.from({ length: 19_999 }, (_, n) => ({
    ...work[n % work.length],
    id: `large-${n}`,
    item: `INV-${n}`,
    outputs: { account: '4100', note },
  }));
  const file = join(site.folder, 'events.json');
  writeFileSync(file, JSON.stringify({ events: [exampleDefinition(), ...events] }));
  const { seconds, answer, routes } = await routedMeanwhile(site, () => sendFile(site, '/v1/events', apiKey, file));
  const { accepted } = answer as { accepted: number };
  return report('20,000 events, 49 MB', 20_000, { seconds, accepted, left: 0, peak: routes.peak, routes });
}

interface Outcome {
  readonly seconds: number;
  readonly accepted: number;
  readonly left: number;
  readonly peak: number;
  readonly routes?: Routes;
}

function report(name: string, rows: number, { seconds, accepted, left, peak, routes }: Outcome): boolean {
  const beside = routes === undefined ? '' : `; routes meanwhile ${routesText(routes)}`;
  console.log(
    `  ${name.padEnd(24)} ${rows.toLocaleString('en')} rows, ${accepted.toLocaleString('en')} stored, ${left} left out: ` +
      `${seconds.toFixed(1)} s, peak ${peak.toFixed(0)} MB${beside}`,
  );
  return (
    seconds <= floors.seconds &&
    peak <= floors.megabytes &&
    accepted + left >= rows &&
    (routes === undefined || routes.p99 <= floors.routeP99Ms)
  );
}

const routesText = ({ p50, p99, longest }: Routes): string =>
  `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${longest.toFixed(0)} ms`;

interface Routes {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Of the API's process, MB. */
  readonly peak: number;
}

/** Asks for a route every few milliseconds while something runs; times count from when a call was due. */
async function routedMeanwhile<T extends object>(
  site: Site,
  run: () => Promise<T>,
): Promise<T & { readonly routes: Routes; readonly seconds: number }> {
  const { apiKey } = await newWorkspace(site.bench);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const pool = new Pool(site.url, { connections: 8, pipelining: 1 });
  const send = async (path: string, body: object): Promise<void> => {
    const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
    await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  };
  await send('/v1/events', { events: [exampleDefinition()] });
  const ask = (n: number): Promise<void> => send('/v1/route', { queue: 'invoices', step: 'match', item: `INV-${n}` });
  for (let n = 0; n < 200; n += 1) await ask(n);
  const pid = pidOfLanes(site);
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const began = performance.now();
  const state = { over: false };
  const running = run();
  const end = (): void => void (state.over = true);
  running.then(end, end);
  while (!state.over) {
    const due = began + asked.length * everyMs;
    const early = due - performance.now();
    if (early > 0) await delay(early);
    const asking = ask(asked.length).then(() => void times.push(performance.now() - due));
    asking.catch(() => undefined);
    asked.push(asking);
  }
  const outcome = await running;
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(asked);
  await pool.close();
  const routes = {
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    longest: Math.max(...times),
    peak: peakOf(pid),
  };
  return { ...outcome, seconds, routes };
}

async function sendFile({ url }: Site, path: string, key: string, file: string): Promise<{ readonly answer: object }> {
  const { stdout } = await promisify(execFile)(
    'curl',
    [...curlOptions, `${url}${path}`, '-H', `Authorization: Bearer ${key}`, '--data-binary', `@${file}`],
    { maxBuffer: 200_000_000 },
  );
  return { answer: JSON.parse(stdout) as object };
}

async function newWorkspace({
  pool,
}: BenchMachine): Promise<{ readonly workspaceId: string; readonly apiKey: string }> {
  return createWorkspace(pool, { name: 'Imports', simulation: true, actor: 'bench' });
}

function pidOfLanes({ folder }: Site): number {
  const file = readdirSync(join(folder, 'run')).find((name) => name === 'lanes.json');
  if (file === undefined) throw new Error('the lanes API does not run');
  return (JSON.parse(readFileSync(join(folder, 'run', file), 'utf8')) as { pid: number }).pid;
}

/** The most memory that a process has had, MB; 0 for one that is gone. */
function peakOf(pid: number): number {
  return Number(/^VmHWM:\s*(\d+)/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

async function peakWhile(pid: number, running: Promise<unknown>): Promise<number> {
  let peak = 0;
  const state = { over: false };
  const end = (): void => void (state.over = true);
  running.then(end, end);
  while (!state.over) {
    peak = Math.max(peak, peakOf(pid));
    await delay(50);
  }
  return peak;
}
