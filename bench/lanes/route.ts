/**
 * How fast routes are answered: 16 connections against the lanes API of the whole machine, single questions and
 * batches, with 10 steps and with 1,000; beside it, in the same run and on the same PostgreSQL, Unleash server, which
 * evaluates one flag a request. Before that, how soon a second API process agrees with the first.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { lanesUrl } from '../../start/machine.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { type BenchMachine, type PartName, startBenchMachine } from '../bench-machine.ts';
import { percentile } from '../percentiles.ts';
import { measureAgreement } from './agree.ts';
import { type LoadMeasured, measureLoad } from './http-load.ts';
import { frontendToken, startUnleash } from './unleash.ts';

/** The floors of the project (two cores, everything on them). */
const floors = { perSecond: 10_000, p50Ms: 1.5, p99Ms: 8, timesUnleash: 4, batchMs: 25, manySteps: 0.9 } as const;
const connections = 16;
const batch = 2000;

export async function lanesRoute(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '5' },
      without: { type: 'string', default: 'browser,sandbox,dispatch,receiver' },
      'no-unleash': { type: 'boolean', default: false },
      only: { type: 'string', default: 'speed,agree' },
    },
  });
  const only = values.only.split(',');
  const bench = await startBenchMachine(values.without.split(',') as PartName[], {});
  try {
    const agree = !only.includes('agree') || (await measureAgreement(bench));
    const speed = !only.includes('speed') || (await measureSpeed(bench, Number(values.seconds), !values['no-unleash']));
    return agree && speed;
  } finally {
    await bench.stop();
  }
}

async function measureSpeed(bench: BenchMachine, seconds: number, beside: boolean): Promise<boolean> {
  console.log(`POST /v1/route, ${connections} connections, ${seconds} s a figure`);
  const url = lanesUrl(bench.machine);
  const few = await workspaceWith(bench, url, 10, 1);
  const many = await workspaceWith(bench, url, 100, 10);
  const single = (key: string, queues: number, steps: number, time: number): Promise<LoadMeasured> =>
    measureLoad({
      url,
      path: '/v1/route',
      headers: { Authorization: `Bearer ${key}` },
      body: (n) => JSON.stringify(questionOf(n, queues, steps)),
      connections,
      seconds: time,
    });
  await single(few, 10, 1, 1.5);
  const withFew = await single(few, 10, 1, seconds);
  print('10 steps', withFew);
  await single(many, 100, 10, 0.5);
  const withMany = await single(many, 100, 10, seconds);
  print('1,000 steps in 100 queues', withMany);
  const batchMs = await measureBatch(url, many);
  console.log(
    `  batch of ${batch.toLocaleString('en')}             p50 ${batchMs.toFixed(1)} ms (floor ${floors.batchMs})`,
  );
  const unleash = beside ? await measureUnleash(bench, seconds) : undefined;
  if (unleash) {
    print('Unleash, one flag', unleash);
    console.log(
      `  times Unleash              ${(withFew.perSecond / unleash.perSecond).toFixed(1)} (floor ${floors.timesUnleash})`,
    );
  }
  console.log(`  load average ${readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 2).join(', ')}`);
  return (
    withFew.failed + withMany.failed === 0 &&
    withFew.perSecond >= floors.perSecond &&
    withFew.p50 <= floors.p50Ms &&
    withFew.p99 <= floors.p99Ms &&
    withMany.perSecond >= withFew.perSecond * floors.manySteps &&
    batchMs <= floors.batchMs &&
    (unleash === undefined || withFew.perSecond >= unleash.perSecond * floors.timesUnleash)
  );
}

function print(name: string, { perSecond, p50, p99, failed }: LoadMeasured): void {
  const rate = `${Math.round(perSecond).toLocaleString('en')}/s`.padStart(10);
  const other = failed === 0 ? '' : `, ${failed} other answers`;
  console.log(`  ${name.padEnd(26)} ${rate}   p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms${other}`);
}

const queueName = (n: number): string => `queue-${n}`;
const stepName = (n: number): string => `step-${n}`;

function questionOf(n: number, queues: number, steps: number): object {
  return {
    queue: queueName(n % queues),
    step: stepName(Math.floor(n / queues) % steps),
    item: `INV-${n}`,
    features: { format: 'pdf', lines: n % 12 },
  };
}

/** @returns the key of a workspace with these steps */
async function workspaceWith(bench: BenchMachine, url: string, queues: number, steps: number): Promise<string> {
  const { apiKey } = await createWorkspace(bench.pool, {
    name: `${queues * steps} steps`,
    simulation: true,
    actor: 'bench',
  });
  const events = Array.from({ length: queues }, (_, n) => ({
    id: `define-${n}`,
    kind: 'queue.defined',
    at: '2026-01-05T08:00:00Z',
    queue: queueName(n),
    actor: { kind: 'operator', id: 'bench' },
    steps: Array.from({ length: steps }, (_, step) => ({ step: stepName(step), watch: ['format', 'lines'] })),
  }));
  await post(`${url}/v1/events`, apiKey, { events });
  return apiKey;
}

async function measureBatch(url: string, key: string): Promise<number> {
  const body = { items: Array.from({ length: batch }, (_, n) => questionOf(n, 100, 10)) };
  const times: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const sent = performance.now();
    await post(`${url}/v1/route`, key, body);
    if (n >= 10) times.push(performance.now() - sent);
  }
  return percentile(times, 50);
}

async function measureUnleash(bench: BenchMachine, seconds: number): Promise<LoadMeasured> {
  const unleash = await startUnleash(bench.machine.addresses.databaseOwnerUrl);
  try {
    const load = (time: number): Promise<LoadMeasured> =>
      measureLoad({
        url: unleash.url,
        path: '/api/frontend',
        headers: { Authorization: frontendToken },
        body: (n) => JSON.stringify({ context: { userId: `INV-${n}` } }),
        connections,
        seconds: time,
      });
    await load(1.5);
    return await load(seconds);
  } finally {
    await unleash.stop();
  }
}

async function post(url: string, key: string, body: object): Promise<void> {
  const answer = await request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
}
