import assert from 'node:assert/strict';
import {
  failuresKeptMs,
  failuresNow,
  throttleRules,
  waitMs,
  agesOfRole,
  sessionEnd,
  sessionEndsAt,
  sessionLives,
  sessionNeedsTouch,
} from '../../../domain/people/sign-in-limits.ts';

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

const ages = { idleMs: 3_600_000, maxMs: 8 * 3_600_000 };
const hour = (n: number): Date => new Date(Date.parse('2026-11-21T08:00:00Z') + n * 3_600_000);

describe('a session', () => {
  it('ends when its person has been away for the idle time, to the millisecond', () => {
    const times = { createdAt: hour(0), lastSeenAt: hour(2) };
    assert.deepEqual(sessionEndsAt(times, ages), hour(3));
    assert.equal(sessionLives(times, ages, new Date(hour(3).getTime() - 1)), true);
    assert.equal(sessionLives(times, ages, hour(3)), false);
  });

  it('ends in any case at its greatest age', () => {
    assert.deepEqual(sessionEndsAt({ createdAt: hour(0), lastSeenAt: hour(7.9) }, ages), hour(8));
  });

  it('is shorter for admins, and never longer than for others', () => {
    const admins = { idleMs: 1_800_000, maxMs: 12 * 3_600_000 };
    assert.deepEqual(agesOfRole('approver', { admins, others: ages }), ages);
    assert.deepEqual(agesOfRole('admin', { admins, others: ages }), { idleMs: 1_800_000, maxMs: 8 * 3_600_000 });
  });

  it('says why it ended', () => {
    const times = { createdAt: hour(0), lastSeenAt: hour(2) };
    assert.equal(sessionEnd(times, ages, new Date(hour(3).getTime() - 1)), null);
    assert.equal(sessionEnd(times, ages, hour(3)), 'idle');
    assert.equal(sessionEnd(times, ages, hour(8)), 'age');
  });

  it('is noted more often where it is short', () => {
    const times = { createdAt: hour(0), lastSeenAt: hour(1) };
    assert.equal(sessionNeedsTouch(times, new Date(hour(1).getTime() + 6000), 60_000), true);
    assert.equal(sessionNeedsTouch(times, new Date(hour(1).getTime() + 5999), 60_000), false);
  });

  it('is noted as used once a minute at most', () => {
    const times = { createdAt: hour(0), lastSeenAt: hour(1) };
    assert.equal(sessionNeedsTouch(times, new Date(hour(1).getTime() + 59_999)), false);
    assert.equal(sessionNeedsTouch(times, new Date(hour(1).getTime() + 60_000)), true);
  });
});
