/** `admin lanes workspace`: the workspaces of the lanes service and their settings (D42, D57). */
import { Command, InvalidArgumentError } from 'commander';
import { judgeAuditSeed } from '../domain/administration/input.ts';
import { isTimeZone } from '../domain/lanes/week.ts';
import type { WorkspaceChange } from '../store/lanes/ingest-request.ts';
import { createWorkspace, listWorkspaces, readWorkspace, setWorkspace } from '../store/lanes/workspaces.ts';
import type { WorkspaceClock, WorkspaceRow } from '../store/lanes/workspaces.ts';
import type { ScheduledWorkspace } from '../temporal/week-schedules.ts';
import { printable, wholeNumber } from './arguments.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { withEngine } from './with-engine.ts';
import { withIngest } from './ingest.ts';
import { printList, printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';

const keptNowhere = 'The key is shown this once; keep it now.';

export function workspaceCommand(): Command {
  const command = new Command('workspace').description('Workspaces: accounts that own lanes');
  settingOptions(
    command
      .command('create')
      .description('Create a workspace with a first key')
      .argument('<name>', 'display name', printable),
  )
    .option('--json', 'print the result as JSON')
    .action(create);
  command
    .command('list')
    .description('List workspaces, oldest first')
    .option('--json', 'print the result as JSON')
    .action(async (options: PrintOptions) => {
      const workspaces = await withDeployment(({ pool }) => listWorkspaces(pool));
      printList('workspaces', workspaces.map(presentWorkspace), options);
    });
  settingOptions(
    command
      .command('set')
      .description("Change settings; the change is recorded in the workspace's log, like its events")
      .argument('<workspace>', 'id of the workspace'),
  )
    .option('--name <text>', 'display name', printable)
    .option('--no-simulation', 'events may be dated at most 7 days ahead of the clock')
    .option('--json', 'print the result as JSON')
    .action(set);
  return command;
}

function settingOptions(command: Command): Command {
  return command
    .option('--audit-seed <text>', 'seed for audit sampling (default: random)', seed)
    .option('--time-zone <zone>', 'time zone for weeks, an IANA name such as Europe/Berlin', timeZone)
    .option('--clock <kind>', 'what closes weeks: data (events) or wall (a Schedule too)', clockKind)
    .option('--simulation', 'events may be dated any time in the future')
    .option('--close-grace-hours <n>', 'hours after the end of a week before it is closed', wholeNumber(0, 168));
}

interface SettingOptions extends PrintOptions {
  readonly name?: string;
  readonly auditSeed?: string;
  readonly timeZone?: string;
  readonly clock?: WorkspaceClock;
  readonly simulation?: boolean;
  readonly closeGraceHours?: number;
}

async function create(name: string, { json, ...given }: SettingOptions): Promise<void> {
  const { made, workspace } = await withDeployment(async (deployment) => {
    const made = await createWorkspace(deployment.pool, { ...given, name, actor: deployment.actor });
    return { made, workspace: await knownWorkspace(deployment, made.workspaceId) };
  });
  // Before anything else can go wrong: the key is in no other place.
  printRecord(
    { workspace: made.workspaceId, api_key: made.apiKey, audit_seed: made.auditSeed },
    json === undefined ? {} : { json },
    keptNowhere,
  );
  if (workspace.clock === 'wall')
    await reconcile(workspace).catch((error: unknown) => {
      if (!(error instanceof AdminRefusal)) throw error;
      throw new AdminRefusal(
        `the workspace is made, its Schedule is not: ${error.message}\nrun lanes schedules; a worker makes it too when it starts`,
      );
    });
}

async function set(workspaceId: string, { json, ...change }: SettingOptions): Promise<void> {
  if (Object.keys(change).length === 0) throw new AdminRefusal('say what to change; --help lists the settings');
  const workspace = await withDeployment(async (deployment) => {
    const before = await knownWorkspace(deployment, workspaceId);
    // The Schedule first: a change that waits for a worker is made when nobody is here any more.
    if (change.clock !== undefined || change.timeZone !== undefined) await reconcile({ ...before, ...change });
    await throughLog(deployment, before, change);
    return knownWorkspace(deployment, workspaceId);
  });
  printRecord(presentWorkspace(workspace), json === undefined ? {} : { json });
}

/** The change is a record of the workspace's log, so it is taken by the ingest session as events are (D33). */
export async function throughLog(
  deployment: Deployment,
  workspace: WorkspaceRow,
  change: WorkspaceChange,
): Promise<void> {
  const { no, id } = workspace;
  await withIngest(deployment, (ingest) => setWorkspace(ingest, { no, id }, change, deployment.actor));
}

/** Brings the Schedule that closes weeks to what the workspace wants. @throws AdminRefusal */
async function reconcile(workspace: ScheduledWorkspace): Promise<void> {
  const { reconcileWeekSchedules } = await import('../temporal/week-schedules.ts');
  await withEngine(({ client }, settings) =>
    reconcileWeekSchedules(client, settings.ENGINE_TASK_QUEUE_SUFFIX, [workspace]),
  );
}

/** @throws AdminRefusal */
export async function knownWorkspace({ pool }: Pick<Deployment, 'pool'>, workspaceId: string): Promise<WorkspaceRow> {
  const workspace = await readWorkspace(pool, workspaceId);
  if (!workspace) throw new AdminRefusal(`there is no workspace ${workspaceId}`);
  return workspace;
}

function presentWorkspace(workspace: WorkspaceRow) {
  return {
    workspace: workspace.id,
    name: workspace.name,
    time_zone: workspace.timeZone,
    clock: workspace.clock,
    simulation: workspace.simulation,
    audit_seed: workspace.auditSeed,
    close_grace_hours: workspace.closeGraceHours,
    settler_on: workspace.settlerOn,
    settler_kill: workspace.settlerKill,
    events: workspace.events,
    held_events: workspace.heldEvents,
    held_since: workspace.heldSince === null ? null : new Date(workspace.heldSince).toISOString(),
    data_clock: workspace.dataClock?.toISOString() ?? null,
    closed_week: workspace.closedWeek,
    created_at: workspace.createdAt.toISOString(),
  };
}

function seed(text: string): string {
  const judged = judgeAuditSeed(text);
  if (!judged.ok) throw new InvalidArgumentError('A seed is 1 to 128 printable characters without |.');
  return judged.value;
}

function timeZone(text: string): string {
  if (!isTimeZone(text)) throw new InvalidArgumentError('A time zone is an IANA name, such as Europe/Berlin.');
  return text;
}

function clockKind(text: string): WorkspaceClock {
  if (text !== 'data' && text !== 'wall') throw new InvalidArgumentError('The clock is data or wall.');
  return text;
}
