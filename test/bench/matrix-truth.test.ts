import assert from 'node:assert/strict';
import { type MatrixEnd, untruth } from '../../bench/matrix-truth.ts';

const end: MatrixEnd = { fault: 'ok', outcome: 'completed', confirmationNumber: 'COR-1', written: ['COR-1'] };

describe('the verdict of the fault matrix', () => {
  it('takes a completed task with its one write, and any other outcome without one', () => {
    assert.equal(untruth(end), null);
    for (const outcome of ['failed', 'rejected', 'escalated'] as const)
      assert.equal(untruth({ ...end, outcome, confirmationNumber: null, written: [] }), null);
  });

  it('names every way to be untrue', () => {
    const wrong: readonly (readonly [Partial<MatrixEnd>, string])[] = [
      [{ written: ['COR-1', 'COR-2'] }, '2 writes'],
      [{ written: [] }, 'completed, but 0 written'],
      [{ fault: 'partial' }, 'completed, but half saved'],
      [{ fault: 'duplicate', written: ['COR-1', 'COR-2'] }, 'completed, but 2 written'],
      [{ confirmationNumber: 'COR-9' }, 'completed with COR-9, but COR-1 written'],
      [{ outcome: 'failed' }, 'failed, but 1 written'],
      [{ outcome: 'rejected' }, 'rejected, but 1 written'],
      [{ outcome: null }, 'no outcome'],
    ];
    for (const [change, words] of wrong) assert.equal(untruth({ ...end, ...change }), words);
  });

  it('counts what a fault makes of one post, and no post more', () => {
    const uncertain = { ...end, outcome: 'escalated', confirmationNumber: null } as const;
    for (const fault of ['duplicate', 'collateral'] as const) {
      assert.equal(untruth({ ...uncertain, fault, written: ['COR-1', 'COR-2'] }), null);
      assert.equal(untruth({ ...uncertain, fault, written: ['COR-1', 'COR-2', 'COR-3'] }), '3 writes');
    }
  });
});
