/** `admin task assign`, `release`, `comment` and `done`: who follows up on a task that needs a person. */
import { Command } from 'commander';
import { comment as commentOn, finishFollowUp } from '../commands/dispatch/follow-up.ts';
import { roleMay } from '../commands/permissions.ts';
import type { Pool } from '../store/database.ts';
import { assignTasks } from '../store/follow-ups.ts';
import { findPerson } from '../store/people.ts';
import { readTask } from '../store/tasks.ts';
import { AdminRefusal, granted, withDeployment } from './deployment.ts';
import { printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';

const asJson = ['--json', 'print the result as JSON'] as const;

export function taskAssignCommand(): Command {
  return new Command('assign')
    .description('Assign the follow-up on a stuck, escalated or failed task to a person')
    .argument('<task>', 'id of the task (tsk_…)')
    .argument('<address>', 'mail address of the person, an approver or admin of the console')
    .option(...asJson)
    .action(async (taskId: string, address: string, options: PrintOptions) => assign(taskId, address, options));
}

export function taskReleaseCommand(): Command {
  return new Command('release')
    .description('Unassign a task, so that anybody can follow up on it')
    .argument('<task>', 'id of the task (tsk_…)')
    .option(...asJson)
    .action(async (taskId: string, options: PrintOptions) => assign(taskId, null, options));
}

export function taskCommentCommand(): Command {
  return new Command('comment')
    .description('Add a comment to a task')
    .argument('<task>', 'id of the task (tsk_…)')
    .argument('<note>', 'what is to be known')
    .option(...asJson)
    .action(async (taskId: string, note: string, options: PrintOptions) => {
      await withDeployment(async ({ pool, actor }) => {
        await knownTask(pool, taskId);
        granted(await commentOn(pool, taskId, { note: note.trim(), actor }));
      });
      printRecord({ task_id: taskId, commented: true }, options);
    });
}

export function taskDoneCommand(): Command {
  return new Command('done')
    .description('Mark the follow-up on an escalated or failed task as done')
    .argument('<task>', 'id of the task (tsk_…)')
    .requiredOption('--note <text>', 'what was done')
    .option(...asJson)
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
    throw new AdminRefusal(`nobody has the address ${address}; admin person list shows who there is`);
  if (person.disabledAt !== null) throw new AdminRefusal(`${person.email} is disabled`);
  if (!roleMay(person.role, 'followUpTask'))
    throw new AdminRefusal(`${person.email} is a ${person.role}, who does not act on tasks`);
  return person;
}

async function knownTask(pool: Pool, taskId: string): Promise<void> {
  if ((await readTask(pool, taskId)) === undefined) throw new AdminRefusal(`there is no task ${taskId}`);
}
