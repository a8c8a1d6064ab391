import assert from 'node:assert/strict';
import { decidersText } from '../../../../api/console/approvals/approval-text.ts';

const decision = (by: string, said: 'approve' | 'refuse' = 'approve') =>
  ({ by, at: '2026-11-26T10:00:00Z', decision: said, note: null, email: null }) as const;

describe('who decided on an approval', () => {
  it('is every approver by the name that people know, with a comma or not', () =>
    assert.equal(
      decidersText({
        status: 'approved',
        decidedBy: 'person:ada@example.com, temporal:Doe, John',
        decisions: [decision('person:ada@example.com'), decision('temporal:Doe, John')],
      }),
      'ada@example.com and temporal:Doe, John',
    ));

  it('is the one who refused, also where others approved before', () =>
    assert.equal(
      decidersText({
        status: 'refused',
        decidedBy: 'person:bea@example.com',
        decisions: [decision('person:ada@example.com'), decision('person:bea@example.com', 'refuse')],
      }),
      'bea@example.com',
    ));

  it('is nobody where none decided', () =>
    assert.equal(decidersText({ status: 'expired', decidedBy: null, decisions: [] }), null));
});
