/** Takes the rows of a CSV file as tasks: each is handled by itself, and keeps its line (D20). */
import { isRetry } from '../../domain/dispatch/idempotency.ts';
import type { CsvRecord } from '../../domain/csv.ts';
import { csvReport, type CsvRow, type CsvTasks, shapeCsvTasks } from '../../domain/dispatch/csv/rows.ts';
import { findingOfWhole, sentencesIn } from '../../domain/sentence.ts';
import { inSlices } from '../../process/time-slices.ts';
import type { Pool } from '../../store/database.ts';
import { readWriters } from '../../store/portal-intents.ts';
import { readTasksByKeys } from '../../store/idempotency-keys.ts';
import { readCsvRecords } from '../input/csv-records.ts';
import {
  type RowIntake,
  type ValidatedTask,
  type RejectedTask,
  type IntakeDeps,
  type IntakeResult,
  type TaskOrigin,
  validateTasks,
  storeTasks,
} from './accept-tasks.ts';

interface LineIntake extends RowIntake {
  readonly line: number;
  readonly hints: readonly string[];
}

/** What a row turned out to be, before anything is stored. */
export interface ValidatedLine {
  readonly line: number;
  readonly hints: readonly string[];
  readonly judged: ValidatedTask;
}

/** @param complete adds to an input what the channel knows, such as who asked */
export async function acceptCsv(
  deps: IntakeDeps,
  origin: TaskOrigin,
  rows: readonly CsvRow[],
  complete: (input: Record<string, unknown>) => Record<string, unknown> = (input) => input,
): Promise<LineIntake[]> {
  return storeLines(deps, origin, await validateLines(deps, origin, rows, complete));
}

export async function validateLines(
  deps: Parameters<typeof validateTasks>[0],
  origin: TaskOrigin,
  rows: readonly CsvRow[],
  complete: (input: Record<string, unknown>) => Record<string, unknown> = (input) => input,
): Promise<ValidatedLine[]> {
  const inputs = rows.flatMap((row) => ('input' in row ? [complete(row.input)] : []));
  const judged = await validateTasks(deps, origin, inputs);
  let next = 0;
  return rows.map((row): ValidatedLine => {
    if (!('input' in row))
      return {
        line: row.line,
        hints: [],
        judged: { kind: 'rejected', code: 'invalid_task', findings: row.findings.map(findingOfWhole) },
      };
    const found = judged[next];
    next += 1;
    if (!found) throw new Error(`line ${row.line} was not judged`);
    return { line: row.line, hints: row.hints, judged: found };
  });
}

async function storeLines(
  deps: Parameters<typeof storeTasks>[0],
  origin: TaskOrigin,
  lines: readonly ValidatedLine[],
): Promise<LineIntake[]> {
  const results = await storeTasks(
    deps,
    origin,
    lines.map(({ judged }) => judged),
  );
  return lines.map(({ line, hints }, index) => ({ line, hints, result: results[index] as IntakeResult }));
}

/** What the report needs to know of a task that was taken. */
type ReportedResult = RejectedTask | { readonly kind: 'new' | 'duplicate'; readonly task: { readonly id: string } };

/** The file's rows with what happened to each beside them. */
export function reportCsv(
  file: CsvFile,
  results: readonly (Pick<LineIntake, 'line' | 'hints'> & { readonly result: ReportedResult })[],
): string {
  return csvReport(
    file.header,
    file.records,
    results.map(({ line, hints, result }) =>
      result.kind === 'rejected'
        ? { line, status: 422, taskId: null, errorCode: result.code, errors: sentencesIn(result.findings), hints }
        : {
            line,
            status: result.kind === 'new' ? 201 : 200,
            taskId: result.task.id,
            errorCode: null,
            errors: [],
            hints: [],
          },
    ),
  );
}

/** Reads a CSV file of tasks from its bytes (D20): records with their lines, rows shaped as task inputs. */
export interface CsvFile extends CsvTasks {
  /** All records of the file, the header row first. */
  readonly records: readonly CsvRecord[];
}

/** A file that cannot be read at all, or whose header or size is wrong; nothing of it is taken. */
interface UnreadableCsv {
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
  const tasks = await inSlices(shapeCsvTasks(records, maxRows));
  return 'findings' in tasks ? { code: 'invalid_batch', findings: tasks.findings } : { ...tasks, records };
}

// A file of thousands of rows: what would become of each, and taking them a few hundred a commit (D20).

const rowsACommit = 200;

/** What happened to a row, or would: a task that would be new has no id yet. */
export interface ForeseenLine {
  readonly line: number;
  readonly hints: readonly string[];
  readonly result: RejectedTask | { readonly kind: 'new' | 'duplicate'; readonly task: { readonly id: string } };
}

/** Stores nothing. A row that repeats an earlier one of the file is a duplicate without an id. */
export async function foreseeLines(
  pool: Pool,
  { senderId }: TaskOrigin,
  judged: readonly ValidatedLine[],
): Promise<ForeseenLine[]> {
  const keys = judged.flatMap((row) => (row.judged.kind === 'valid' ? [row.judged.task.idempotencyKey] : []));
  const firsts = await readTasksByKeys(pool, senderId, [...new Set(keys)]);
  const failed = [...firsts.values()].filter(({ status }) => status === 'failed');
  const writers = await readWriters(
    pool,
    failed.map(({ id }) => id),
  );
  const seen = new Set<string>();
  return judged.map(({ line, hints, judged: row }): ForeseenLine => {
    if (row.kind !== 'valid') return { line, hints, result: row };
    const { task } = row;
    const first = firsts.get(task.idempotencyKey);
    const repeated = seen.has(task.idempotencyKey);
    seen.add(task.idempotencyKey);
    if (first && !isRetry(first, task, writers.has(first.id)))
      return { line, hints, result: { kind: 'duplicate', task: first } };
    return { line, hints, result: { kind: repeated ? 'duplicate' : 'new', task: { id: '' } } };
  });
}

/** Takes the rows; after a break the same file can be taken again, and what was stored is not stored twice. */
export async function storeManyLines(
  deps: IntakeDeps,
  origin: TaskOrigin,
  judged: readonly ValidatedLine[],
): Promise<LineIntake[]> {
  const results: LineIntake[] = [];
  for (let next = 0; next < judged.length; next += rowsACommit)
    results.push(...(await storeLines(deps, origin, judged.slice(next, next + rowsACommit))));
  return results;
}
