/** From rows of the flat CSV layout to events (D35): each row is handled by itself, with its line number. */
import { type CsvRecord, filledRecords } from '../csv.ts';
import { nearestName } from '../nearest-name.ts';
import { type Decimal, readNumbers } from './import/mapping.ts';

interface CsvEvent {
  readonly line: number;
  /** Shaped as an event; whether it is one, the check of all events says. */
  readonly event: Readonly<Record<string, unknown>>;
}

export interface LineErrors {
  readonly line: number;
  readonly errors: readonly string[];
}

export interface FlatCsv {
  readonly events: readonly CsvEvent[];
  /** Rows that cannot even be shaped. */
  readonly broken: readonly LineErrors[];
}

/** Columns that are members of the event by their own name. */
const plainColumns = [
  'id',
  'kind',
  'at',
  'queue',
  'step',
  'item',
  'role',
  'decision',
  'started_at',
  'verdict',
  'severity',
  'request_id',
  'by',
  'good',
] as const;
const actorMember: Readonly<Record<string, string>> = { actor_kind: 'kind', actor: 'id', actor_version: 'version' };
export const flatColumns: readonly string[] = [...plainColumns, ...Object.keys(actorMember)];
const neededColumns = ['id', 'kind', 'at', 'queue', 'actor_kind', 'actor'];
/** More than an event can have: its own members, and 200 fields each in outputs and features. */
const columnLimit = 500;
const familyOf = /^(output|feature)\.(.+)$/s;

type Column =
  | { readonly family: 'member' | 'actor'; readonly name: string }
  | { readonly family: 'outputs' | 'features'; readonly name: string };

/** What to say of a text that is another format altogether, by how it begins; undefined where it may be CSV. */
export function otherFormat(text: string): string | undefined {
  const first = /^\ufeff?\s*([<{[])/.exec(text.slice(0, 1000))?.[1];
  if (first === '<') return 'the body must be CSV with a header row; it begins like a web page or XML';
  return first && 'the body must be CSV with a header row; it begins like JSON, which POST /v1/events takes';
}

/** How the numbers of outputs and features are read; a number that only a missing `decimal` explains is an error. */
export interface FlatNumbers {
  readonly decimal: Decimal | undefined;
}

/**
 * Shapes events out of all records, the header row first. Rows without any content are left out; an empty cell is a
 * member left out. It may be interrupted wherever it yields.
 * @param maxRows more is refused as a whole
 * @param numbers without it they are text as they are
 * @returns findings that make the file as a whole unreadable, else its rows
 */
export function* readFlatCsv(
  records: readonly CsvRecord[],
  maxRows: number,
  numbers?: FlatNumbers,
): Generator<undefined, FlatCsv | { readonly findings: readonly string[] }> {
  const [first, ...rest] = yield* filledRecords(records);
  if (!first) return { findings: ['the file is empty'] };
  const header = readHeader(first.cells);
  if ('findings' in header) return header;
  if (rest.length === 0) return { findings: ['the file has a header row and no event'] };
  if (rest.length > maxRows)
    return { findings: [`the file must have at most ${maxRows.toLocaleString('en-US')} events; it has more`] };
  const events: CsvEvent[] = [];
  const broken: LineErrors[] = [];
  for (const record of rest) {
    const row = shapeRow(header.columns, record, numbers);
    if ('event' in row) events.push(row);
    else broken.push(row);
    yield;
  }
  return { events, broken };
}

function readHeader(
  cells: readonly string[],
): { readonly columns: readonly (Column | null)[] } | { readonly findings: readonly string[] } {
  if (cells.length > columnLimit) return { findings: [`the file must have at most ${columnLimit} columns`] };
  const names = cells.map((cell) => memberName(cell.trim()));
  const findings: string[] = [];
  const columns = names.map((name): Column | null => {
    const family = familyOf.exec(name);
    if (family) return { family: family[1] === 'output' ? 'outputs' : 'features', name: family[2] ?? '' };
    if (Object.hasOwn(actorMember, name)) return { family: 'actor', name: actorMember[name] ?? '' };
    if (flatColumns.includes(name)) return { family: 'member', name };
    if (name !== '') findings.push(unknownColumn(name));
    return null;
  });
  for (const name of repeated(names)) if (name !== '') findings.push(`column ${shownName(name)} must appear once`);
  for (const name of neededColumns) if (!names.includes(name)) findings.push(`column ${name} is required`);
  return findings.length > 0 ? { findings } : { columns };
}

/** Case and the marks between words aside, as hosts and sheets write them; the name of a field keeps its own. */
function memberName(cell: string): string {
  const family = /^(output|feature)\.(.+)$/is.exec(cell);
  if (family) return `${family[1]?.toLowerCase()}.${family[2]}`;
  const plain = cell.toLowerCase().replace(/[\s_-]+/g, '_');
  return flatColumns.includes(plain) ? plain : cell;
}

/** Names that are given more than once. */
function repeated(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.has(name) || !seen.add(name)));
}

function unknownColumn(name: string): string {
  const nearest = nearestName(name, flatColumns);
  const hint = nearest ? `did you mean ${nearest.name}?` : 'fields are output.<name> and feature.<name>';
  return `column ${shownName(name)} is not known; ${hint}`;
}

const shownName = (name: string): string =>
  /^[\w .:/#@-]{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64));

function shapeRow(
  columns: readonly (Column | null)[],
  { line, cells }: CsvRecord,
  numbers: FlatNumbers | undefined,
): CsvEvent | LineErrors {
  const errors: string[] = [];
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    errors.push(
      `the row has ${cells.length} cells and the header ${columns.length}: is a text with a delimiter not in quotes?`,
    );
  const members = new Map<string, unknown>();
  const parts = {
    actor: new Map<string, string>(),
    outputs: new Map<string, string>(),
    features: new Map<string, string>(),
  };
  // By the cells of the row: a wide header must not make every short row below it as costly as a wide one.
  cells.slice(0, columns.length).forEach((cell, index) => {
    const column = columns[index] ?? null;
    const value = cell.trim();
    if (value === '') return;
    if (column === null) errors.push(`cell ${index + 1} has a value and its column has no name`);
    else if (column.family === 'member') members.set(column.name, column.name === 'good' ? truth(value) : value);
    else parts[column.family].set(column.name, value);
  });
  if (members.get('kind') === 'queue.defined')
    errors.push('event.kind queue.defined does not fit into CSV; send it as JSON');
  if (errors.length > 0) return { line, errors };
  members.set('actor', Object.fromEntries(parts.actor));
  const [outputs, features] = [parts.outputs, parts.features].map((cells) =>
    cells.size === 0 ? undefined : Object.fromEntries(cells),
  );
  const fields = numbers === undefined ? { outputs, features } : readNumbers({ outputs, features }, numbers.decimal);
  if ('fault' in fields)
    return { line, errors: [`event.${fields.fault}; say with ?decimal=comma or ?decimal=point which`] };
  for (const [name, values] of Object.entries(fields)) if (values !== undefined) members.set(name, values);
  return { line, event: Object.fromEntries(members) };
}

/** What is neither stays text, so that the check of all events says what is wrong with it. */
function truth(value: string): unknown {
  const word = value.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}
