import assert from 'node:assert/strict';
import { openOriginSlots } from '../../../../api/dispatch/mail/listener.ts';

describe('turns of mails by origin', () => {
  const open: (() => void)[] = [];
  const started: string[] = [];
  const work = (name: string) => (): Promise<string> => {
    started.push(name);
    return new Promise((resolve) => open.push(() => resolve(name)));
  };
  beforeEach(() => {
    open.length = 0;
    started.length = 0;
  });

  it('are two at a time for an origin, in order, and wait for no other origin', async () => {
    const turns = openOriginSlots();
    const flood = { remoteAddress: '2001:db8::1', from: 'ops@acme.example' };
    const all = ['a', 'b', 'c', 'd'].map((name) => turns.take(flood, work(name)));
    all.push(turns.take({ ...flood, remoteAddress: '2001:db8::2' }, work('same network')));
    all.push(turns.take({ ...flood, remoteAddress: '192.0.2.1' }, work('other network')));
    all.push(turns.take({ ...flood, from: 'x@y.example' }, work('other address')));
    await Promise.resolve();
    assert.deepEqual(started, ['a', 'b', 'other network', 'other address']);
    while (open.length > 0) {
      open.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all);
    assert.deepEqual(started, ['a', 'b', 'other network', 'other address', 'c', 'd', 'same network']);
  });

  it('are handed on when the work fails', async () => {
    const turns = openOriginSlots();
    const origin = { remoteAddress: '192.0.2.1', from: 'ops@acme.example' };
    const failing = Array.from({ length: 5 }, () => turns.take(origin, () => Promise.reject(new Error('no'))));
    const results = await Promise.allSettled([...failing, turns.take(origin, () => Promise.resolve(1))]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected', 'rejected', 'rejected', 'fulfilled'],
    );
  });
});
