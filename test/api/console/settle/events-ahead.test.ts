import assert from 'node:assert/strict';
import { openEventsAhead } from '../../../../api/console/settle/settle.ts';
import type { WireEvent } from '../../../../domain/lanes/event.ts';

describe('events behind disagreements', () => {
  const eventOf = (id: string): WireEvent => ({ id }) as WireEvent;

  it('are read along with those of the item before, in the order of the log', async () => {
    const reads: string[][] = [];
    const eventsOf = openEventsAhead(async (_, ids, ahead) => {
      reads.push([...ids]);
      return [...ids, ...ahead].toSorted().map(eventOf);
    });
    assert.deepEqual(await eventsOf(1, ['b', 'a'], ['d', 'c']), [eventOf('a'), eventOf('b')]);
    assert.deepEqual(await eventsOf(1, ['d', 'c'], ['e', 'f']), [eventOf('c'), eventOf('d')]);
    assert.deepEqual(reads, [['b', 'a']]);
    assert.deepEqual(await eventsOf(2, ['d', 'c'], []), [eventOf('c'), eventOf('d')], 'of another workspace');
    assert.equal(reads.length, 2);
  });

  it('give way to later ones, and are read again then', async () => {
    let reads = 0;
    const eventsOf = openEventsAhead(async (_, ids) => {
      reads += 1;
      return ids.map(eventOf);
    }, 2);
    for (const ids of [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
      ['a', 'b'],
    ])
      assert.deepEqual(await eventsOf(1, ids, []), ids.map(eventOf));
    assert.equal(reads, 3);
  });

  it('that the log does not have are left out', async () => {
    const eventsOf = openEventsAhead(async () => [eventOf('a')]);
    assert.deepEqual(await eventsOf(1, ['a', 'gone'], []), [eventOf('a')]);
  });
});
