/** What every completion script is made from, and the function that all of them define. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import { type CommandNode, allNodes } from '../command-tree.ts';
import { ownName } from '../one-command.ts';
import { terminal } from '../terminal.ts';

interface CompletionScript {
  /** The command that the script defines. */
  readonly name: string;
  /** Folder of this checkout. */
  readonly root: string;
  readonly tree: CommandNode;
}

/** Quoted for every POSIX shell; fish reads it the same way as long as there is no backslash in it. */
function quoted(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}

/** What the command runs: the command line of this checkout, from any folder. */
function programWords(root: string): string {
  return `node ${quoted(join(root, 'bin/lanekeeper.mjs'))}`;
}

/** Words that may be next at a node, when no option waits for its value. */
function nextWords(node: CommandNode): { readonly word: string; readonly about: string }[] {
  return [
    ...node.children.map((child) => ({ word: child.path.at(-1) ?? '', about: child.about })),
    ...node.choices.map((word) => ({ word, about: '' })),
    ...node.options.map(({ long, about }) => ({ word: long, about })),
  ];
}

/** The paths of all commands below the root as patterns of a `case`. */
function pathPatterns(tree: CommandNode): string {
  return allNodes(tree)
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => quoted(path.join(' ')))
    .join('|');
}

/** A line of a `case` for each option that waits for its value. @param offer the shell's words for its choices, or for files */
function valueCases(tree: CommandNode, offer: (choices: readonly string[]) => string): string[] {
  return allNodes(tree).flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ long, choices }) => `    ${quoted(`${path.join(' ')}:${long}`)}) ${offer(choices)}; return ;;`),
  );
}

interface Cases {
  readonly tree: CommandNode;
  readonly valued: readonly string[];
  readonly nexts: readonly string[];
}

/** Lines for bash and zsh: go through the words before the cursor to the command, then offer what may come next there. */
function walked(wordsBefore: string, { tree, valued, nexts }: Cases): string[] {
  return [
    `  for word in ${wordsBefore}; do`,
    '    case "${at:+$at }$word" in',
    `      ${pathPatterns(tree)}) at="\${at:+$at }$word" ;;`,
    '    esac',
    '  done',
    '  case "$at:$previous" in',
    ...valued,
    '  esac',
    '  case "$at" in',
    ...nexts,
    '  esac',
  ];
}

/** Completion for bash. */
function bashCompletion({ name, root, tree }: CompletionScript): string {
  const valued = valueCases(tree, (choices) => {
    const words = choices.length === 0 ? 'compgen -f' : `compgen -W ${quoted(choices.join(' '))}`;
    return `COMPREPLY=($(${words} -- "$current"))`;
  });
  const nexts = allNodes(tree).map((node) => {
    const words = nextWords(node).map(({ word }) => word);
    return `    ${quoted(node.path.join(' '))}) words=${quoted(words.join(' '))} ;;`;
  });
  return `${[
    `# Completion of ${name} for bash, printed by \`${name} completion bash\`.`,
    `${name}() { DATA_DIR="\${DATA_DIR:-"${root}/.lanekeeper"}" ${programWords(root)} "$@"; }`,
    `_${name}() {`,
    '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} at= words= word',
    ...walked('"${COMP_WORDS[@]:1:COMP_CWORD-1}"', { tree, valued, nexts }),
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    `complete -o default -F _${name} ${name}`,
  ].join('\n')}\n`;
}

/** Completion for fish. */
function fishCompletion({ name, root, tree }: CompletionScript): string {
  const nodes = allNodes(tree);
  const steps = nodes.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(' ')));
  const rules = nodes.flatMap((node) => {
    const here = `complete -c ${name} -n ${quoted(`__${name}_at "${node.path.join(' ')}"`)}`;
    return [
      ...node.children.map((child) => `${here} -f -a ${quoted(child.path.at(-1) ?? '')} -d ${quoted(child.about)}`),
      ...(node.choices.length === 0 ? [] : [`${here} -f -a ${quoted(node.choices.join(' '))}`]),
      ...node.options.map(({ long, about, takesValue, choices }) => {
        const value = !takesValue ? '' : choices.length === 0 ? ' -r' : ` -x -a ${quoted(choices.join(' '))}`;
        return `${here} -l ${long.slice(2)}${value} -d ${quoted(about)}`;
      }),
    ];
  });
  return `${[
    `# Completion of ${name} for fish, printed by \`${name} completion fish\`.`,
    `function ${name}`,
    `  set -q DATA_DIR; or set -lx DATA_DIR ${quoted(`${root}/.lanekeeper`)}`,
    `  ${programWords(root)} $argv`,
    'end',
    `function __${name}_at`,
    '  set -l at',
    '  for word in (commandline -opc)[2..]',
    `    if contains -- (string trim -- "$at $word") ${steps.join(' ')}`,
    '      set -a at $word',
    '    end',
    '  end',
    `  test "$argv[1]" = "$at"`,
    'end',
    ...rules,
  ].join('\n')}\n`;
}

/** Completion for zsh. */
function zshCompletion({ name, root, tree }: CompletionScript): string {
  const valued = valueCases(tree, (choices) =>
    choices.length === 0 ? '_files' : `compadd -- ${choices.map(quoted).join(' ')}`,
  );
  const nexts = allNodes(tree).map((node) => {
    // _describe takes what is before the first colon as the word.
    const words = nextWords(node).map(({ word, about }) => quoted(`${word.replaceAll(':', '\\:')}:${about}`));
    return `    ${quoted(node.path.join(' '))}) next=(${words.join(' ')}) ;;`;
  });
  return `${[
    `#compdef ${name}`,
    `# Completion of ${name} for zsh, printed by \`${name} completion zsh\`.`,
    `${name}() { DATA_DIR="\${DATA_DIR:-"${root}/.lanekeeper"}" ${programWords(root)} "$@" }`,
    `_${name}() {`,
    '  local at= word previous="${words[CURRENT-1]}"',
    '  local -a next',
    ...walked('"${(@)words[2,CURRENT-1]}"', { tree, valued, nexts }),
    '  _describe command next || _files',
    '}',
    `compdef _${name} ${name}`,
  ].join('\n')}\n`;
}

// `lanekeeper completion`: prints a script that completes the command line in a shell.

/** The word that the script defines: the command line from any folder. */
const shellCommand = ownName;

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
type Shell = keyof typeof scripts;

/** The commands come from a stored file, which `npm run docs` makes from them: to load them all takes a while. */
export function completionCommand(): Command {
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
      const root = join(import.meta.dirname, '..', '..');
      const tree = JSON.parse(readFileSync(join(import.meta.dirname, 'commands.json'), 'utf8')) as CommandNode;
      terminal().out(scripts[shell]({ name: shellCommand, root, tree }));
    });
}
