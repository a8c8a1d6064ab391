/** `admin lanes`: workspaces of the lanes service, their webhooks and Schedules, and the replay of their logs. */
import { Command } from 'commander';
import { openPool } from '../store/database.ts';
import { listWorkspaces } from '../store/lanes/workspaces.ts';
import { databaseUrl } from './deployment.ts';
import { withEngine } from './with-engine.ts';
import { settlementCommand, signoffCommand } from './lanes-decide.ts';
import { lanesExampleCommand } from './lanes-example.ts';
import { lanesImportCommand } from './lanes-import.ts';
import { lanesSettlerCommand } from './lanes-settler.ts';
import { lanesPinCommand } from './lanes-pin.ts';
import { lanesReplayCommand } from './lanes-replay.ts';
import { lanesStudyCommand } from './lanes-study.ts';
import { lanesWebhookCommand } from './lanes-webhook.ts';
import { lanesWhatIfCommand } from './lanes-what-if.ts';
import { printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';
import { workspaceCommand } from './workspace.ts';

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
    .option('--json', 'print the result as JSON')
    .action(schedules);
  return command;
}

async function schedules(options: PrintOptions): Promise<void> {
  const { reconcileWeekSchedules } = await import('../temporal/week-schedules.ts');
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
