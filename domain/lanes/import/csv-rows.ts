/**
 * Reads the CSV that spreadsheets and list views write, a row at a time and leniently: any usual separator, any line
 * end, quotes where needed; a cut or broken row is told and the others are read.
 */
import { readRows } from '../../csv/read-rows.ts';
import type { CsvFault } from '../../csv/read-rows.ts';

export interface CsvRow {
  /** Line on which the row starts, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** What is wrong with the row, as a sentence. */
  readonly fault?: string;
}

const separators = [',', ';', '\t', '|'] as const;
const quote = '"';

/** What the text is when it is no CSV at all, as a sentence. */
export function notCsv(text: string): string | undefined {
  const head = text.slice(0, 4000);
  if (head.trim() === '' && text.trim() === '') return 'the export is empty';
  if (head.startsWith('PK\u0003\u0004')) return 'the export is a workbook or a ZIP file; save the sheet as "CSV UTF-8"';
  if (/^\ufeff?\s*<(?:!doctype|html|\?xml|table|script|!--)/i.test(head))
    return 'the export is a web page or XML, not CSV; was the sign-in page saved in its place?';
  // oxlint-disable-next-line no-control-regex -- what no text file has
  const odd = head.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  return odd > head.length / 50 || text.includes('\u0000')
    ? 'the export is not text, or text of another encoding'
    : undefined;
}

/** Longer than any header row. */
const sniffedLength = 64_000;

/** A line `sep=;` that spreadsheets write and read, else what stands most often in the first line outside quotes. */
function separatorOf(text: string): { readonly separator: string; readonly from: number } {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const until = Math.min(text.length, start + sniffedLength);
  const told = /^sep=(.)\r?\n/.exec(text.slice(start, start + 10));
  if (told) return { separator: told[1] ?? ',', from: start + told[0].length };
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
  stray_quote: 'a quoted cell of this row goes on after its closing quote',
  row_too_wide: `the row has more than ${mostCells} cells`,
  cell_too_long: `a cell of the row has more than ${longestCell.toLocaleString('en-US')} characters`,
  row_too_long: `the row has more than ${longestRow.toLocaleString('en-US')} characters`,
};

/** Rows with content, the header first. Undefined: nothing yet, so that others get their turn while rows are blank. */
export function* csvRows(text: string): Generator<CsvRow | undefined> {
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
