/**
 * Loss and restore (D68): tasks of all types, in every state, while the engine loses its data, and while PostgreSQL goes
 * back to an earlier moment and the engine and the portals do not. The short forms are in test/workflows/recovery.test.ts.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import type { TaskInput } from '../domain/dispatch/task-schemas.ts';
import type { TaskRecord } from '../domain/dispatch/task-record.ts';
import { allScenarios } from '../sandbox/scenarios.ts';
import { controlUrl } from '../start/machine.ts';
import { listPending } from '../store/approvals.ts';
import { inTransaction, openPool, type Pool } from '../store/database.ts';
import { createKey } from '../store/keys.ts';
import { type BenchMachine, startBenchMachine } from './bench-machine.ts';
import { type LoadTask, loadTasks } from './load-tasks.ts';
import { deliveriesHold } from './starved/deliveries.ts';
import { askUntilAnswered, submitTasks } from './starved/tasks.ts';

/** Without a task that ends for this long, those that are left hang. */
const patienceMs = 10 * 60_000;
/** In which the files of the engine are taken away, before it is started again. */
const restartMs = 3_000;
/** Submitted after the moment that the database goes back to. */
const afterwards = 3;

export async function restore(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { tasks: { type: 'string', default: '60' }, only: { type: 'string', default: 'engine,database' } },
  });
  const drills: Record<string, (drill: Drill) => Promise<void>> = { engine: loseEngine, database: goBack };
  let met = true;
  for (const name of values.only.split(',')) {
    const disaster = drills[name];
    if (disaster === undefined) throw new Error(`--only takes ${Object.keys(drills).join(', ')}; not ${name}`);
    console.log(`${name === 'engine' ? 'the engine loses its data' : 'PostgreSQL goes back'}, ${values.tasks} tasks`);
    met = (await run(Number(values.tasks), disaster)) && met;
  }
  return met;
}

interface Drill {
  readonly bench: BenchMachine;
  readonly tasks: readonly LoadTask[];
  /** Waits until so many of these have ended; people decide meanwhile. */
  readonly untilEnded: (ids: readonly string[], count: number) => Promise<Map<string, TaskRecord>>;
}

async function run(count: number, disaster: (drill: Drill) => Promise<void>): Promise<boolean> {
  const bench = await startBenchMachine([], { LOG_LEVEL: 'warn', PORTAL_BROWSERS: '2' }, [restartMs]);
  try {
    const tasks = drillTasks(count);
    const { key } = await createKey(bench.pool, {
      ownerKind: 'sender',
      ownerId: bench.senderId,
      scopes: ['read', 'approve'],
      label: 'approver',
      actor: 'bench',
    });
    const untilEnded = (ids: readonly string[], wanted: number) => followTasks(bench, key, ids, wanted);
    await disaster({ bench, tasks, untilEnded });
    const began = performance.now();
    // The key of a task makes it harmless to submit one again, as a caller does who does not know whether it was taken.
    const ids = await submitTasks(bench, tasks);
    const records = await untilEnded(ids, ids.length);
    console.log(`  all that end have ended ${((performance.now() - began) / 1000).toFixed(0)} s later`);
    const twice = await writtenTwice(bench, tasks);
    const hanging = await stillRunning(bench);
    const delivered = await deliveriesHold(bench, records, (line) => console.log(line));
    const lost = ids.length - records.size;
    console.log(`  ${ids.length} tasks: ${lost} lost, ${twice} done twice, ${hanging} workflows hang (floors 0)`);
    return lost === 0 && twice === 0 && hanging === 0 && delivered;
  } finally {
    await bench.stop();
  }
}

/** The mix of the load, and changes that wait for a person. */
function drillTasks(count: number): LoadTask[] {
  const waits = allScenarios()['tms_correction_over_limit'] as TaskInput;
  const mixed = loadTasks(count - 1, `restore-${process.pid}`);
  const record = { portal: 'tms', name: 'pro', id: waits.params.pro ?? '' } as const;
  return [{ input: { ...waits, idempotency_key: `restore-${process.pid}-waits` }, record }, ...mixed];
}

/** The engine is killed with its data while a third of the tasks have ended. */
async function loseEngine({ bench, tasks, untilEnded }: Drill): Promise<void> {
  const { folder } = bench.machine;
  const ids = await submitTasks(bench, tasks);
  await untilEnded(ids, Math.ceil(ids.length / 3));
  const { pid } = JSON.parse(readFileSync(join(folder.run, 'temporal.json'), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
  await delay(restartMs / 3);
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder.engine, `temporal.db${end}`), { force: true });
  console.log('  the engine is gone, with its data');
}

/** What was stored is put back after two thirds have ended, and tasks were submitted of which it knows nothing. */
async function goBack({ bench, tasks, untilEnded }: Drill): Promise<void> {
  const ids = await submitTasks(bench, tasks.slice(0, -afterwards));
  await untilEnded(ids, Math.ceil(ids.length / 3));
  const owner = openPool({ url: bench.machine.addresses.databaseOwnerUrl, size: 1, name: 'bench-owner' });
  try {
    await keepRows(owner);
    await submitTasks(bench, tasks.slice(-afterwards));
    await untilEnded(ids, Math.ceil((ids.length * 2) / 3));
    await putRowsBack(owner);
    console.log('  the database is as it was a third of the tasks ago; the portals and the engine are not');
  } finally {
    await owner.end();
  }
}

const tablesOf = `select c.oid::regclass::text as name, c.relname as plain, c.relpersistence = 'u' as forgets,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;

/** The triggers that keep logs from being changed, also by replicas. */
const guardsOf = `select tgrelid::regclass::text as "table", quote_ident(tgname) as name
  from pg_trigger join pg_class c on c.oid = tgrelid
 where c.relnamespace = 'public'::regnamespace and tgenabled = 'A' and not tgisinternal and tgparentid = 0`;

interface Table {
  readonly name: string;
  readonly plain: string;
  /** Unlogged: empty after a restore. */
  readonly forgets: boolean;
  readonly columns: string;
}

/** Copies the product's tables as of one moment. The portals keep theirs in a schema of their own. */
async function keepRows(owner: Pool): Promise<void> {
  await inTransaction(owner, async (q) => {
    await q.query('set transaction isolation level repeatable read');
    await q.query('create schema kept');
    for (const { name, plain } of (await q.query<Table>(tablesOf)).rows)
      await q.query(`create table kept."${plain}" as table ${name}`);
  });
}

/** Until no transaction of the services that run is in the way: they lock the same tables in orders of their own. */
async function putRowsBack(owner: Pool): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await putRowsBackOnce(owner);
      return;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== deadlock || tries === mostTries) throw error;
    }
}

const deadlock = '40P01';
const mostTries = 20;

async function putRowsBackOnce(owner: Pool): Promise<void> {
  await inTransaction(owner, async (q) => {
    // As in a restore: nothing judges what was stored before, nor keeps a log from being put back.
    await q.query('set local session_replication_role = replica');
    const guards = (await q.query<{ table: string; name: string }>(guardsOf)).rows;
    for (const { table, name } of guards) await q.query(`alter table ${table} disable trigger ${name}`);
    const tables = (await q.query<Table>(tablesOf)).rows;
    await q.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name, plain, columns, forgets } of tables)
      if (!forgets)
        await q.query(
          `insert into ${name} (${columns}) overriding system value select ${columns} from kept."${plain}"`,
        );
    for (const { table, name } of guards) await q.query(`alter table ${table} enable always trigger ${name}`);
  });
}

/** @returns the records of those that have ended, once they are as many as wanted or none has ended for a while */
async function followTasks(
  bench: BenchMachine,
  approverKey: string,
  ids: readonly string[],
  wanted: number,
): Promise<Map<string, TaskRecord>> {
  const ended = new Map<string, TaskRecord>();
  let last = Date.now();
  while (ended.size < wanted && Date.now() - last < patienceMs) {
    await approvePending(bench, approverKey);
    for (const id of ids) {
      if (ended.has(id)) continue;
      const task = (await askUntilAnswered(bench, `/api/tasks/${id}`)) as TaskRecord;
      if (task.finished_at === null) continue;
      ended.set(id, task);
      last = Date.now();
    }
    await delay(1_000);
  }
  return ended;
}

async function approvePending(bench: BenchMachine, apiKey: string): Promise<void> {
  for (const { id, taskId } of await listPending(bench.pool)) {
    const path = `/api/tasks/${taskId}/approvals/${id}`;
    // Refused where it was decided or replaced meanwhile: the next look shows what waits then.
    await askUntilAnswered({ ...bench, apiKey }, path, { decision: 'approve', note: 'drill' }).catch(() => {});
  }
}

/** @returns how many writes of one kind a record has more than one of */
async function writtenTwice(bench: BenchMachine, tasks: readonly LoadTask[]): Promise<number> {
  const records = new Map(tasks.flatMap(({ record }) => (record === null ? [] : [[record.id, record] as const])));
  let twice = 0;
  for (const { portal, name, id } of records.values()) {
    const answer = await fetch(`${controlUrl(bench.machine)}/truth?portal=${portal}&${name}=${id}`, {
      headers: { authorization: `Bearer ${bench.machine.sandboxControlToken}` },
    });
    const { writes } = (await answer.json()) as { writes: { kind: string }[] };
    twice += writes.length - new Set(writes.map(({ kind }) => kind)).size;
  }
  return twice;
}

/** @returns how many workflows of tasks and deliveries still run after two sweeps, when all has ended */
async function stillRunning({ machine }: BenchMachine): Promise<number> {
  const { address, namespace } = machine.addresses.temporal ?? { address: '', namespace: '' };
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection, namespace });
  try {
    let running = Infinity;
    for (const until = Date.now() + 150_000; running > 0 && Date.now() < until; await delay(1_000))
      running = (await workflow.count(`WorkflowType IN ('task', 'delivery') AND ExecutionStatus = 'Running'`)).count;
    return running;
  } finally {
    await connection.close();
  }
}
