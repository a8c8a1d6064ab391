import assert from 'node:assert/strict';
import pg from 'pg';
import { isAway, shownError } from '../../../api/http/answer-errors.ts';
import { ApiError, statusOfCode } from '../../../api/http/errors.ts';

const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

describe('an error on its way to the caller', () => {
  it('is unavailable while PostgreSQL is away, full or restarting', () => {
    for (const code of ['ECONNREFUSED', 'ECONNRESET', '57P01', '53300', '08006'])
      assert.ok(isAway(withCode(code)), code);
    assert.ok(isAway(new AggregateError([withCode('ECONNREFUSED')])));
    assert.ok(isAway(new Error('timeout exceeded when trying to connect')));
  });

  it('is our own fault when a statement is wrong', () => {
    for (const code of ['23505', '22P05', '42601']) assert.ok(!isAway(withCode(code)), code);
    assert.ok(!isAway(new TypeError('x is not a function')));
  });

  it('reveals nothing of what went wrong inside', () => {
    const inside = new pg.DatabaseError('relation "tasks" does not exist', 1, 'error');
    const shown = shownError(inside);
    assert.equal(statusOfCode[shown.code], 500);
    assert.ok(!/relation|tasks/.test(JSON.stringify([shown.message, shown.extras])));
  });

  it('goes out word for word when it was meant for the caller', () => {
    const meant = new ApiError('invalid_task', 'params.pro must be exactly 10 digits');
    assert.equal(shownError(meant), meant);
  });
});
