/** `npm run admin -- …`: the command line for people who run a deployment. */
import { Command, CommanderError } from 'commander';
import { SettingsError } from '../process/settings.ts';
import { SchemaError } from '../store/migrate.ts';
import { AdminRefusal, databaseUrl } from './deployment.ts';
import { engineCommand } from './engine.ts';
import { evidenceCommand } from './evidence.ts';
import { migrateCommand } from './migrate.ts';
import { keyCommand, secretCommand, senderCommand } from './sender.ts';
import { settingsReferenceCommand } from './settings-reference.ts';
import { taskCommand } from './task.ts';

const exitCodes = { ok: 0, refused: 1, usage: 2 } as const;

const program = new Command('admin')
  .description('Senders, keys, secrets, tasks, evidence and the schema of a deployment')
  .addHelpText(
    'after',
    `\nExit codes: ${exitCodes.ok} done, ${exitCodes.refused} refused, ${exitCodes.usage} wrong usage or settings.`,
  )
  .showHelpAfterError('(--help shows what is possible)');
for (const command of [
  senderCommand(),
  keyCommand(),
  secretCommand(),
  taskCommand(),
  evidenceCommand(),
  engineCommand(),
  migrateCommand(() => databaseUrl()),
  settingsReferenceCommand(),
])
  program.addCommand(command);
throwOnUsage(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Commander exits by itself with 1 for wrong usage; ours is 2. */
function throwOnUsage(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwOnUsage(child);
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
  const known = error instanceof AdminRefusal || error instanceof SettingsError || error instanceof SchemaError;
  process.stderr.write(known ? `${sentence}\n` : `the database did not do it: ${sentence}\n`);
  return error instanceof SettingsError ? exitCodes.usage : exitCodes.refused;
}
