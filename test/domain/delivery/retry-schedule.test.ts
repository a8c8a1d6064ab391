import assert from 'node:assert/strict';
import fc from 'fast-check';
import { busyWait, judgeAttempt, judgeUnknown, windowMs } from '../../../domain/delivery/retry-schedule.ts';
import type { AttemptFacts, NextStep } from '../../../domain/delivery/retry-schedule.ts';
import { readSettings } from '../../../process/settings.ts';

const waitsMs = readSettings({}).DELIVERY_WAITS_MS;
const minutes = (count: number): number => count * 60_000;
const facts = (more: Partial<AttemptFacts> = {}): AttemptFacts => ({
  responseStatus: 500,
  error: null,
  retryAfterMs: null,
  random: 0.5,
  goneEnds: false,
  ...more,
});
const after = (made: number, more: Partial<AttemptFacts> = {}, waitedMs = 0): NextStep =>
  judgeAttempt({ waitsMs, jitter: 0.1, made, waitedMs }, facts(more));

/** Runs a schedule to its end; gives the waits. */
function run(waits: readonly number[], answer: (made: number) => Partial<AttemptFacts>): number[] {
  const taken: number[] = [];
  for (;;) {
    const waitedMs = taken.reduce((sum, wait) => sum + wait, 0);
    const next = judgeAttempt(
      { waitsMs: waits, jitter: 0.1, made: taken.length + 1, waitedMs },
      facts(answer(taken.length + 1)),
    );
    if (next.state !== 'retrying') return taken;
    taken.push(next.waitMs);
  }
}

describe('delivery schedule', () => {
  it('makes nine attempts over about an hour: at once, then after 10 s, 30 s, 1, 2, 4, 8, 16 and 30 minutes', () => {
    const taken = run(waitsMs, () => ({}));
    assert.deepEqual(taken, [10_000, 30_000, ...[1, 2, 4, 8, 16, 30].map(minutes)]);
    assert.equal(
      taken.reduce((sum, wait) => sum + wait, 0),
      minutes(61) + 40_000,
    );
  });

  it('takes any 2xx for an acknowledgement and nothing else', () => {
    for (const responseStatus of [200, 201, 202, 204, 299])
      assert.equal(after(1, { responseStatus }).state, 'delivered');
    for (const responseStatus of [101, 301, 302, 304, 400, 401, 404, 408, 410, 429, 500, 503])
      assert.equal(after(1, { responseStatus }).state, 'retrying');
    for (const error of ['timeout', 'dns', 'reset', 'blocked_address', 'interrupted'] as const)
      assert.equal(after(1, { responseStatus: null, error }).state, 'retrying');
  });

  it('does not take a 2xx whose body never ended for an acknowledgement', () => {
    assert.equal(after(1, { responseStatus: 200, error: 'timeout' }).state, 'retrying');
  });

  it('retries a 410 like any other answer unless the deployment lets it end the delivery', () => {
    assert.equal(after(1, { responseStatus: 410 }).state, 'retrying');
    assert.equal(after(1, { responseStatus: 410, goneEnds: true }).state, 'failed');
    assert.equal(after(1, { responseStatus: 404, goneEnds: true }).state, 'retrying');
  });

  it('spreads a wait by ten percent to both sides', () => {
    assert.deepEqual(after(3, { random: 0 }), { state: 'retrying', waitMs: 54_000 });
    assert.deepEqual(after(3, { random: 0.999_999_999 }), { state: 'retrying', waitMs: 66_000 });
  });

  it('lengthens a wait to the Retry-After and never goes below it', () => {
    for (const random of [0, 0.5, 0.99])
      assert.deepEqual(after(1, { retryAfterMs: 25_000, random }), { state: 'retrying', waitMs: 25_000 });
  });

  it('does not shorten a wait to the Retry-After', () => {
    assert.deepEqual(after(4, { retryAfterMs: 1_000 }), { state: 'retrying', waitMs: minutes(2) });
  });

  it('lengthens no further than to the end of the window, makes one attempt there, and ends', () => {
    const taken = run(waitsMs, () => ({ retryAfterMs: minutes(600) }));
    assert.deepEqual(taken, [Math.round(windowMs({ waitsMs, jitter: 0.1 }))]);
  });

  it('has no window when it has no waits', () => {
    assert.deepEqual(
      run([], () => ({ retryAfterMs: 5_000 })),
      [],
    );
    assert.equal(run([0, 0], () => ({})).length, 2);
  });

  it('keeps to its number of attempts and its window whatever the jitter and the receiver say', () => {
    const answers = fc.array(
      fc.record({
        random: fc.double({ min: 0, max: 0.999, noNaN: true }),
        retryAfterMs: fc.option(fc.nat(10_000_000)),
      }),
      { minLength: 12, maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 10 }), answers, (waits, said) => {
        const taken = run(waits, (made) => said[made - 1] ?? {});
        const window = windowMs({ waitsMs: waits, jitter: 0.1 });
        assert.ok(taken.length <= waits.length);
        // A last wait that began inside the window may end at most its own planned length after it.
        const before = taken.slice(0, -1).reduce((sum, wait) => sum + wait, 0);
        assert.ok(taken.length === 0 || before < window + 1);
        const asked = said.slice(0, taken.length).some(({ retryAfterMs }) => retryAfterMs !== null);
        if (!asked) assert.equal(taken.length, waits.length);
      }),
    );
  });

  it('waits longer and longer while nothing can be sent, up to half a minute, never all for the same time', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 60].map((turn) => busyWait(1_000, turn, 0.999_999)),
      [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
    );
    assert.equal(busyWait(1_000, 1, 0), 500);
  });

  it('repeats attempts without a known result at growing waits for about an hour, and then ends', () => {
    let waitedMs = 0;
    let count = 1;
    for (; ; count += 1) {
      const next = judgeUnknown(count, 0.5);
      if (next.state !== 'retrying') break;
      assert.ok(next.waitMs >= 1_000 && next.waitMs <= 30_000, `${next.waitMs}`);
      waitedMs += next.waitMs;
    }
    assert.equal(judgeUnknown(count, 0.5).state, 'failed');
    assert.ok(Math.abs(waitedMs - minutes(60)) < minutes(2), `${waitedMs}`);
  });
});
