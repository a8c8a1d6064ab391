import assert from 'node:assert/strict';
import { batchStatus, reportBatch, type RowResult } from '../../../domain/dispatch/batch-report.ts';
import type { TaskRecord } from '../../../domain/dispatch/task-record.ts';

const task = { id: 'tsk_1' } as TaskRecord;
const result: Record<string, RowResult> = {
  n: { kind: 'new', task },
  d: { kind: 'duplicate', task },
  r: { kind: 'rejected', error: 'task_type is required', details: ['task_type is required'] },
};

/** D15: rows (n new, d duplicate, r rejected) and the status of the whole. */
const table: [string, number][] = [
  ['n', 201],
  ['nn', 201],
  ['nd', 201],
  ['d', 200],
  ['dd', 200],
  ['nr', 207],
  ['dr', 207],
  ['ndr', 207],
  ['r', 422],
  ['rr', 422],
];

describe('the report of a batch', () => {
  for (const [rows, status] of table)
    it(`of the rows ${rows} is answered ${status}`, () => {
      const report = reportBatch(rows.split('').map((letter) => result[letter] as RowResult));
      assert.equal(batchStatus(report), status);
      assert.equal(report.accepted + report.duplicates + report.rejected, rows.length);
      assert.deepEqual(
        report.results.map((row) => row.index),
        rows.split('').map((_, index) => index),
      );
    });

  it('shows a task with its own status, and a refusal with its sentences', () => {
    assert.deepEqual(reportBatch([result['n'], result['d'], result['r']] as RowResult[]).results, [
      { index: 0, status: 201, task },
      { index: 1, status: 200, task },
      { index: 2, status: 422, error: 'task_type is required', details: ['task_type is required'] },
    ]);
  });
});
