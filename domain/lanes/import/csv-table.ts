/** A CSV export as rows whose cells are asked for by the name of their column. */
import { nearestName } from '../../nearest-name.ts';
import type { LeftOut } from './adapter.ts';
import { csvRows, notCsv } from './csv-rows.ts';
import { shownText } from './mapping.ts';

export interface TableRow {
  readonly line: number;
  /** The cell without white space around it; empty where it or its column is missing. */
  cell(column: string): string;
  /** Columns and cells that are filled, in the order of the columns' names. */
  content(): string;
}

export interface CsvTable {
  has(column: string): boolean;
  /** What to say of a column that is not there, or stands twice; undefined for one that stands once. */
  fault(column: string, member: string): string | undefined;
  /** Undefined: nothing yet. */
  rows(): Iterable<TableRow | LeftOut | undefined>;
}

/** Columns of the export among which the nearest is looked for. */
const namesCompared = 1000;
/** Missing columns for which it is looked for. */
const hintsMost = 20;

type Reading<T> = Generator<void, T | { readonly findings: readonly string[] }>;

/**
 * Finds the header row, which blank rows may precede; it yields between them.
 * @param fold how names of columns are made alike before they are compared
 */
export function* csvTable(text: string, fold: (name: string) => string): Reading<CsvTable> {
  const problem = notCsv(text);
  if (problem !== undefined) return { findings: [problem] };
  const reading = csvRows(text);
  let first = reading.next();
  while (first.done !== true && first.value === undefined) {
    yield;
    first = reading.next();
  }
  if (first.done === true || first.value === undefined) return { findings: ['the export is empty'] };
  const names = first.value.cells.map((cell) => cell.trim());
  const places = new Map<string, number>();
  const twice = new Set<string>();
  names.forEach((name, place) => {
    if (name === '') return;
    if (places.has(fold(name))) twice.add(fold(name));
    else places.set(fold(name), place);
  });
  const rankOf = new Map([...places].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, place], rank) => [place, rank]));
  const nameAt = new Map([...places].map(([name, place]) => [place, name]));
  let hints = 0;
  const missing = (column: string, member: string): string => {
    hints += 1;
    const nearest = hints > hintsMost ? undefined : nearestName(column, names.slice(0, namesCompared));
    const hint = nearest === undefined ? columnsSentence(names) : `; did you mean ${nearest.name}?`;
    return `${member}: the export has no column ${shownText(column)}${hint}`;
  };
  return {
    has: (column) => places.has(fold(column)),
    fault: (column, member) => {
      if (!places.has(fold(column))) return missing(column, member);
      return twice.has(fold(column))
        ? `${member}: the export has the column ${shownText(column)} twice; which one is meant cannot be told`
        : undefined;
    },
    *rows() {
      for (const row of reading) {
        if (row === undefined) {
          yield undefined;
          continue;
        }
        const { line, cells, fault } = row;
        if (fault !== undefined) yield { line, reason: fault };
        else if (cells.slice(names.length).some((cell) => cell.trim() !== ''))
          yield {
            line,
            reason: `the row has ${cells.length} cells and the header ${names.length}; is a text with a separator not in quotes?`,
          };
        else
          yield {
            line,
            cell: (column) => cells[places.get(fold(column)) ?? -1]?.trim() ?? '',
            content: () =>
              // By the cells of the row, which are fewer than the columns where a wide header has short rows.
              cells
                .flatMap((cell, place) => {
                  const rank = rankOf.get(place);
                  const text = rank === undefined ? '' : cell.trim();
                  return rank === undefined || text === '' ? [] : [{ rank, text: `${nameAt.get(place)}\u001f${text}` }];
                })
                .toSorted((a, b) => a.rank - b.rank)
                .map(({ text }) => text)
                .join('\u001e'),
          };
      }
    },
  };
}

function columnsSentence(names: readonly string[]): string {
  const shown = names.filter((name) => name !== '').slice(0, 12);
  return shown.length === 0 ? '' : `; it has ${shown.map(shownText).join(', ')}`;
}

/**
 * An export that is JSON or CSV: the table where it is CSV.
 * @returns `json` where it is JSON by its first character
 */
export function* tableOrJson(text: string, nameOf: (text: string) => string): Reading<CsvTable | 'json'> {
  return /^\ufeff?\s*[{[]/.test(text.slice(0, 10_000)) ? 'json' : yield* csvTable(text, nameOf);
}
