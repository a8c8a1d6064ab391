/** Tasks of the measurement through the public API, which may be stopped, slow or away at any moment. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Manifest } from '../../domain/dispatch/evidence/manifest.ts';
import type { TaskInput } from '../../domain/dispatch/task-schemas.ts';
import type { TaskRecord } from '../../domain/dispatch/task-record.ts';
import type { BenchMachine } from '../bench-machine.ts';
import type { LoadTask } from '../load-tasks.ts';
import type { Statement } from './verdict.ts';

const batchSize = 10;
const lookMs = 2_000;
/** An API that is stopped accepts connections and does not answer. */
const callTimeoutMs = 60_000;

type Api = Pick<BenchMachine, 'dispatchUrl' | 'apiKey'>;

/** What makes two inputs the same work. */
export function nameOfInput({ task_type, params }: TaskInput): string {
  return `${task_type} ${JSON.stringify(params)}`;
}

/** In small batches, each sent until it is answered: the key of a task makes that harmless. @returns ids in order */
export async function submitTasks(api: Api, tasks: readonly LoadTask[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < tasks.length; from += batchSize) {
    const inputs = tasks.slice(from, from + batchSize).map(({ input }) => input);
    const report = (await askUntilAnswered(api, '/api/tasks', { tasks: inputs })) as {
      results: { task: { id: string } }[];
    };
    ids.push(...report.results.map(({ task }) => task.id));
  }
  return ids;
}

/** @returns the records of those that ended or wait for a person, once all do, or none has ended for `patienceMs` */
export async function untilEnded(
  api: Api,
  ids: readonly string[],
  patienceMs: number,
  say: (line: string) => void,
): Promise<Map<string, TaskRecord>> {
  const ended = new Map<string, TaskRecord>();
  let last = Date.now();
  while (ended.size < ids.length && Date.now() - last < patienceMs) {
    await delay(lookMs);
    const before = ended.size;
    for (const id of ids) {
      if (ended.has(id)) continue;
      const task = (await askUntilAnswered(api, `/api/tasks/${id}`)) as TaskRecord;
      if (task.finished_at !== null || task.status === 'awaiting_approval') ended.set(id, task);
    }
    if (ended.size === before) continue;
    last = Date.now();
    say(`    ${ended.size} of ${ids.length} ended`);
  }
  return ended;
}

/** What a task asserts, its signed manifest included. */
export async function statementOf(api: Api, record: TaskRecord): Promise<Statement> {
  const { outcome, status, confirmation_number, evidence } = record;
  const manifest =
    outcome === null || evidence.manifest_url === null
      ? null
      : ((await askUntilAnswered(api, new URL(evidence.manifest_url).pathname)) as Manifest);
  const failed = (manifest?.checker ?? []).filter(({ verdict }) => verdict === 'fail').map(({ check }) => check);
  return {
    outcome,
    status,
    reason: record.outcome_reason,
    confirmationNumber: confirmation_number,
    failedChecks: [...new Set(failed)],
    podSha256: manifest?.pod?.sha256 ?? null,
  };
}

/** Repeats a call that broke off, took too long or was answered with 5xx or 429. @throws Error on any other answer */
export async function askUntilAnswered({ dispatchUrl, apiKey }: Api, path: string, body?: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  for (;;) {
    try {
      const answer = await fetch(`${dispatchUrl}${path}`, {
        signal: AbortSignal.timeout(callTimeoutMs),
        ...(body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text);
      if (answer.status < 500 && answer.status !== 429)
        throw new RangeError(`${path} answered ${answer.status}: ${text}`);
    } catch (error) {
      if (error instanceof RangeError) throw error;
    }
    await delay(500);
  }
}
