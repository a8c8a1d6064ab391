/**
 * Sends tasks side by side and waits for each; a process of its own, so that what it needs is not counted.
 * Usage: npx node bench/task-load.ts <dispatch address> <API key> <number of tasks>
 */
import { scenarioPros } from '../sandbox/tms/scenarios.ts';
import { runTask } from './run-task.ts';

/** Tasks under way at once; more only wait for the one session of the portal account. */
const lanes = 4;
const [dispatchUrl = '', apiKey = '', count = '0'] = process.argv.slice(2);
let left = Number(count);

const lane = async (): Promise<void> => {
  while (left > 0) {
    left -= 1;
    const input = { task_type: 'pull_pod', params: { pro: scenarioPros.clear } } as const;
    const task = await runTask({ dispatchUrl, apiKey }, input, 200);
    if (task.status !== 'completed') throw new Error(`a task ended ${task.status}: ${task.summary}`);
  }
};
const begun = performance.now();
await Promise.all(Array.from({ length: lanes }, lane));
const seconds = (performance.now() - begun) / 1000;
process.stdout.write(`${count} tasks in ${seconds.toFixed(1)} s, ${(Number(count) / seconds).toFixed(2)} a second\n`);
