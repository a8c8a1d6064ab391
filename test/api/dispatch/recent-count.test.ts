import assert from 'node:assert/strict';
import { openRecentCount } from '../../../api/dispatch/start-throttle.ts';

describe('a recent count', () => {
  it('forgets what is older than a second', () => {
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
