import assert from 'node:assert/strict';
import { isSameActor } from '../../../../domain/actor.ts';
import { diffPlaybooks, whyNotReleased } from '../../../../domain/dispatch/playbook/versions.ts';

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

describe('the rules of playbook versions', () => {
  it('take one account without a name for the same person, and two names for two', () => {
    const account = 'admin:root@host';
    assert.equal(isSameActor(account, account), true);
    assert.equal(isSameActor(`Ada (${account})`, account), true);
    assert.equal(isSameActor(`Ada (${account})`, `ada  (${account})`), true);
    assert.equal(isSameActor(`Ada (${account})`, 'ada'), true, 'by the console');
    assert.equal(isSameActor(`ada@acme.example (${account})`, 'person:ada@acme.example'), true, 'by the console');
    assert.equal(isSameActor(`Ada (${account})`, `Bea (${account})`), false);
    assert.equal(isSameActor(account, 'admin:root@other'), false);
  });

  it('release by the one who drafted what only reads, or where one person is enough', () => {
    const ask = { actor: 'ada', twoPeople: true, unrehearsed: false };
    const version = { state: 'rehearsed', writes: true, draftedBy: 'ada' } as const;
    assert.match(whyNotReleased(version, ask) ?? '', /a second person/);
    assert.equal(whyNotReleased({ ...version, writes: false }, ask), undefined);
    assert.equal(whyNotReleased(version, { ...ask, twoPeople: false }), undefined);
    assert.equal(whyNotReleased(version, { ...ask, actor: 'bea' }), undefined);
    assert.match(whyNotReleased({ ...version, state: 'checked' }, { ...ask, actor: 'bea' }) ?? '', /not rehearsed/);
    assert.match(whyNotReleased({ ...version, state: 'draft' }, { ...ask, unrehearsed: true }) ?? '', /not checked/);
  });
});
