/** `admin lanes settler`: the state of the settler of a workspace, a run of it, and its switches (D41, D42). */
import { Command } from 'commander';
import type { LanesCommands } from '../commands/lanes/deps.ts';
import { runLimit } from '../domain/lanes/settler/policy.ts';
import { showSettler } from '../domain/lanes/settler/shown.ts';
import type { WorkspaceChange } from '../store/lanes/ingest-request.ts';
import { readSettler } from '../store/lanes/settler.ts';
import { wholeNumber } from './arguments.ts';
import { AdminRefusal, type Deployment, granted, withDeployment } from './deployment.ts';
import { withEngine } from './with-engine.ts';
import { type PrintOptions, printRecord, terminal } from './terminal.ts';
import { knownWorkspace, throughLog } from './workspace.ts';

export function lanesSettlerCommand(): Command {
  const command = new Command('settler').description('The model that reviews disagreements of a workspace');
  const onWorkspace = (name: string, about: string): Command =>
    command.command(name).description(about).argument('<workspace>', 'id of the workspace');
  onWorkspace(
    'status',
    'Show whether it is on, what it has spent, its latest run, and how people judged its verdicts',
  ).action(status);
  onWorkspace('run', 'Start a run; it continues in the worker')
    .option('--limit <n>', 'maximum number of items', wholeNumber(1, runLimit.max), runLimit.default)
    .action(run);
  onWorkspace('on', 'Turn it on (settler_on 1, settler_kill 0)').action(
    switchTo({ settlerOn: true, settlerKill: false }),
  );
  onWorkspace('off', 'Turn it off: no new runs, and a current one ends (settler_on 0)').action(
    switchTo({ settlerOn: false }),
  );
  onWorkspace('kill', 'Stop it within the current item, and block new runs (settler_kill 1)').action(
    switchTo({ settlerKill: true }),
  );
  return command;
}

async function status(workspaceId: string, options: PrintOptions): Promise<void> {
  await withDeployment(async (deployment) => print(deployment, workspaceId, options));
}

function switchTo(change: WorkspaceChange): (workspaceId: string, options: PrintOptions) => Promise<void> {
  return (workspaceId, options) =>
    withDeployment(async (deployment) => {
      await throughLog(deployment, await knownWorkspace(deployment, workspaceId), change);
      await print(deployment, workspaceId, options);
    });
}

async function print(deployment: Deployment, workspaceId: string, options: PrintOptions): Promise<void> {
  const { pool, settings } = deployment;
  const { no, settlerOn } = await knownWorkspace(deployment, workspaceId);
  const model = { hasCredential: settings.SETTLER_API_KEY !== '', model: settings.SETTLER_MODEL };
  // The switch is separate: where the credential is not known here, `reason` reports nothing else.
  const shown = { settler_on: settlerOn, ...showSettler(await readSettler(pool, no, new Date()), model) };
  if (options.json === true) {
    terminal().out(`${JSON.stringify(shown)}\n`);
    return;
  }
  const { last_run: last, ...switches } = shown;
  printRecord(switches, {});
  if (!model.hasCredential)
    terminal().out(
      '\nSETTLER_API_KEY is not in the environment of this command. GET /v1/settler says whether the APIs have it.\n',
    );
  if (last === null) return;
  const { agreement, ...counted } = last;
  terminal().out('\nThe newest run\n');
  printRecord(counted, {});
  terminal().out(
    `\nPeople decided ${agreement.answered} of the ${agreement.asked} items kept back for them, ${agreement.agreed} as the settler would have.\n`,
  );
}

/** Whether the worker has the model's credential is not known here: a run without it ends as `not_set_up`. */
async function run(workspaceId: string, { limit, json }: PrintOptions & { readonly limit: number }): Promise<void> {
  const workspace = await withDeployment((deployment) => knownWorkspace(deployment, workspaceId));
  if (workspace.settlerKill)
    throw new AdminRefusal('the settler is stopped: settler_kill is 1; lanes settler on lets it run');
  if (!workspace.settlerOn) throw new AdminRefusal('the settler is off: settler_on is 0; lanes settler on lets it run');
  const [{ startRun }, { openSettleStarts }] = await Promise.all([
    import('../commands/lanes/settler.ts'),
    import('../temporal/starts.ts'),
  ]);
  const started = await withDeployment(async ({ pool, actor }) => {
    const startSettle: LanesCommands['startSettle'] = (order) =>
      withEngine(({ client }, settings) => openSettleStarts(client, settings.ENGINE_TASK_QUEUE_SUFFIX)(order));
    return startRun({ pool, startSettle }, workspace, { limit, requestedBy: actor });
  });
  if (started === undefined) throw new AdminRefusal('a run is already in progress');
  const { run_id, status: state } = granted(started);
  printRecord({ run_id, status: state, limit }, json === undefined ? {} : { json });
}
