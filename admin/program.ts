/** All commands of `npm run admin -- …`. */
import type { Command } from 'commander';
import { approvalCommand } from './approval.ts';
import { auditCommand } from './audit.ts';
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
import { playbookCommand } from './playbook.ts';
import { portalCommand } from './portal.ts';
import { programOf, runLine } from './run-line.ts';
import type { CommandGroups } from './run-line.ts';
import { secretCommand } from './secret.ts';
import { senderAddressCommand } from './sender-address.ts';
import { senderCommand } from './sender.ts';
import { settingsReferenceCommand } from './settings-reference.ts';
import { taskCommand } from './task.ts';
import { writeCommand } from './write.ts';

export function adminProgram(): Command {
  return programOf(commandGroups());
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
      doctorCommand(),
      auditCommand(),
      migrateCommand(() => databaseUrls()),
      deploymentSecretCommand(),
      engineCommand(),
      settingsReferenceCommand(),
      completionCommand(adminProgram),
    ],
  };
}
