/** Memory of all Node processes of the machine: idle, and after many tasks, side by side and in a row. */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { scenarioPros } from '../portals/sandbox/tms/scenarios.ts';
import { startBenchMachine } from './bench-machine.ts';
import type { BenchMachine } from './bench-machine.ts';
import { nodeProcesses } from './node-memory.ts';
import type { ProcessMemory } from './node-memory.ts';
import { runTask } from './run-task.ts';

const idleFloorBytes = 700 * 1024 * 1024;
const growthFloor = 1.1;
/** Tasks under way at once; more only wait for the one session of the portal account. */
const lanes = 4;
/** Time for collectors and closing browsers; nothing is measured in the middle of something. */
const settleMs = 15_000;

/** @param args `--tasks N`, 200 by default */
export async function memory(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { tasks: { type: 'string', default: '200' } } });
  const tasks = Number(values.tasks);
  const bench = await startBenchMachine([], { LOG_LEVEL: 'warn' });
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
  let left = tasks;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const task = await runTask(bench, { task_type: 'pull_pod', params: { pro: scenarioPros.clear } });
      if (task.status !== 'completed') throw new Error(`a task ended ${task.status}: ${task.summary}`);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: lanes }, lane));
  const seconds = (performance.now() - begun) / 1000;
  process.stdout.write(`${tasks} tasks in ${seconds.toFixed(1)} s, ${(tasks / seconds).toFixed(2)} a second\n`);
}

function measure(when: string): number {
  const processes = nodeProcesses();
  const total = processes.reduce((sum, { bytes }) => sum + bytes, 0);
  const parts = processes.map(({ name, bytes }: ProcessMemory) => `${name} ${megabytes(bytes)}`);
  process.stdout.write(`${when}: ${megabytes(total)} (${parts.join(', ')})\n`);
  return total;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}
