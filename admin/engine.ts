/** `admin engine`: prepares the engine for this version, and exports histories. */
import { Command, InvalidArgumentError } from 'commander';
import { idOf, wholeNumber } from './arguments.ts';
import type { VersionsOptions, LinksOptions } from './engine-actions.ts';
import type { PrintOptions } from './terminal.ts';

const acts = () => import('./engine-actions.ts');

const versionActs = () => import('./engine-actions.ts');

export function engineCommand(): Command {
  const command = new Command('engine').description('The Temporal connection of a deployment');
  command
    .command('prepare')
    .description('Add missing search attributes to the namespace and bring the Schedules to this version')
    .action(async (options: PrintOptions) => (await acts()).prepare(options));
  command
    .command('reconcile')
    .description('Find every task and delivery whose record and workflow disagree, after a loss or restore, and fix it')
    .action(async (options: PrintOptions) => (await acts()).reconcile(options));
  command
    .command('links')
    .description('Print the queries that find stuck work, with their addresses in the Temporal UI')
    .option('--sender <id>', 'also the open tasks of this sender', idOf('sender'))
    .option('--portal <name>', 'also everything at this portal')
    .option('--count', 'ask the engine how many workflows each query finds now')
    .action(async (options: LinksOptions) => (await import('./engine-actions.ts')).links(options));
  command
    .command('history')
    .description('Print the history of a workflow as JSON, unedited, for replay tests and support')
    .argument('<workflow id>', 'the id of a task or delivery')
    .option('--run <id>', 'an earlier run of the workflow (default: the latest)', runId)
    .action(async (id: string, options: { readonly run?: string }) => (await acts()).history(id, options));
  command.addCommand(versionsCommand());
  return command;
}

function versionsCommand(): Command {
  const command = new Command('versions').description('Versions of workers, where WORKER_DEPLOYMENT is set');
  const add = (name: string, description: string): Command =>
    command
      .command(name)
      .description(description)
      .option('--deployment <name>', 'the deployment (default: WORKER_DEPLOYMENT)');
  add('show', 'List the versions of workers, which of them get new work, and the open workflows of each').action(
    async (options: VersionsOptions) => (await versionActs()).show(options),
  );
  add('ramp', 'Give a share of new workflows, and of the tasks that run, to a version')
    .argument('<build id>', 'the version, from `engine versions show`')
    .requiredOption('--percent <n>', 'the share in percent', wholeNumber(0, 100))
    .action(async (buildId: string, options: VersionsOptions & { percent: number }) =>
      (await versionActs()).ramp(buildId, options),
    );
  add('promote', 'Give all new work to a version')
    .argument('<build id>', 'the version, from `engine versions show`')
    .action(async (buildId: string, options: VersionsOptions) => (await versionActs()).promote(buildId, options));
  add(
    'rollback',
    'Take new work from the version that ramps, else from the current one, and begin its short work again',
  )
    .argument('[build id]', 'only from this version; again for one that has no new work any more')
    .option('--tasks', 'also begin tasks again whose last step it made')
    .action(async (buildId: string | undefined, options: VersionsOptions & { tasks?: boolean }) =>
      (await versionActs()).rollback(buildId, options),
    );
  return command;
}

function runId(text: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return text;
  throw new InvalidArgumentError('A run is a UUID, as the Temporal UI shows it.');
}
