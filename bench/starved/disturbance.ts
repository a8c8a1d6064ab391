/** What is done to the machine: busy processes beside it, its parts stopped in turn, a disk that others write to (Linux). */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { browsersOf, processesBelow } from '../process-tree.ts';

/** Parts that are stopped, one after the other. */
export const stopped = ['worker', 'dispatch', 'browser', 'postgres', 'temporal', 'lanes'] as const;
export type Stopped = (typeof stopped)[number];

/** Ends by itself if the measurement is killed: its parent is looked at every second. */
const busyLoop = `const parent = process.ppid; let last = Date.now();
for (;;) if (Date.now() - last > 1000) { if (process.ppid !== parent) process.exit(); last = Date.now(); }`;
/** 64 MB written and flushed again and again, so that a commit waits behind it. */
const diskLoop = `const fs = require('node:fs'); const parent = process.ppid; const bytes = Buffer.alloc(8 << 20, 1);
for (;;) { if (process.ppid !== parent) process.exit(); const file = fs.openSync(process.argv[1], 'w');
for (let n = 0; n < 8; n += 1) { fs.writeSync(file, bytes); fs.fsyncSync(file); } fs.closeSync(file); }`;

interface Disturbance {
  readonly busy: number;
  readonly disk: number;
}

/** Starts the processes beside the machine. @returns what ends them */
export function disturb({ busy, disk }: Disturbance): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-disk-'));
  const children: ChildProcess[] = [];
  const run = (script: string, ...args: string[]): void => {
    children.push(spawn(process.execPath, ['-e', script, ...args], { stdio: 'ignore' }));
  };
  for (let n = 0; n < busy; n += 1) run(busyLoop);
  for (let n = 0; n < disk; n += 1) run(diskLoop, join(folder, String(n)));
  return () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Where the machine keeps its database, and the pid files of its processes. */
interface MachineFolders {
  readonly path: string;
  readonly run: string;
}

/** Stops a part with all its processes for a while (SIGSTOP, SIGCONT). @returns how many processes were stopped */
export async function freeze(folders: MachineFolders, part: Stopped, forMs: number): Promise<number> {
  const pids = pidsOf(folders, part);
  signal(pids, 'SIGSTOP');
  try {
    await delay(forMs);
  } finally {
    signal(pids, 'SIGCONT');
  }
  return pids.length;
}

function pidsOf({ path, run }: MachineFolders, part: Stopped): number[] {
  const pidOf = (name: string): number =>
    (JSON.parse(readFileSync(join(run, `${name}.json`), 'utf8')) as { pid: number }).pid;
  if (part === 'postgres') {
    const postmaster = Number(readFileSync(join(path, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
    return processesBelow(postmaster).map(({ pid }) => pid);
  }
  if (part === 'browser')
    return browsersOf(pidOf('worker')).flatMap((browser) => processesBelow(browser).map(({ pid }) => pid));
  return [pidOf(part)];
}

/** A process that is gone by now needs no signal. */
function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
