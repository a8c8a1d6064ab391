import assert from 'node:assert/strict';
import { eventsText, openEventPack } from '../../../commands/lanes/pack-events.ts';

const event = (id: string, second: number) => ({
  id,
  at: new Date(second * 1000).toISOString(),
  note: 'Zürich 😀 "x"',
});

describe('a pack of events', () => {
  it('gives lists in the order of time and then of ids, each with its line', async () => {
    const pack = openEventPack<ReturnType<typeof event>>();
    const events = Array.from({ length: 2500 }, (_, n) => event(`e${(n * 7919) % 2500}`, (n * 31) % 40));
    for (const [n, one] of events.entries()) pack.add(one, n + 2);
    pack.addFirst(event('definition', 9999));
    await pack.sort();
    assert.equal(pack.count, 2501);
    const read: typeof events = [];
    for (const [from, to] of [
      [0, 1],
      [1, 1000],
      [1000, 2501],
    ] as const)
      read.push(...(JSON.parse((await pack.text(from, to)).json.toString()) as typeof events));
    const sorted = events.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1));
    assert.deepEqual(read, [event('definition', 9999), ...sorted]);
    assert.deepEqual(
      read.map((_, n) => pack.line(n)),
      [0, ...sorted.map((one) => events.indexOf(one) + 2)],
    );
    assert.equal((await pack.text(3, 10)).count, 7);
  });

  it('sorts more of them than are sorted at once', async () => {
    const pack = openEventPack();
    const count = 70_001;
    for (let n = 0; n < count; n += 1)
      pack.add({ id: `e${n}`, at: new Date(((n * 7919) % count) * 1000).toISOString() }, n);
    await pack.sort();
    const times = Array.from({ length: count }, (_, n) => (pack.line(n) * 7919) % count);
    assert.deepEqual(
      times,
      Array.from({ length: count }, (_, n) => n),
    );
  });

  it('is an empty list without any', async () => {
    const pack = openEventPack();
    await pack.sort();
    assert.deepEqual([pack.count, (await pack.text(0, 0)).json.toString()], [0, '[]']);
  });

  it('makes a long list into text as JSON.stringify does', async () => {
    for (const n of [0, 1, 500, 1201]) {
      const events = Array.from({ length: n }, (_, one) => event(`e${one}`, one));
      const { json, count } = await eventsText(events);
      assert.deepEqual([json.toString(), count], [JSON.stringify(events), n]);
    }
  });
});
