/** One task through the public API, from the request to its final record. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TaskInput } from '../domain/dispatch/task-schemas.ts';
import type { TaskRecord } from '../domain/dispatch/task-record.ts';
import type { BenchMachine } from './bench-machine.ts';

let count = 0;

/**
 * Each call is a task of its own, however often the input is the same.
 * @param pollMs time between two looks at the record; a key may look 100 times a second
 */
export async function runTask(
  bench: Pick<BenchMachine, 'dispatchUrl' | 'apiKey'>,
  input: TaskInput,
  pollMs: number,
): Promise<TaskRecord> {
  count += 1;
  const headers = { authorization: `Bearer ${bench.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ ...input, idempotency_key: `bench-${process.pid}-${count}` });
  const answer = await fetch(`${bench.dispatchUrl}/api/tasks`, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`POST /api/tasks answered ${answer.status}: ${await answer.text()}`);
  let task = (await answer.json()) as TaskRecord;
  while (task.finished_at === null) {
    await delay(pollMs);
    const read = await fetch(`${bench.dispatchUrl}/api/tasks/${task.id}`, { headers });
    if (read.status !== 200) throw new Error(`GET /api/tasks/… answered ${read.status}: ${await read.text()}`);
    task = (await read.json()) as TaskRecord;
  }
  return task;
}
