import assert from 'node:assert/strict';
import { knowingOwnFaults, linedUp, sharedResolve } from '../../../process/outbound/resolver.ts';
import { until } from '../../support/wait.ts';

describe('resolving names', () => {
  it('distinguishes a resolver of ours that is away from a name whose own servers fail', async () => {
    const failing = (code: string) => () => Promise.reject(Object.assign(new Error(`getaddrinfo ${code}`), { code }));
    const resolve = (code: string, answers: boolean) => knowingOwnFaults(failing(code), async () => answers)('a.test');
    await assert.rejects(resolve('EAI_AGAIN', false), { code: 'ERESOLVER' });
    await assert.rejects(resolve('EAI_AGAIN', true), { code: 'EAI_AGAIN' });
    await assert.rejects(resolve('ENOTFOUND', false), { code: 'ENOTFOUND' });
  });

  it('asks so many questions at once, serves the others in order, and reports when each is asked', async () => {
    const answers = new Map<string, (addresses: string[]) => void>();
    const resolve = linedUp((name) => new Promise((answer) => answers.set(name, answer)), 2);
    const asked: string[] = [];
    const all = ['a', 'b', 'c', 'd'].map((name) => resolve(name, () => asked.push(name)));
    assert.deepEqual(asked, ['a', 'b']);
    answers.get('b')?.(['1.1.1.1']);
    await until(() => asked.length === 3);
    assert.deepEqual(asked, ['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd']) {
      await until(() => answers.has(name));
      answers.get(name)?.(['1.1.1.1']);
    }
    await Promise.all(all);
    void resolve('e', () => asked.push('e'));
    assert.deepEqual(asked, ['a', 'b', 'c', 'd', 'e']);
  });

  it('gives the place of a question that failed to the next', async () => {
    const resolve = linedUp((name) => (name === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve([name])), 1);
    const bad = resolve('bad');
    const good = resolve('good');
    await assert.rejects(bad);
    assert.deepEqual(await good, ['good']);
  });

  it('notifies all who share a question when it is asked, also those who come later', async () => {
    const places: (() => void)[] = [];
    const resolve = sharedResolve(async (_name, asked) => {
      await new Promise<void>((place) => places.push(place));
      asked?.();
      return await new Promise(() => {});
    });
    let answered = 0;
    const listener = () => (): void => void (answered += 1);
    void resolve('a', listener());
    void resolve('a', listener());
    assert.equal(answered, 0);
    places[0]?.();
    await until(() => answered === 2);
    void resolve('a', listener());
    assert.equal(answered, 3);
    assert.equal(places.length, 1);
  });
});
