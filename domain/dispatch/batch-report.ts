/** The report of a batch of tasks (D15): what happened to each row, and of the whole. */
import type { TaskRecord } from './task-record.ts';

export const batchLimit = 100;

/** `line`: where the row begins in a CSV file. */
export type RowResult = { readonly line?: number } & (
  | { readonly kind: 'new'; readonly task: TaskRecord }
  | { readonly kind: 'duplicate'; readonly task: TaskRecord }
  | { readonly kind: 'rejected'; readonly error: string; readonly details: readonly string[] }
);

type RowReport = { readonly index: number; readonly line?: number } & (
  | { readonly status: 200 | 201; readonly task: TaskRecord }
  | { readonly status: 422; readonly error: string; readonly details: readonly string[] }
);

export interface BatchReport {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly results: readonly RowReport[];
}

/** @param results in the order of the input */
export function reportBatch(results: readonly RowResult[]): BatchReport {
  const count = (kind: RowResult['kind']): number => results.filter((result) => result.kind === kind).length;
  return {
    accepted: count('new'),
    duplicates: count('duplicate'),
    rejected: count('rejected'),
    results: results.map((result, index) => {
      const place = result.line === undefined ? { index } : { index, line: result.line };
      return result.kind === 'rejected'
        ? { ...place, status: 422, error: result.error, details: result.details }
        : { ...place, status: result.kind === 'new' ? 201 : 200, task: result.task };
    }),
  };
}

/** 422 when all rows were rejected, 207 when some were, 201 when one was new, 200 when all were there before. */
export function batchStatus(report: BatchReport): 200 | 201 | 207 | 422 {
  if (report.rejected === report.results.length) return 422;
  if (report.rejected > 0) return 207;
  return report.accepted > 0 ? 201 : 200;
}
