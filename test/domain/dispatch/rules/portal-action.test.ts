/** portal_action: always a person's, whatever it is and whatever it is done to. */

import assert from 'node:assert/strict';
import { judgePortalAction } from '../../../../domain/dispatch/guard/task-gate.ts';
import { byHand, decidePortalAction } from '../../../../domain/dispatch/rules/portal-action.ts';
import { outcomeOfReason, portalActions } from '../../../../domain/dispatch/task.ts';

describe('portal_action', () => {
  for (const action of portalActions)
    it(`${action} is stopped by the guard's rule and says who does it by hand, why and how`, () => {
      const decided = decidePortalAction(action, {
        pro: '0412708839',
        invoice_number: '8800412375',
        dispute_id: 'DSP-1',
        chargeback_id: 'CB-1',
      });
      assert.equal(outcomeOfReason[decided.reason], 'escalated');
      assert.equal(decided.reason, 'guard_stopped');
      assert.equal(decided.rule, judgePortalAction(action).rule);
      const { who, why, how } = byHand[action];
      assert.ok(who !== '' && why.endsWith('.') && how.length >= 3 && how.every((step) => step.endsWith('.')));
      assert.ok(decided.sentence.includes(who) && decided.sentence.includes(why));
    });

  it('names its target', () => {
    assert.match(
      decidePortalAction('void_bill', { pro: '0412708839' }).sentence,
      /^"Void bill" for 0412708839 is on the never-click list/,
    );
    assert.match(decidePortalAction('close_account', {}).sentence, /^"Close account" is on the never-click list/);
  });
});
