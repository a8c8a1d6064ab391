import assert from 'node:assert/strict';
import { nextPortalTry } from '../../../domain/dispatch/own-outage.ts';

const policy = { firstMs: 2_000, maxMs: 60_000, totalMs: 900_000 };

describe('trying a portal that is down', () => {
  it('waits twice as long each time, up to the longest wait', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((failures) =>
      nextPortalTry(policy, { failures, downForMs: 0, retryAfterMs: null }),
    );
    assert.deepEqual(waits, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('waits as long as the portal asks for, when that is longer', () => {
    assert.equal(nextPortalTry(policy, { failures: 1, downForMs: 0, retryAfterMs: 120_000 }), 120_000);
    assert.equal(nextPortalTry(policy, { failures: 3, downForMs: 0, retryAfterMs: 1_000 }), 8_000);
  });

  it('makes a last try when the time runs out, whatever the portal asks for', () => {
    assert.equal(nextPortalTry(policy, { failures: 9, downForMs: 890_000, retryAfterMs: null }), 10_000);
    assert.equal(nextPortalTry(policy, { failures: 1, downForMs: 0, retryAfterMs: 86_400_000 }), 900_000);
  });

  it('gives up when the time has run out, and at once when there is none', () => {
    assert.equal(nextPortalTry(policy, { failures: 9, downForMs: 900_000, retryAfterMs: null }), null);
    assert.equal(nextPortalTry({ ...policy, totalMs: 0 }, { failures: 1, downForMs: 0, retryAfterMs: null }), null);
  });

  it('never waits for nothing, so that a portal is not asked in a loop', () => {
    const hasty = { firstMs: 0, maxMs: 0, totalMs: 1_000 };
    assert.equal(nextPortalTry(hasty, { failures: 1, downForMs: 0, retryAfterMs: null }), 1);
    assert.equal(nextPortalTry(policy, { failures: 10_000, downForMs: 0, retryAfterMs: null }), 60_000);
  });
});
