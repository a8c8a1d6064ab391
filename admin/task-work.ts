/** `admin task list` and `admin task submit`: tasks of all senders by what is known of them, and one asked for. */
import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { sentencesIn } from '../domain/finding.ts';
import { subjectOf } from '../domain/dispatch/task-title.ts';
import { outcomeReasons, statuses, taskTypes } from '../domain/dispatch/task.ts';
import type { OutcomeReason, Status, TaskType } from '../domain/dispatch/task.ts';
import { searchTasks } from '../store/task-search.ts';
import { printable, timeOrAgo, wholeNumber } from './arguments.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { printList, printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';
import { knownSender } from './sender.ts';
import { terminal } from './terminal.ts';

export function taskListCommand(): Command {
  return new Command('list')
    .description('List tasks of all senders, newest first')
    .option(
      '--search <text>',
      'id, or the start of a PRO, invoice, dispute, claim, confirmation or reference',
      printable,
    )
    .addOption(new Option('--status <status>', 'filter by status').choices(statuses))
    .addOption(new Option('--reason <reason>', 'filter by outcome reason').choices(outcomeReasons))
    .addOption(new Option('--type <type>', 'filter by type').choices(taskTypes))
    .option('--needs-person', 'escalated and failed tasks that nobody has marked as done')
    .option('--sender <id>', 'filter by sender')
    .option('--since <time or span>', 'received since this time, or age such as 24h', timeOrAgo)
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 1_000), 50)
    .option('--json', 'print the result as JSON')
    .action(list);
}

interface ListOptions extends PrintOptions {
  readonly search?: string;
  readonly status?: Status;
  readonly reason?: OutcomeReason;
  readonly type?: TaskType;
  readonly needsPerson?: true;
  readonly sender?: string;
  readonly since?: Date;
  readonly limit: number;
}

async function list({
  search,
  status,
  reason,
  type,
  needsPerson,
  sender,
  since,
  limit,
  ...options
}: ListOptions): Promise<void> {
  const { tasks } = await withDeployment(({ pool }) =>
    searchTasks(pool, {
      limit,
      ...(search === undefined ? {} : { text: search }),
      ...(status === undefined ? {} : { status }),
      ...(reason === undefined ? {} : { outcomeReason: reason }),
      ...(type === undefined ? {} : { taskType: type }),
      ...(needsPerson === undefined ? {} : { attention: 'open' as const }),
      ...(sender === undefined ? {} : { senderId: sender }),
      ...(since === undefined ? {} : { from: since }),
    }),
  );
  printList(
    'tasks',
    tasks.map((task) => ({
      task_id: task.id,
      task_type: task.taskType,
      status: task.status,
      outcome_reason: task.outcomeReason,
      sender_id: task.senderId,
      client_ref: task.clientRef,
      confirmation_number: task.confirmationNumber,
      created_at: task.createdAt.toISOString(),
    })),
    options,
    // The numbers that people know come first; the id is last, because it is copied.
    tasks.map((task) => ({
      about: subjectOf(task),
      type: task.taskType,
      status: task.status,
      reason: task.outcomeReason,
      sender: task.senderName,
      reference: task.clientRef,
      confirmation: task.confirmationNumber,
      received: task.createdAt.toISOString(),
      task_id: task.id,
    })),
  );
}

export function taskSubmitCommand(): Command {
  return new Command('submit')
    .description('Submit a task, given as JSON: {"task_type", "params", …}')
    .argument('[file]', 'file with the task (default: standard input)')
    .requiredOption('--sender <id>', 'the account the task runs under')
    .option('--watch', 'follow the task until it finishes')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nA duplicate is not done twice: the first task is shown. Exit code 1 if the task is rejected.',
    )
    .action(submit);
}

interface SubmitOptions extends PrintOptions {
  readonly sender: string;
  readonly watch?: true;
}

async function submit(path: string | undefined, options: SubmitOptions): Promise<void> {
  const { sender: senderId } = options;
  const input = await inputFrom(path);
  const result = await withDeployment(async (deployment) => {
    await knownSender(deployment, senderId);
    const [{ requestTask }, { intakeDeps }] = await Promise.all([
      import('../commands/dispatch/request-task.ts'),
      import('./task-intake.ts'),
    ]);
    const result = await requestTask(intakeDeps(deployment), senderId, input, deployment.actor);
    if (result.kind === 'rejected') throw new AdminRefusal(sentencesIn(result.findings).join('\n'));
    return result;
  });
  printRecord({ task_id: result.task.id, status: result.task.status, new: result.kind === 'new' }, options);
  if (options.watch === true) await (await import('./task-watch.ts')).watchTask(result.task.id, options);
}

/** @throws AdminRefusal */
async function inputFrom(path: string | undefined): Promise<unknown> {
  const text =
    path === undefined
      ? await terminal().input()
      : await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
          throw new AdminRefusal(`${path} cannot be read: ${error.code ?? error.message}`);
        });
  if (text === undefined) throw new AdminRefusal('the task is read from a file or from standard input (… < task.json)');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new AdminRefusal('the task is not JSON');
  }
}
