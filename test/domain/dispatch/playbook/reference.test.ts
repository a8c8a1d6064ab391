/** The pages about playbooks hold the language as it is checked, and the facts as they are needed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isWriting, neededFacts, phaseInputs, phases } from '../../../../domain/dispatch/playbook/needed-facts.ts';
import type { NeededFact, Phase } from '../../../../domain/dispatch/playbook/needed-facts.ts';
import { playbookSchema } from '../../../../domain/dispatch/playbook/schema.ts';
import { type TaskType, taskTypes } from '../../../../domain/dispatch/task.ts';

describe('the pages about playbooks', () => {
  const page = ['docs/playbooks.md', 'docs/playbooks/writes.md'].map((file) => readFileSync(file, 'utf8')).join('\n');
  const steps = readFileSync('docs/playbooks/steps.md', 'utf8');
  interface Definition {
    readonly properties: Readonly<Record<string, { readonly const?: string }>>;
  }
  const schema = playbookSchema as unknown as Definition & {
    readonly $defs: { readonly step: { readonly oneOf: readonly Definition[] } } & Record<string, Definition>;
  };

  it('prints the inputs of every phase and the facts that it reads (write factsReference() there after a change)', () =>
    assert.ok(readFileSync('docs/reference/facts.md', 'utf8').includes(factsReference().trimEnd())));

  it('names every member of a file, of a capability and of a page', () => {
    for (const definition of [schema, schema.$defs['capability'], schema.$defs['page'], schema.$defs['request']])
      for (const name of Object.keys(definition?.properties ?? {})) assert.match(page, new RegExp(`\`${name}\``), name);
  });

  it('has a row for every step that names all its members', () => {
    for (const { properties } of schema.$defs.step.oneOf) {
      const kind = properties['do']?.const ?? '';
      const row = steps.split('\n').find((line) => line.startsWith(`| \`${kind}\` |`));
      assert.ok(row, kind);
      for (const name of Object.keys(properties))
        if (!['do', 'title', 'timeout_ms'].includes(name))
          assert.match(row, new RegExp(`\`${name}\``), `${kind}: ${name}`);
    }
  });
});

// Prints the inputs of the phases of a task and the facts they have to read, as the tables of docs/reference/facts.md.

function factsReference(): string {
  return taskTypes.flatMap((taskType) => ofTaskType(taskType)).join('\n');
}

function ofTaskType(taskType: TaskType): string[] {
  const needed = neededFacts[taskType];
  if (needed === undefined) return [];
  return [`## ${taskType}`, '', ...phases.flatMap((phase) => ofPhase(taskType, phase, needed[phase]))];
}

function ofPhase(taskType: TaskType, phase: Phase, facts: readonly NeededFact[] | undefined): string[] {
  if (facts === undefined) return [];
  const inputs = isWriting(taskType) ? (phaseInputs[taskType][phase] ?? []) : [];
  const given = inputs.map(
    ({ name, always, meaning }) => `| \`{{${name}}}\` | ${always ? 'always' : 'may be empty'} | ${escaped(meaning)} |`,
  );
  return [
    `### ${taskType}, \`${phase}\``,
    '',
    ...(given.length === 0 ? [] : ['| Input | | Meaning |', '|---|---|---|', ...given, '']),
    '| Reads | Form | | Meaning |',
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
