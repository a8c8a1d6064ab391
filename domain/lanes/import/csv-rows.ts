/**
 * Reads the CSV that spreadsheets and list views write, a row at a time and leniently: any usual separator, any line
 * end, quotes where needed; a cut or broken row is told and the others are read.
 */

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
  if (text.trim() === '') return 'the export is empty';
  if (head.startsWith('PK\u0003\u0004')) return 'the export is a workbook or a ZIP file; save the sheet as "CSV UTF-8"';
  if (/^\ufeff?\s*<(?:!doctype|html|\?xml|table|script|!--)/i.test(head))
    return 'the export is a web page or XML, not CSV; was the sign-in page saved in its place?';
  // oxlint-disable-next-line no-control-regex -- what no text file has
  const odd = head.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  return odd > head.length / 50 || text.includes('\u0000')
    ? 'the export is not text, or text of another encoding'
    : undefined;
}

/** A line `sep=;` that spreadsheets write and read, else what stands most often in the first line outside quotes. */
function separatorOf(text: string): { readonly separator: string; readonly from: number } {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const told = /^sep=(.)\r?\n/.exec(text.slice(start, start + 10));
  if (told) return { separator: told[1] ?? ',', from: start + told[0].length };
  const counts = new Map<string, number>(separators.map((one) => [one, 0]));
  let quoted = false;
  let seen = false;
  for (let at = start; at < text.length; at += 1) {
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
const cellsMost = 5000;

/** How long the line end is that stands here; 0 where none does. */
function lineEndAt(text: string, at: number): number {
  if (text[at] === '\n') return 1;
  return text[at] !== '\r' ? 0 : text[at + 1] === '\n' ? 2 : 1;
}

/** Rows with content, the header first. */
export function* csvRows(text: string): Generator<CsvRow> {
  const { separator, from } = separatorOf(text);
  let at = from;
  let line = from > 1 ? 2 : 1;
  while (at < text.length) {
    const lineEnd = lineEndAt(text, at);
    if (lineEnd > 0) {
      at += lineEnd;
      line += 1;
      continue;
    }
    const starts = line;
    const cells: string[] = [];
    let fault: string | undefined;
    for (;;) {
      const cell = text[at] === quote ? quotedCell(text, at, separator) : plainCell(text, at, separator);
      if (cell.fault !== undefined) fault = cell.fault;
      if (cells.length < cellsMost) cells.push(cell.value);
      else fault = `the row has more than ${cellsMost} cells`;
      line += cell.lineEnds;
      at = cell.end;
      if (text[at] !== separator) break;
      at += 1;
    }
    at += lineEndAt(text, at) || 1;
    line += 1;
    if (cells.some((cell) => cell.trim() !== ''))
      yield { line: starts, cells, ...(fault === undefined ? {} : { fault }) };
  }
}

interface Cell {
  readonly value: string;
  /** Where the separator, the line end or the end of the text stands. */
  readonly end: number;
  readonly lineEnds: number;
  readonly fault?: string;
}

function plainCell(text: string, from: number, separator: string): Cell {
  let end = from;
  for (; end < text.length; end += 1) {
    const character = text[end];
    if (character === separator || character === '\n' || character === '\r') break;
  }
  return { value: text.slice(from, end), end, lineEnds: 0 };
}

function quotedCell(text: string, from: number, separator: string): Cell {
  let close = from;
  for (;;) {
    close = text.indexOf(quote, close + 1);
    if (close === -1)
      return {
        value: '',
        end: text.length,
        lineEnds: 0,
        fault: 'a quoted cell of this row is not closed before the export ends',
      };
    if (text[close + 1] !== quote) break;
    close += 1;
  }
  const rest = plainCell(text, close + 1, separator);
  const inside = text.slice(from + 1, close);
  const value = inside.replaceAll('""', quote);
  return {
    value: rest.value.trim() === '' ? value : `${value}${rest.value}`,
    end: rest.end,
    lineEnds: inside.includes('\n') || inside.includes('\r') ? inside.split(/\r\n|\r|\n/).length - 1 : 0,
    ...(rest.value.trim() === '' ? {} : { fault: 'a quoted cell of this row goes on after its closing quote' }),
  };
}
