/** `admin completion`: prints a script that completes the command line in a shell, made from the commands themselves. */
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { commandTree } from './command-tree.ts';
import { bashCompletion } from './completion/bash.ts';
import { fishCompletion } from './completion/fish.ts';
import { zshCompletion } from './completion/zsh.ts';
import { terminal } from './terminal.ts';

/** The word that the script defines: the command line from any folder. */
export const shellCommand = 'lanekeeper';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
type Shell = keyof typeof scripts;

/** @param program the whole command line, made when the command runs */
export function completionCommand(program: () => Command): Command {
  return new Command('completion')
    .description(`Print a script that defines the command ${shellCommand} and completes it`)
    .addArgument(new Argument('<shell>', 'which shell reads it').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `\nThe script defines ${shellCommand} as this command line, so that it can be called from any folder.\n` +
        '  bash: source <(npm run --silent admin -- completion bash)\n' +
        '  zsh:  source <(npm run --silent admin -- completion zsh)   (after compinit)\n' +
        '  fish: npm run --silent admin -- completion fish | source',
    )
    .action((shell: Shell) => {
      const root = join(import.meta.dirname, '..');
      terminal().out(scripts[shell]({ name: shellCommand, root, tree: commandTree(program()) }));
    });
}
