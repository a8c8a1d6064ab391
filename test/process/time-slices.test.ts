import assert from 'node:assert/strict';
import { beginAnswer, filterInSlices, atOnce, inSlices, openSlices, sortInSlices } from '../../process/time-slices.ts';

/** Keeps the processor busy for so long. */
function spin(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

describe('work in slices', () => {
  it('runs one slice in each round of the event loop, however much work there is', async () => {
    const slicesInRound: number[] = [0];
    const state = { over: false };
    const rounds = (async () => {
      while (!state.over) {
        await new Promise(setImmediate);
        slicesInRound.push(0);
      }
    })();
    const work = async (): Promise<void> => {
      const pause = openSlices();
      for (let slice = 0; slice < 5; slice += 1) {
        spin(9);
        await pause();
        slicesInRound[slicesInRound.length - 1] = (slicesInRound.at(-1) ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 10 }, work));
    state.over = true;
    await rounds;
    assert.equal(
      slicesInRound.reduce((sum, count) => sum + count, 0),
      50,
    );
    assert.equal(Math.max(...slicesInRound), 1);
  });

  it('gives every other slice to the work that had least, so that what is short does not wait for all that is long', async () => {
    const state = { slices: 0 };
    const work = async (count: number): Promise<number> => {
      let worked = 0;
      const pause = openSlices(() => worked);
      const before = state.slices;
      for (let slice = 0; slice < count; slice += 1) {
        worked += 5;
        state.slices += 1;
        await pause();
      }
      return state.slices - before;
    };
    const long = Array.from({ length: 10 }, () => work(20));
    while (state.slices < 50) await new Promise(setImmediate);
    // Its three slices, and at most two of others beside each.
    assert.ok((await work(3)) <= 9);
    await Promise.all(long);
    assert.equal(state.slices, 203);
  });

  it('rests between slices while other requests are answered, and ends all the same', async () => {
    const end = beginAnswer();
    const pause = openSlices();
    for (let slice = 0; slice < 3; slice += 1) {
      spin(5);
      await pause();
    }
    end();
  });

  it('sorts and filters as arrays do', async () => {
    const values = Array.from({ length: 5_000 }, (_, n) => ({ key: (n * 7919) % 97, n }));
    const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
    assert.deepEqual(await inSlices(sortInSlices(values, compare)), values.toSorted(compare));
    const even = ({ key }: { key: number }): boolean => key % 2 === 0;
    assert.deepEqual(atOnce(filterInSlices(values, even)), values.filter(even));
    assert.deepEqual(atOnce(sortInSlices([], compare)), []);
  });
});
