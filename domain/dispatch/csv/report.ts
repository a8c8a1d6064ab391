/** The report on a CSV file, or on a batch, as CSV (D15, D20): the rows as they came, and what happened to each. */

import type { CsvRecord } from '../../csv/read-rows.ts';
import type { BatchReport } from '../batch.ts';
import type { Header } from './columns.ts';
import { writeCsv } from './write-csv.ts';

export interface RowResult {
  readonly line: number;
  readonly status: 200 | 201 | 422;
  /** Null for a refused row. */
  readonly taskId: string | null;
  readonly errorCode: string | null;
  readonly errors: readonly string[];
  readonly hints: readonly string[];
}

const reportColumns = ['line', 'status', 'task_id', 'error_code', 'error', 'hint'] as const;

/** @param records those of the file that `results` are about; matched by line */
export function csvReport(header: Header, records: readonly CsvRecord[], results: readonly RowResult[]): string {
  const named = header.columns.flatMap((column, index) => (column === null ? [] : [{ column, index }]));
  const cellsOfLine = new Map(records.map(({ line, cells }) => [line, cells]));
  const rows = results.map((result) => {
    const cells = cellsOfLine.get(result.line) ?? [];
    return [...named.map(({ index }) => cells[index] ?? ''), ...resultCells(result)];
  });
  return writeCsv([...named.map(({ column }) => column), ...reportColumns], rows);
}

function resultCells({ line, status, taskId, errorCode, errors, hints }: RowResult): string[] {
  return [String(line), String(status), taskId ?? '', errorCode ?? '', errors.join('; '), hints.join('; ')];
}

const batchReportColumns = ['index', 'status', 'task_id', 'result_url', 'error'] as const;

/** The report on a batch that came as JSON: its rows by their index. */
export function batchCsv(report: BatchReport): string {
  return writeCsv(
    batchReportColumns,
    report.results.map((row) =>
      row.status === 422
        ? [String(row.index), '422', '', '', row.details.join('; ')]
        : [String(row.index), String(row.status), row.task.id, row.task.result_url, ''],
    ),
  );
}
