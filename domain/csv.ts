/** Reads and writes CSV. Reading goes a row at a time (RFC 4180, any line end): in time that goes with the length, whatever the text is. */

/** A record of a file as any CSV reader gives it. */
export interface CsvRecord {
  /** Line of the file on which the record starts, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvRow extends CsvRecord {
  readonly fault?: CsvFault;
}

/** What is wrong with a row; the next one is read all the same. */
export type CsvFault = 'quote_not_closed' | 'stray_quote' | 'row_too_wide' | 'cell_too_long' | 'row_too_long';

interface CsvForm {
  readonly separator: string;
  /** Where in the text the header row starts, and on which line. */
  readonly from: number;
  readonly line: number;
  /**
   * Whether a quote within a cell without quotes, and blanks after a closing one, are faults. The text is refused as a
   * whole then, so the rest of a row with a fault is not read.
   */
  readonly strict: boolean;
  readonly mostCells: number;
  /** Characters of a cell. */
  readonly longestCell: number;
  /** Characters of a row: it is read in one go. */
  readonly longestRow: number;
}

const quote = '"';
const [quoteCode, lineFeed, lineReturn] = [34, 10, 13];
/** Empty lines, one after the other, that are passed over at once. */
const linesAtOnce = 10_000;

/** Rows in their order; empty lines are none. Undefined: nothing yet, so that others get their turn. */
export function* readRows(whole: string, form: CsvForm): Generator<CsvRow | undefined> {
  let { from: at, line } = form;
  // Hosts and DOS end a file by Ctrl-Z.
  const text = whole.endsWith('\u001a') ? whole.slice(0, -1) : whole;
  while (at < text.length) {
    const lineEnd = lineEndAt(text, at);
    if (lineEnd > 0) {
      at += lineEnd;
      line += 1;
      if (line % linesAtOnce === 0) yield undefined;
      continue;
    }
    const row = readRow(text, at, form);
    yield row.fault === undefined ? { line, cells: row.cells } : { line, cells: row.cells, fault: row.fault };
    at = row.end + (lineEndAt(text, row.end) || 1);
    line += row.lineEnds + 1;
  }
}

/** Those with a cell that is not blank; it may be interrupted wherever it yields. */
export function* filledRecords(records: readonly CsvRecord[]): Generator<undefined, CsvRecord[]> {
  const filled: CsvRecord[] = [];
  for (const record of records) {
    if (record.cells.some((cell) => cell.trim() !== '')) filled.push(record);
    yield;
  }
  return filled;
}

interface ReadRow {
  readonly cells: string[];
  readonly fault: CsvFault | undefined;
  /** Where its line end is, or the end of the text. */
  readonly end: number;
  readonly lineEnds: number;
}

function readRow(text: string, from: number, form: CsvForm): ReadRow {
  const separator = form.separator.charCodeAt(0);
  const cells: string[] = [];
  let fault: CsvFault | undefined;
  let lineEnds = 0;
  for (let at = from; ;) {
    // Exports write ="0412" for spreadsheets, which drop the zeros of a number: a text as a formula, shown without both.
    const opening = text.startsWith('="', at) ? at + 1 : at;
    const isQuoted = text.charCodeAt(opening) === quoteCode;
    const cell = isQuoted ? quotedCell(text, opening, separator, form) : plainCell(text, at, separator, form);
    fault = cell.fault ?? fault;
    lineEnds += cell.lineEnds;
    cells.push(isQuoted ? unwrapped(cell.value) : cell.value);
    if (cells.length > form.mostCells) fault = 'row_too_wide';
    else if (cell.end - from > form.longestRow) fault ??= 'row_too_long';
    // No further than needed: what is left of the line is not looked at.
    if (fault !== undefined && (form.strict || fault !== 'stray_quote'))
      return { cells, fault, end: endOfLine(text, cell.end), lineEnds };
    if (text.charCodeAt(cell.end) !== separator) return { cells, fault, end: cell.end, lineEnds };
    at = cell.end + 1;
  }
}

/** The same from exports that quote it as any other text: `"=""0412"""`. */
function unwrapped(value: string): string {
  const isWrapped = value.length > 3 && value.startsWith('="') && value.indexOf(quote, 2) === value.length - 1;
  return isWrapped ? value.slice(2, -1) : value;
}

/** How long the line end is that is here; 0 where none is. */
function lineEndAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === lineFeed) return 1;
  return code !== lineReturn ? 0 : text.charCodeAt(at + 1) === lineFeed ? 2 : 1;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

interface Cell {
  readonly value: string;
  /** Where the separator, the line end or the end of the text is. */
  readonly end: number;
  readonly lineEnds: number;
  readonly fault?: CsvFault;
}

function plainCell(text: string, from: number, separator: number, { strict, longestCell }: CsvForm): Cell {
  let hasQuote = false;
  let end = from;
  for (const until = Math.min(text.length, from + longestCell + 1); end < until; end += 1) {
    const code = text.charCodeAt(end);
    if (code === separator || code === lineFeed || code === lineReturn) break;
    if (code === quoteCode) hasQuote = true;
  }
  const value = text.slice(from, end);
  if (end - from > longestCell) return { value: '', end, lineEnds: 0, fault: 'cell_too_long' };
  return strict && hasQuote ? { value, end, lineEnds: 0, fault: 'stray_quote' } : { value, end, lineEnds: 0 };
}

function quotedCell(text: string, from: number, separator: number, form: CsvForm): Cell {
  let close = from;
  for (;;) {
    // By hand: to ask for the next one by indexOf takes long where all are doubled.
    close += 1;
    while (close < text.length && text.charCodeAt(close) !== quoteCode && close - from <= form.longestCell) close += 1;
    if (close >= text.length) return { value: '', end: text.length, lineEnds: 0, fault: 'quote_not_closed' };
    if (close - from > form.longestCell)
      return { value: '', end: close, lineEnds: lineEndsIn(text, from, close), fault: 'cell_too_long' };
    if (text.charCodeAt(close + 1) !== quoteCode) break;
    close += 1;
  }
  const rest = plainCell(text, close + 1, separator, form);
  const value = text.slice(from + 1, close).replaceAll('""', quote);
  const lineEnds = lineEndsIn(text, from, close);
  const closed = form.strict ? rest.end === close + 1 : rest.value.trim() === '' && rest.fault === undefined;
  return closed
    ? { value, end: rest.end, lineEnds }
    : { value: `${value}${rest.value}`, end: rest.end, lineEnds, fault: rest.fault ?? 'stray_quote' };
}

function lineEndsIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const length = lineEndAt(text, at);
    if (length === 0) continue;
    count += 1;
    at += length - 1;
  }
  return count;
}

// Which character separates the cells of a CSV text (D20), derived from its header row.

export const delimiters = [',', ';', '\t'] as const;
type Delimiter = (typeof delimiters)[number];

/** Longer than any header row; a file without line ends is not read to its end for this. */
const sniffedLength = 64_000;

/**
 * The delimiter that is most often in the first row that has one outside quotes, which is the header row or one of the
 * same form; a comma when none does, which is right for a single column. Quoted names and a byte order mark do not mislead it.
 */
export function sniffDelimiter(text: string): Delimiter {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of text.slice(0, sniffedLength).trimStart()) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) {
      if ([...counts.values()].some((count) => count > 0)) break;
    } else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return delimiters.reduce((best, delimiter) =>
    (counts.get(delimiter) ?? 0) > (counts.get(best) ?? 0) ? delimiter : best,
  );
}

interface DeclaredDelimiter {
  readonly delimiter: Delimiter;
  /** Length of the line that declares it. */
  readonly length: number;
}

/** What a first line such as `sep=;` says, which Excel writes and reads and which is no row; undefined without one. */
export function declaredDelimiter(text: string): DeclaredDelimiter | undefined {
  // Some programs quote it.
  const line = /^"?sep=(.)"?[ \t]*(?:\r\n|\n|\r|$)/i.exec(text.slice(0, 64));
  const delimiter = delimiters.find((one) => one === line?.[1]);
  return line === null || delimiter === undefined ? undefined : { delimiter, length: line[0].length };
}

/** Writes CSV after RFC 4180 in which no cell runs as a formula when a spreadsheet opens it (D20). */

/** A whole file: CRLF line ends, a header row first. */
export function writeCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

/**
 * What makes a spreadsheet run a cell, after spaces too: `= + - @`, their full-width forms, tab and carriage return
 * (OWASP ASVS 1.2.10). A leading apostrophe makes it text again.
 */
const runsAsFormula = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** Semicolon and tab are quoted too: some spreadsheets split at them, and what follows could run. */
function writeCell(value: string): string {
  const text = runsAsFormula.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
