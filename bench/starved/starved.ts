/**
 * Tasks of all types, deliveries, events and week closes on a machine that has no time for them: busy processes beside
 * it, its parts stopped in turn, a disk that others write to. Nothing that is stated may be false: every outcome is
 * compared with that of the same input on the quiet machine and with what the portals recorded (D59).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { TaskRecord } from '../../domain/dispatch/task-record.ts';
import { controlUrl } from '../../start/machine.ts';
import { type BenchMachine, startBenchMachine } from '../bench-machine.ts';
import { startEventTraffic } from '../lanes/event-traffic.ts';
import { randomFrom } from '../lanes/random.ts';
import { type LoadTask, loadTasks, type WrittenRecord } from '../load-tasks.ts';
import { deliveriesHold } from './deliveries.ts';
import { disturb, freeze, stopped, type Stopped } from './disturbance.ts';
import { nameOfInput, statementOf, submitTasks, untilEnded } from './tasks.ts';
import { judgeStatement, type Statement } from './verdict.ts';

/** Without a task that ends for this long on the free machine, those that are left count as lost. */
const patienceMs = 15 * 60_000;
const eventSenders = 2;
/** Between requests of a sender and between closes: events are to compete with tasks, not to outrun them. */
const eventRestMs = 1_000;

interface StarvedRun {
  readonly busy: number;
  readonly disk: number;
  /** How many times a part is stopped. */
  readonly stops: number;
  /** Shortest and longest stop, ms. */
  readonly stopMs: readonly [number, number];
  readonly parts: readonly Stopped[];
  readonly seed: number;
  /** Receives a line for each stop and each finding. */
  readonly say: (line: string) => void;
}

/** @param args see `bench/main.ts` */
export async function starved(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tasks: { type: 'string', default: '300' },
      busy: { type: 'string', default: '20' },
      disk: { type: 'string', default: '2' },
      stops: { type: 'string', default: '24' },
      longest: { type: 'string', default: '40' },
      only: { type: 'string', default: stopped.join(',') },
      seed: { type: 'string', default: '1' },
    },
  });
  const wanted = values.only.split(',');
  return await runStarved(Number(values.tasks), {
    busy: Number(values.busy),
    disk: Number(values.disk),
    stops: Number(values.stops),
    stopMs: [5_000, Number(values.longest) * 1_000],
    parts: stopped.filter((part) => wanted.includes(part)),
    seed: Number(values.seed),
    say: (line) => console.log(line),
  });
}

/** The quiet pass, then the starved pass. @returns whether nothing was false, lost or done twice */
async function runStarved(count: number, run: StarvedRun): Promise<boolean> {
  const bench = await startBenchMachine([], { LOG_LEVEL: 'warn', PORTAL_BROWSERS: '2' });
  try {
    const tasks = loadTasks(count, `starved-${process.pid}`);
    const quiet = await quietStatements(bench, tasks, run.say);
    run.say(`  ${quiet.size} different inputs on the quiet machine`);
    await control(bench, 'POST', '/reset');
    return await starvedPass(bench, run, tasks, quiet);
  } finally {
    await bench.stop();
  }
}

/**
 * Tasks and events while the machine is disturbed; the counts once it is free again.
 * @param quiet what is stated of each input on a quiet machine, by the input's name
 */
async function starvedPass(
  bench: BenchMachine,
  run: StarvedRun,
  tasks: readonly LoadTask[],
  quiet: ReadonlyMap<string, Statement>,
): Promise<boolean> {
  const { say } = run;
  const random = randomFrom(run.seed);
  const traffic = await startEventTraffic(bench, { senders: eventSenders, restMs: eventRestMs, random, say });
  const release = disturb(run);
  let ids: string[];
  const begun = performance.now();
  try {
    const submitted = submitTasks(bench, tasks);
    await stopInTurn(bench, run, random);
    ids = await submitted;
  } finally {
    release();
  }
  say(`  disturbed for ${((performance.now() - begun) / 1000).toFixed(0)} s; the machine is free`);
  const records = await untilEnded(bench, ids, patienceMs, say);
  const truthful = await compare(bench, tasks, ids, records, quiet, say);
  const delivered = await deliveriesHold(bench, records, say);
  const stored = await traffic.settle();
  return [truthful, delivered, stored].every(Boolean);
}

/** Every different input once, undisturbed. @returns what is stated of each, by the input's name */
async function quietStatements(
  bench: BenchMachine,
  tasks: readonly LoadTask[],
  say: StarvedRun['say'],
): Promise<Map<string, Statement>> {
  const different = new Map(tasks.map((task) => [nameOfInput(task.input), task]));
  const once = [...different.values()].map((task, n) => ({
    ...task,
    input: { ...task.input, idempotency_key: `quiet-${process.pid}-${n}` },
  }));
  const ids = await submitTasks(bench, once);
  const records = await untilEnded(bench, ids, patienceMs, say);
  const statements = new Map<string, Statement>();
  for (const [n, name] of [...different.keys()].entries()) {
    const record = records.get(ids[n] ?? '');
    if (record === undefined) throw new Error(`${name} did not end on the quiet machine`);
    statements.set(name, await statementOf(bench, record));
  }
  return statements;
}

async function stopInTurn(bench: BenchMachine, run: StarvedRun, random: () => number): Promise<void> {
  const [shortest, longest] = run.stopMs;
  for (let n = 0; n < run.stops; n += 1) {
    const part = run.parts[n % run.parts.length];
    if (part === undefined) return;
    await delay(2_000 + random() * 4_000);
    const forMs = shortest + random() * (longest - shortest);
    const processes = await freeze(bench.machine.folder, part, forMs);
    run.say(`  stop ${n + 1}: ${part.padEnd(9)} ${processes} processes for ${(forMs / 1000).toFixed(0)} s`);
  }
}

async function compare(
  bench: BenchMachine,
  tasks: readonly LoadTask[],
  ids: readonly string[],
  records: ReadonlyMap<string, TaskRecord>,
  quiet: ReadonlyMap<string, Statement>,
  say: StarvedRun['say'],
): Promise<boolean> {
  const written = new Map<string, readonly Write[]>();
  const wanted = new Map<string, number>();
  for (const { record } of tasks)
    if (record !== null) wanted.set(nameOfRecord(record), (wanted.get(nameOfRecord(record)) ?? 0) + 1);
  let [lost, untrue, unknown, twice] = [0, 0, 0, 0];
  const unspoken = new Map<string, boolean>();
  const stated = new Set<string | null>();
  for (const [n, { input, record }] of tasks.entries()) {
    const found = records.get(ids[n] ?? '');
    const name = record === null ? '' : nameOfRecord(record);
    if (record !== null && !written.has(name)) {
      const writes = await writesOf(bench, record);
      written.set(name, writes);
      twice += writes.length - new Set(writes.map(({ kind }) => kind)).size;
      unspoken.set(name, writes.length > 0);
    }
    const before = quiet.get(nameOfInput(input));
    if (found === undefined || before === undefined) {
      lost += 1;
      say(`    lost: ${ids[n]} ${nameOfInput(input)}`);
      continue;
    }
    const said = await statementOf(bench, found);
    stated.add(said.confirmationNumber);
    if (said.outcome === 'completed' || said.outcome === 'escalated' || found.finished_at === null)
      unspoken.set(name, false);
    const verdict = judgeStatement(said, {
      quiet: before,
      written: (written.get(name) ?? []).flatMap(({ number }) => (number === null ? [] : [number])),
      contested: (wanted.get(name) ?? 0) > 1,
    });
    if (verdict.kind === 'unknown') {
      unknown += 1;
      say(`    not known: ${found.id} ${nameOfInput(input)}: ${found.outcome_reason}: ${found.summary ?? ''}`);
    }
    if (verdict.kind === 'false') {
      untrue += 1;
      say(`    FALSE: ${found.id} ${nameOfInput(input)}: ${verdict.why}: ${found.summary ?? ''}`);
    }
  }
  // The portal files the answer to a claim under the claim's invoice too: the task of the claim states that one.
  const isStated = ({ number }: Write): boolean => number !== null && stated.has(number);
  const silent = [...unspoken].filter(([name, silence]) => silence && !(written.get(name) ?? []).every(isStated));
  for (const [name] of silent) say(`    FALSE: ${name} was written to, and no task says so`);
  say(
    `  ${tasks.length} tasks: ${untrue + silent.length} false, ${lost} lost, ${twice} done twice (floors 0); ${unknown} not known`,
  );
  return untrue === 0 && silent.length === 0 && lost === 0 && twice === 0;
}

const nameOfRecord = ({ portal, id }: WrittenRecord): string => `${portal} ${id}`;

interface Write {
  readonly kind: string;
  readonly number: string | null;
}

async function writesOf(bench: BenchMachine, { portal, name, id }: WrittenRecord): Promise<readonly Write[]> {
  return ((await control(bench, 'GET', `/truth?portal=${portal}&${name}=${id}`)) as { writes: Write[] }).writes;
}

async function control({ machine }: BenchMachine, method: 'GET' | 'POST', path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${machine.sandboxControlToken}` };
  const answer = await fetch(`${controlUrl(machine)}${path}`, { method, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${path}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}
