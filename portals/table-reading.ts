/** Makes facts of a table's cells: named values, or a list of records; a table of another form gives neither. */
import { normaliseName } from '../domain/dispatch/guard/normalise.ts';
import type { TableCells } from './driver.ts';

export type TableReading<T> = { readonly value: T } | { readonly expected: string; readonly found: string };

type Cells = TableCells;
type Names = Readonly<Record<string, string>>;

/** Of a table in which every row is a name with its value. @param fields name of the row → fact */
export function fieldsOf(cells: Cells, fields: Names): TableReading<Record<string, string>> {
  const wanted = Object.keys(fields);
  const rows = (cells ?? []).flatMap(([name, value, ...more]) =>
    name?.isHeader === true && value?.isHeader === false && more.length === 0
      ? [{ name: folded(name.text), text: value.text, shown: name.text }]
      : [],
  );
  const found = wanted.map((name) => rows.filter((row) => row.name === folded(name)));
  if (cells === undefined || found.some((same) => same.length !== 1))
    return {
      expected: `a table with one row each of ${wanted.join(', ')}`,
      found: shownNames(rows.map((row) => row.shown)),
    };
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
  const [header = [], ...rows] = cells ?? [];
  const places = wanted.map((column) =>
    header.flatMap(({ text }, index) => (folded(text) === folded(column) ? [index] : [])),
  );
  const isPlain = header.every(({ isHeader }) => isHeader) && rows.every(({ length }) => length === header.length);
  if (cells === undefined || !isPlain || places.some(({ length }) => length !== 1))
    return {
      expected: `a plain table with the columns ${wanted.join(', ')}`,
      found: isPlain ? shownNames(header.map(({ text }) => text)) : 'rows that do not fit their headers',
    };
  const records = rows.map((row) =>
    Object.fromEntries(
      wanted.map((column, index) => [columns[column] ?? column, row[places[index]?.[0] ?? -1]?.text ?? '']),
    ),
  );
  return { value: records.filter((record) => keyedBy === undefined || record[keyedBy] !== '') };
}

function folded(text: string): string {
  return normaliseName(text).text;
}

function shownNames(names: readonly string[]): string {
  return names.length === 0 ? 'no such table' : names.filter((name) => name !== '').join(', ');
}
