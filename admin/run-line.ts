/** How a command line is put together from its commands and run, and what its exit codes say. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { partName } from '../domain/dispatch/own-outage.ts';
import { SettingsError } from '../process/settings.ts';
import type { SchemaError } from '../store/migrate.ts';
import { outageOf } from '../store/outages.ts';
import type { ServiceRoleError } from '../store/service-role.ts';
import { AdminRefusal } from './deployment.ts';
import shownExamples from './examples.json' with { type: 'json' };
import { calledAs, ownVersion } from './one-command.ts';
import { onTerminal, terminal } from './terminal.ts';

/** By the path of a command, without the name of the command line; a test holds the file against the commands. */
const examples: Readonly<Record<string, readonly string[]>> = shownExamples;

/** Commands by what they are about, as the help shows them. */
export type CommandGroups = Readonly<Record<string, readonly Command[]>>;

export const exitCodes = { ok: 0, refused: 1, usage: 2 } as const;

/** @param groups the commands that a line may call */
export function programOf(groups: CommandGroups): Command {
  const program = new Command(calledAs(terminal().env))
    .description(
      'Manages a Lanekeeper deployment from the command line: everything the console does, also for scripts.',
    )
    .version(ownVersion(), '-V, --version', 'print the version')
    .option('--actor <who>', 'actor for the audit log, in addition to the operating system user', printableActor)
    .addHelpText(
      'after',
      `\nExit codes: ${exitCodes.ok} done, ${exitCodes.refused} refused, ${exitCodes.usage} wrong usage or settings.`,
    )
    .configureHelp({ subcommandDescription: withWords });
  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const command of commands) program.addCommand(command);
  }
  prepare(program, '');
  return program;
}

/** What a command is for, and the words that may follow it. */
function withWords(command: Command): string {
  const words = command.commands.map((child) => child.name());
  return words.length === 0 ? command.description() : `${command.description()} (${words.join(', ')})`;
}

/**
 * Runs one command line.
 * @param commands made when the line runs: they read and print where it does
 * @returns its exit code
 */
export async function runLine(
  args: readonly string[],
  commands: () => CommandGroups | Promise<CommandGroups>,
): Promise<number> {
  try {
    // A holder, because who acts is only known while the line is parsed, and it is read after.
    const line: { actor?: string } = {};
    const program = programOf(await commands()).hook('preAction', (command, called) => {
      Object.assign(line, command.opts<{ actor?: string }>());
      refuseEmpty(called);
    });
    await onTerminal({ actor: () => line.actor }, () => program.parseAsync([...args], { from: 'user' }));
    return exitCodes.ok;
  } catch (error) {
    return exitCodeOf(error);
  }
}

/**
 * Refuses arguments without a text, as a script gives them for a variable that is not set ("$SENDER"): they would find nothing,
 * or everything. Texts of people may be left empty.
 */
function refuseEmpty(called: Command): void {
  const empty = called.options.find((option) => called.getOptionValue(option.attributeName()) === '');
  if (empty !== undefined && !empty.flags.includes('<text>'))
    called.error(`error: option '${empty.flags}' argument '' is invalid. It must not be empty.`);
  const at = called.args.findIndex((value) => value.trim() === '');
  const name = called.registeredArguments[Math.min(at, called.registeredArguments.length - 1)]?.name();
  if (at !== -1 && name !== undefined)
    called.error(`error: command-argument value '' is invalid for argument '${name}'. It must not be empty.`);
}

/** Commands that print something else than a result. */
const withoutJson = new Set([
  'completion',
  'engine history',
  'key scopes',
  'playbook record',
  'settings-reference',
  'task template',
]);

/** Commander exits by itself with 1 for wrong usage; ours is 2. Every other command can print its result as JSON. */
function prepare(command: Command, path: string): void {
  const { env, out, err } = terminal();
  command
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .showHelpAfterError('(--help shows what is possible)');
  const hasJson = command.options.some(({ long }) => long === '--json') || withoutJson.has(path);
  if (command.commands.length === 0 && !hasJson) command.option('--json', 'print the result as JSON');
  const lines = examples[path];
  if (lines)
    command.addHelpText(
      'after',
      `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.map((line) => `  ${calledAs(env)} ${line}`).join('\n')}`,
    );
  for (const child of command.commands) prepare(child, `${path} ${child.name()}`.trimStart());
}

/** By their codes: the classes are beside the driver of the database, which many commands never load. */
const databaseRefusals = new Set<unknown>(['schema_newer', 'schema_changed', 'service_role_missing'] satisfies (
  | SchemaError
  | ServiceRoleError
)['code'][]);

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
    (error instanceof Error && databaseRefusals.has((error as Error & { readonly code?: unknown }).code));
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
