/** `admin lanes`: workspaces of the lanes service, their webhooks and Schedules, and the replay of their logs. */
import { Command } from 'commander';
import { settlementCommand, signoffCommand } from './lanes-decide.ts';
import { lanesExampleCommand } from './lanes-example.ts';
import { lanesImportCommand } from './lanes-import.ts';
import { lanesPinCommand } from './lanes-pin.ts';
import { lanesReplayCommand } from './lanes-replay.ts';
import { lanesSchedulesCommand, workspaceCommand } from './workspace.ts';
import { lanesSettlerCommand } from './lanes-settler.ts';
import { lanesStudyCommand } from './lanes-study.ts';
import { lanesWebhookCommand } from './lanes-webhook.ts';
import { lanesWhatIfCommand } from './lanes-what-if.ts';

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
  command.addCommand(lanesSchedulesCommand());
  return command;
}
