/** Completion for fish. */
import { allNodes } from '../command-tree.ts';
import { programWords, quoted } from './script.ts';
import type { CompletionScript } from './script.ts';

export function fishCompletion({ name, root, tree }: CompletionScript): string {
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
