import assert from 'node:assert/strict';
import { beginWork } from '../../../activities/lanes/ingest-session.ts';

describe('long work of an ingest session', () => {
  it('continues when the other sessions are done, and not before', async () => {
    const [long, other, third] = [beginWork(), beginWork(), beginWork()];
    const order: string[] = [];
    const goesOn = long.giveWay(3_600_000).then(() => order.push('long'));
    await new Promise(setImmediate);
    order.push('other');
    other.end();
    await new Promise(setImmediate);
    order.push('third');
    third.end();
    await goesOn;
    assert.deepEqual(order, ['other', 'third', 'long']);
    long.end();
  });

  it('continues after a while where the others are never done, and in turn with others that give way too', async () => {
    const [long, other] = [beginWork(), beginWork()];
    await long.giveWay(1);
    const first = long.giveWay(3_600_000);
    const second = other.giveWay(3_600_000);
    await first;
    long.end();
    await second;
    other.end();
  });
});
