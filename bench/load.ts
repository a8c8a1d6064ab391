/**
 * Many tasks of all types through the API at once, on two browsers: none lost, none done twice by the table of truth,
 * memory steady, high priority before low, and a sender whose few tasks come beside another's flood.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { TaskInput } from '../domain/dispatch/task-schemas.ts';
import type { TaskRecord } from '../domain/dispatch/task-record.ts';
import { seedShipments } from '../sandbox/tms/seed.ts';
import { controlUrl } from '../start/machine.ts';
import { createSender } from '../store/senders.ts';
import { type BenchMachine, startBenchMachine } from './bench-machine.ts';
import { type LoadTask, loadTasks, pull, type WrittenRecord } from './load-tasks.ts';
import { nodeProcesses } from './node-memory.ts';
import { percentile } from './percentiles.ts';
import { countProcessorTime, processorTimeText } from './processor-time.ts';
import { runTask } from './run-task.ts';

const floors = {
  /** Memory at the end, of what it was in the second quarter: by then everything has been loaded. */
  growth: 1.1,
  /**
   * Tasks of the flood that end while one beside it waits, at the median: those that hold a place at the portal when it
   * comes (4 for each browser), and the next few; however large the flood is.
   */
  otherWaits: 12,
} as const;
const batchSize = 100;
const sampleMs = 5_000;
/** Without a task that ends for this long, those that are left count as lost. */
const patienceMs = 5 * 60_000;

interface Api {
  readonly dispatchUrl: string;
  readonly apiKey: string;
}

/** @param args `--tasks N`, 500 by default */
export async function load(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { tasks: { type: 'string', default: '500' } } });
  const count = Number(values.tasks);
  const bench = await startBenchMachine([], { LOG_LEVEL: 'warn', PORTAL_BROWSERS: '2' });
  try {
    const tasks = loadTasks(count, `load-${process.pid}`);
    const { dispatchUrl, machine, pool } = bench;
    const other = await createSender(pool, machine.secret, { name: 'Other', actor: 'bench' });
    const memory: number[] = [];
    console.log(`${count} mixed tasks at once, two browsers, a second sender beside them`);
    const sampler = setInterval(() => {
      memory.push(nodeProcesses().reduce((sum, { bytes }) => sum + bytes, 0));
    }, sampleMs);
    const processorTime = countProcessorTime();
    const begun = performance.now();
    const ids = await submit(bench, tasks);
    const flood = untilAllEnded(bench, ids);
    const few = besideTheFlood({ dispatchUrl, apiKey: other.apiKey }, Math.max(3, Math.round(count / 25)), flood);
    const records = await flood;
    const seconds = (performance.now() - begun) / 1000;
    clearInterval(sampler);
    console.log(`  ${count} tasks in ${seconds.toFixed(0)} s, ${(records.length / seconds).toFixed(2)} a second`);
    console.log(`  processors ${processorTimeText(processorTime())}`);
    const held = [
      printOutcomes(records, ids.length),
      await printOnce(bench, tasks, records, ids),
      printPlaces(records),
      printOther(records, await few),
      printMemory(memory),
    ];
    return held.every(Boolean);
  } finally {
    await bench.stop();
  }
}

/** In batches, one after the other. @returns the tasks' ids in their order */
async function submit(bench: BenchMachine, tasks: readonly LoadTask[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < tasks.length; from += batchSize) {
    const inputs = tasks.slice(from, from + batchSize).map(({ input }) => input);
    const report = (await call(bench, '/api/tasks', { tasks: inputs })) as { results: { task: { id: string } }[] };
    ids.push(...report.results.map(({ task }) => task.id));
  }
  return ids;
}

/** @returns the records of the tasks that ended, once all have or none does any more */
async function untilAllEnded(bench: BenchMachine, ids: readonly string[]): Promise<TaskRecord[]> {
  const ended = new Map<string, TaskRecord>();
  let last = Date.now();
  while (ended.size < ids.length && Date.now() - last < patienceMs) {
    await delay(2_000);
    const before = ended.size;
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = (await call(bench, `/api/tasks?limit=200${cursor && `&cursor=${cursor}`}`)) as {
        tasks: TaskRecord[];
        next_cursor: string | null;
      };
      for (const task of page.tasks)
        // Nobody decides here: a claim over the limit has come as far as it can.
        if (task.finished_at !== null || task.status === 'awaiting_approval') ended.set(task.id, task);
      cursor = page.next_cursor;
    }
    if (ended.size === before) continue;
    last = Date.now();
    process.stderr.write(`${ended.size} of ${ids.length}\n`);
  }
  return [...ended.values()];
}

/**
 * Pulls of another sender, one after the other, while the flood lasts; of high priority, for senders take turns within
 * a priority, and the flood has all three.
 * @returns those that ended while it lasted
 */
async function besideTheFlood(other: Api, most: number, flood: Promise<unknown>): Promise<TaskRecord[]> {
  const ended: TaskRecord[] = [];
  let over = false;
  void flood.then(() => (over = true));
  for (const { shipment } of seedShipments().slice(0, most)) {
    if (over) break;
    const task = await runTask(other, pull(shipment.pro, 'high'), 500);
    // What only ended after the flood says nothing of the wait beside it.
    if (!over) ended.push(task);
  }
  return ended;
}

const waitOf = (task: TaskRecord): number => (Date.parse(task.finished_at ?? '') - Date.parse(task.created_at)) / 1000;

function printOutcomes(records: readonly TaskRecord[], expected: number): boolean {
  const counts = new Map<string, number>();
  for (const task of records) {
    const end = [task.task_type, task.status, task.outcome_reason].filter((part) => part !== null).join(' ');
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  for (const [end, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`    ${String(count).padStart(4)}  ${end}`);
  const failed = records.filter(({ status }) => status === 'failed').length;
  console.log(`  lost       ${expected - records.length}, failed ${failed} (floor 0)`);
  return records.length === expected && failed === 0;
}

/** Each record has at most one write of a kind, and each confirmation number is one that the portal gave for it. */
async function printOnce(
  bench: BenchMachine,
  tasks: readonly LoadTask[],
  records: readonly TaskRecord[],
  ids: readonly string[],
): Promise<boolean> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const written = new Map<string, readonly Write[]>();
  let [writes, twice, untrue] = [0, 0, 0];
  for (const [index, { record }] of tasks.entries()) {
    if (record === null) continue;
    const name = `${record.portal} ${record.id}`;
    let found = written.get(name);
    if (found === undefined) {
      found = await writesOf(bench, record);
      written.set(name, found);
      writes += found.length;
      twice += found.length - new Set(found.map(({ kind }) => kind)).size;
    }
    const number = byId.get(ids[index] ?? '')?.confirmation_number ?? null;
    if (number !== null && !found.some((write) => write.number === number)) untrue += 1;
  }
  console.log(`  once       ${writes} writes to ${written.size} records, ${twice} twice (floor 0)`);
  console.log(`  true       ${untrue} confirmation numbers that the portal never gave (floor 0)`);
  return twice === 0 && untrue === 0;
}

interface Write {
  readonly kind: string;
  readonly number: string | null;
}

async function writesOf(bench: BenchMachine, { portal, name, id }: WrittenRecord): Promise<readonly Write[]> {
  const answer = await fetch(`${controlUrl(bench.machine)}/truth?portal=${portal}&${name}=${id}`, {
    headers: { authorization: `Bearer ${bench.machine.sandboxControlToken}` },
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { writes: Write[] }).writes;
}

/** Mean finishing places of the pulls, which are alike but for their priority. */
function printPlaces(records: readonly TaskRecord[]): boolean {
  const pulls = records
    .filter(({ task_type }) => task_type === 'pull_pod')
    .toSorted((a, b) => Date.parse(a.finished_at ?? '') - Date.parse(b.finished_at ?? ''));
  const mean = (priority: string): number => {
    const places = pulls.flatMap((task, place) => (task.priority === priority ? [place + 1] : []));
    return places.reduce((sum, place) => sum + place, 0) / places.length;
  };
  const [high, normal, low] = [mean('high'), mean('normal'), mean('low')];
  console.log(
    `  priority   mean finishing place of ${pulls.length} pulls: high ${high.toFixed(0)}, normal ${normal.toFixed(0)}, low ${low.toFixed(0)} (floor: in this order)`,
  );
  return high < normal && normal < low;
}

function printOther(records: readonly TaskRecord[], few: readonly TaskRecord[]): boolean {
  const endedMeanwhile = ({ created_at, finished_at }: TaskRecord): number =>
    records.filter((task) => (task.finished_at ?? '') > created_at && (task.finished_at ?? '') < (finished_at ?? ''))
      .length;
  const own = records.filter(({ task_type, priority }) => task_type === 'pull_pod' && priority === 'high').map(waitOf);
  const waits = percentile(few.map(endedMeanwhile), 50);
  console.log(
    `  senders    ${few.length} pulls beside the flood waited ${percentile(few.map(waitOf), 50).toFixed(1)} s at the median, those in it ${percentile(own, 50).toFixed(1)} s; ${waits} of its tasks ended meanwhile (floor ${floors.otherWaits})`,
  );
  return waits <= floors.otherWaits;
}

function printMemory(samples: readonly number[]): boolean {
  const quarter = Math.floor(samples.length / 4);
  const mean = (part: readonly number[]): number => part.reduce((sum, bytes) => sum + bytes, 0) / part.length;
  const [early, late] = [mean(samples.slice(quarter, quarter * 2)), mean(samples.slice(-quarter))];
  const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0);
  console.log(
    `  memory     ${megabytes(samples[0] ?? 0)} MB at first, ${megabytes(early)} MB in the second quarter, ${megabytes(late)} MB in the last: ${(late / early).toFixed(2)} (floor ${floors.growth}); most ${megabytes(Math.max(...samples))} MB`,
  );
  return late <= early * floors.growth;
}

async function call(
  { dispatchUrl, apiKey }: Api,
  path: string,
  body?: { tasks: readonly TaskInput[] },
): Promise<unknown> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(`${dispatchUrl}${path}`, request);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
