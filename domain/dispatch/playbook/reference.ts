/** Prints what the phases of a task are given and have to bring home, as the tables of docs/playbooks.md. */
import { isWriting, neededFacts, phaseInputs, phases } from './needed-facts.ts';
import type { NeededFact, Phase } from './needed-facts.ts';
import { taskTypes } from '../task.ts';
import type { TaskType } from '../task.ts';

export function factsReference(): string {
  return taskTypes.flatMap((taskType) => ofTaskType(taskType)).join('\n');
}

function ofTaskType(taskType: TaskType): string[] {
  const needed = neededFacts[taskType];
  if (needed === undefined) return [];
  return [`### ${taskType}`, '', ...phases.flatMap((phase) => ofPhase(taskType, phase, needed[phase]))];
}

function ofPhase(taskType: TaskType, phase: Phase, facts: readonly NeededFact[] | undefined): string[] {
  if (facts === undefined) return [];
  const inputs = isWriting(taskType) ? (phaseInputs[taskType][phase] ?? []) : [];
  const given = inputs.map(
    ({ name, always, meaning }) => `| \`{{${name}}}\` | ${always ? 'always' : 'may be empty'} | ${escaped(meaning)} |`,
  );
  return [
    `#### ${taskType}, \`${phase}\``,
    '',
    ...(given.length === 0 ? [] : ['| Given | | Meaning |', '|---|---|---|', ...given, '']),
    '| Brings home | Form | | Meaning |',
    '|---|---|---|---|',
    ...facts.flatMap(ofFact),
    '',
  ];
}

function ofFact({ name, form, required, meaning, columns = [] }: NeededFact): string[] {
  const row = (shown: string, of: string, isRequired: boolean, about: string): string =>
    `| ${shown} | ${of} | ${isRequired ? 'required' : 'optional'} | ${escaped(about)} |`;
  return [
    row(`\`${name}\``, form, required, meaning),
    ...columns.map((column) => row(`\`${name}[].${column.name}\``, column.form, column.required, column.meaning)),
  ];
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
