/** Completion for zsh. */
import { allNodes } from '../command-tree.ts';
import { nextWords, programWords, quoted } from './script.ts';
import type { CompletionScript } from './script.ts';

export function zshCompletion({ name, root, tree }: CompletionScript): string {
  const nodes = allNodes(tree);
  const steps = nodes.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(' ')));
  const valued = nodes.flatMap((node) =>
    node.options
      .filter(({ takesValue }) => takesValue)
      .map(({ long, choices }) => {
        const offer = choices.length === 0 ? '_files' : `compadd -- ${choices.map(quoted).join(' ')}`;
        return `    ${quoted(`${node.path.join(' ')}:${long}`)}) ${offer}; return ;;`;
      }),
  );
  const nexts = nodes.map((node) => {
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
    `      ${steps.join('|')}) at="\${at:+$at }$word" ;;`,
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
