/** portal_action: always a person's, whatever it is and whatever it is done to. */

import assert from 'node:assert/strict';
import { byHand, portalActionStopped } from '../../../../domain/dispatch/ending.ts';
import { judgePortalAction } from '../../../../domain/dispatch/guard/task-gate.ts';
import { portalActions } from '../../../../domain/dispatch/task.ts';

describe('portal_action', () => {
  for (const action of portalActions)
    it(`${action} is stopped by the guard's rule and says who does it by hand, why and how`, () => {
      assert.deepEqual(
        [judgePortalAction(action).verdict, judgePortalAction(action).rule],
        ['stopped', `never_click.${action}`],
      );
      const { status, outcomeReason, summary } = portalActionStopped(action, '0412708839');
      assert.deepEqual([status, outcomeReason], ['escalated', 'guard_stopped']);
      assert.ok(summary.startsWith('"') && summary.includes(' for 0412708839 is on the never-click list'));
      const { who, why, how } = byHand[action];
      assert.ok(who !== '' && why.endsWith('.') && how.length >= 3 && how.every((step) => step.endsWith('.')));
      assert.ok(summary.includes(who) && summary.includes(why));
      for (const step of how) assert.ok(summary.includes(step));
    });
});
