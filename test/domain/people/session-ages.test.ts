import assert from 'node:assert/strict';
import {
  agesOfRole,
  sessionEnd,
  sessionEndsAt,
  sessionLives,
  sessionNeedsTouch,
} from '../../../domain/people/session-ages.ts';

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
