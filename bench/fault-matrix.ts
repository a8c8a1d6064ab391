/** Every write fault × every writing task type × every kill: at most one write, and an outcome that is true to it. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { TaskRecord } from '../domain/dispatch/task-record.ts';
import { allScenarios } from '../sandbox/scenarios.ts';
import { controlUrl } from '../start/machine.ts';
import { readIntents, settleIntent } from '../store/portal-intents.ts';
import { type BenchMachine, startBenchMachine } from './bench-machine.ts';
import { allCases, type Case, type Moment, nameOf } from './matrix-cases.ts';
import { matrixPage, type Row } from './matrix-page.ts';
import { browsersOf } from './process-tree.ts';
import { untruth, writeFaults } from './matrix-truth.ts';

interface Truth {
  readonly requests: readonly { readonly at: string; readonly method: string }[];
  readonly writes: readonly { readonly number: string }[];
}

/** Far beyond what a task takes on a machine that does other things as well. */
const taskTimeoutMs = 20 * 60_000;
/** Longer than a click takes, shorter than the wait that `slow` and `timeout_after_commit` put before the answer. */
const underWayMs = 2_000;
const answerDelayMs = 6_000;
/** The kill needs quick eyes, the outcome does not. */
const turnsBetweenReads = 20;
/** A `--quick` run takes one case of each type and moment, each with another fault. */
const quickStride = writeFaults.length;
/** A portal of the same machine shows its writes at once, and a dead worker need not be waited for as long as elsewhere. */
const settings = { PORTAL_SETTLE_MS: '500', PORTAL_SILENCE_MS: '3000' };

/**
 * Ctrl-C ends it after the case under way, with the table so far.
 * @param args `--quick`, or `--only <pattern>` of "<scenario> <fault> <moment>"; `--rows <file>` keeps what was run, one
 * JSON line a case, and leaves out what is in it; `--write <file>` writes the page of the documentation
 */
export async function faultMatrix(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      rows: { type: 'string' },
      write: { type: 'string' },
    },
  });
  const only = new RegExp(values.only, 'u');
  const cases = allCases()
    .map((one, index) => ({ one, round: index % quickStride }))
    .filter(({ one, round }) => (!values.quick || round === 0) && only.test(nameOf(one)))
    // A run that is interrupted has been everywhere.
    .toSorted((a, b) => a.round - b.round)
    .map(({ one }) => one);
  const wanted = new Set(cases.map(nameOf));
  const rows = values.rows === undefined ? [] : readRows(values.rows).filter((row) => wanted.has(nameOf(row)));
  const known = new Set(rows.map(nameOf));
  const missing = cases.filter((one) => !known.has(nameOf(one)));
  if (missing.length > 0)
    await runAll(missing, (row) => {
      rows.push(row);
      if (values.rows !== undefined) appendFileSync(values.rows, `${JSON.stringify(row)}\n`);
      process.stderr.write(`${rows.length}/${cases.length} ${nameOf(row)}: ${row.outcome}, ${row.wrong ?? 'true'}\n`);
    });
  if (values.write !== undefined) writeFileSync(values.write, matrixPage(rows, cases.length));
  const wrong = rows.filter((row) => row.wrong !== null).length;
  const killed = rows.filter((row) => row.killed).length;
  process.stdout.write(
    `${tableOf(rows)}\n\n${rows.length} of ${cases.length} cases, ${killed} with a kill, ${wrong} untrue\n`,
  );
  return wrong === 0 && rows.length === cases.length;
}

function readRows(file: string): Row[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}

async function runAll(cases: readonly Case[], done: (row: Row) => void): Promise<void> {
  let interrupted = false;
  process.once('SIGINT', () => (interrupted = true));
  const bench = await startBenchMachine([], settings, [200]);
  try {
    for (const one of cases) {
      if (interrupted) break;
      done(await run(bench, one));
    }
  } finally {
    await bench.stop();
  }
}

async function run(bench: BenchMachine, one: Case): Promise<Row> {
  const portal = one.scenario.startsWith('tms_') ? 'tms' : 'audit';
  await control(bench, 'POST', '/reset');
  for (const fault of faultsOf(one)) await control(bench, 'POST', '/faults', { portal, ...fault });
  const begun = performance.now();
  const headers = { authorization: `Bearer ${bench.apiKey}`, 'content-type': 'application/json' };
  const key = `matrix-${process.pid}-${nameOf(one).replaceAll(' ', '-')}`;
  const body = JSON.stringify({ ...allScenarios()[one.scenario], idempotency_key: key });
  const answer = await fetch(`${bench.dispatchUrl}/api/tasks`, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`POST /api/tasks answered ${answer.status}: ${await answer.text()}`);
  let task = (await answer.json()) as TaskRecord;
  let killed = false;
  for (let turn = 1; task.outcome === null && performance.now() - begun < taskTimeoutMs; turn++) {
    if (!killed && one.moment !== 'none' && (await isReached(bench, task.id, portal, one.moment))) {
      killed = kill(bench, one.moment) > 0;
    }
    await delay(15);
    if (turn % turnsBetweenReads !== 0) continue;
    const read = await fetch(`${bench.dispatchUrl}/api/tasks/${task.id}`, { headers });
    if (read.status === 200) task = (await read.json()) as TaskRecord;
  }
  // The portal begins afresh; what is uncertain about it would keep the next task from the same record.
  for (const { action } of await readIntents(bench.pool, task.id))
    await settleIntent(bench.pool, task.id, action, 'absent', null);
  const written = [...(await truthOf(bench, 'tms')).writes, ...(await truthOf(bench, 'audit')).writes];
  return {
    ...one,
    killed,
    outcome: [task.status, task.outcome_reason].filter((part) => part !== null).join('/'),
    writes: written.length,
    wrong: untruth({
      fault: one.fault,
      outcome: task.outcome,
      confirmationNumber: task.confirmation_number,
      written: written.map(({ number }) => number),
    }),
    seconds: (performance.now() - begun) / 1000,
  };
}

/** A kill between click and answer needs an answer that is long in coming; the fault itself strikes as well. */
function faultsOf({ fault, moment }: Case): readonly Record<string, unknown>[] {
  const post = { match: { method: 'POST' } };
  const own =
    fault === 'ok' ? [] : [{ fault, times: 1, ...(fault === 'session' || fault === '503' ? post : { match: {} }) }];
  if (!moment.endsWith('between')) return own;
  if (fault === 'timeout_after_commit' || fault === 'lost_before_commit')
    return [{ fault, match: {}, delay_ms: answerDelayMs }];
  return fault === 'optimistic' || fault === 'session' || fault === '503'
    ? [...own, { fault: 'slow', ...post, times: 3, delay_ms: answerDelayMs }]
    : [...own, { fault: 'timeout_after_commit', match: {}, delay_ms: answerDelayMs }];
}

/** Whether the click was allowed, is under way, or was answered, by the intent's row and the portal's own record. */
async function isReached(
  bench: BenchMachine,
  taskId: string,
  portal: 'tms' | 'audit',
  moment: Exclude<Moment, 'none'>,
): Promise<boolean> {
  const [intent] = await readIntents(bench.pool, taskId);
  if (intent === undefined) return false;
  if (moment === 'worker before') return intent.state === 'open';
  const { requests, writes } = await truthOf(bench, portal);
  const answered = requests.some(({ at, method }) => method === 'POST' && Date.parse(at) >= intent.openedAt.getTime());
  if (moment === 'worker after') return answered;
  return intent.state === 'open' && (writes.length > 0 || Date.now() - intent.openedAt.getTime() > underWayMs);
}

/** @returns how many it killed */
function kill(bench: BenchMachine, moment: Exclude<Moment, 'none'>): number {
  if (moment === 'portal between') {
    bench.kill('sandbox');
    return 1;
  }
  const { run: folder } = bench.machine.folder;
  const pidOf = (part: string): number =>
    (JSON.parse(readFileSync(join(folder, `${part}.json`), 'utf8')) as { pid: number }).pid;
  const pids = moment === 'browser between' ? browsersOf(pidOf('worker')) : [pidOf('worker')];
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return pids.length;
}

async function truthOf(bench: BenchMachine, portal: 'tms' | 'audit'): Promise<Truth> {
  return (await control(bench, 'GET', `/truth?portal=${portal}`)) as Truth;
}

/** A portal that was killed is back after a moment. */
async function control(bench: BenchMachine, method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
  const until = performance.now() + taskTimeoutMs;
  for (;;) {
    try {
      const answer = await fetch(`${controlUrl(bench.machine)}${path}`, {
        method,
        headers: { authorization: `Bearer ${bench.machine.sandboxControlToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.status < 300) return text === '' ? null : JSON.parse(text);
      throw new RangeError(`the sandbox answered ${answer.status} to ${path}: ${text}`);
    } catch (error) {
      if (error instanceof RangeError || performance.now() > until) throw error;
      await delay(100);
    }
  }
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ scenario, fault, moment, killed, outcome, writes, wrong, seconds }) =>
      `| ${scenario} | ${fault} | ${moment}${killed || moment === 'none' ? '' : ' (not reached)'} | ${outcome} | ${writes} | ${wrong ?? 'true'} | ${seconds.toFixed(1)} |`,
  );
  return ['| Task | Fault | Killed | Result | Writes | Verdict | s |', '|---|---|---|---|---|---|---|', ...lines].join(
    '\n',
  );
}
