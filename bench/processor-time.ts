/**
 * Processor time of the parts of the machine over a stretch of a measurement, and what strangers took meanwhile:
 * a time on the wall says little on a machine that others use as well (Linux).
 */
import { availableParallelism } from 'node:os';
import { processesBelow, readText } from './process-tree.ts';

interface ProcessorTime {
  /** Seconds by part, those that did most first. */
  readonly parts: readonly (readonly [name: string, seconds: number])[];
  /** Seconds that processes outside the measurement took. */
  readonly strangers: number;
  /** Seconds there were: the time on the wall times the processors. */
  readonly available: number;
}

/** Ticks of the kernel's clock a second; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** Begins to count; the function it returns ends it. */
export function countProcessorTime(): () => ProcessorTime {
  const began = performance.now();
  const before = lookNow();
  return () => {
    const after = lookNow();
    const parts = new Map<string, number>();
    for (const [pid, { name, ticks }] of after.parts) {
      const spent = (ticks - (before.parts.get(pid)?.ticks ?? 0)) / ticksPerSecond;
      parts.set(name, (parts.get(name) ?? 0) + spent);
    }
    const ours = [...parts.values()].reduce((sum, seconds) => sum + seconds, 0);
    return {
      parts: [...parts].filter(([, seconds]) => seconds > 0).toSorted(([, a], [, b]) => b - a),
      strangers: Math.max(0, (after.busy - before.busy) / ticksPerSecond - ours),
      available: ((performance.now() - began) / 1000) * availableParallelism(),
    };
  };
}

/** One line: "dispatch/main.ts 1.2, postgres 0.8, …; strangers 0.1; of 6.0 s". */
export function processorTimeText({ parts, strangers, available }: ProcessorTime): string {
  const own = parts.map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`).join(', ');
  return `${own}; strangers ${strangers.toFixed(1)}; of ${available.toFixed(1)} s`;
}

interface Look {
  readonly parts: ReadonlyMap<number, { readonly name: string; readonly ticks: number }>;
  readonly busy: number;
}

function lookNow(): Look {
  const parts = processesBelow().map(({ pid, name }) => [pid, { name, ticks: ticksOf(pid) }] as const);
  // user, nice, system, idle, iowait, irq, softirq, steal
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readText('/proc/stat')
    .split('\n', 1)
    .flatMap((line) => line.split(/\s+/).slice(1).map(Number));
  return { parts: new Map(parts), busy: user + nice + system + irq + softirq };
}

/** User and system time; the program's name, in brackets, may hold blanks. */
function ticksOf(pid: number): number {
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
