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

  it('names the members that were changed', () => {
    assert.deepEqual(
      words({ account: 'a', pages: { x: { paths: ['/a'] } } }, { account: 'b', pages: { x: { paths: ['/a', '/b'] } } }),
      ['removed account: "a"', 'added account: "b"', 'added pages.x.paths, item 2: "/b"'],
    );
  });
});
