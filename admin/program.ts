/** All commands of the command line. */
import type { Command } from 'commander';
import { commandTree } from './command-tree.ts';
import { commandGroups, helpWidth } from './one-command.ts';
import { type CommandGroups, programOf, runLine } from './run-line.ts';
import { onTerminal } from './terminal.ts';

export async function adminProgram(): Promise<Command> {
  return programOf(await allCommands());
}

/** The help of the whole as `admin/help.txt` holds it: `npm run docs` writes the file, and a test compares. */
export async function programHelp(): Promise<string> {
  let text = '';
  await onTerminal({ env: {}, out: (piece) => void (text += piece), colour: false }, async () => {
    const program = await adminProgram();
    program.configureOutput({ getOutHelpWidth: () => helpWidth }).outputHelp();
  });
  return text;
}

/** What completion knows of the commands, as `admin/completion/commands.json` holds it; written and compared like the help. */
export async function completedCommands(): Promise<string> {
  return `${JSON.stringify(commandTree(await adminProgram()), null, 1)}\n`;
}

/** Runs one command line, whatever it calls. @returns its exit code */
export function runAdmin(args: readonly string[]): Promise<number> {
  return runLine(args, allCommands);
}

async function allCommands(): Promise<CommandGroups> {
  const groups = Object.entries(commandGroups).map(async ([heading, loaders]) => [
    heading,
    await Promise.all(Object.values(loaders).map((load) => load())),
  ]);
  return Object.fromEntries(await Promise.all(groups)) as CommandGroups;
}
