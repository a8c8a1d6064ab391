/** Reads CSV text into records that know their line: encoding, delimiter, quotes; what is wrong with it as a sentence. */
import { CsvError as StreamedCsvError, parse as parseStream } from 'csv-parse';
import type { Options } from 'csv-parse';
import { CsvError, parse } from 'csv-parse/sync';
import { sniffDelimiter } from '../../domain/dispatch/csv/delimiter.ts';

export interface CsvRecord {
  /** Line of the file on which the record starts, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file that cannot be read at all; nothing of it is taken. */
export interface UnreadableText {
  readonly finding: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function readCsvText(bytes: Buffer): string | UnreadableText {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { finding: 'the file must be UTF-8; in Excel, save it as "CSV UTF-8"' };
  }
  return text.includes('\u0000') ? { finding: 'the file must be text; it has a NUL character' } : text;
}

/** What the package gives with `info`; its types do not know. */
interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

const optionsFor = (text: string): Options => ({
  delimiter: sniffDelimiter(text),
  bom: true,
  info: true,
  relax_column_count: true,
  // A megabyte of empty lines, each a record of its own, held the process for a minute.
  skip_empty_lines: true,
});

/**
 * Records in the order of the file; empty lines are none.
 * @param maxRecords reading ends after these; without it, a file of short rows takes a minute a megabyte
 */
export function readCsvRecords(text: string, maxRecords: number): CsvRecord[] | UnreadableText {
  try {
    const options = { ...optionsFor(text), to: maxRecords };
    return (parse(text.replace(/\r\n?/g, '\n'), options) as unknown as Parsed[]).map(placed);
  } catch (error) {
    return unreadable(error);
  }
}

const sliceLength = 262_144;
/** Bytes of one cell. */
const longestCell = 1_000_000;
/** Cells of one record: fifty megabytes of commas would become as many. */
const mostCells = 10_000;

/**
 * As `readCsvRecords`, for large files: other requests get their turn between slices.
 * @param maxRecords reading ends after these
 */
export async function readManyCsvRecords(text: string, maxRecords: number): Promise<CsvRecord[] | UnreadableText> {
  const records: CsvRecord[] = [];
  const options = optionsFor(text);
  const parser = parseStream({ ...options, to: maxRecords, max_record_size: longestCell });
  const width = openWidth(String(options.delimiter));
  try {
    const read = (async () => {
      for await (const one of parser as AsyncIterable<Parsed>) records.push(placed(one));
    })();
    // It is awaited below; until then a fault must not count as one that nobody looks at.
    read.catch(() => undefined);
    for (let from = 0; from < text.length && records.length < maxRecords && !parser.destroyed;) {
      let to = from + sliceLength;
      // A line end that is cut in two would count twice.
      if (text[to - 1] === '\r') to += 1;
      const slice = text.slice(from, to).replace(/\r\n?/g, '\n');
      if (width.tooWide(slice)) {
        parser.destroy();
        return { finding: `a row must have at most ${mostCells.toLocaleString('en-US')} cells` };
      }
      parser.write(slice);
      from = to;
      await new Promise(setImmediate);
    }
    parser.end();
    await read;
    return records;
  } catch (error) {
    return unreadable(error);
  }
}

/** Counts cells before the parser makes them. */
function openWidth(delimiter: string): { tooWide(slice: string): boolean } {
  const [comma, quote, lineEnd] = [delimiter, '"', '\n'].map((character) => character.charCodeAt(0));
  let cells = 0;
  let quoted = false;
  return {
    tooWide: (slice) => {
      for (let at = 0; at < slice.length; at += 1) {
        const code = slice.charCodeAt(at);
        if (code === quote) quoted = !quoted;
        else if (quoted) continue;
        else if (code === comma) cells += 1;
        else if (code === lineEnd) cells = 0;
        if (cells > mostCells) return true;
      }
      return false;
    },
  };
}

/** The parser tells the line on which a record ends; it starts as many lines before as its cells have line ends. */
function placed({ record, info }: Parsed): CsvRecord {
  const lineEnds = record.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);
  return { line: info.lines - lineEnds, cells: record };
}

function unreadable(error: unknown): UnreadableText {
  // The package has its error class twice, once for each way of reading.
  if (!(error instanceof CsvError || error instanceof StreamedCsvError)) throw error;
  return { finding: sentenceOf(error) };
}

/** The parser's own words quote the file; the place is enough. */
function sentenceOf(error: CsvError): string {
  const line = typeof error['lines'] === 'number' ? ` on line ${error['lines']}` : '';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `a quoted cell${line} is not closed before the file ends`;
  if (error.code === 'INVALID_OPENING_QUOTE' || error.code === 'CSV_INVALID_CLOSING_QUOTE')
    return `a quote${line} stands where none may be; double the quotes inside a quoted cell`;
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `a cell${line} must have at most ${longestCell.toLocaleString('en-US')} bytes`;
  return `the file is not CSV${line}`;
}
