/**
 * How fast events come in, paired and reviewed, through the public API of the whole machine; beside it, in the same
 * run and on the same database, the same code without HTTP and engine, and an event store that only stores.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { Pool } from 'undici';
import type { WireEvent } from '../../domain/lanes/event.ts';
import { readSettings } from '../../process/settings.ts';
import { shardOf } from '../../store/lanes/ingest-request.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { lanesUrl } from '../../start/machine.ts';
import { workflowIds } from '../../temporal/names.ts';
import { type BenchMachine, type PartName, startBenchMachine } from '../bench-machine.ts';
import { percentile } from '../percentiles.ts';
import { countProcessorTime, processorTimeText } from '../processor-time.ts';
import { openEmmett } from './emmett.ts';
import { startPlainWorker } from './plain-worker.ts';
import { type Measured, lineOf, measureRequests } from './requests.ts';
import { sessionHere } from './without-engine.ts';
import { type Load, definitions, take, workOf } from './work.ts';

/** The floors of the project (two cores, everything on them). */
const floors = {
  largeMs: 1_500,
  hundredsPerSecond: 30_000,
  singlesPerSecond: 3_600,
  singlesP50Ms: 20,
  oneP50Ms: 4,
  afterPauseMs: 80,
} as const;

/** The measurement must not meet the default rate of a key, and waits for sessions to end. */
const settings = { LANES_RATE_PER_MINUTE: '10000000', LANES_RATE_BURST: '1000000', LANES_LINGER_SECONDS: '2' };
const load: Load = { queues: 10, stepsPerQueue: 1, begins: Date.UTC(2026, 0, 5), everyMs: 1_000, name: 'item' };
const counts = { large: 5, hundreds: 600, singles: 12_000, one: 500, pauses: 5 } as const;

/** One way of taking events in. */
interface Way {
  readonly name: string;
  send(events: readonly WireEvent[]): () => Promise<unknown>;
}

interface WayMeasured {
  readonly large: Measured;
  readonly hundreds: Measured;
  readonly singles: Measured;
  readonly one: Measured;
}

export async function lanesIngest(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      without: { type: 'string', default: 'browser,sandbox,dispatch,worker' },
      quick: { type: 'boolean', default: false },
    },
  });
  const bench = await startBenchMachine(values.without.split(',') as PartName[], settings);
  const share = values.quick ? 0.2 : 1;
  // The trial's own worker trades half of its speed for memory; where it is left in, that is what is measured.
  const plain = values.without.includes('worker') ? await startPlainWorker(bench) : undefined;
  try {
    console.log(`events through the lanes API, ${JSON.stringify(settings)}`);
    const workspace = await newWorkspace(bench);
    const http = new Pool(lanesUrl(bench.machine), { connections: 64, pipelining: 1 });
    const product = productWay(http, workspace.apiKey);
    const measured = await measureWay(product, share);
    const afterPause = await measurePauses(bench, product, workspace.no, values.quick ? 2 : counts.pauses);
    console.log(`  first after a pause               p50 ${afterPause.toFixed(0)} ms (floor ${floors.afterPauseMs})`);
    await http.close();

    const second = await newWorkspace(bench);
    const databaseUrl = bench.machine.addresses.databaseUrl;
    const session = await sessionHere(bench.pool, databaseUrl, second);
    const bare = await measureWay(
      { name: 'the same code, no HTTP, no engine', send: (events) => () => session.send(events) },
      share,
    );
    await session.stop();
    const emmett = await openEmmett(
      join(bench.machine.folder.path, 'emmett'),
      bench.machine.addresses.databaseOwnerUrl,
    );
    let streams = 0;
    const stored = await measureWay(
      {
        name: 'emmett-postgresql, appends only',
        send: (events) => {
          streams += 1;
          const stream = `stream-${streams % 1000}-${streams}`;
          return () => emmett.append(stream, events);
        },
      },
      share,
    );
    await emmett.close();
    printRatios(measured, bare, stored);
    return metFloors(measured, afterPause);
  } finally {
    await plain?.stop();
    await bench.stop();
  }
}

async function newWorkspace(bench: BenchMachine): Promise<{ no: number; id: string; apiKey: string }> {
  const made = await createWorkspace(bench.pool, { name: 'Bench', simulation: true, actor: 'bench' });
  return { no: made.workspaceNo, id: made.workspaceId, apiKey: made.apiKey };
}

function productWay(http: Pool, key: string): Way {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    name: 'the product, over HTTP',
    send: (events) => {
      const body = JSON.stringify(events);
      return async () => {
        const answer = await http.request({ path: '/v1/events', method: 'POST', headers, body });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text.slice(0, 300)}`);
        const { accepted } = JSON.parse(text) as { accepted: number };
        if (accepted !== events.length) throw new Error(`${accepted} of ${events.length} accepted`);
      };
    },
  };
}

async function measureWay(way: Way, share: number): Promise<WayMeasured> {
  const events = workOf(load);
  const sends = (count: number, size: number): (() => Promise<unknown>)[] =>
    Array.from({ length: Math.max(2, Math.ceil(count * share)) }, () => way.send(take(events, size)));
  console.log(way.name);
  await way.send(definitions(load))();
  // The first requests of every shape meet plans and code that are not warm.
  await measureRequests(4, sends(40, 100), 100);
  const measured = async (name: string, lanes: number, count: number, size: number): Promise<Measured> => {
    const requests = sends(count, size);
    const processorTime = countProcessorTime();
    const found = await measureRequests(lanes, requests, size);
    console.log(`${lineOf(name, found)}; ${processorTimeText(processorTime())}`);
    return found;
  };
  return {
    large: await measured('20,000 in one request', 1, counts.large, 20_000),
    hundreds: await measured('100 a request, 16 connections', 16, counts.hundreds, 100),
    singles: await measured('1 a request, 64 connections', 64, counts.singles, 1),
    one: await measured('1 a request, 1 connection', 1, counts.one, 1),
  };
}

/** The time of a request that finds no session: the engine starts one. @returns the median, ms */
async function measurePauses(bench: BenchMachine, way: Way, workspaceNo: number, count: number): Promise<number> {
  const { address, namespace } = bench.machine.addresses.temporal;
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection, namespace });
  const later = workOf({ ...load, name: 'pause' });
  const shard = shardOf(workspaceNo, readSettings({}).LANES_SHARDS);
  const session = workflow.getHandle(workflowIds.ingestShard('', shard, 'main'));
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    while ((await session.describe()).status.name === 'RUNNING') await delay(50);
    const send = way.send(take(later, 1));
    const begun = performance.now();
    await send();
    times.push(performance.now() - begun);
  }
  await connection.close();
  return percentile(times, 50);
}

function printRatios(product: WayMeasured, bare: WayMeasured, stored: WayMeasured): void {
  console.log('ratios of the product, which pairs and reviews');
  for (const [name, part] of [
    ['20,000 in one request', 'large'],
    ['100 a request, 16 connections', 'hundreds'],
    ['1 a request, 64 connections', 'singles'],
    ['1 a request, 1 connection', 'one'],
  ] as const) {
    const ratio = (other: WayMeasured): string => (product[part].perSecond / other[part].perSecond).toFixed(2);
    console.log(`  ${name.padEnd(34)}${ratio(bare)} of the same code bare, ${ratio(stored)} of emmett's appends`);
  }
}

function metFloors({ large, hundreds, singles, one }: WayMeasured, afterPause: number): boolean {
  const checks: readonly [string, boolean][] = [
    [`20,000 in ${large.p50.toFixed(0)} ms (floor ${floors.largeMs})`, large.p50 <= floors.largeMs],
    [
      `hundreds ${hundreds.perSecond.toFixed(0)}/s (floor ${floors.hundredsPerSecond})`,
      hundreds.perSecond >= floors.hundredsPerSecond,
    ],
    [
      `singles ${singles.perSecond.toFixed(0)}/s (floor ${floors.singlesPerSecond})`,
      singles.perSecond >= floors.singlesPerSecond,
    ],
    [`singles p50 ${singles.p50.toFixed(1)} ms (floor ${floors.singlesP50Ms})`, singles.p50 <= floors.singlesP50Ms],
    [`one connection p50 ${one.p50.toFixed(1)} ms (floor ${floors.oneP50Ms})`, one.p50 <= floors.oneP50Ms],
    [`after a pause ${afterPause.toFixed(0)} ms (floor ${floors.afterPauseMs})`, afterPause <= floors.afterPauseMs],
  ];
  for (const [sentence, met] of checks) console.log(`  ${met ? 'met   ' : 'MISSED'} ${sentence}`);
  return checks.every(([, met]) => met);
}
