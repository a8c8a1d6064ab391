/** Reads a CSV file of tasks from its bytes (D20): records with their lines, rows shaped as task inputs. */
import { shapeCsvTasks } from '../../domain/dispatch/csv/rows.ts';
import type { CsvRecord, CsvTasks } from '../../domain/dispatch/csv/rows.ts';
import { inTurns } from '../../process/turns.ts';
import { readCsvRecords } from '../input/csv-records.ts';

export interface CsvFile extends CsvTasks {
  /** All records of the file, the header row first. */
  readonly records: readonly CsvRecord[];
}

/** A file that cannot be read at all, or whose header or size is wrong; nothing of it is taken. */
export interface UnreadableCsv {
  readonly code: 'bad_csv' | 'invalid_batch';
  readonly findings: readonly string[];
}

/** Rows of nothing but delimiters, as spreadsheets leave them behind, that a file may have beside its tasks. */
const blankRows = 10_000;

/** @param maxRows more rows than these are refused as a whole */
export async function readCsv(bytes: Buffer, maxRows: number): Promise<CsvFile | UnreadableCsv> {
  const most = 1 + maxRows + blankRows;
  const records = await readCsvRecords(bytes, most + 1);
  if ('finding' in records) return { code: 'bad_csv', findings: [records.finding] };
  if (records.length > most) {
    const rows = (maxRows + blankRows).toLocaleString('en-US');
    return {
      code: 'invalid_batch',
      findings: [`the file has more than ${rows} rows; at most ${maxRows} tasks are accepted`],
    };
  }
  const tasks = await inTurns(shapeCsvTasks(records, maxRows));
  return 'findings' in tasks ? { code: 'invalid_batch', findings: tasks.findings } : { ...tasks, records };
}
