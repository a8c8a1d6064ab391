import assert from 'node:assert/strict';
import { openRecentCount, openStartThrottle } from '../../temporal/start-throttle.ts';

describe('a burst of tasks', () => {
  it('lets few tasks be started at once', async () => {
    assert.equal(await openStartThrottle(() => 70).restMs(), 0);
  });

  it('is accepted first and started slowly, is started faster when it lasts, and ends a second later', async () => {
    let now = 1_000;
    const recent = openRecentCount(() => now);
    const throttle = openStartThrottle(recent.lastSecond, () => now);
    const rests: number[] = [];
    for (let second = 0; second < 15; second += 1) {
      recent.add(100);
      rests.push(await throttle.restMs());
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
    assert.equal(await throttle.restMs(), 0);
    recent.add(100);
    assert.equal(await throttle.restMs(), 1000);
  });

  it('is counted without what is older than a second', () => {
    let now = 12_345;
    const count = openRecentCount(() => now);
    count.add(3);
    now += 500;
    count.add(4);
    assert.equal(count.lastSecond(), 7);
    now += 500;
    assert.equal(count.lastSecond(), 4);
    now += 60_000;
    assert.equal(count.lastSecond(), 0);
    count.add(1);
    assert.equal(count.lastSecond(), 1);
  });
});
