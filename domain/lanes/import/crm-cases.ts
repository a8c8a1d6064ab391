/**
 * Import adapter crm-cases: cases as CSV of a data loader, or as the JSON of REST queries, page after page. A case is
 * one piece of work; its parent is the item.
 */
import type { Value } from '../event.ts';
import type { ValueOf } from '../../json-schema.ts';
import { type ImportTools, type MappedRow, type ReadExport, adapterOf } from './adapter.ts';
import { tableOrJson } from './csv-table.ts';
import { jsonRows } from './json-records.ts';
import { eventId, fieldPairs, fieldsIn, namesIn, nameTable, shownText, stepFinder, workEvent } from './mapping.ts';
import { column, fieldMap, mappingSchema } from './mapping-schema.ts';

const schema = mappingSchema(
  {
    fields: fieldMap('Name of the output → field of the case.'),
    item: column('Field of the item; ParentId when left out.'),
    decisionField: column('Field of the decision; Reason when left out.'),
  },
  [],
);
type CrmMapping = ValueOf<typeof schema>;

/** The value of a field; relationships by their path, such as Owner.Name. */
type Case = (field: string) => Value | undefined;

/** Names of fields do not know capitals. */
const fieldName = (name: string): string => name.trim().toLowerCase();

export const crmCases = adapterOf({
  name: 'crm-cases',
  about: 'Cases of a CRM: CSV of a data loader, or the JSON of REST queries.',
  mappingSchema: schema,
  fieldsOf: ({ fields, features }) => namesIn(fields, features),
  *read(text, mapping, tools): Generator<void, ReadExport> {
    const take = caseTaker(mapping, tools);
    const table = yield* tableOrJson(text, fieldName);
    if (table === 'json') return { rows: fromJson(text, take) };
    if ('findings' in table) return table;
    const findings: string[] = [];
    const need = (member: string, ...fields: readonly string[]): void => {
      const there = fields.find((field) => table.has(field)) ?? fields[0] ?? '';
      const fault = table.fault(there, member);
      if (fault !== undefined) findings.push(fault);
    };
    need('Id', 'Id', 'CaseNumber');
    need(mapping.item === undefined ? 'ParentId' : 'mapping.item', mapping.item ?? 'ParentId');
    need('ClosedDate', 'ClosedDate');
    need('IsClosed', 'IsClosed', 'Status');
    need('owner', ...ownerFields);
    if (mapping.decisionField !== undefined) need('mapping.decisionField', mapping.decisionField);
    for (const member of ['fields', 'features'] as const)
      for (const [name, from] of fieldPairs(mapping[member])) need(`mapping.${member}.${name}`, from);
    for (const field of ['Step__c', 'Type', 'Reason', 'Agent_Version__c']) if (table.has(field)) need(field, field);
    if (findings.length > 0) return { findings };
    return {
      rows: (function* () {
        for (const row of table.rows())
          if (row !== undefined && 'cell' in row)
            yield take(row.line, (field) => (table.has(field) ? row.cell(field) : undefined), '');
          else yield row;
      })(),
    };
  },
});

type TakeCase = (line: number, one: Case, place: string) => MappedRow;

function* fromJson(text: string, take: TakeCase): Generator<MappedRow | undefined> {
  const { records, last } = yield* jsonRows(text, ({ line, value }, place) => fromRecord(line, value, place, take));
  if (last?.members['done'] === false) {
    const total = last.members['totalSize'];
    const of = typeof total === 'number' ? ` of ${total}` : '';
    yield {
      line: last.line,
      reason: `the export is not complete: its last page says done: false after ${records}${of}`,
    };
  }
}

function fromRecord(line: number, record: Readonly<Record<string, unknown>>, place: string, take: TakeCase): MappedRow {
  if (record['errorCode'] !== undefined)
    return {
      line,
      reason: `${place} is an error of the system: ${shownText(textOf(record['message'] as Value | undefined))}`,
    };
  const flat = new Map<string, Value>();
  flatten(record, '', flat);
  return take(line, (field) => flat.get(fieldName(field)), `${place}: `);
}

/** Relationships lie within one another, at most five deep; `attributes` describe the record, not the case. */
function flatten(record: Readonly<Record<string, unknown>>, path: string, flat: Map<string, Value>): void {
  for (const [name, value] of Object.entries(record)) {
    if (name === 'attributes') continue;
    const key = `${path}${fieldName(name)}`;
    if (typeof value === 'string') flat.set(key, value.trim());
    else if (typeof value === 'number' || typeof value === 'boolean') flat.set(key, value);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value) && path.split('.').length <= 5)
      flatten(value as Readonly<Record<string, unknown>>, `${key}.`, flat);
  }
}

const ownerFields = ['Owner.Name', 'OwnerName', 'Case Owner', 'Owner.Alias', 'OwnerId'];
const textOf = (value: Value | undefined): string =>
  value === undefined || value === null || Array.isArray(value) ? '' : String(value);

/** A case as an event, or why it is left out. */
function caseTaker(mapping: CrmMapping, tools: ImportTools): TakeCase {
  const stepOf = stepFinder(mapping.steps);
  const isAgentName = nameTable((mapping.agents ?? []).map((name) => [name, true] as const));
  const outputs = fieldPairs(mapping.fields);
  const features = fieldPairs(mapping.features);
  const itemField = mapping.item ?? 'ParentId';
  const decisionField = mapping.decisionField ?? 'Reason';
  const rules = { timezone: mapping.timezone ?? 'UTC', dateOrder: mapping.date_order, decimal: mapping.decimal };
  return (line, one, place) => {
    const text = (field: string): string => textOf(one(field));
    const left = (reason: string): MappedRow => ({ line, reason: `${place}${reason}` });
    const own = longId(text('Id')) || text('CaseNumber');
    if (own === '') return left('neither Id nor CaseNumber is filled');
    if (!isClosed(text('IsClosed'), one('IsClosed') === undefined ? text('Status') : ''))
      return left(`${own} is not closed`);
    const step = stepOf([text('Step__c'), text('Type')]);
    if ('reason' in step) return left(`${own}: ${step.reason}`);
    const version = text('Agent_Version__c');
    const actor = ownerFields.map(text).find((name) => name !== '') ?? '';
    const mapped = workEvent(
      {
        line,
        id: eventId('crm', own, tools),
        queue: mapping.queue,
        step: step.step,
        item: text(itemField),
        itemName: itemField,
        actor,
        actorName: 'the owner',
        isAgent: version !== '' || isAgentName(actor) === true,
        version,
        finished: text('ClosedDate'),
        finishedName: 'ClosedDate',
        decision: text(decisionField),
        outputs: fieldsIn(outputs, one),
        features: fieldsIn(features, one),
      },
      rules,
    );
    return 'reason' in mapped ? left(`${own}: ${mapped.reason}`) : mapped;
  };
}

/** Data loaders write 1 and nothing, REST true and false; without the field the status decides. */
function isClosed(flag: string, status: string): boolean {
  return /^(?:1|true|yes)$/i.test(flag) || /^closed\b/i.test(status);
}

const checkLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** The 18 characters of an id of 15: three more that say which letters are capitals. */
function longId(id: string): string {
  if (!/^[A-Za-z0-9]{15}$/.test(id)) return id;
  let more = '';
  for (let from = 0; from < 15; from += 5) {
    let bits = 0;
    for (let place = 0; place < 5; place += 1) if (/[A-Z]/.test(id[from + place] ?? '')) bits |= 1 << place;
    more += checkLetters[bits] ?? '';
  }
  return id + more;
}
