/**
 * Import adapter itsm-tasks: the task table as CSV from a list view, as Table API JSON in its three display modes, or as
 * JSONv2. A task is one piece of work; its parent is the item.
 */
import type { Value } from '../event.ts';
import type { ValueOf } from '../../json-schema.ts';
import { type ImportTools, type MappedRow, type ReadExport, adapterOf } from './adapter.ts';
import { tableOrJson } from './csv-table.ts';
import { type JsonPage, type JsonRecord, jsonRows } from './json-records.ts';
import { eventId, fieldPairs, fieldsIn, namesIn, nameTable, shownText, stepFinder, workEvent } from './mapping.ts';
import { column, fieldMap, mappingSchema } from './mapping-schema.ts';

const schema = mappingSchema(
  {
    fields: fieldMap('Name of the output → field of the task.'),
    item: column('Field of the item; parent when left out.'),
  },
  [],
);
type ItsmMapping = ValueOf<typeof schema>;

/** A cell as people read it, and as the database holds it where the export has both. */
interface Cell {
  readonly shown: string;
  readonly stored?: string;
}
type Task = (field: string) => Cell;

/** Labels of a list view that are not the field's name with capitals; those of own fields come without their `u_`. */
const labels: Readonly<Record<string, string>> = {
  agent_version: 'u_agent_version',
  closed: 'closed_at',
  closure_code: 'close_code',
  opened: 'opened_at',
  step: 'u_step',
};

/** `Assigned to` and `assigned_to` are the same column. */
function fieldName(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return labels[plain] ?? plain;
}

export const itsmTasks = adapterOf({
  name: 'itsm-tasks',
  about: 'The task table of a service desk: CSV of a list view, Table API JSON or JSONv2.',
  mappingSchema: schema,
  fieldsOf: ({ fields, features }) => namesIn(fields, features),
  *read(text, mapping, tools): Generator<void, ReadExport> {
    const taken = taskTaker(mapping, tools);
    const table = yield* tableOrJson(text, fieldName);
    if (table === 'json') return { rows: fromJson(text, taken) };
    if ('findings' in table) return table;
    const needed = [mapping.item ?? 'parent', 'closed_at', 'assigned_to'];
    const asked: (readonly [string, string])[] = needed.map((field) => [
      field,
      field === mapping.item ? 'mapping.item' : field,
    ]);
    const own = table.has('number') || !table.has('sys_id') ? 'number' : 'sys_id';
    asked.push([own, own], ['state', 'state']);
    for (const field of ['u_step', 'short_description', 'close_code', 'u_agent_version'])
      if (table.has(field)) asked.push([field, field]);
    for (const member of ['fields', 'features'] as const)
      for (const [name, from] of fieldPairs(mapping[member])) asked.push([from, `mapping.${member}.${name}`]);
    const findings = asked.flatMap(([field, member]) => table.fault(field, member) ?? []);
    if (findings.length > 0) return { findings };
    return { rows: fromCsv(table, taken) };
  },
});

type AcceptTask = (line: number, task: Task, place: string) => MappedRow;

function* fromCsv(
  table: { rows(): Iterable<Parameters<typeof rowTask>[0] | MappedRow | undefined> },
  take: AcceptTask,
): Generator<MappedRow | undefined> {
  for (const row of table.rows())
    if (row !== undefined && 'cell' in row) yield take(row.line, rowTask(row), '');
    else yield row;
}

function rowTask(row: { readonly line: number; cell(column: string): string }): Task {
  return (field) => ({ shown: row.cell(field) });
}

function* fromJson(text: string, take: AcceptTask): Generator<MappedRow | undefined> {
  yield* jsonRows(text, (part, place) => fromRecord(part, place, take), pageFaults);
}

function* pageFaults({ line, members }: JsonPage): Generator<MappedRow> {
  if (members['error'] !== undefined)
    yield { line, reason: `the page ends with an error of the system: ${messageOf(members['error'])}` };
}

function fromRecord({ line, value: record }: JsonRecord, place: string, take: AcceptTask): MappedRow {
  const status = record['__status'];
  if (status !== undefined && status !== 'success')
    return { line, reason: `${place}: the export says ${messageOf(status)}: ${messageOf(record['__error'])}` };
  if (record['error'] !== undefined && record['sys_id'] === undefined && record['number'] === undefined)
    return { line, reason: `${place} is an error of the system: ${messageOf(record['error'])}` };
  return take(line, (field) => cellOf(record[field]), `${place}: `);
}

/** What the system says went wrong, wherever it says so. */
function messageOf(error: unknown): string {
  const stated = typeof error === 'object' && error !== null ? Object.entries(error) : [['message', error] as const];
  for (const name of ['message', 'reason', 'detail'])
    for (const [member, text] of stated) if (member === name && typeof text === 'string') return shownText(text);
  return 'no reason is given';
}

/** Plain text; a reference `{link, value}`; or `{display_value, value}`. */
function cellOf(member: unknown): Cell {
  if (typeof member !== 'object' || member === null) return { shown: scalarText(member) };
  const { display_value: display, value } = member as Record<string, unknown>;
  const stored = scalarText(value);
  return display === undefined || display === null
    ? { shown: stored }
    : { shown: scalarText(display), ...(value === undefined ? {} : { stored }) };
}

function scalarText(value: unknown): string {
  return typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
}

/** Closed complete, closed incomplete and closed skipped, as the database numbers them. */
const closedNumbers: ReadonlySet<string> = new Set(['3', '4', '7']);

function isClosed({ shown, stored }: Cell): boolean {
  const number = stored ?? shown;
  return /^closed\b/i.test(shown) || (/^\d+$/.test(shown) && closedNumbers.has(number));
}

/** A task as an event, or why it is left out. */
function taskTaker(mapping: ItsmMapping, tools: ImportTools): AcceptTask {
  const stepOf = stepFinder(mapping.steps);
  const isAgentName = nameTable((mapping.agents ?? []).map((name) => [name, true] as const));
  const outputs = fieldPairs(mapping.fields);
  const features = fieldPairs(mapping.features);
  const itemField = mapping.item ?? 'parent';
  const { date_order: dateOrder, decimal } = mapping;
  return (line, task, place) => {
    const left = (reason: string): MappedRow => ({ line, reason: `${place}${reason}` });
    const own = task('number').shown || task('sys_id').shown;
    if (own === '') return left('neither number nor sys_id is filled');
    const state = task('state');
    if (!isClosed(state)) return left(`${own}: state ${shownText(state.shown)} is not a closed state`);
    const step = stepOf([task('u_step').shown, task('short_description').shown]);
    if ('reason' in step) return left(`${own}: ${step.reason}`);
    const version = task('u_agent_version').shown;
    const actor = task('assigned_to').shown;
    const closed = task('closed_at');
    // What is stored is UTC, also where it reads as what is shown: the person who exported it was in that zone.
    const isStored = closed.stored !== undefined && closed.stored !== '';
    const cell = (field: string): Value => task(field).shown;
    const mapped = workEvent(
      {
        line,
        id: eventId('itsm', own, tools),
        queue: mapping.queue,
        step: step.step,
        item: task(itemField).shown,
        itemName: itemField,
        actor,
        actorName: 'assigned_to',
        isAgent: version !== '' || isAgentName(actor) === true,
        version,
        finished: isStored ? (closed.stored ?? '') : closed.shown,
        finishedName: 'closed_at',
        decision: task('close_code').shown,
        outputs: fieldsIn(outputs, cell),
        features: fieldsIn(features, cell),
      },
      { timezone: isStored ? 'UTC' : (mapping.timezone ?? 'UTC'), dateOrder, decimal },
    );
    return 'reason' in mapped ? left(`${own}: ${mapped.reason}`) : mapped;
  };
}
