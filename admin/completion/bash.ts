/** Completion for bash. */
import { allNodes } from '../command-tree.ts';
import { nextWords, programWords, quoted } from './script.ts';
import type { CompletionScript } from './script.ts';

export function bashCompletion({ name, root, tree }: CompletionScript): string {
  const nodes = allNodes(tree);
  const steps = nodes.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(' ')));
  const valued = nodes.flatMap((node) =>
    node.options
      .filter(({ takesValue }) => takesValue)
      .map(({ long, choices }) => {
        const words = choices.length === 0 ? 'compgen -f' : `compgen -W ${quoted(choices.join(' '))}`;
        return `    ${quoted(`${node.path.join(' ')}:${long}`)}) COMPREPLY=($(${words} -- "$current")); return ;;`;
      }),
  );
  const nexts = nodes.map((node) => {
    const words = nextWords(node).map(({ word }) => word);
    return `    ${quoted(node.path.join(' '))}) words=${quoted(words.join(' '))} ;;`;
  });
  return `${[
    `# Completion of ${name} for bash, printed by \`${name} completion bash\`.`,
    `${name}() { DATA_DIR="\${DATA_DIR:-"${root}/.lanekeeper"}" ${programWords(root)} "$@"; }`,
    `_${name}() {`,
    '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} at= words= word',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    case "${at:+$at }$word" in',
    `      ${steps.join('|')}) at="\${at:+$at }$word" ;;`,
    '    esac',
    '  done',
    '  case "$at:$previous" in',
    ...valued,
    '  esac',
    '  case "$at" in',
    ...nexts,
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    `complete -o default -F _${name} ${name}`,
  ].join('\n')}\n`;
}
