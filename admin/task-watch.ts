/** `admin task watch`: follows a task on the terminal, step by step, until it finishes. */
import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { type ChainedEvent, progressLine } from '../domain/dispatch/evidence/evidence-events.ts';
import { isFinal } from '../domain/dispatch/task.ts';
import { taskTitle } from '../domain/dispatch/task-title.ts';
import { readEvents } from '../store/evidence.ts';
import { type TaskRow, readTask } from '../store/tasks.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { type PrintOptions, coloured, harmless, localTime } from './print.ts';
import { terminal } from './terminal.ts';

const everyMs = 500;

export function taskWatchCommand(): Command {
  return new Command('watch')
    .description('Follow a task step by step until it finishes')
    .argument('<task>', 'id of the task (tsk_…)')
    .option('--json', 'print each event of the evidence log, and the result at the end, as a line of JSON')
    .addHelpText('after', '\nExit code 0 if the task is completed, 1 otherwise. Ctrl-C stops watching, not the task.')
    .action(watchTask);
}

/** @throws AdminRefusal for a task that is unknown, or that finished otherwise than completed */
export async function watchTask(taskId: string, options: PrintOptions): Promise<void> {
  const task = await withDeployment(async ({ pool }) => {
    const found = await readTask(pool, taskId);
    if (found === undefined) throw new AdminRefusal(`there is no task ${taskId}`);
    const say = options.json === true ? () => {} : (line: string) => terminal().out(`${line}\n`);
    say(taskTitle(found));
    let shown = 0;
    let status = '';
    for (;;) {
      // The row is read before the log, so that nothing is missed of a task that has finished.
      const now = await readTask(pool, taskId);
      if (now === undefined) throw new AdminRefusal(`there is no task ${taskId}`);
      for (const { seq, line } of await readEvents(pool, taskId)) {
        if (seq <= shown) continue;
        shown = seq;
        if (options.json === true) terminal().out(`${line}\n`);
        else sayEvent(JSON.parse(line) as ChainedEvent, say);
      }
      if (now.status !== status)
        say(`${localTime(now.updatedAt)}  ${coloured(now.status, now.status.replaceAll('_', ' '))}`);
      ({ status } = now);
      if (isFinal(now.status)) return now;
      await delay(everyMs);
    }
  });
  printEnd(task, options);
  if (task.status !== 'completed')
    throw new AdminRefusal(
      `the task was not completed: ${task.status}${task.outcomeReason === null ? '' : ` (${task.outcomeReason})`}`,
    );
}

function sayEvent(event: ChainedEvent, say: (line: string) => void): void {
  const line = progressLine(event);
  if (line !== null) say(`${localTime(new Date(event.at))}  ${harmless(line)}`);
}

function printEnd({ id, status, outcomeReason, summary, confirmationNumber }: TaskRow, options: PrintOptions): void {
  if (options.json === true)
    terminal().out(
      `${JSON.stringify({ task_id: id, status, outcome_reason: outcomeReason, summary, confirmation_number: confirmationNumber })}\n`,
    );
  else if (summary !== null) terminal().out(`\n${harmless(summary)}\n`);
}
