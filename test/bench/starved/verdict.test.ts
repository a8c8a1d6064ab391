import assert from 'node:assert/strict';
import { judgeStatement, type Statement, type Truth } from '../../../bench/starved/verdict.ts';

const done: Statement = {
  outcome: 'completed',
  reason: null,
  status: 'completed',
  confirmationNumber: 'COR-1',
  failedChecks: [],
  podSha256: null,
};
const truth: Truth = { quiet: done, written: ['COR-1'], contested: false };
const nothing = { outcome: null, reason: null, confirmationNumber: null, failedChecks: [], podSha256: null } as const;

describe('the verdict of the starved bench', () => {
  it('accepts what the quiet machine stated too, with the number that the portal gave', () => {
    assert.equal(judgeStatement(done, truth).kind, 'true');
    const confirmedQuietly = { ...done, confirmationNumber: 'COR-9' };
    assert.equal(judgeStatement(done, { ...truth, quiet: confirmedQuietly }).kind, 'true');
  });

  it('accepts a waiting approval only where the quiet machine asks for one', () => {
    const waiting: Statement = { ...nothing, status: 'awaiting_approval' };
    assert.equal(judgeStatement(waiting, { ...truth, quiet: waiting }).kind, 'true');
    assert.equal(judgeStatement(waiting, truth).kind, 'false');
  });

  it('counts an internal error and an uncertain write as not known', () => {
    const failed: Statement = { ...nothing, outcome: 'failed', status: 'failed', reason: 'internal_error' };
    assert.equal(judgeStatement(failed, truth).kind, 'unknown');
    const uncertain: Statement = { ...nothing, outcome: 'escalated', status: 'escalated', reason: 'uncertain_write' };
    assert.equal(judgeStatement({ ...uncertain, failedChecks: ['amount'] }, truth).kind, 'unknown');
  });

  it('lets the second task of a record find the work of the first, and no other task', () => {
    const already = { ...done, reason: 'already_done' };
    assert.equal(judgeStatement(already, { ...truth, contested: true }).kind, 'true');
    assert.equal(judgeStatement(already, truth).kind, 'false');
  });

  it('names every other statement as false', () => {
    const wrong: readonly (readonly [Partial<Statement>, RegExp])[] = [
      [
        { outcome: 'rejected', status: 'rejected', reason: 'not_found', confirmationNumber: null },
        /rejected\/not_found/,
      ],
      [{ outcome: 'failed', status: 'failed', reason: 'portal_unavailable' }, /failed\/portal_unavailable/],
      [{ confirmationNumber: 'COR-2' }, /never gave/],
      [{ failedChecks: ['amount'] }, /failed checks: amount/],
      [{ outcome: 'escalated', status: 'escalated', reason: 'needs_person', confirmationNumber: null }, /needs_person/],
    ];
    for (const [change, why] of wrong) {
      const verdict = judgeStatement({ ...done, ...change }, truth);
      assert.equal(verdict.kind, 'false');
      assert.match(verdict.kind === 'false' ? verdict.why : '', why);
    }
    const pod = { ...truth, quiet: { ...done, podSha256: 'aa' } };
    assert.equal(judgeStatement({ ...done, podSha256: 'bb' }, pod).kind, 'false');
  });
});
