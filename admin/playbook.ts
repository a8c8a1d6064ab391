/** `admin playbook`: files that describe how to work in a portal, their versions and their canaries. */
import { Command } from 'commander';
import { canaryCommand } from './playbook-canary.ts';
import { addFileCommands, addTestCommands } from './playbook-file.ts';
import { addVersionCommands } from './playbook-versions.ts';

export function playbookCommand(): Command {
  const command = new Command('playbook').description('Playbooks: files that describe how to work in a portal');
  addFileCommands(command);
  addVersionCommands(command);
  addTestCommands(command);
  command.addCommand(canaryCommand());
  return command;
}
