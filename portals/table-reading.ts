/** Reads tables, and makes facts of their cells: named values, or a list of records; a table of another form gives neither. */
import { normaliseName } from '../domain/dispatch/guard/normalise.ts';
import type { ReadRowsStep } from '../domain/dispatch/playbook/step.ts';
import { type Target, namedBy } from '../domain/dispatch/playbook/target.ts';
import type { PortalDriver, TableCells } from './driver.ts';
import type { PageControl, Position } from './page-control.ts';
import type { Answered, PageQuestion } from './record-reading.ts';
import type { EarlierLook } from './record-watch.ts';
import { ChangedSignal } from './run-signals.ts';
import { describeTarget } from './step-text.ts';

export type TableReading<T> = { readonly value: T } | { readonly expected: string; readonly found: string };

type Cells = TableCells;
type Names = Readonly<Record<string, string>>;

/** Of a table in which every row is a name with its value, or several such pairs side by side. @param fields name of the row → fact */
export function fieldsOf(cells: Cells, fields: Names): TableReading<Record<string, string>> {
  const wanted = Object.keys(fields);
  const expected = `a table with one row each of ${wanted.join(', ')}`;
  if (typeof cells === 'string') return { expected, found: cells };
  // Names and values may have one line of headers above them ("Name", "Value").
  const [first = [], ...others] = cells;
  const areBelowHeads = first.length === 2 && first.every(({ isHeader }) => isHeader);
  const isPlain = others.every((row) => row.length === 2 && !row.some(({ isHeader }) => isHeader));
  const pairs = areBelowHeads && isPlain ? others : cells;
  // Old pages have names and values in plain cells.
  const hasHeads = pairs.flat().some(({ isHeader }) => isHeader);
  const rows = pairs.flatMap((row) => {
    const isAlternating =
      row.length % 2 === 0 && row.every(({ isHeader }, n) => isHeader === (hasHeads && n % 2 === 0));
    if (!isAlternating || (row.length > 2 && !hasHeads)) return [];
    return row.flatMap(({ text: name }, n) =>
      n % 2 === 0 ? [{ name: folded(name), text: row[n + 1]?.text ?? '', shown: name }] : [],
    );
  });
  const found = wanted.map((name) => rows.filter((row) => row.name === folded(name)));
  if (found.some((same) => same.length !== 1)) return { expected, found: shownNames(rows.map((row) => row.shown)) };
  return {
    value: Object.fromEntries(wanted.map((name, index) => [fields[name] ?? name, found[index]?.[0]?.text ?? ''])),
  };
}

/**
 * Of a table with column headers.
 * @param columns column header → name in the records
 * @param keyedBy name in the records: rows without a text there are no records
 */
export function recordsOf(cells: Cells, columns: Names, keyedBy?: string): TableReading<Record<string, string>[]> {
  const wanted = Object.keys(columns);
  const expected = `a plain table with the columns ${wanted.join(', ')}`;
  if (typeof cells === 'string') return { expected, found: cells };
  const [header = [], ...rows] = cells;
  const places = wanted.map((column) =>
    header.flatMap(({ text }, index) => (folded(text) === folded(column) ? [index] : [])),
  );
  const isPlain = header.every(({ isHeader }) => isHeader) && rows.every(({ length }) => length === header.length);
  if (!isPlain || places.some(({ length }) => length !== 1))
    return {
      expected,
      found: isPlain ? shownNames(header.map(({ text }) => text)) : 'rows that do not fit their headers',
    };
  const records = rows.map((row) =>
    Object.fromEntries(
      wanted.map((column, index) => [columns[column] ?? column, row[places[index]?.[0] ?? -1]?.text ?? '']),
    ),
  );
  return { value: records.filter((record) => keyedBy === undefined || record[keyedBy] !== '') };
}

/**
 * The records of a table, and the text of its only row where that has one text: it may be what `none` names, also without headers.
 * @returns no records where one cell is over all columns, which only `none` can explain
 */
export function recordsOrWords(
  cells: Cells,
  { columns, keyed_by, none }: Pick<ReadRowsStep, 'columns' | 'keyed_by' | 'none'>,
): TableReading<{ readonly records?: Record<string, string>[]; readonly onlyText?: string }> {
  const [only, ...more] = typeof cells === 'string' ? [] : cells;
  if (none !== undefined && more.length === 0 && only?.length === 1 && only[0]?.isHeader === false)
    return { value: { onlyText: only[0].text } };
  const shown = more.length === 1 ? (more[0] ?? []).filter(({ text }) => text !== '') : [];
  const onlyText = none !== undefined && shown.length === 1 ? shown[0]?.text : undefined;
  const isSpanned = onlyText !== undefined && hasNoRecords(cells);
  const read = recordsOf(isSpanned ? cells.slice(0, 1) : cells, columns, keyed_by);
  if (!('value' in read)) return read;
  return { value: { ...(!isSpanned && { records: read.value }), ...(onlyText !== undefined && { onlyText }) } };
}

/** Whether a table has nothing below its heads, or one cell over all its columns. */
export function hasNoRecords(cells: Cells): boolean {
  const [head = [], row, ...more] = typeof cells === 'string' ? [] : cells;
  return row === undefined || (more.length === 0 && row.length === 1 && head.length > 1);
}

/** Whether a list is another one that goes on. */
export function beginsWith(list: readonly Record<string, string>[], start: readonly Record<string, string>[]): boolean {
  return list.length > start.length && start.every((record, n) => JSON.stringify(record) === JSON.stringify(list[n]));
}

/** A name of signs alone, such as "#", stays as it is. */
export function folded(text: string): string {
  return normaliseName(text).text || text.trim();
}

function shownNames(names: readonly string[]): string {
  return names.length === 0 ? 'a table without names' : names.filter((name) => name !== '').join(', ');
}

/**
 * People do not see whether a list is a table or a grid to its page: of a section that has none of the declared kind, the one of
 * the other kind is meant. @param none where the page says that there is no list
 */
export async function ofItsKind(
  { isPresent }: Pick<PortalDriver, 'isPresent'>,
  placeOf: PageControl['placeOf'],
  target: Target,
  timeoutMs: number,
  none?: Target,
): Promise<Target> {
  const { role, name, within } = target;
  if ((role !== 'table' && role !== 'grid') || name !== undefined || within?.section === undefined) return target;
  const other: Target = { ...target, role: role === 'table' ? 'grid' : 'table' };
  const places = [target, other, ...(none === undefined ? [] : [none])].map(placeOf);
  const isOwn = await isPresent(placeOf(target), places.slice(1), timeoutMs);
  return isOwn || !(await isPresent(placeOf(other))) ? target : other;
}

/**
 * Waits until a table has the declared form, about the task's record, and reads the same twice.
 * @returns nothing where there is no such table but another one, and that is right
 */
export async function readTable<T>(
  page: PageControl,
  position: Position,
  target: Target,
  findMs: number,
  wanted: readonly string[],
  readingOf: (cells: TableCells) => TableReading<T>,
  {
    mustHaveRows = () => Promise.resolve(false),
    none,
    isWhole = false,
    isPairs = false,
    isKeyed = false,
    isAbsent = () => Promise.resolve(false),
    earlier,
  }: {
    readonly isWhole?: boolean;
    readonly isPairs?: boolean;
    readonly isKeyed?: boolean;
    readonly none?: Target | undefined;
    readonly mustHaveRows?: () => Promise<boolean>;
    readonly isAbsent?: () => Promise<boolean>;
    readonly earlier?: EarlierLook<TableCells> | undefined;
  } = {},
): Promise<T | undefined> {
  let isEmptyWrong = false;
  let isOther = false;
  const reading = (cells: TableCells): TableReading<T> => {
    const read = readingOf(cells);
    const isTitle = target.text !== undefined || target.role === 'heading';
    if ('value' in read || typeof cells === 'string' || cells.flat().length > 0 || !isTitle) return read;
    const title = JSON.stringify(namedBy(target)?.text);
    return { ...read, found: `no table; { role: table, within: { section: ${title} } } finds the one under a title` };
  };
  const look = async (question: PageQuestion): Promise<Answered<TableCells>> => {
    const seen = await page.cells(target, { ...question, wanted, isWhole, isPairs, isKeyed }, findMs);
    isEmptyWrong = hasNoRecords(seen.value) && (await mustHaveRows());
    isOther = !('value' in reading(seen.value)) && (await isAbsent());
    return seen;
  };
  const wantedReading = {
    row: page.placeOf(target).within?.row,
    timeoutMs: findMs,
    earlier,
    problem: (value: TableCells) => {
      const read = reading(value);
      if (!('value' in read)) return isOther ? undefined : read;
      const words = none === undefined ? 'the words that there are none' : describeTarget(none, {});
      return isEmptyWrong ? { expected: `rows, or ${words} where there are none`, found: 'neither' } : undefined;
    },
  };
  const cells = await page.despiteNotices(() => page.record.read(look, wantedReading), findMs);
  const read = reading(cells);
  if ('value' in read) return read.value;
  if (isOther) return undefined;
  const isTable = target.role === 'table' || target.role === 'grid' || cells.length > 0;
  const title = JSON.stringify(namedBy(target)?.text ?? '');
  const found = isTable
    ? read.found
    : `no table; { role: table, within: { section: ${title} } } finds one under a title`;
  throw new ChangedSignal(position.page ?? '', read.expected, found);
}
