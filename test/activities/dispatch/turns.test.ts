import assert from 'node:assert/strict';
import { openTurns } from '../../../activities/dispatch/turns.ts';

const never = new AbortController().signal;

describe('taking turns', () => {
  it('lets those who wait in, one at a time, in the order in which they came', async () => {
    const turns = openTurns();
    const order: number[] = [];
    const first = await turns.take('a', never);
    const others = [1, 2, 3].map(async (n) => {
      const end = await turns.take('a', never);
      order.push(n);
      end();
    });
    order.push(0);
    first();
    await Promise.all(others);
    assert.deepEqual(order, [0, 1, 2, 3]);
  });

  it('keeps keys apart', async () => {
    const turns = openTurns();
    const end = await turns.take('a', never);
    (await turns.take('b', never))();
    end();
  });

  it('passes over who no longer waits', async () => {
    const turns = openTurns();
    const end = await turns.take('a', never);
    const impatient = new AbortController();
    const gone = turns.take('a', impatient.signal);
    const patient = turns.take('a', never);
    impatient.abort(new Error('no more patience'));
    await assert.rejects(gone, /no more patience/);
    end();
    (await patient)();
    (await turns.take('a', never))();
  });

  it('ends a turn once, however often it is told to', async () => {
    const turns = openTurns();
    const end = await turns.take('a', never);
    const second = turns.take('a', never);
    end();
    end();
    const endSecond = await second;
    let third = false;
    const waiting = turns.take('a', never).then((endThird) => {
      third = true;
      endThird();
    });
    end();
    await Promise.resolve();
    assert.equal(third, false);
    endSecond();
    await waiting;
  });

  it('lets nobody in whose signal is aborted already', async () => {
    await assert.rejects(openTurns().take('a', AbortSignal.abort(new Error('over'))), /over/);
  });
});
