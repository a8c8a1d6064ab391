/** `admin task cancel`, `again`, `revoke-links` and `watch`: stop a task, request one again, end the links to one, follow one. */
import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { cancelWork } from '../commands/dispatch/cancel-task.ts';
import { type ChainedEvent, progressLine } from '../domain/dispatch/evidence/evidence-events.ts';
import { taskTitle } from '../domain/dispatch/task-title.ts';
import { isFinal } from '../domain/dispatch/task.ts';
import { sentencesIn } from '../domain/sentence.ts';
import type { Pool } from '../store/database.ts';
import { readEvents } from '../store/evidence.ts';
import { type TaskRow, readTask, revokeTaskLinks } from '../store/tasks.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { type PrintOptions, coloured, harmless, localTime, printRecord, terminal } from './terminal.ts';
import { withEngine } from './with-engine.ts';

export function taskCancelCommand(): Command {
  return new Command('cancel')
    .description('Cancel a running task; it ends as escalated')
    .argument('<task>', 'id of the task (tsk_…)')
    .action(cancel);
}

export function taskAgainCommand(): Command {
  return new Command('again')
    .description('Run a failed, rejected or escalated task again, as a new task')
    .argument('<task>', 'id of the task (tsk_…)')
    .addHelpText(
      'after',
      '\nFor tasks that ended failed, rejected or escalated and wrote nothing (an uncertain write: once it is settled).\n' +
        'Repeating the command creates no further tasks.',
    )
    .action(again);
}

export function taskRevokeLinksCommand(): Command {
  return new Command('revoke-links')
    .description('Revoke every link to the result page and evidence of a task; its record gets new ones')
    .argument('<task>', 'id of the task (tsk_…)')
    .action(async (taskId: string, options: PrintOptions) => {
      const revoked = await withDeployment(({ pool, actor }) => revokeTaskLinks(pool, taskId, actor));
      if (!revoked) throw new AdminRefusal(`there is no task ${taskId}`);
      printRecord({ task_id: taskId, links_revoked: true }, options);
    });
}

async function cancel(taskId: string, options: PrintOptions): Promise<void> {
  await withDeployment(async ({ pool, actor }) => {
    const task = await knownTask(pool, taskId);
    const { cancelTask } = await import('../temporal/workflow-messages.ts');
    const cancelled = await cancelWork(
      {
        pool,
        cancelTask: (id, by) => withEngine(({ client, namespace }) => cancelTask(client, namespace, id, by)),
      },
      task,
      actor,
    );
    if (cancelled.kind === 'ended') throw new AdminRefusal(`task ${taskId} has ended: ${cancelled.status}`);
    if (cancelled.kind === 'engine_unavailable') throw cancelled.error;
    if (cancelled.kind === 'not_started')
      throw new AdminRefusal(`the work on ${taskId} has yet to begin; try again shortly`);
  });
  printRecord({ task_id: taskId, cancelled: true }, options);
}

async function again(taskId: string, options: PrintOptions): Promise<void> {
  const result = await withDeployment(async (deployment) => {
    const task = await knownTask(deployment.pool, taskId);
    const email = terminal().actor();
    const requestedBy = email?.includes('@') === true ? { email } : { system: 'admin' };
    const [{ askAgain }, { intakeDeps }] = await Promise.all([
      import('../commands/dispatch/request-task.ts'),
      import('./task-import.ts'),
    ]);
    const result = await askAgain(intakeDeps(deployment), task, {
      actor: deployment.actor,
      requestedBy,
      keyId: null,
      channel: 'console',
    });
    if (result === null)
      throw new AdminRefusal(
        `task ${taskId} was completed, has written, or waits for a person to settle what it wrote`,
      );
    if (result.kind === 'rejected') throw new AdminRefusal(sentencesIn(result.findings).join('\n'));
    return result;
  });
  printRecord({ task_id: result.task.id, status: result.task.status, new: result.kind === 'new' }, options);
}

async function knownTask(pool: Pool, taskId: string): Promise<TaskRow> {
  const task = await readTask(pool, taskId);
  if (task === undefined) throw new AdminRefusal(`there is no task ${taskId}`);
  return task;
}

// `admin task watch`: follows a task on the terminal, step by step, until it finishes.

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
