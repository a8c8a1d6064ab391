import assert from 'node:assert/strict';
import { failuresKeptMs, failuresNow, throttleRules, waitMs } from '../../../domain/people/throttle.ts';

const rule = throttleRules.accountAtAddress;
const at = new Date('2026-11-21T10:00:00Z');
const after = (ms: number): Date => new Date(at.getTime() + ms);

describe('how long a try to sign in waits', () => {
  it('is not at all for the first failures, then twice as long each time, up to a quarter of an hour', () => {
    const waits = Array.from({ length: 14 }, (_, count) => waitMs(rule, { count, lastAt: at }, at) / 1000);
    assert.deepEqual(waits, [0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900, 900]);
    assert.equal(waitMs(rule, { count: 1_000_000, lastAt: at }, at), 900_000);
  });

  it('runs from the last failure', () => {
    assert.equal(waitMs(rule, { count: 5, lastAt: at }, after(29_999)), 1);
    assert.equal(waitMs(rule, { count: 5, lastAt: at }, after(30_000)), 0);
  });

  it('is forgotten after a day without failures', () => {
    assert.equal(failuresNow({ count: 9, lastAt: at }, after(failuresKeptMs - 1)), 9);
    assert.equal(failuresNow({ count: 9, lastAt: at }, after(failuresKeptMs)), 0);
    assert.equal(failuresNow(undefined, at), 0);
  });

  it('never shuts a person out for long because strangers try the account', () => {
    assert.ok(throttleRules.account.longestWaitMs <= 120_000);
  });
});
