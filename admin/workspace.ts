/** `admin lanes workspace`: the workspaces of the lanes service and their settings (D42, D57). */
import { Command, InvalidArgumentError } from 'commander';
import type { LanesCommands } from '../commands/lanes/deps.ts';
import { changeWorkspace, createWorkspace } from '../commands/lanes/workspaces.ts';
import { checkAuditSeed } from '../domain/administration/input.ts';
import { isTimeZone } from '../domain/lanes/week.ts';
import { type WorkspaceChange, IngestError } from '../store/lanes/ingest-request.ts';
import {
  type WorkspaceClock,
  type WorkspaceRow,
  listWorkspaces,
  readWorkspace,
  type NewWorkspace,
} from '../store/lanes/workspaces.ts';
import { printable, wholeNumber } from './arguments.ts';
import { AdminRefusal, type Deployment, withDeployment, databaseUrl } from './deployment.ts';
import { withEngine } from './with-engine.ts';
import { type PrintOptions, printList, printRecord } from './terminal.ts';
import { openPool } from '../store/database.ts';
import { type Ingest, openIngest } from '../store/lanes/ingest-client.ts';
import { sessionPlan } from '../store/lanes/session-starter.ts';

const keptNowhere = 'The key is shown this once; keep it now.';

export function workspaceCommand(): Command {
  const command = new Command('workspace').description('Workspaces: accounts that own lanes');
  settingOptions(
    command
      .command('create')
      .description('Create a workspace with a first key')
      .argument('<name>', 'display name', printable),
  ).action(create);
  command
    .command('list')
    .description('List workspaces, oldest first')
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

interface SettingOptions extends PrintOptions, Partial<Omit<NewWorkspace, 'actor'>> {}

async function create(name: string, { json, ...given }: SettingOptions): Promise<void> {
  await withDeployment(async (deployment) => {
    const { made, schedule } = await createWorkspace(workspaceDeps(deployment), {
      ...given,
      name,
      actor: deployment.actor,
    });
    // Before anything else can go wrong: the key is in no other place.
    printRecord(
      { workspace: made.workspaceId, api_key: made.apiKey, audit_seed: made.auditSeed },
      json === undefined ? {} : { json },
      keptNowhere,
    );
    if (schedule !== 'kept') throw noSchedule('the workspace is made', schedule.failed);
  });
}

async function set(workspaceId: string, { json, ...change }: SettingOptions): Promise<void> {
  if (Object.keys(change).length === 0) throw new AdminRefusal('say what to change; --help lists the settings');
  const workspace = await withDeployment(async (deployment) => {
    await throughLog(deployment, await knownWorkspace(deployment, workspaceId), change);
    return knownWorkspace(deployment, workspaceId);
  });
  printRecord(presentWorkspace(workspace), json === undefined ? {} : { json });
}

/** @throws AdminRefusal */
export async function throughLog(
  deployment: Deployment,
  workspace: WorkspaceRow,
  change: WorkspaceChange,
): Promise<void> {
  const schedule = await changeWorkspace(workspaceDeps(deployment), workspace, change, deployment.actor);
  if (schedule !== 'kept') throw noSchedule('the settings are changed', schedule.failed);
}

function workspaceDeps(deployment: Deployment): ReturnType<typeof lanesDeps> & Pick<LanesCommands, 'keepWeekSchedule'> {
  return {
    ...lanesDeps(deployment),
    keepWeekSchedule: async (workspace) => {
      const { reconcileWeekSchedules } = await import('../temporal/schedules.ts');
      await withEngine(({ client }, settings) =>
        reconcileWeekSchedules(client, settings.ENGINE_TASK_QUEUE_SUFFIX, [workspace]),
      );
    },
  };
}

function noSchedule(done: string, failed: unknown): AdminRefusal {
  const why = failed instanceof Error ? failed.message : String(failed);
  return new AdminRefusal(
    `${done}, its Schedule is not: ${why}\nrun lanes schedules; a worker makes it too when it starts`,
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
  const judged = checkAuditSeed(text);
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

// `admin lanes schedules`: the Schedules that close the weeks of workspaces.

export function lanesSchedulesCommand(): Command {
  return new Command('schedules')
    .description('Update the Schedules that close weeks to match the workspaces; workers also do this at startup')
    .action(schedules);
}

async function schedules(options: PrintOptions): Promise<void> {
  await withEngine(async ({ client }, settings) => {
    // With the client of the engine it takes long to load: after the line that says so.
    const { reconcileWeekSchedules } = await import('../temporal/schedules.ts');
    const pool = openPool({ url: databaseUrl(settings), size: 1, name: 'admin' });
    try {
      const workspaces = await listWorkspaces(pool);
      const { kept, removed } = await reconcileWeekSchedules(client, settings.ENGINE_TASK_QUEUE_SUFFIX, workspaces);
      printRecord({ kept: [...kept], removed: [...removed] }, options);
    } finally {
      await pool.end();
    }
  });
}

// Hands a request to the ingest session of a workspace, as the API does, and reports the result in sentences.

const answerWithinMs = 20_000;

/** @throws AdminRefusal where no worker answered in time, or the request cannot be stored */
async function withIngest<T>({ pool }: Pick<Deployment, 'pool'>, work: (ingest: Ingest) => Promise<T>): Promise<T> {
  const [{ openLog }, { openSessionStarts }] = await Promise.all([
    import('../process/logging.ts'),
    import('../temporal/workflow-messages.ts'),
  ]);
  return withEngine(async ({ client }, settings) => {
    const sessions = sessionPlan(settings);
    const ingest = openIngest({
      pool,
      listenUrl: databaseUrl(settings),
      startSession: openSessionStarts(client, settings.ENGINE_TASK_QUEUE_SUFFIX, sessions),
      sessions,
      log: openLog('admin', 'silent'),
      answerWithinMs,
    });
    try {
      return await work(ingest);
    } catch (error) {
      if (!(error instanceof IngestError)) throw error;
      throw new AdminRefusal(
        error.code === 'unavailable' ? 'no worker took the change yet; it is made as soon as one runs' : error.message,
      );
    } finally {
      await ingest.stop();
    }
  });
}

/** What the commands of lanes need; each request opens the engine for itself, so that a refusal needs none. */
export function lanesDeps(
  deployment: Pick<Deployment, 'pool'>,
): Pick<LanesCommands, 'pool' | 'ingest' | 'routes' | 'metrics' | 'now'> {
  return {
    pool: deployment.pool,
    now: () => new Date(),
    ingest: { submit: (workspace, request) => withIngest(deployment, (ingest) => ingest.submit(workspace, request)) },
    // Route calls are answered by the API, whose processes hear of the change by themselves.
    routes: { reach: async () => {}, clockMoved: async () => {} },
    metrics: { eventsTaken: { inc: () => {} } },
  };
}
