/**
 * The gap that a killed worker leaves: the longest time without an answer while events come in one by one, with no
 * other worker and with a second one alive. It is always the worker that holds the workspace's session that dies, or is
 * frozen while the second one lives.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { Pool } from 'undici';
import { lanesUrl, workerHealthUrl } from '../../start/machine.ts';
import { readSettings } from '../../process/settings.ts';
import { type Shard, shardOf } from '../../store/lanes/ingest-request.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { workflowIds } from '../../temporal/names.ts';
import type { BenchMachine } from '../bench-machine.ts';
import { type PlainWorker, isReady, startPlainWorker } from './plain-worker.ts';
import { type Load, definitions, workOf } from './work.ts';

/** Longest gaps (machines without other load). */
const floors = { alone: 6_000, beside: 2_500, frozen: 10_000 } as const;
const senders = 4;
/** Between an answer and the sender's next event: the machine is to have room for the worker that takes over. */
const restMs = 20;
/** The session is at work again where so many were answered after the kill. */
const answersAfter = 20;

/** @param kills of each of the two settings. @returns whether both floors are met */
export async function measureGaps(bench: BenchMachine, kills: number, random: () => number): Promise<boolean> {
  const { temporal } = bench.machine.addresses;
  const connection = await Connection.connect({ address: temporal.address });
  const client = new Client({ connection, namespace: temporal.namespace });
  const traffic = await startTraffic(bench);
  let second: PlainWorker | undefined;
  const gapsOf = async (
    name: string,
    floorMs: number,
    ready: () => Promise<void>,
    signal: 'SIGKILL' | 'SIGSTOP' = 'SIGKILL',
  ): Promise<boolean> => {
    const gaps: number[] = [];
    for (let n = 0; n < kills; n += 1) {
      await ready();
      await delay(1_000 + random() * 2_000);
      const holder = await holderOf(client, traffic.shard);
      const killedAt = performance.now();
      process.kill(holder, signal);
      gaps.push(await traffic.gapSince(killedAt));
      if (signal === 'SIGSTOP') process.kill(holder, 'SIGCONT');
    }
    const seconds = (ms: number): string => (ms / 1000).toFixed(1);
    const [load] = readFileSync('/proc/loadavg', 'utf8').split(' ');
    console.log(
      `  ${name.padEnd(24)} ${gaps.map(seconds).join(', ')} s; longest ${seconds(Math.max(...gaps))} s ` +
        `(floor ${seconds(floorMs)} s), load average ${load}`,
    );
    return Math.max(...gaps) <= floorMs;
  };
  try {
    const alone = await gapsOf('gap, no other worker', floors.alone, () => supervisedIsReady(bench));
    const bothAreReady = async (): Promise<void> => {
      await supervisedIsReady(bench);
      if (second === undefined || !isAlive(second.pid)) second = await startPlainWorker(bench);
    };
    const beside = await gapsOf('gap, a second one alive', floors.beside, bothAreReady);
    const frozen = await gapsOf('gap, the holder frozen', floors.frozen, bothAreReady, 'SIGSTOP');
    return alone && beside && frozen;
  } finally {
    await traffic.stop();
    await second?.stop();
    await connection.close();
  }
}

async function supervisedIsReady({ machine }: BenchMachine): Promise<void> {
  const file = join(machine.folder.path, 'run', 'worker.json');
  const isUp = async (): Promise<boolean> => {
    const pid = pidIn(file);
    return pid !== undefined && isAlive(pid) && (await isReady(`${workerHealthUrl(machine)}/readyz`));
  };
  while (!(await isUp())) await delay(100);
}

function pidIn(file: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * The process whose session it is: that of the only activity under way, of the session or its backup. One death at a
 * time: what the one before has left behind has ended.
 */
async function holderOf(client: Client, shard: Shard): Promise<number> {
  for (;;) {
    let running = 0;
    const found: number[] = [];
    for (const id of (['main', 'backup', 'reserve'] as const).map((role) => workflowIds.ingestShard('', shard, role))) {
      const described = await client.workflow
        .getHandle(id)
        .describe()
        .catch(() => undefined);
      if (described?.status.name !== 'RUNNING') continue;
      running += 1;
      // An identity is <pid>@<host>.
      for (const { lastWorkerIdentity } of described.raw.pendingActivities ?? [])
        found.push(Number.parseInt(lastWorkerIdentity ?? '', 10));
    }
    const [holder] = found;
    if (holder !== undefined && running === 1 && found.length === 1 && isAlive(holder)) return holder;
    await delay(50);
  }
}

interface Traffic {
  readonly shard: Shard;
  /** The longest time without an answer from this moment on, in ms, once answers flow again. */
  gapSince(killedAt: number): Promise<number>;
  stop(): Promise<void>;
}

/** Some senders, each of which sends an event, waits for its answer, rests and sends the next. */
async function startTraffic(bench: BenchMachine): Promise<Traffic> {
  const { apiKey, workspaceNo } = await createWorkspace(bench.pool, { name: 'Gap', simulation: true, actor: 'bench' });
  const http = new Pool(lanesUrl(bench.machine), { connections: senders, headersTimeout: 40_000 });
  const load: Load = { queues: 1, stepsPerQueue: 1, begins: Date.UTC(2026, 0, 5), everyMs: 1, name: 'gap' };
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const send = async (body: object): Promise<void> => {
    for (;;) {
      const answer = await http.request({ path: '/v1/events', method: 'POST', headers, body: JSON.stringify(body) });
      await answer.body.dump();
      if (answer.statusCode === 200) return;
    }
  };
  await send(definitions(load));
  const answeredAt: number[] = [];
  let over = false;
  const sending = Array.from({ length: senders }, async (_, n) => {
    for (const event of workOf({ ...load, name: `sender-${n}` })) {
      if (over) return;
      await send([event]);
      answeredAt.push(performance.now());
      await delay(restMs);
    }
  });
  return {
    shard: shardOf(workspaceNo, readSettings({}).LANES_SHARDS),
    gapSince: async (killedAt) => {
      const after = (): number[] => answeredAt.filter((at) => at > killedAt);
      // What was answered by the dying worker still comes in.
      while (after().filter((at) => at > killedAt + 100).length < answersAfter) await delay(50);
      return Math.max(...after().map((at, n, all) => at - (all[n - 1] ?? killedAt)));
    },
    stop: async () => {
      over = true;
      await Promise.all(sending);
      await http.close();
    },
  };
}
