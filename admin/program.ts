/** The commands of `npm run admin -- …`, how they are run, and what their exit codes say. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { partName } from '../domain/dispatch/own-outage.ts';
import { SettingsError } from '../process/settings.ts';
import { SchemaError } from '../store/migrate.ts';
import { outageOf } from '../store/outages.ts';
import { ServiceRoleError } from '../store/service-role.ts';
import { approvalCommand } from './approval.ts';
import { auditCommand } from './audit.ts';
import { completionCommand } from './completion.ts';
import { deliveryCommand } from './delivery.ts';
import { AdminRefusal, databaseUrls } from './deployment.ts';
import { doctorCommand } from './doctor.ts';
import { deploymentSecretCommand } from './deployment-secret.ts';
import { engineCommand } from './engine.ts';
import { evidenceCommand } from './evidence.ts';
import { examples } from './examples.ts';
import { keyCommand } from './key.ts';
import { lanesCommand } from './lanes.ts';
import { mailCommand } from './mail.ts';
import { migrateCommand } from './migrate.ts';
import { personCommand } from './person.ts';
import { playbookCommand } from './playbook.ts';
import { portalCommand } from './portal.ts';
import { secretCommand } from './secret.ts';
import { senderAddressCommand } from './sender-address.ts';
import { senderCommand } from './sender.ts';
import { settingsReferenceCommand } from './settings-reference.ts';
import { taskCommand } from './task.ts';
import { onTerminal, terminal } from './terminal.ts';
import { writeCommand } from './write.ts';

export const exitCodes = { ok: 0, refused: 1, usage: 2 } as const;

export function adminProgram(): Command {
  const program = new Command('admin')
    .description(
      'Manages a Lanekeeper deployment from the command line: everything the console does, also for scripts.',
    )
    .option('--actor <who>', 'actor for the audit log, in addition to the operating system user', printableActor)
    .addHelpText(
      'after',
      `\nExit codes: ${exitCodes.ok} done, ${exitCodes.refused} refused, ${exitCodes.usage} wrong usage or settings.`,
    )
    .configureHelp({ subcommandDescription: withWords })
    .showHelpAfterError('(--help shows what is possible)');
  for (const [heading, commands] of Object.entries(commandGroups())) {
    program.commandsGroup(heading);
    for (const command of commands) program.addCommand(command);
  }
  prepare(program, '');
  return program;
}

/** The commands by what they are about, as the help shows them. */
function commandGroups(): Readonly<Record<string, readonly Command[]>> {
  return {
    'Senders and their keys:': [senderCommand().addCommand(senderAddressCommand()), keyCommand(), secretCommand()],
    'Work:': [taskCommand(), approvalCommand(), writeCommand(), evidenceCommand()],
    'Results and mails:': [deliveryCommand(), mailCommand()],
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

/** What a command is for, and the words that may follow it. */
function withWords(command: Command): string {
  const words = command.commands.map((child) => child.name());
  return words.length === 0 ? command.description() : `${command.description()} (${words.join(', ')})`;
}

/** Runs one command line. @returns its exit code */
export async function runAdmin(args: readonly string[]): Promise<number> {
  try {
    // A holder, because who acts is only known while the line is parsed, and it is read after.
    const line: { actor?: string } = {};
    const program = adminProgram().hook('preAction', (command) => {
      Object.assign(line, command.opts<{ actor?: string }>());
    });
    await onTerminal({ actor: () => line.actor }, () => program.parseAsync([...args], { from: 'user' }));
    return exitCodes.ok;
  } catch (error) {
    return exitCodeOf(error);
  }
}

/** Commander exits by itself with 1 for wrong usage; ours is 2. */
function prepare(command: Command, path: string): void {
  const { out, err } = terminal();
  command.exitOverride().configureOutput({ writeOut: out, writeErr: err });
  const lines = examples[path];
  if (lines)
    command.addHelpText(
      'after',
      `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.map((line) => `  npm run admin -- ${line}`).join('\n')}`,
    );
  for (const child of command.commands) prepare(child, `${path} ${child.name()}`.trimStart());
}

/** Says what went wrong in a sentence, never with a stack or an address that holds a password. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  const sentence =
    error instanceof AggregateError
      ? error.errors.map(String).join('; ')
      : error instanceof Error
        ? error.message
        : String(error);
  const known =
    error instanceof AdminRefusal ||
    error instanceof SettingsError ||
    error instanceof SchemaError ||
    error instanceof ServiceRoleError;
  const part = known ? undefined : outageOf(error)?.part;
  const named = known ? '' : part === undefined ? 'failed: ' : `${partName[part]} failed: `;
  terminal().err(`${named}${sentence}\n`);
  return error instanceof SettingsError ? exitCodes.usage : exitCodes.refused;
}

function printableActor(text: string): string {
  if (!/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,200}$/u.test(text) || text.trim() === '')
    throw new InvalidArgumentError('An actor is 1 to 200 printable characters.');
  return text.trim();
}
