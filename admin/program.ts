/** All commands of the command line. */
import type { Command } from 'commander';
import { approvalCommand } from './approval.ts';
import { auditCommand } from './audit.ts';
import { commandTree } from './command-tree.ts';
import { completionCommand } from './completion/script.ts';
import { deliveryCommand } from './delivery.ts';
import { deploymentSecretCommand } from './deployment-secret.ts';
import { databaseUrls } from './deployment.ts';
import { doctorCommand } from './doctor.ts';
import { engineCommand } from './engine.ts';
import { evidenceCommand } from './evidence.ts';
import { keyCommand } from './key.ts';
import { lanesCommand } from './lanes.ts';
import { mailCommand } from './mail.ts';
import { migrateCommand } from './migrate.ts';
import { notificationCommand } from './notification.ts';
import { personCommand } from './person.ts';
import { openCommand } from './open.ts';
import { playbookCommand } from './playbook.ts';
import { portalCommand } from './portal.ts';
import { helpWidth } from './one-command.ts';
import { type CommandGroups, programOf, runLine } from './run-line.ts';
import { secretCommand } from './secret.ts';
import { senderAddressCommand, senderCommand } from './sender.ts';
import { settingsReferenceCommand } from './settings-reference.ts';
import { taskCommand } from './task.ts';
import { onTerminal } from './terminal.ts';
import { writeCommand } from './write.ts';

export function adminProgram(): Command {
  return programOf(commandGroups());
}

/** The help of the whole as `admin/help.txt` holds it: `npm run docs` writes the file, and a test compares. */
export function programHelp(): string {
  let text = '';
  onTerminal({ env: {}, out: (piece) => void (text += piece), colour: false }, () => {
    adminProgram()
      .configureOutput({ getOutHelpWidth: () => helpWidth })
      .outputHelp();
  });
  return text;
}

/** What completion knows of the commands, as `admin/completion/commands.json` holds it; written and compared like the help. */
export function completedCommands(): string {
  return `${JSON.stringify(commandTree(adminProgram()), null, 1)}\n`;
}

/** Runs one command line, whatever it calls. @returns its exit code */
export function runAdmin(args: readonly string[]): Promise<number> {
  return runLine(args, commandGroups);
}

/** The commands by what they are about, as the help shows them. */
function commandGroups(): CommandGroups {
  return {
    'Senders and their keys:': [senderCommand().addCommand(senderAddressCommand()), keyCommand(), secretCommand()],
    'Work:': [taskCommand(), approvalCommand(), writeCommand(), evidenceCommand()],
    'Results and mails:': [deliveryCommand(), mailCommand(), notificationCommand()],
    'People:': [personCommand()],
    'Portals:': [portalCommand(), playbookCommand()],
    'Lanes:': [lanesCommand()],
    'The deployment:': [
      openCommand(),
      doctorCommand(),
      auditCommand(),
      migrateCommand(() => databaseUrls()),
      deploymentSecretCommand(),
      engineCommand(),
      settingsReferenceCommand(),
      completionCommand(),
    ],
  };
}
