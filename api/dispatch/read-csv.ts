/** Reads a CSV file from its bytes (D20): encoding, delimiter, records with their lines, rows shaped as task inputs. */
import { CsvError, parse } from 'csv-parse/sync';
import { sniffDelimiter } from '../../domain/dispatch/csv/delimiter.ts';
import { csvTasks } from '../../domain/dispatch/csv/rows.ts';
import type { CsvRecord, CsvTasks } from '../../domain/dispatch/csv/rows.ts';

export interface CsvFile extends CsvTasks {
  /** All records of the file, the header row first. */
  readonly records: readonly CsvRecord[];
}

/** A file that cannot be read at all, or whose header or size is wrong; nothing of it is taken. */
export interface UnreadableCsv {
  readonly code: 'bad_csv' | 'invalid_batch';
  readonly findings: readonly string[];
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @param maxRows more rows than these are refused as a whole */
export function readCsv(bytes: Buffer, maxRows: number): CsvFile | UnreadableCsv {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { code: 'bad_csv', findings: ['the file must be UTF-8; in Excel, save it as "CSV UTF-8"'] };
  }
  if (text.includes('\u0000')) return { code: 'bad_csv', findings: ['the file must be text; it has a NUL character'] };
  const records = readRecords(text);
  if ('code' in records) return records;
  const tasks = csvTasks(records, maxRows);
  return 'findings' in tasks ? { code: 'invalid_batch', findings: tasks.findings } : { ...tasks, records };
}

function readRecords(text: string): CsvRecord[] | UnreadableCsv {
  try {
    // The package's types do not know the shape that `info` gives the records.
    const parsed = parse(text.replace(/\r\n?/g, '\n'), {
      delimiter: sniffDelimiter(text),
      bom: true,
      info: true,
      relax_column_count: true,
    }) as unknown as { readonly record: string[]; readonly info: { readonly lines: number } }[];
    // The parser tells the line on which a record ends; it starts on the one after its predecessor's.
    let line = 1;
    return parsed.map(({ record, info }) => {
      const start = line;
      line = info.lines + 1;
      return { line: start, cells: record };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { code: 'bad_csv', findings: [sentenceOf(error)] };
  }
}

/** The parser's own words quote the file; the place is enough. */
function sentenceOf(error: CsvError): string {
  const line = typeof error['lines'] === 'number' ? ` on line ${error['lines']}` : '';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `a quoted cell${line} is not closed before the file ends`;
  if (error.code === 'INVALID_OPENING_QUOTE' || error.code === 'CSV_INVALID_CLOSING_QUOTE')
    return `a quote${line} stands where none may be; double the quotes inside a quoted cell`;
  return `the file is not CSV${line}`;
}
