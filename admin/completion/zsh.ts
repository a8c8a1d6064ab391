/** Completion for zsh. */
import { allNodes } from '../command-tree.ts';
import { nextWords, pathPatterns, programWords, quoted, valueCases } from './script.ts';
import type { CompletionScript } from './script.ts';

export function zshCompletion({ name, root, tree }: CompletionScript): string {
  const valued = valueCases(tree, (choices) =>
    choices.length === 0 ? '_files' : `compadd -- ${choices.map(quoted).join(' ')}`,
  );
  const nexts = allNodes(tree).map((node) => {
    // _describe takes what stands before the first colon as the word.
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
    '  for word in "${(@)words[2,CURRENT-1]}"; do',
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
    '  _describe command next || _files',
    '}',
    `compdef _${name} ${name}`,
  ].join('\n')}\n`;
}
