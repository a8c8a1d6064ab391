/**
 * Real third-party applications, worked by the playbooks of docs/portals: on each a pull_pod and a task that writes, and
 * both again while the worker is killed in the middle. What they claim is compared with what the application stored.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { TaskInput } from '../../domain/dispatch/task-schemas.ts';
import type { TaskRecord } from '../../domain/dispatch/task-record.ts';
import { readIntents } from '../../store/portal-intents.ts';
import { createSender, setPortals } from '../../store/senders.ts';
import { type BenchMachine, startBenchMachine } from '../bench-machine.ts';
import { askUntilAnswered, statementOf } from '../starved/tasks.ts';
import { claims, disputes, login, shipments } from './records.ts';
import { type Application, startApplication } from './servers.ts';

interface Written {
  readonly number: string;
  /** What was written, in the order of the columns that the portal's table has. */
  readonly values: readonly string[];
}

interface Portal {
  readonly playbook: string;
  readonly account: string;
  /** The n-th task that writes, and what it has to have written. */
  readonly writes: (n: number) => { readonly input: TaskInput; readonly values: readonly string[] };
  /** Everything of the kind that was written, from the application's own database. */
  readonly written: (app: Application) => Written[];
}

function claimOf(n: number): { readonly input: TaskInput; readonly values: readonly string[] } {
  const claim = claims[n];
  if (claim === undefined) throw new RangeError(`there is no claim ${n}`);
  const { number, claimed, paid } = claim;
  return {
    input: { task_type: 'answer_claim', params: { claim_id: number } },
    values: [number, paid === claimed ? 'accept' : 'partial', paid],
  };
}

function rowsOf(app: Application, file: string, sql: string): Written[] {
  const database = new DatabaseSync(join(app.folder, file), { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => {
        const [number, ...values] = Object.values(row).map(String);
        return { number: number ?? '', values };
      });
  } finally {
    database.close();
  }
}

const portals: Readonly<Record<string, Portal>> = {
  django: {
    playbook: 'django-admin',
    account: 'DJANGO',
    writes: claimOf,
    written: (app) =>
      rowsOf(
        app,
        'django.sqlite3',
        `select r.id, c.number, r.decision, printf('%.2f', r.amount)
           from portal_response r join portal_claim c on c.id = r.claim_id order by r.id`,
      ),
  },
  piccolo: {
    playbook: 'piccolo-admin',
    account: 'PICCOLO',
    writes: claimOf,
    written: (app) =>
      rowsOf(
        app,
        'piccolo.sqlite3',
        `select id, claim_number, decision, printf('%.2f', amount) from response order by id`,
      ),
  },
  roundup: {
    playbook: 'roundup',
    account: 'ROUNDUP',
    writes(n) {
      const dispute = disputes[n];
      if (dispute === undefined) throw new RangeError(`there is no dispute ${n}`);
      const { invoice, pro } = dispute;
      return {
        input: { task_type: 'pod_to_dispute', params: { pro, invoice_number: invoice } },
        values: [invoice, 'application/pdf'],
      };
    },
    written: (app) =>
      rowsOf(
        app,
        'tracker/db/db',
        `select f.id, i._invoice, f._type from _file f join issue_files l on l.linkid = f.id
           join _issue i on i.id = l.nodeid order by f.id`,
      ),
  },
};

/** The longest that a task may take here, with a kill, on a busy machine. */
const taskMs = 20 * 60_000;

/** @param args `--only django,piccolo,roundup` */
export async function applications(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } });
  const names = values.only?.split(',') ?? Object.keys(portals);
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-applications-'));
  const apps = new Map<string, Application>();
  let bench: BenchMachine | undefined;
  try {
    for (const name of names) apps.set(name, await startApplication(name, join(folder, name)));
    const env: NodeJS.ProcessEnv = { PORTAL_PLAYBOOKS: join(folder, 'playbooks'), WORKER_NICE: '0' };
    mkdirSync(join(folder, 'playbooks'));
    for (const [name, { url }] of apps) {
      const { playbook, account } = portalOf(name);
      const text = readFileSync(join(import.meta.dirname, '../../docs/portals', `${playbook}.yaml`), 'utf8');
      writeFileSync(join(folder, 'playbooks', `${playbook}.yaml`), text.replaceAll('http://127.0.0.1:8000', url));
      env[`PORTAL_ACCOUNT_${account}`] = JSON.stringify(login);
    }
    bench = await startBenchMachine([], env, [200]);
    let met = true;
    for (const [name, app] of apps) met = (await work(bench, name, app)) && met;
    return met;
  } finally {
    await bench?.stop();
    for (const app of apps.values()) await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function portalOf(name: string): Portal {
  const portal = portals[name];
  if (portal === undefined) throw new Error(`--only takes ${Object.keys(portals).join(', ')}; not ${name}`);
  return portal;
}

async function work(bench: BenchMachine, name: string, app: Application): Promise<boolean> {
  const portal = portalOf(name);
  const sender = await createSender(bench.pool, bench.machine.secret, {
    name,
    callbackUrl: bench.receiverUrl,
    actor: 'bench',
  });
  await setPortals(bench.pool, sender.senderId, [portal.playbook], 'bench');
  const api = { ...bench, apiKey: sender.apiKey };
  let met = true;
  for (const [n, kills] of [false, true].entries()) {
    const { pro } = shipments[0] ?? { pro: '' };
    const pull: TaskInput = { task_type: 'pull_pod', params: { pro } };
    const pulled = await runOne(api, pull, kills ? 'working' : null);
    const digest = createHash('sha256')
      .update(app.proofs.get(pro) ?? '')
      .digest('hex');
    const { podSha256 } = await statementOf(api, pulled.task);
    met = report(name, pulled, podSha256 === digest ? null : 'another document than the application has') && met;

    const { input, values } = portal.writes(n);
    const before = portal.written(app).length;
    const wrote = await runOne(api, input, kills ? 'writing' : null);
    const added = portal.written(app).slice(before);
    met = report(name, wrote, untrue(wrote.task, added, values)) && met;
  }
  return met;
}

/** What is wrong with what a completed task says it wrote. */
function untrue(task: TaskRecord, added: readonly Written[], values: readonly string[]): string | null {
  const [one, ...more] = added;
  if (one === undefined) return 'nothing was written';
  if (more.length > 0) return `${added.length} records were written`;
  if (one.values.join() !== values.join()) return `wrote ${one.values.join()}, not ${values.join()}`;
  return task.confirmation_number === one.number ? null : `confirmed ${task.confirmation_number}, not ${one.number}`;
}

interface Ran {
  readonly task: TaskRecord;
  readonly killed: boolean;
  readonly seconds: number;
  readonly wantedKill: boolean;
}

function report(name: string, { task, killed, seconds, wantedKill }: Ran, wrong: string | null): boolean {
  const problem = task.status !== 'completed' ? `${task.status}: ${task.summary ?? ''}` : wrong;
  const missed = wantedKill && !killed ? 'the worker was not killed' : null;
  process.stdout.write(
    `${name.padEnd(10)}${task.task_type.padEnd(16)}${(killed ? 'worker killed' : '').padEnd(15)}${seconds.toFixed(1).padStart(6)} s  ${problem ?? missed ?? 'as the application has it'}\n`,
  );
  return problem === null && missed === null;
}

let count = 0;

/** @param kill when the worker is killed: once its browser works on the task, or once the write is allowed */
async function runOne(bench: BenchMachine, input: TaskInput, kill: 'working' | 'writing' | null): Promise<Ran> {
  count += 1;
  const begun = performance.now();
  const body = { ...input, idempotency_key: `applications-${process.pid}-${count}` };
  let task = (await askUntilAnswered(bench, '/api/tasks', body)) as TaskRecord;
  let killed = false;
  while (task.finished_at === null && performance.now() - begun < taskMs) {
    if (kill !== null && !killed && (await isReached(bench, task.id, kill))) {
      const { pid } = JSON.parse(readFileSync(join(bench.machine.folder.run, 'worker.json'), 'utf8')) as {
        pid: number;
      };
      process.kill(pid, 'SIGKILL');
      killed = true;
    }
    await delay(30);
    task = (await askUntilAnswered(bench, `/api/tasks/${task.id}`)) as TaskRecord;
  }
  return { task, killed, seconds: (performance.now() - begun) / 1000, wantedKill: kill !== null };
}

async function isReached({ pool }: BenchMachine, taskId: string, kill: 'working' | 'writing'): Promise<boolean> {
  if (kill === 'writing') return (await readIntents(pool, taskId)).some(({ state }) => state === 'open');
  const { rows } = await pool.query('select from portal_leases where holder like $1', [`%${taskId}%`]);
  return rows.length > 0;
}
