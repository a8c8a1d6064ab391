/**
 * What size costs: closing a week of 1,000 steps with a million events in the windows, replaying them, and how the
 * time of an event and the space on disk grow with what is stored already.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../start/postgres.ts';
import { openPool, type Pool } from '../../store/database.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { migrate } from '../../store/migrate.ts';
import { percentile } from '../percentiles.ts';
import { sessionHere, type SessionHere } from './without-engine.ts';
import { definitions, type Load, take, workOf } from './work.ts';

/** The floors of the project (two cores). */
const floors = { closeMs: 10_000, growth: 4 / 3, replayMs: 20_000, replayMb: 1_024, whatIfMs: 30_000 } as const;

const week = 7 * 86_400_000;
const million = 1_000_000;
const size = 20_000;
const progressEvery = 100_000;
/** A million events fill the four weeks of the long window. */
const load: Load = {
  queues: 100,
  stepsPerQueue: 10,
  begins: Date.UTC(2026, 0, 5),
  everyMs: Math.floor((4 * week) / (million / 2)),
  name: 'item',
};
const deploymentSecret = 'a deployment secret for measurements';

export async function lanesClose(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { events: { type: 'string', default: String(5 * million) } },
  });
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-bench-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder, logFile: join(folder, 'postgres.log') });
  const pool = openPool({ url: postgres.url, size: 10, name: 'bench' });
  try {
    const owner = openPool({ url: postgres.ownerUrl, size: 1, name: 'bench-owner' });
    await migrate(owner, postgres.url);
    await owner.end();
    const made = await createWorkspace(pool, { name: 'Bench', simulation: true, actor: 'bench' });
    const workspace = { no: made.workspaceNo, id: made.workspaceId };
    const session = await sessionHere(pool, postgres.url, workspace);
    try {
      return await measure(pool, session, postgres.url, Number(values.events));
    } finally {
      await session.stop();
    }
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure(pool: Pool, session: SessionHere, databaseUrl: string, total: number): Promise<boolean> {
  const events = workOf(load);
  await session.send(definitions(load));
  const rates: number[] = [];
  const met: boolean[] = [];
  const before = await diskBytes(pool);
  for (let stored = 0; stored < total;) {
    const part = Math.min(million, total - stored);
    rates.push(await sendPart(session, events, stored, part));
    stored += part;
    const bytes = (((await diskBytes(pool)) - before) / stored) * million;
    console.log(
      `  ${stored} events: ${rates.at(-1)?.toFixed(1)} µs an event in the middle; ${(bytes / 2 ** 20).toFixed(0)} MB on disk a million`,
    );
    if (stored === part) {
      met.push(await measureClose(pool, session));
      met.push(
        await measureCommand('replay', ['replay', session.workspace.id, '--json'], databaseUrl, floors.replayMs),
      );
      met.push(await measureWhatIf(session, databaseUrl));
    }
  }
  const growth = (rates.at(-1) ?? 0) / (rates[0] ?? 1);
  console.log(`  growth of the time of an event  ${growth.toFixed(2)} (floor ${floors.growth.toFixed(2)})`);
  console.log(await sizes(pool));
  met.push(growth <= floors.growth);
  return met.every(Boolean);
}

/** @returns µs an event, the median of the requests */
async function sendPart(
  session: SessionHere,
  events: ReturnType<typeof workOf>,
  stored: number,
  part: number,
): Promise<number> {
  const times: number[] = [];
  for (let sent = 0; sent < part; sent += size) {
    const request = take(events, size);
    const begun = performance.now();
    await session.send(request);
    times.push(performance.now() - begun);
    // A busy machine takes minutes for a million: so show that it goes on.
    if ((sent + size) % progressEvery === 0)
      console.log(`  ${stored + sent + size} events sent, the last ${size} in ${times.at(-1)?.toFixed(0)} ms`);
  }
  return (percentile(times, 50) * 1000) / size;
}

async function measureClose(pool: Pool, session: SessionHere): Promise<boolean> {
  const clock = await pool.query<{ clock: Date }>('select data_clock as clock from workspaces where no = $1', [
    session.workspace.no,
  ]);
  const now = clock.rows[0]?.clock.getTime() ?? 0;
  const ends = load.begins + Math.ceil((now - load.begins) / week) * week;
  const begun = performance.now();
  const { closed } = await session.close(ends);
  const ms = performance.now() - begun;
  const { queues, stepsPerQueue } = load;
  console.log(
    `  closing ${closed.join(', ')} with ${queues * stepsPerQueue} steps: ${(ms / 1000).toFixed(1)} s (floor ${floors.closeMs / 1000})`,
  );
  return ms <= floors.closeMs && closed.length === 1;
}

/** Rules under which nothing reaches Auto, so that every week of every step may differ. */
async function measureWhatIf({ workspace }: SessionHere, databaseUrl: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-rules-'));
  const file = join(folder, 'rules.json');
  writeFileSync(file, JSON.stringify({ max_lane: 'shadow' }));
  try {
    const what = ['what-if', workspace.id, '--rules', file];
    return await measureCommand('what-if', what, databaseUrl, floors.whatIfMs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As a person runs it, with the memory of the process at its highest (Linux). */
async function measureCommand(
  name: string,
  command: readonly string[],
  databaseUrl: string,
  floorMs: number,
): Promise<boolean> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['admin/main.ts', 'lanes', ...command], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DEPLOYMENT_SECRET: deploymentSecret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let [mb, processor] = [0, 0];
  while (child.exitCode === null) {
    mb = Math.max(mb, peakMb(child.pid ?? 0));
    processor = Math.max(processor, processorSeconds(child.pid ?? 0));
    await delay(200);
  }
  const code = await ended;
  const ms = performance.now() - begun;
  console.log(
    `  ${name} ${(ms / 1000).toFixed(1)} s (floor ${floorMs / 1000}; its own processor time ${processor.toFixed(1)} s), ${mb.toFixed(0)} MB (floor ${floors.replayMb}): ` +
      `${out.trim().split('\n')[0]?.slice(0, 300)}; load average ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`,
  );
  return code === 0 && ms <= floorMs && mb <= floors.replayMb;
}

function peakMb(pid: number): number {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** On a busy machine the time on the wall says little. */
function processorSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
  } catch {
    return 0;
  }
}

async function diskBytes(pool: Pool): Promise<number> {
  const found = await pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes');
  return found.rows[0]?.bytes ?? 0;
}

/** Where the space goes: heap with its indexes, partitions together. */
async function sizes(pool: Pool): Promise<string> {
  const found = await pool.query<{ name: string; mb: number }>(
    `select regexp_replace(relname, '_(\\d{4}_\\d{2}|\\d+)$', '') as name,
            round(sum(pg_total_relation_size(oid)) / 1048576)::int as mb
       from pg_class where relkind = 'r' and relname like 'lane%' group by 1 order by 2 desc limit 8`,
  );
  return `  on disk: ${found.rows.map(({ name, mb }) => `${name} ${mb} MB`).join(', ')}`;
}
