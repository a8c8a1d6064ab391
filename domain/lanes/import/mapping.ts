/** What the adapters share: how a step, an actor or a field is found by a mapping. */
import { nearestName } from '../../nearest-name.ts';
import { type Value, type Values, type ItemName, idForm } from '../event.ts';
import { isoTime } from '../moves.ts';
import type { ImportedEvent, ImportTools, LeftOut } from './adapter.ts';
import type { CommonMapping, FieldMap } from './mapping-schema.ts';
import { type TimeRules, readSourceTime } from './source-time.ts';

/** Text of an export as a sentence may repeat it. */
export function shownText(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 63)}…` : text);
}

const folded = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Looks names up that may end with `*`; case and white space do not count. */
export function nameTable<T>(entries: readonly (readonly [string, T])[]): (text: string) => T | undefined {
  const exact = new Map<string, T>();
  const prefixes: (readonly [string, T])[] = [];
  for (const [name, value] of entries)
    if (name.endsWith('*')) prefixes.push([folded(name.slice(0, -1)), value]);
    else exact.set(folded(name), value);
  return (text) => {
    const name = folded(text);
    return exact.get(name) ?? prefixes.find(([prefix]) => name.startsWith(prefix))?.[1];
  };
}

/** Texts for which a nearest step is looked for: exports can be long, and nobody reads more. */
const hintsMost = 100;

/** The id of a step by the first of several texts that the map knows; without a map a text that is an id is one. */
export function stepFinder(
  steps: CommonMapping['steps'],
): (texts: readonly string[]) => { readonly step: string } | { readonly reason: string } {
  if (steps === undefined)
    return (texts) => {
      const text = texts.find((one) => one !== '') ?? '';
      if (text === '') return { reason: 'the step is empty' };
      return idForm.test(text)
        ? { step: text }
        : { reason: `step ${shownText(text)} is no id of a step; give it one in steps of the mapping` };
    };
  const find = nameTable(Object.entries(steps));
  const known = Object.keys(steps);
  const hints = new Map<string, string>();
  const hintOf = (text: string): string => {
    const given = hints.get(text);
    if (given !== undefined || hints.size >= hintsMost || text.length > 128) return given ?? '';
    const nearest = nearestName(text, known);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest.name}?`;
    hints.set(text, hint);
    return hint;
  };
  return (texts) => {
    for (const text of texts) {
      const step = text === '' ? undefined : find(text);
      if (step !== undefined) return { step };
    }
    const text = texts.find((one) => one !== '') ?? '';
    if (text === '') return { reason: 'the step is empty' };
    return { reason: `step ${shownText(text)} is not in steps of the mapping${hintOf(text)}` };
  };
}

export function fieldPairs(map: FieldMap | undefined): readonly (readonly [string, string])[] {
  if (map === undefined) return [];
  return Array.isArray(map) ? map.map((name) => [name, name] as const) : Object.entries(map);
}

/** The names of what an adapter's events may have. */
export function namesIn(
  outputs: FieldMap | undefined,
  features: FieldMap | undefined,
): { readonly outputs: readonly string[]; readonly features: readonly string[] } {
  return {
    outputs: fieldPairs(outputs).map(([name]) => name),
    features: fieldPairs(features).map(([name]) => name),
  };
}

/** The fields of a row that are filled. */
export function fieldsIn(
  pairs: readonly (readonly [string, string])[],
  cell: (column: string) => Value | undefined,
): Values | undefined {
  const filled: [string, Value][] = [];
  for (const [name, from] of pairs) {
    const value = cell(from);
    if (value !== undefined && value !== null && value !== '') filled.push([name, value]);
  }
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** Numbers by what parts their decimals, with thousands in groups or without; both know `1234` and `1,234`. */
const numberForms = {
  comma: /^[+-]?(?:\d{1,3}(?:[. '’\u00a0\u202f]\d{3})+|\d+)(?:,\d+)?$/,
  point: /^[+-]?\d{1,3}(?:[, '’\u00a0\u202f]\d{3})+(?:\.\d+)?$/,
};
export type Decimal = keyof typeof numberForms;
const longestNumber = 64;

/** The number as this service writes it; text that is none as it is. */
function plainNumber(text: string, decimal: Decimal): string {
  if (text.length > longestNumber || !numberForms[decimal].test(text)) return text;
  return decimal === 'comma' ? text.replace(/[^\d,+-]/g, '').replace(',', '.') : text.replace(/[^\d.+-]/g, '');
}

/** Whether a text is a number only once it is known what parts its decimals. */
const needsDecimal = (text: string): boolean =>
  text.length <= longestNumber &&
  /,|\..*\./.test(text) &&
  (numberForms.comma.test(text) || numberForms.point.test(text));

interface Fields {
  readonly outputs: Values | undefined;
  readonly features: Values | undefined;
}

/**
 * The fields with their numbers as this service writes them, so that `1.234,50` and `1234,5` are one number.
 * @param decimal without it a number that needs it is a fault, never guessed
 */
export function readNumbers(
  { outputs, features }: Fields,
  decimal: Decimal | undefined,
): Fields | { readonly fault: string } {
  if (decimal !== undefined) return { outputs: withPlain(outputs, decimal), features: withPlain(features, decimal) };
  for (const [family, values] of Object.entries({ outputs, features }))
    for (const [name, value] of Object.entries(values ?? {}))
      if (typeof value === 'string' && needsDecimal(value))
        return { fault: `${family}.${name} ${shownText(value)} has thousands or decimals after a comma` };
  return { outputs, features };
}

const withPlain = (values: Values | undefined, decimal: Decimal): Values | undefined =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? plainNumber(value, decimal) : value,
    ]),
  );

/** What a row holds before it is an event; empty texts are missing. */
interface WorkRow extends ItemName {
  readonly line: number;
  readonly id: string;
  readonly itemName: string;
  readonly actor: string;
  readonly actorName: string;
  readonly isAgent: boolean;
  readonly version?: string;
  readonly role?: string;
  readonly finished: string;
  readonly finishedName: string;
  readonly started?: string;
  readonly startedName?: string;
  readonly decision: string;
  readonly outputs: Values | undefined;
  readonly features: Values | undefined;
}

/** What the mapping says of times and numbers. */
interface SourceRules extends TimeRules {
  readonly decimal: CommonMapping['decimal'];
}

/** The event of a row, or why it is left out (D51: a person's work is `act`, an agent's `shadow`). */
export function workEvent(
  row: WorkRow,
  rules: SourceRules,
): { readonly line: number; readonly event: ImportedEvent } | LeftOut {
  const { line } = row;
  for (const [value, name] of [
    [row.item, row.itemName],
    [row.finished, row.finishedName],
    [row.actor, row.actorName],
  ] as const)
    if (value === '') return { line, reason: `${name} is empty` };
  const finished = readSourceTime(row.finished, rules);
  if ('fault' in finished) return { line, reason: `${row.finishedName} ${shownText(row.finished)} ${finished.fault}` };
  const started = row.started === undefined || row.started === '' ? undefined : readSourceTime(row.started, rules);
  if (started && 'fault' in started)
    return { line, reason: `${row.startedName ?? ''} ${shownText(row.started ?? '')} ${started.fault}` };
  const numbers = readNumbers({ outputs: row.outputs, features: row.features }, rules.decimal);
  if ('fault' in numbers) return { line, reason: `${numbers.fault}; declare decimal (comma or point) in the mapping` };
  const { outputs, features } = numbers;
  const kind = row.isAgent ? 'agent' : 'operator';
  return {
    line,
    event: {
      id: row.id,
      kind: 'step.done',
      at: isoTime(finished.at),
      queue: row.queue,
      step: row.step,
      item: row.item,
      role: row.role ?? (row.isAgent ? 'shadow' : 'act'),
      actor: {
        kind,
        id: row.actor,
        ...(row.version === undefined || row.version === '' ? {} : { version: row.version }),
      },
      ...(row.decision === '' ? {} : { decision: row.decision }),
      ...(outputs === undefined ? {} : { outputs }),
      ...(features === undefined ? {} : { features }),
      ...(started === undefined ? {} : { started_at: isoTime(started.at) }),
    },
  };
}

/** An event id from the source row's own id; what does not fit into an id is hashed. */
export function eventId(prefix: string, own: string, { hash }: ImportTools): string {
  const id = `${prefix}:${own}`;
  return idForm.test(id) ? id : `${prefix}:${hash(own).slice(0, 40)}`;
}
