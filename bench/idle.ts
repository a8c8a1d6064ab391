/**
 * What the whole machine takes of the processors while nobody asks anything of it, beside what the engine takes when it
 * runs alone: on two quiet virtual processors that alone is most of the floor.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findPort } from '../start/ports.ts';
import { startTemporalServer } from '../start/temporal-server.ts';
import { findTemporalBinary } from '../temporal/server/binary.ts';
import { startBenchMachine } from './bench-machine.ts';
import { countProcessorTime } from './processor-time.ts';

/** Of one processor. */
const floorShare = 0.02;
/** In which the worker warms its browser and idle processes give memory back. */
const settleMs = 75_000;
const engineSettleMs = 15_000;

/** @param args `--seconds N`, 60 by default */
export async function idle(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { seconds: { type: 'string', default: '60' } } });
  const seconds = Number(values.seconds);
  const alone = await engineAlone(seconds);
  const bench = await startBenchMachine([], {});
  try {
    await delay(settleMs);
    const { parts, share } = await shares(seconds);
    for (const [name, part] of parts) console.log(`  ${name.padEnd(28)}${(part * 100).toFixed(2).padStart(6)} %`);
    console.log(
      `idle ${(share * 100).toFixed(2)} % of a processor over ${seconds} s (floor: at most ${floorShare * 100} %); ` +
        `the engine alone, without a worker: ${(alone * 100).toFixed(2)} %`,
    );
    return share <= floorShare;
  } finally {
    await bench.stop();
  }
}

/** Of one processor, in all and by process. */
async function shares(seconds: number): Promise<{ parts: (readonly [string, number])[]; share: number }> {
  const processorTime = countProcessorTime();
  const began = performance.now();
  await delay(seconds * 1000);
  const lasted = (performance.now() - began) / 1000;
  const parts = processorTime().parts.map(([name, spent]) => [name, spent / lasted] as const);
  return { parts, share: parts.reduce((sum, [, part]) => sum + part, 0) };
}

/** Without its pages, a worker or a client. */
async function engineAlone(seconds: number): Promise<number> {
  const { path: binary } = await findTemporalBinary({ say: (line) => console.error(line) });
  const folder = await mkdtemp(join(tmpdir(), 'lanekeeper-bench-'));
  const server = await startTemporalServer({
    binary,
    file: join(folder, 'temporal.db'),
    port: (await findPort(0)).port,
    uiPort: null,
    logFile: join(folder, 'temporal.log'),
  });
  try {
    await delay(engineSettleMs);
    const { parts } = await shares(seconds);
    return parts.filter(([name]) => name.startsWith('temporal')).reduce((sum, [, part]) => sum + part, 0);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
