/** `admin task`: imports tasks from a CSV file, and prints a file to start from (D20). */
import { Argument, Command } from 'commander';
import { importLimit } from '../domain/dispatch/csv/rows.ts';
import { csvTemplate } from '../domain/dispatch/csv/template.ts';
import { taskTypes } from '../domain/dispatch/task.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import { terminal } from './terminal.ts';
import { taskAgainCommand, taskCancelCommand, taskRevokeLinksCommand } from './task-actions.ts';
import type { ImportOptions } from './task-import.ts';
import { taskAssignCommand, taskCommentCommand, taskDoneCommand, taskReleaseCommand } from './task-follow-up.ts';
import { taskWatchCommand } from './task-watch.ts';
import { taskListCommand, taskSubmitCommand } from './task-work.ts';

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
