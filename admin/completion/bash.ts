/** Completion for bash. */
import { allNodes } from '../command-tree.ts';
import { nextWords, pathPatterns, programWords, quoted, valueCases } from './script.ts';
import type { CompletionScript } from './script.ts';

export function bashCompletion({ name, root, tree }: CompletionScript): string {
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
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
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
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    `complete -o default -F _${name} ${name}`,
  ].join('\n')}\n`;
}
