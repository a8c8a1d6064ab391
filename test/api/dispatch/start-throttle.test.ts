import assert from 'node:assert/strict';
import { openStartThrottle } from '../../../api/dispatch/start-throttle.ts';

describe('a burst of tasks', () => {
  it('lets few tasks be started at once', () => {
    const throttle = openStartThrottle(() => 0);
    throttle.committed(70);
    assert.equal(throttle.restMs(), 0);
  });

  it('is taken first and started slowly, is started faster when it lasts, and is over a second after', () => {
    let now = 1_000;
    const throttle = openStartThrottle(() => now);
    const rests: number[] = [];
    for (let second = 0; second < 15; second += 1) {
      throttle.committed(100);
      rests.push(throttle.restMs());
      now += 1_000;
    }
    assert.deepEqual(
      rests.slice(0, 10),
      Array.from({ length: 10 }, () => 1000),
    );
    assert.deepEqual(
      rests.slice(10),
      Array.from({ length: 5 }, () => 50),
    );
    now += 1_000;
    assert.equal(throttle.restMs(), 0);
    throttle.committed(100);
    assert.equal(throttle.restMs(), 1000);
  });
});
