/** Import adapter generic-csv: any sheet with a row per piece of work; the mapping names the columns (D54). */
import { stepRoles } from '../event-schema.ts';
import type { ValueOf } from '../../json-schema.ts';
import { type ImportTools, type MappedRow, type ReadExport, adapterOf } from './adapter.ts';
import { type CsvTable, csvTable } from './csv-table.ts';
import { fieldPairs, namesIn, fieldsIn, nameTable, shownText, stepFinder, workEvent } from './mapping.ts';
import { column, fieldMap, mappingSchema, nameList } from './mapping-schema.ts';

const schema = mappingSchema(
  {
    item: column('Column of the item.'),
    step: column('Column of the step.'),
    actor: column('Column of who did it.'),
    finished_at: column('Column of the time at which it was finished.'),
    started_at: column('Column of the time at which it was begun.'),
    decision: column('Column of the decision.'),
    outputs: fieldMap('Name of the output → column.'),
    actor_kind: {
      type: 'object',
      required: ['column', 'agentValues'],
      additionalProperties: false,
      properties: {
        column: column('Column that separates agents from people.'),
        agentValues: nameList('What it says of agents.'),
      },
      description: 'Separates rows of agents from rows of people by a column.',
    },
    id: column("Column of the row's own id, which becomes the event's; else the id comes from the row's content."),
    role: column('Column of the role, or one role for every row whose actor may have it.'),
  },
  ['item', 'step', 'actor', 'finished_at'],
);
type GenericMapping = ValueOf<typeof schema>;

/** Members of the mapping that name one column. */
const columnMembers = ['item', 'step', 'actor', 'finished_at', 'started_at', 'decision', 'id'] as const;
const trimmed = (name: string): string => name.trim();
const isRole = (text: string): boolean => (stepRoles as readonly string[]).includes(text);

export const genericCsv = adapterOf({
  name: 'generic-csv',
  about: 'Any sheet as CSV with one row per piece of work.',
  mappingSchema: schema,
  fieldsOf: ({ outputs, features }) => namesIn(outputs, features),
  *read(text, mapping, tools): Generator<void, ReadExport> {
    const table = yield* csvTable(text, trimmed);
    if ('findings' in table) return table;
    const findings = faultyColumns(table, mapping);
    return findings.length > 0 ? { findings } : { rows: rowsOf(table, mapping, tools) };
  },
});

function faultyColumns(table: CsvTable, mapping: GenericMapping): string[] {
  const named: [string, string][] = columnMembers.flatMap((member): [string, string][] =>
    mapping[member] === undefined ? [] : [[member, mapping[member]]],
  );
  if (mapping.actor_kind) named.push(['actor_kind.column', mapping.actor_kind.column]);
  if (mapping.role !== undefined && !isRole(mapping.role)) named.push(['role', mapping.role]);
  for (const member of ['outputs', 'features'] as const)
    for (const [name, from] of fieldPairs(mapping[member])) named.push([`${member}.${name}`, from]);
  return named.flatMap(([member, from]) => table.fault(from, `mapping.${member}`) ?? []);
}

function* rowsOf(table: CsvTable, mapping: GenericMapping, tools: ImportTools): Generator<MappedRow | undefined> {
  const stepOf = stepFinder(mapping.steps);
  const isAgentName = nameTable((mapping.agents ?? []).map((name) => [name, true] as const));
  const isAgentValue = nameTable((mapping.actor_kind?.agentValues ?? []).map((name) => [name, true] as const));
  const outputs = fieldPairs(mapping.outputs);
  const features = fieldPairs(mapping.features);
  const roleColumn = mapping.role !== undefined && table.has(mapping.role) ? mapping.role : undefined;
  const rules = { timezone: mapping.timezone, dateOrder: mapping.date_order, decimal: mapping.decimal };
  const optional = (name: string | undefined, cell: (column: string) => string): string =>
    name === undefined ? '' : cell(name);
  for (const row of table.rows()) {
    if (row === undefined || 'reason' in row) {
      yield row;
      continue;
    }
    const { line } = row;
    const cell = (name: string): string => row.cell(name);
    const step = stepOf([cell(mapping.step)]);
    if ('reason' in step) {
      yield { line, reason: step.reason };
      continue;
    }
    const actor = cell(mapping.actor);
    const isAgent =
      isAgentName(actor) === true ||
      (mapping.actor_kind !== undefined && isAgentValue(cell(mapping.actor_kind.column)) === true);
    const roleText = roleColumn === undefined ? '' : cell(roleColumn).toLowerCase();
    if (roleText !== '' && !isRole(roleText)) {
      yield { line, reason: `role ${shownText(roleText)} must be one of ${stepRoles.join(', ')}` };
      continue;
    }
    const role = roleText === '' ? roleForAll(mapping.role, roleColumn, isAgent) : roleText;
    const own = mapping.id === undefined ? `csv:${tools.hash(row.content()).slice(0, 40)}` : cell(mapping.id);
    if (own === '') {
      yield { line, reason: `id (${mapping.id}) is empty` };
      continue;
    }
    yield workEvent(
      {
        line,
        id: own,
        queue: mapping.queue,
        step: step.step,
        item: cell(mapping.item),
        itemName: `item (${mapping.item})`,
        actor,
        actorName: `actor (${mapping.actor})`,
        isAgent,
        ...(role === undefined ? {} : { role }),
        finished: cell(mapping.finished_at),
        finishedName: `finished_at (${mapping.finished_at})`,
        started: optional(mapping.started_at, cell),
        startedName: `started_at (${mapping.started_at})`,
        decision: optional(mapping.decision, cell),
        outputs: fieldsIn(outputs, cell),
        features: fieldsIn(features, cell),
      },
      rules,
    );
  }
}

/** A role that the mapping gives to every row holds where the actor may have it. */
function roleForAll(role: string | undefined, roleColumn: string | undefined, isAgent: boolean): string | undefined {
  if (role === undefined || roleColumn !== undefined) return undefined;
  if (role === 'act') return role;
  return (role === 'confirm') === isAgent ? undefined : role;
}
