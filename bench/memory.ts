/** Memory of all Node processes of the machine: idle, and after many tasks, side by side and in a row. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { giveBackWhenIdle } from '../process/lifetime.ts';
import { type BenchMachine, startBenchMachine } from './bench-machine.ts';
import { nodeProcesses, type ProcessMemory } from './node-memory.ts';

const idleFloorBytes = 700 * 1024 * 1024;
const growthFloor = 1.1;
/** In which browsers close, and idle processes give memory back (`process/lifetime`). */
const settleMs = 75_000;

/** @param args `--tasks N`, 200 by default */
export async function memory(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { tasks: { type: 'string', default: '200' } } });
  const tasks = Number(values.tasks);
  const bench = await startBenchMachine([], { LOG_LEVEL: 'warn' });
  // This process is the supervisor here.
  giveBackWhenIdle();
  try {
    await delay(settleMs);
    const idle = measure('idle, after the start');
    await work(bench, tasks / 10);
    await delay(settleMs);
    const warm = measure(`after the first ${tasks / 10} tasks`);
    await work(bench, tasks - tasks / 10);
    await delay(settleMs);
    const after = measure(`after ${tasks} tasks`);
    const growth = after / idle;
    process.stdout.write(
      `idle ${megabytes(idle)} (floor: at most ${megabytes(idleFloorBytes)}); after ${tasks} tasks ${growth.toFixed(2)} of idle, ${(after / warm).toFixed(2)} of after ${tasks / 10} (floor: at most ${growthFloor} of idle)\n`,
    );
    return idle <= idleFloorBytes && growth <= growthFloor;
  } finally {
    await bench.stop();
  }
}

async function work(bench: BenchMachine, tasks: number): Promise<void> {
  const load = join(import.meta.dirname, 'task-load.ts');
  const args = [load, bench.dispatchUrl, bench.apiKey, String(tasks)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  process.stdout.write(stdout);
}

function measure(when: string): number {
  const processes = nodeProcesses();
  const total = processes.reduce((sum, { bytes }) => sum + bytes, 0);
  const share = processes.reduce((sum, { shareBytes }) => sum + shareBytes, 0);
  const parts = processes.map(({ name, bytes }: ProcessMemory) => `${name} ${megabytes(bytes)}`);
  process.stdout.write(
    `${when}: ${megabytes(total)} (${parts.join(', ')}); ${megabytes(share)} when what they share counts once\n`,
  );
  return total;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}
