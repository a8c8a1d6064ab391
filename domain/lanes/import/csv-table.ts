/** A CSV export as rows whose cells are asked for by the name of their column. */
import { type CsvFault, readRows } from '../../csv.ts';
import { nearestName } from '../../nearest-name.ts';
import type { LeftOut } from './adapter.ts';
import { shownText } from './mapping.ts';

interface TableRow {
  readonly line: number;
  /** The cell without white space around it; empty where it or its column is missing. */
  cell(column: string): string;
  /** Columns and cells that are filled, in the order of the columns' names. */
  content(): string;
}

export interface CsvTable {
  has(column: string): boolean;
  /** What to say of a column that is not there, or appears twice; undefined for one that is once. */
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
        ? `${member}: the export has the column ${shownText(column)} twice; which one is meant is not clear`
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
  if (shown.length === 1)
    return `; its first row is ${shownText(shown[0] ?? '')} alone: delete what is above the header`;
  return shown.length === 0 ? '' : `; it has ${shown.map(shownText).join(', ')}`;
}

/**
 * An export that is JSON or CSV: the table where it is CSV.
 * @returns `json` where it is JSON by its first character
 */
export function* tableOrJson(text: string, nameOf: (text: string) => string): Reading<CsvTable | 'json'> {
  return /^\ufeff?\s*[{[]/.test(text.slice(0, 10_000)) ? 'json' : yield* csvTable(text, nameOf);
}

/**
 * Reads the CSV that spreadsheets and list views write, a row at a time and leniently: any usual separator, any line
 * end, quotes where needed; a cut or broken row is reported and the others are read.
 */
interface CsvRow {
  /** Line on which the row starts, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** What is wrong with the row, as a sentence. */
  readonly fault?: string;
}

const separators = [',', ';', '\t', '|'] as const;
const quote = '"';

/** What the text is when it is no CSV at all, as a sentence. */
function notCsv(text: string): string | undefined {
  const head = text.slice(0, 4000);
  if (head.trim() === '' && text.trim() === '') return 'the export is empty';
  if (head.startsWith('PK\u0003\u0004')) return 'the export is a workbook or a ZIP file; save the sheet as "CSV UTF-8"';
  if (/^\ufeff?\s*<(?:!doctype|html|\?xml|table|script|!--)/i.test(head))
    return 'the export is a web page or XML, not CSV; was the sign-in page saved in its place?';
  if (/^\ufeff?\s*(?:\{\s*"|\[\s*[{[])/.test(head)) return 'the export is JSON; this adapter reads CSV';
  // oxlint-disable-next-line no-control-regex -- what no text file has
  const odd = head.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  return odd > head.length / 50 || text.includes('\u0000')
    ? 'the export is not text, or text of another encoding'
    : undefined;
}

/** Longer than any header row. */
const sniffedLength = 64_000;

/** A line `sep=;` that spreadsheets write and read, else what is most often in the first line outside quotes. */
function separatorOf(text: string): { readonly separator: string; readonly from: number } {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const until = Math.min(text.length, start + sniffedLength);
  const declared = /^"?sep=(.)"?[ \t]*(?:\r\n?|\n)/i.exec(text.slice(start, start + 40));
  if (declared) return { separator: declared[1] ?? ',', from: start + declared[0].length };
  const counts = new Map<string, number>(separators.map((one) => [one, 0]));
  let quoted = false;
  let seen = false;
  for (let at = start; at < until; at += 1) {
    const character = text[at] ?? '';
    if (character === quote) quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) {
      if (seen) break;
    } else {
      seen = true;
      if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  const separator = separators.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best));
  return { separator, from: start };
}

/** Cells of a row: far above what any sheet has. */
const mostCells = 5000;
/** Characters of a cell: three times what a sheet can hold. */
const longestCell = 100_000;
/** Characters of a row. */
const longestRow = 1_000_000;

const sentenceOf: Readonly<Record<CsvFault, string>> = {
  quote_not_closed: 'a quoted cell of this row is not closed before the export ends',
  stray_quote: 'a quoted cell of this row continues after its closing quote',
  row_too_wide: `the row has more than ${mostCells} cells`,
  cell_too_long: `a cell of the row has more than ${longestCell.toLocaleString('en-US')} characters`,
  row_too_long: `the row has more than ${longestRow.toLocaleString('en-US')} characters`,
};

/** Rows with content, the header first. Undefined: nothing yet, so that others get their turn while rows are blank. */
function* csvRows(text: string): Generator<CsvRow | undefined> {
  const { separator, from } = separatorOf(text);
  const form = { separator, from, line: from > 1 ? 2 : 1, strict: false, mostCells, longestCell, longestRow };
  for (const row of readRows(text, form))
    if (row === undefined || (row.fault === undefined && row.cells.every((cell) => cell.trim() === '')))
      yield undefined;
    else
      yield {
        line: row.line,
        cells: row.cells,
        ...(row.fault === undefined ? {} : { fault: sentenceOf[row.fault] }),
      };
}
