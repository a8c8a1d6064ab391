import assert from 'node:assert/strict';
import { diffPlaybooks } from '../../../../domain/dispatch/playbook/version-diff.ts';

describe('the difference of two playbooks', () => {
  const words = (before: object, after: object): string[] =>
    diffPlaybooks(before, after).map(({ kind, where, content }) => `${kind} ${where}: ${content}`);
  const steps = (...list: unknown[]): object => ({ capabilities: { pull_pod: { steps: list } } });

  it('names the steps that were added, removed or replaced, and no others', () => {
    assert.deepEqual(words(steps('go', 'fill', 'click'), steps('go', 'wait', 'fill', 'press')), [
      'added capabilities.pull_pod.steps, step 2: "wait"',
      'removed capabilities.pull_pod.steps, step 3: "click"',
      'added capabilities.pull_pod.steps, step 4: "press"',
    ]);
    assert.deepEqual(words(steps({ a: 1, b: 2 }), steps({ b: 2, a: 1 })), []);
  });

  it('says of a question in a recipe only what changed in it', () => {
    const asks = (label: string): object => ({
      do: 'when',
      steps: ['a'],
      otherwise: ['b', { do: 'read', label }, 'c'],
    });
    assert.deepEqual(words(steps('go', asks('Weight')), steps('go', asks('Billed weight'))), [
      'removed capabilities.pull_pod.steps, step 2.otherwise, step 2: {"do":"read","label":"Weight"}',
      'added capabilities.pull_pod.steps, step 2.otherwise, step 2: {"do":"read","label":"Billed weight"}',
    ]);
    assert.deepEqual(words(steps(asks('Weight')), steps(asks('Weight'), 'wait')), [
      'added capabilities.pull_pod.steps, step 2: "wait"',
    ]);
  });

  it('names the members that were changed', () => {
    assert.deepEqual(
      words({ account: 'a', pages: { x: { paths: ['/a'] } } }, { account: 'b', pages: { x: { paths: ['/a', '/b'] } } }),
      ['removed account: "a"', 'added account: "b"', 'added pages.x.paths, item 2: "/b"'],
    );
  });
});
