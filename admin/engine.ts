/** `admin engine`: prepares the engine for this version, and exports histories. */
import { Command } from 'commander';
import type { LinksOptions } from './engine-links.ts';
import type { PrintOptions } from './print.ts';

const acts = () => import('./engine-acts.ts');

export function engineCommand(): Command {
  const command = new Command('engine').description('The Temporal connection of a deployment');
  command
    .command('prepare')
    .description('Add missing search attributes to the namespace and bring the Schedules to this version')
    .option('--json', 'print the result as JSON')
    .action(async (options: PrintOptions) => (await acts()).prepare(options));
  command
    .command('reconcile')
    .description(
      'Find every task and delivery whose record and workflow disagree, after a loss or restore, and mend it',
    )
    .option('--json', 'print the result as JSON')
    .action(async (options: PrintOptions) => (await acts()).reconcile(options));
  command
    .command('links')
    .description('Print the queries that find stuck work, with their addresses in the Temporal UI')
    .option('--sender <id>', 'also the open tasks of this sender')
    .option('--portal <name>', 'also everything at this portal')
    .option('--count', 'ask the engine how many workflows each query finds now')
    .option('--json', 'print the result as JSON')
    .action(async (options: LinksOptions) => (await import('./engine-links.ts')).links(options));
  command
    .command('history')
    .description('Print the history of a workflow as JSON, unedited, for replay tests and support')
    .argument('<workflow id>', 'the id of a task or delivery')
    .option('--run <id>', 'an earlier run of the workflow (default: the latest)')
    .action(async (id: string, options: { readonly run?: string }) => (await acts()).history(id, options));
  return command;
}
