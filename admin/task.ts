/** `admin task`: imports tasks from a CSV file, and prints a file to start from (D20). */
import { Argument, Command, Option } from 'commander';
import { comment as commentOn, finishFollowUp } from '../commands/dispatch/follow-up-task.ts';
import { roleMay } from '../commands/permissions.ts';
import { importLimit } from '../domain/dispatch/csv/rows.ts';
import { csvTemplate } from '../domain/dispatch/csv/columns.ts';
import { subjectOf } from '../domain/dispatch/task-title.ts';
import { outcomeReasons, statuses, taskTypes } from '../domain/dispatch/task.ts';
import type { OutcomeReason, Status, TaskType } from '../domain/dispatch/task.ts';
import { sentencesIn } from '../domain/sentence.ts';
import type { Pool } from '../store/database.ts';
import { assignTasks } from '../store/follow-ups.ts';
import { findPerson } from '../store/people.ts';
import { searchTasks } from '../store/search.ts';
import { readTask } from '../store/tasks.ts';
import { idOf, printable, readTextOrRefuse, timeOrAgo, wholeNumber } from './arguments.ts';
import { AdminRefusal, granted, withDeployment } from './deployment.ts';
import { knownSender } from './sender.ts';
import { taskAgainCommand, taskCancelCommand, taskRevokeLinksCommand, taskWatchCommand } from './task-actions.ts';
import type { ImportOptions } from './task-import.ts';
import { type PrintOptions, printList, printRecord, terminal } from './terminal.ts';

export function taskCommand(): Command {
  const command = new Command('task')
    .description('Tasks: find, submit, watch and cancel them')
    .addCommand(taskListCommand())
    .addCommand(taskSubmitCommand())
    .addCommand(taskWatchCommand())
    .addCommand(taskCancelCommand())
    .addCommand(taskAgainCommand())
    .addCommand(taskRevokeLinksCommand())
    .addCommand(taskAssignCommand())
    .addCommand(taskReleaseCommand())
    .addCommand(taskCommentCommand())
    .addCommand(taskDoneCommand());
  command
    .command('import')
    .description(`Create tasks from a CSV file, up to ${importLimit.toLocaleString('en-US')} rows`)
    .argument('<file>', 'the CSV file (UTF-8)')
    .requiredOption('--sender <id>', 'the account the tasks run under')
    .option('--dry-run', 'check and report only, store nothing')
    .option('--report <file>', 'write each row with its result to this CSV file')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nRows that were imported before, from this or another channel, are not done again; importing a file again after\n' +
        'a break is safe. Exit code 1 if a row was rejected.',
    )
    .action(async (path: string, options: ImportOptions) =>
      (await import('./task-import.ts')).importTasks(path, options),
    );
  command
    .command('template')
    .description('Print a CSV template')
    .addArgument(new Argument('<type>', 'type of the tasks').choices(taskTypes))
    .action((type: TaskType) => {
      terminal().out(csvTemplate(type));
    });
  return command;
}

// `admin task list` and `admin task submit`: tasks of all senders by what is known of them, and one asked for.

function taskListCommand(): Command {
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
    .option('--sender <id>', 'filter by sender', idOf('sender'))
    .option('--since <time or span>', 'received since this time, or age such as 24h', timeOrAgo)
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 1_000), 50)
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
      text: search,
      status,
      outcomeReason: reason,
      taskType: type,
      ...(needsPerson === undefined ? {} : { attention: 'open' as const }),
      senderId: sender,
      from: since,
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

function taskSubmitCommand(): Command {
  return new Command('submit')
    .description('Submit a task, given as JSON: {"task_type", "params", …}')
    .argument('[file]', 'file with the task (default: standard input)')
    .requiredOption('--sender <id>', 'the account the task runs under')
    .option('--watch', 'follow the task until it finishes')
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
      import('./task-import.ts'),
    ]);
    const result = await requestTask(intakeDeps(deployment), senderId, input, deployment.actor);
    if (result.kind === 'rejected') throw new AdminRefusal(sentencesIn(result.findings).join('\n'));
    return result;
  });
  printRecord({ task_id: result.task.id, status: result.task.status, new: result.kind === 'new' }, options);
  if (options.watch === true) await (await import('./task-actions.ts')).watchTask(result.task.id, options);
}

/** @throws AdminRefusal */
async function inputFrom(path: string | undefined): Promise<unknown> {
  const text = path === undefined ? await terminal().input() : await readTextOrRefuse(path);
  if (text === undefined) throw new AdminRefusal('the task is read from a file or from standard input (… < task.json)');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new AdminRefusal('the task is not JSON');
  }
}

// `admin task assign`, `release`, `comment` and `done`: who follows up on a task that needs a person.

function taskAssignCommand(): Command {
  return new Command('assign')
    .description('Assign the follow-up on a stuck, escalated or failed task to a person')
    .argument('<task>', 'id of the task (tsk_…)')
    .argument('<address>', 'mail address of the person, an approver or admin of the console')
    .action(async (taskId: string, address: string, options: PrintOptions) => assign(taskId, address, options));
}

function taskReleaseCommand(): Command {
  return new Command('release')
    .description('Unassign a task, so that anybody can follow up on it')
    .argument('<task>', 'id of the task (tsk_…)')
    .action(async (taskId: string, options: PrintOptions) => assign(taskId, null, options));
}

function taskCommentCommand(): Command {
  return new Command('comment')
    .description('Add a comment to a task')
    .argument('<task>', 'id of the task (tsk_…)')
    .argument('<note>', 'what is to be known')
    .action(async (taskId: string, note: string, options: PrintOptions) => {
      await withDeployment(async ({ pool, actor }) => {
        await knownTask(pool, taskId);
        granted(await commentOn(pool, taskId, { note: note.trim(), actor }));
      });
      printRecord({ task_id: taskId, commented: true }, options);
    });
}

function taskDoneCommand(): Command {
  return new Command('done')
    .description('Mark the follow-up on an escalated or failed task as done')
    .argument('<task>', 'id of the task (tsk_…)')
    .requiredOption('--note <text>', 'what was done')
    .action(async (taskId: string, { note, ...options }: PrintOptions & { readonly note: string }) => {
      await withDeployment(async ({ pool, actor }) => {
        await knownTask(pool, taskId);
        const { changed } = granted(await finishFollowUp(pool, [taskId], { note: note.trim(), actor }));
        if (changed.length === 0)
          throw new AdminRefusal(`task ${taskId} leaves nothing to a person, or it was done before`);
      });
      printRecord({ task_id: taskId, done: true }, options);
    });
}

async function assign(taskId: string, address: string | null, options: PrintOptions): Promise<void> {
  await withDeployment(async ({ pool, actor }) => {
    await knownTask(pool, taskId);
    const owner = address === null ? null : await ownerAt(pool, address);
    const { over } = await assignTasks(pool, { taskIds: [taskId], owner, actor });
    if (over.length > 0) throw new AdminRefusal(`task ${taskId} has ended and leaves nothing to a person`);
  });
  printRecord({ task_id: taskId, owner: address?.toLowerCase() ?? null }, options);
}

async function ownerAt(pool: Pool, address: string): Promise<{ readonly id: string; readonly email: string }> {
  const person = await findPerson(pool, address);
  if (person === undefined)
    throw new AdminRefusal(`nobody has the address ${address}; npx lanekeeper person list shows who there is`);
  if (person.disabledAt !== null) throw new AdminRefusal(`${person.email} is disabled`);
  if (!roleMay(person.role, 'followUpTask'))
    throw new AdminRefusal(`${person.email} is a ${person.role}, who does not act on tasks`);
  return person;
}

async function knownTask(pool: Pool, taskId: string): Promise<void> {
  if ((await readTask(pool, taskId)) === undefined) throw new AdminRefusal(`there is no task ${taskId}`);
}
