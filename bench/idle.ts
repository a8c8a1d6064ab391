/** What the whole machine takes of the processors while nobody asks anything of it. */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startBenchMachine } from './bench-machine.ts';
import { countProcessorTime } from './processor-time.ts';

/** Of one processor. */
const floorShare = 0.02;
/** In which the worker warms its browser and idle processes give memory back. */
const settleMs = 75_000;

/** @param args `--seconds N`, 60 by default */
export async function idle(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { seconds: { type: 'string', default: '60' } } });
  const bench = await startBenchMachine([], {});
  try {
    await delay(settleMs);
    const processorTime = countProcessorTime();
    const began = performance.now();
    await delay(Number(values.seconds) * 1000);
    const seconds = (performance.now() - began) / 1000;
    const { parts } = processorTime();
    const share = parts.reduce((sum, [, spent]) => sum + spent, 0) / seconds;
    for (const [name, spent] of parts)
      console.log(`  ${name.padEnd(28)}${((spent / seconds) * 100).toFixed(2).padStart(6)} %`);
    console.log(
      `idle ${(share * 100).toFixed(2)} % of a processor over ${seconds.toFixed(0)} s (floor: at most ${floorShare * 100} %)`,
    );
    return share <= floorShare;
  } finally {
    await bench.stop();
  }
}
