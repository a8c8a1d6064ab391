/** `admin lanes`: workspaces of the lanes service, their webhooks and Schedules, and the replay of their logs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import {
  exampleDecision,
  exampleDefinition,
  exampleItems,
  exampleWeeks,
  exampleWork,
} from '../domain/lanes/example-history.ts';
import type { Agreement, StudiedAgent } from '../domain/lanes/study/study.ts';
import { inTransaction, openPool } from '../store/database.ts';
import { readSteps } from '../store/lanes/lanes.ts';
import { type StepStudy, studyStep } from '../store/lanes/step-history.ts';
import { listWorkspaces } from '../store/lanes/workspaces.ts';
import { wholeNumber } from './arguments.ts';
import { AdminRefusal, databaseUrl, withDeployment } from './deployment.ts';
import { settlementCommand, signoffCommand } from './lanes-decide.ts';
import { lanesImportCommand } from './lanes-import.ts';
import { lanesPinCommand } from './lanes-pin.ts';
import { lanesReplayCommand } from './lanes-replay.ts';
import { lanesSettlerCommand } from './lanes-settler.ts';
import { lanesWebhookCommand } from './lanes-webhook.ts';
import { lanesWhatIfCommand } from './lanes-what-if.ts';
import { type PrintOptions, printRecord } from './terminal.ts';
import { terminal } from './terminal.ts';
import { withEngine } from './with-engine.ts';
import { knownWorkspace, workspaceCommand } from './workspace.ts';

export function lanesCommand(): Command {
  const command = new Command('lanes').description('Workspaces of the lanes service');
  command.addCommand(workspaceCommand());
  command.addCommand(lanesWebhookCommand());
  command.addCommand(lanesImportCommand());
  command.addCommand(settlementCommand());
  command.addCommand(signoffCommand());
  command.addCommand(lanesPinCommand());
  command.addCommand(lanesSettlerCommand());
  command.addCommand(lanesReplayCommand());
  command.addCommand(lanesWhatIfCommand());
  command.addCommand(lanesStudyCommand());
  command.addCommand(lanesExampleCommand());
  command
    .command('schedules')
    .description('Update the Schedules that close weeks to match the workspaces; workers also do this at startup')
    .action(schedules);
  return command;
}

async function schedules(options: PrintOptions): Promise<void> {
  const { reconcileWeekSchedules } = await import('../temporal/schedules.ts');
  await withEngine(async ({ client }, settings) => {
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

// `admin lanes example`: writes the made-up half year of the trial as files that curl can send, a file a week.

interface ExampleOptions extends PrintOptions {
  readonly weeks: number;
}

function lanesExampleCommand(): Command {
  return new Command('example')
    .description('Write the events of an example queue, one file per week, for trying the lanes API with curl')
    .argument('<folder>', 'output folder; created if missing')
    .option('--weeks <n>', 'number of weeks', wholeNumber(1, exampleWeeks), exampleWeeks)
    .action(writeExample);
}

function writeExample(folder: string, { weeks, ...options }: ExampleOptions): void {
  let events = 0;
  try {
    mkdirSync(folder, { recursive: true });
    for (let week = 1; week <= weeks; week += 1) {
      const body = eventsOf(week);
      events += body.length;
      writeFileSync(join(folder, `week-${String(week).padStart(2, '0')}.json`), JSON.stringify({ events: body }));
    }
  } catch (error) {
    throw new AdminRefusal(`${folder} cannot be written: ${(error as Error).message}`);
  }
  printRecord({ folder, files: weeks, events }, options);
}

function eventsOf(week: number): object[] {
  const work = exampleItems(week).flatMap((item) => {
    const decision = exampleDecision(item.step, week);
    // Checking every item is more than is picked; results of the others are stored and count nowhere.
    return exampleWork(item, decision, decision === 'act_alone');
  });
  return week === 1 ? [exampleDefinition(), ...work] : work;
}

// `admin lanes study`: how far people agree at a step, its agents beside each other, and the time that people were spared.

function lanesStudyCommand(): Command {
  return new Command('study')
    .description('Compare people with each other and agents with each other at a step, from the log; stores nothing')
    .argument('<workspace>', 'id of the workspace')
    .argument('<queue>', 'id of the queue')
    .argument('<step>', 'id of the step')
    .action(study);
}

async function study(workspaceId: string, queue: string, step: string, options: PrintOptions): Promise<void> {
  const found = await withDeployment(async (deployment) => {
    const workspace = await knownWorkspace(deployment, workspaceId);
    return inTransaction(deployment.pool, async (q) => {
      await q.query('set transaction isolation level repeatable read, read only');
      const [row] = await readSteps(q, workspace.no, { queue, step });
      if (row === undefined) throw new AdminRefusal(`there is no step ${step} in queue ${queue}`);
      return studyStep(q, workspace.no, row);
    });
  });
  const { out } = terminal();
  if (options.json === true) out(`${JSON.stringify(found)}\n`);
  else for (const line of linesOf(found)) out(`${line}\n`);
}

function* linesOf({ people, agents, timed, alone, sparedMinutes }: StepStudy): Generator<string> {
  yield `people agree with each other: ${agreementText(people)}`;
  for (const agent of agents) yield `${nameOf(agent)} agrees with people: ${agreementText(agent)}${against(agent)}`;
  yield `people take ${timed.meanMinutes === null ? 'an unknown time' : `${timed.meanMinutes.toFixed(1)} minutes`} (mean of ${timed.items} items)`;
  yield `${alone} items were done alone and not looked at${sparedMinutes === null ? '' : `: ${(sparedMinutes / 60).toFixed(1)} hours of people`}`;
}

const nameOf = ({ agent, version }: StudiedAgent): string => (version === null ? agent : `${agent} ${version}`);

function agreementText({ items, agreed, share, lower, upper }: Agreement): string {
  if (share === null || lower === null || upper === null) return 'no items';
  return `${share.toFixed(4)} (${lower.toFixed(4)} to ${upper.toFixed(4)}; ${agreed} of ${items} items)`;
}

function against({ difference }: StudiedAgent): string {
  if (difference === null) return '';
  const { lower, upper, items, paired } = difference;
  return `, difference to the first: ${difference.difference.toFixed(4)} (${lower.toFixed(4)} to ${upper.toFixed(4)}) on ${items} ${paired ? 'items that both did' : 'items of their own'}`;
}
