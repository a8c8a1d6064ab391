import assert from 'node:assert/strict';
import { type WaitingQueue, openSlots, openSlotsByKey, waitInQueue } from '../../process/waiting-queue.ts';

describe('a line of callers', () => {
  it('lets them in as they came, and drops anyone who gives up', async () => {
    const line: WaitingQueue = [];
    const staying = new AbortController();
    const leaving = new AbortController();
    const came: string[] = [];
    const wait = (name: string, { signal }: AbortController): Promise<number> =>
      waitInQueue(line, signal).then(() => came.push(name));
    const [first, second, third] = [wait('first', staying), wait('second', leaving), wait('third', staying)];
    leaving.abort(new Error('no more'));
    await assert.rejects(second, /no more/);
    for (const letIn of line.splice(0)) letIn();
    await Promise.all([first, third]);
    assert.deepEqual(came, ['first', 'third']);
  });

  it('hears no signal any more once it has let somebody in', async () => {
    const line: WaitingQueue = [];
    const controller = new AbortController();
    const waiting = waitInQueue(line, controller.signal);
    line.shift()?.();
    await waiting;
    line.push(() => {});
    controller.abort();
    assert.equal(line.length, 1);
  });
});

describe('slots', () => {
  it('are so many at once, handed on in order, also when work fails, and counted', async () => {
    const slots = openSlots(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const work = (n: number) => (): Promise<void> => {
      started.push(n);
      return new Promise((resolve, reject) => ends.push(n === 0 ? () => reject(new Error('failed')) : resolve));
    };
    const all = [0, 1, 2, 3].map((n) => slots.use(work(n)));
    assert.deepEqual([started, slots.running(), slots.waiting()], [[0, 1], 2, 2]);
    ends[0]?.();
    await assert.rejects(all[0] as Promise<void>, /failed/);
    assert.deepEqual([started, slots.running(), slots.waiting()], [[0, 1, 2], 2, 1]);
    for (const n of [1, 2, 3]) {
      ends[n]?.();
      await all[n];
    }
    assert.deepEqual([slots.running(), slots.waiting()], [0, 0]);
  });

  it('of one key are held up by no other key', async () => {
    const use = openSlotsByKey(1);
    const started: string[] = [];
    const never = new Promise<void>(() => {});
    for (const key of ['a', 'a', 'b'])
      void use(key, () => {
        started.push(key);
        return never;
      });
    assert.deepEqual(started, ['a', 'b']);
    assert.equal(await use('c', async () => 'done'), 'done');
    assert.equal(await use('c', async () => 'again'), 'again');
  });
});
