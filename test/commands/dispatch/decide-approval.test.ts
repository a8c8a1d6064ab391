import assert from 'node:assert/strict';
import { decideApproval } from '../../../commands/dispatch/decide-approval.ts';

describe('a decision on an approval that is settled', () => {
  const decider = { by: 'bea@example.com', key_id: null, email: 'bea@example.com', person_id: null, may_approve: true };
  const deps = {
    pool: undefined as never,
    decideApproval: () => assert.fail('it is no matter of the workflow any more'),
  };

  it('is refused with how it ended, and why where its time was not over', async () => {
    const cases = [
      [{ status: 'approved', note: 'Fine.' }, 'the approval is already approved'],
      [{ status: 'superseded', supersededBy: 'apr_2', note: null }, 'the approval is already superseded by apr_2'],
      [
        { status: 'expired', note: 'Withdrawn: the task was cancelled.' },
        'the approval is already expired: Withdrawn: the task was cancelled.',
      ],
    ] as const;
    for (const [settled, sentence] of cases) {
      const approval = { id: 'apr_1', supersededBy: null, ...settled };
      const refused = await decideApproval(deps, 'tsk_1', approval, { decision: 'approve', note: null, decider });
      assert.deepEqual(refused, { refused: 'already_decided', findings: [sentence] });
    }
  });
});
