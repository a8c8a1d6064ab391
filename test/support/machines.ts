/** The real servers of a test run: one PostgreSQL and one Temporal server, started when a test first asks. */
import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPort } from '../../start/ports.ts';
import { startPostgres, type RunningPostgres } from '../../start/postgres.ts';
import { startTemporalServer, type RunningTemporal } from '../../start/temporal-server.ts';
import { findTemporalBinary } from '../../temporal/server/binary.ts';

let folder: string | undefined;
let clusterFolder: string | undefined;
/** As much as the clusters of a few processes need, several times over. */
const memoryNeeded = 2 * 1024 ** 3;
let leash: ChildProcess | undefined;
let postgres: Promise<RunningPostgres> | undefined;
let temporal: Promise<RunningTemporal> | undefined;
const closers: (() => Promise<void>)[] = [];

/** A folder of this run, gone at its end. Every user may pass through: the database server runs as another one. */
export function runFolder(): string {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'lanekeeper-test-'));
    chmodSync(folder, 0o711);
    watch('folder', folder);
  }
  return folder;
}

/**
 * The folder of the database server: in memory where the machine has a file system for that. A new database is a copy of
 * 800 files, and costs a third of the processor time there.
 */
function folderOfPostgres(): string {
  if (!hasMemoryFolder('/dev/shm')) return runFolder();
  if (clusterFolder === undefined) {
    clusterFolder = mkdtempSync(join('/dev/shm', 'lanekeeper-test-'));
    chmodSync(clusterFolder, 0o711);
    watch('folder', clusterFolder);
  }
  return clusterFolder;
}

function hasMemoryFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= memoryNeeded;
  } catch {
    return false;
  }
}

/** Makes sure that a process ends with this run, even if the run is killed. */
export function leashProcess(pid: number): void {
  watch('pid', String(pid));
}

/** Takes a process off the leash that has ended. */
export function unleashProcess(pid: number): void {
  watch('done', String(pid));
}

/** Runs at the end of the run, the last one registered first. */
export function atRunEnd(close: () => Promise<void>): void {
  closers.push(close);
}

/** The run's PostgreSQL. Its address is in TEST_DATABASE_URL for child processes. */
export function testPostgres(): Promise<RunningPostgres> {
  postgres ??= (async () => {
    const dir = folderOfPostgres();
    const running = await startPostgres({
      folder: dir,
      durable: false,
      logFile: join(dir, 'postgres.log'),
      onSpawn: leashProcess,
    });
    process.env['TEST_DATABASE_URL'] = running.url;
    return running;
  })();
  return postgres;
}

/** The run's Temporal server, in memory. Its address is in TEST_TEMPORAL_ADDRESS for child processes. */
export function testTemporal(): Promise<RunningTemporal> {
  temporal ??= (async () => {
    const dir = runFolder();
    const { path } = await findTemporalBinary({ say: (line) => process.stderr.write(`${line}\n`) });
    const { port } = await findPort(0);
    const running = await startTemporalServer({
      binary: path,
      file: null,
      port,
      uiPort: null,
      logFile: join(dir, 'temporal.log'),
      // At once: a run may be killed before the server answers.
      onSpawn: leashProcess,
    });
    process.env['TEST_TEMPORAL_ADDRESS'] = running.address;
    return running;
  })();
  return temporal;
}

/** Only bounds a hang at the end of a run, which no limit of a test does. The leash kills what is left. */
const stopMs = 60_000;

/** Stops what was started and removes the folder. Each step is tried, whatever becomes of the others. */
export async function stopMachines(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await bounded(close());
  for (const machine of [temporal, postgres])
    await bounded(machine?.then((running) => running.stop()) ?? Promise.resolve());
  temporal = postgres = undefined;
  for (const path of [folder, clusterFolder])
    if (path !== undefined) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  leash?.stdin?.end();
}

async function bounded(stopping: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`something did not stop within ${stopMs / 1000} s`)), stopMs);
  });
  await Promise.race([stopping, late]).catch(report);
  clearTimeout(timer);
}

function report(error: Error): void {
  process.stderr.write(`while ending the test run: ${error.message}\n`);
}

function watch(kind: 'pid' | 'done' | 'folder', what: string): void {
  if (leash === undefined) {
    leash = spawn(process.execPath, [join(import.meta.dirname, 'leash.mjs')], {
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
      env: {},
    });
    leash.unref();
    (leash.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  }
  leash.stdin?.write(`${kind} ${what}\n`);
}
