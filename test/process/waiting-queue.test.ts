import assert from 'node:assert/strict';
import { type WaitingQueue, waitInQueue } from '../../process/waiting-queue.ts';

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
