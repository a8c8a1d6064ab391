import { isSameActor } from '../../../../domain/actor.ts';
import assert from 'node:assert/strict';
import { whyNotReleased } from '../../../../domain/dispatch/playbook/version-diff.ts';

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
