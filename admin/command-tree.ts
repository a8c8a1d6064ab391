/** The commands with their options and choices as plain data, for what is generated from them. */
import type { Command } from 'commander';

export interface CommandNode {
  /** The words that lead here; empty for the program itself. */
  readonly path: readonly string[];
  readonly about: string;
  readonly children: readonly CommandNode[];
  readonly options: readonly OptionNode[];
  /** Words that the arguments may be. */
  readonly choices: readonly string[];
}

interface OptionNode {
  /** Such as `--json`. */
  readonly long: string;
  readonly about: string;
  readonly takesValue: boolean;
  /** Words that its value may be; empty where any text goes. */
  readonly choices: readonly string[];
}

export function commandTree(command: Command, path: readonly string[] = []): CommandNode {
  return {
    path,
    about: command.description(),
    children: command.commands.map((child) => commandTree(child, [...path, child.name()])),
    options: [
      ...command.options.flatMap((option) =>
        typeof option.long === 'string'
          ? [
              {
                long: option.long,
                about: option.description,
                takesValue: option.required || option.optional,
                choices: option.argChoices ?? [],
              },
            ]
          : [],
      ),
      { long: '--help', about: 'show what is possible', takesValue: false, choices: [] },
    ],
    choices: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
  };
}

/** A node and all below it, from the top. */
export function allNodes(tree: CommandNode): CommandNode[] {
  return [tree, ...tree.children.flatMap(allNodes)];
}
