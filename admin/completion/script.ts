/** What every completion script is made from, and the function that all of them define. */
import { join } from 'node:path';
import { allNodes } from '../command-tree.ts';
import type { CommandNode } from '../command-tree.ts';

export interface CompletionScript {
  /** The command that the script defines. */
  readonly name: string;
  /** Folder of this checkout. */
  readonly root: string;
  readonly tree: CommandNode;
}

/** Quoted for every POSIX shell; fish reads it the same way as long as there is no backslash in it. */
export function quoted(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}

/** What the command runs: the command line of this checkout, from any folder. */
export function programWords(root: string): string {
  return `node ${quoted(join(root, 'bin/lanekeeper.mjs'))}`;
}

/** Words that may stand next at a node, when no option waits for its value. */
export function nextWords(node: CommandNode): { readonly word: string; readonly about: string }[] {
  return [
    ...node.children.map((child) => ({ word: child.path.at(-1) ?? '', about: child.about })),
    ...node.choices.map((word) => ({ word, about: '' })),
    ...node.options.map(({ long, about }) => ({ word: long, about })),
  ];
}

/** The paths of all commands below the root as patterns of a `case`. */
export function pathPatterns(tree: CommandNode): string {
  return allNodes(tree)
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => quoted(path.join(' ')))
    .join('|');
}

/** A line of a `case` for each option that waits for its value. @param offer the shell's words for its choices, or for files */
export function valueCases(tree: CommandNode, offer: (choices: readonly string[]) => string): string[] {
  return allNodes(tree).flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ long, choices }) => `    ${quoted(`${path.join(' ')}:${long}`)}) ${offer(choices)}; return ;;`),
  );
}
