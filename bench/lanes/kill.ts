/**
 * Kills the worker, the API, PostgreSQL and the engine with -9 at random moments, while events are sent and weeks are
 * closed, and then counts: every acknowledged event stored, none twice, and a replay of the log gives the same. Last,
 * what the death of a worker costs its callers.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BenchMachine, type PartName, startBenchMachine } from '../bench-machine.ts';
import { startEventTraffic } from './event-traffic.ts';
import { measureGaps } from './gap.ts';
import { randomFrom } from './random.ts';

const victims = ['worker', 'lanes', 'postgres', 'temporal'] as const;
type Victim = (typeof victims)[number];
/** Beside the victims: what a killed worker costs its callers. */
const gap = 'gap';

const settings = { LANES_RATE_PER_MINUTE: '10000000', LANES_RATE_BURST: '1000000', WORKER_QUEUES: 'lanes' };
const senders = 8;

export async function lanesKill(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: [...victims, gap].join(',') },
    },
  });
  const random = randomFrom(Number(values.seed));
  const without: PartName[] = ['browser', 'sandbox', 'dispatch'];
  const bench = await startBenchMachine(without, settings, [100, 100, 100]);
  try {
    const only = values.only.split(',');
    const those = victims.filter((victim) => only.includes(victim));
    const sound = those.length === 0 || (await killAndCount(bench, Number(values.kills), those, random));
    const gaps = !only.includes(gap) || (await measureGaps(bench, Math.ceil(Number(values.kills) / 4), random));
    return sound && gaps;
  } finally {
    await bench.stop();
  }
}

async function killAndCount(
  bench: BenchMachine,
  kills: number,
  victims: readonly Victim[],
  random: () => number,
): Promise<boolean> {
  const traffic = await startEventTraffic(bench, { senders, restMs: 0, random, say: (line) => console.log(line) });
  const gaps = new Map<Victim, number[]>();
  for (let n = 0; n < kills; n += 1) {
    await delay(300 + random() * 1_500);
    const victim = victims[Math.floor(random() * victims.length)] ?? 'worker';
    const during = traffic.closes();
    const killedAt = performance.now();
    process.kill(pidOf(bench, victim), 'SIGKILL');
    while (traffic.lastAnswer() <= killedAt + 50) await delay(20);
    const gap = performance.now() - killedAt;
    gaps.set(victim, [...(gaps.get(victim) ?? []), gap]);
    console.log(
      `  kill ${n + 1}: ${victim.padEnd(9)} answers again after ${(gap / 1000).toFixed(1)} s (${during} closes so far)`,
    );
  }
  for (const [victim, list] of gaps)
    console.log(`  ${victim.padEnd(9)} ${list.length} kills, longest gap ${(Math.max(...list) / 1000).toFixed(1)} s`);
  return await traffic.settle();
}

function pidOf({ machine }: BenchMachine, victim: Victim): number {
  const folder = machine.folder.path;
  if (victim === 'postgres')
    return Number(readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const file = readdirSync(join(folder, 'run')).find((name) => name === `${victim}.json`);
  if (file === undefined) throw new Error(`${victim} does not run`);
  return (JSON.parse(readFileSync(join(folder, 'run', file), 'utf8')) as { pid: number }).pid;
}
