import assert from 'node:assert/strict';
import { decidersText } from '../../../domain/dispatch/approval.ts';

const decision = (by: string, name?: string) => ({ by, ...(name === undefined ? {} : { name }) });

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

  it('is the person where the name is known, also of one who decided with a key', () =>
    assert.equal(
      decidersText({
        status: 'approved',
        decidedBy: 'person:ada@example.com, approver (key_0)',
        decisions: [decision('person:ada@example.com', 'Ada Larsen'), decision('approver (key_0)', 'Bea Baker')],
      }),
      'Ada Larsen and Bea Baker',
    ));

  it('is the one who refused, also where others approved before', () =>
    assert.equal(
      decidersText({
        status: 'refused',
        decidedBy: 'person:bea@example.com',
        decisions: [decision('person:ada@example.com'), decision('person:bea@example.com')],
      }),
      'bea@example.com',
    ));

  it('is nobody where none decided', () =>
    assert.equal(decidersText({ status: 'expired', decidedBy: null, decisions: [] }), null));
});
