/** Approvals: whose decision counts, what it is bound to, when it ends. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { runOf, runsIn } from '../../../domain/dispatch/approval.ts';
import {
  type Approval,
  type Decider,
  type Decision,
  decideApproval,
  expireApproval,
  matterDigest,
  peopleNeeded,
  refusalOf,
  requestApproval,
  withdrawApproval,
} from '../../../domain/dispatch/approval.ts';
import { refusalToAsk, refusalToDelegate, textFindings } from '../../../domain/dispatch/approval-input.ts';
import { cents } from '../../../domain/dispatch/money.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const matter = { change: { reason: 'CC', billed_class: '150' }, facts: { before: 109_727, net: 48_277 } };
const waiting = (needed: 1 | 2 = 1): Approval =>
  requestApproval({
    id: 'apr_1',
    reason: 'Net change +482.77 is over 250.00.',
    amount: cents(48_277),
    needed,
    requester: { keyId: 'key_submit', email: 'ann@example.com' },
    requestedAt: '2026-11-21T10:00:00.000Z',
    expiresAt: '2026-11-28T10:00:00.000Z',
    digest: matterDigest(matter, sha256),
  });
const person = (email: string, more: Partial<Decider> = {}): Decider => ({
  by: email,
  keyId: null,
  email,
  mayApprove: true,
  ...more,
});
const act = (decider: Decider, more: Partial<Decision> = {}): Decision => ({
  id: `act-${decider.by}`,
  decision: 'approve',
  note: null,
  at: '2026-11-22T09:00:00.000Z',
  decider,
  ...more,
});
const bob = person('bob@example.com');
const cleo = person('cleo@example.com');

function taken(approval: Approval, decision: Decision): Approval {
  const result = decideApproval(approval, decision);
  assert.equal(result.kind, 'taken');
  return result.approval;
}
function refusal(approval: Approval, decision: Decision): string {
  const result = decideApproval(approval, decision);
  assert.equal(result.kind, 'refused');
  return result.code;
}

describe('how many people have to approve', () => {
  const limits = { over: cents(25_000), twoPeopleOver: cents(100_000) };
  const amounts: readonly (readonly [number, 0 | 1 | 2])[] = [
    [0, 0],
    [25_000, 0],
    [25_001, 1],
    [-25_000, 0],
    [-25_001, 1],
    [100_000, 1],
    [100_001, 2],
    [-100_001, 2],
  ];
  for (const [amount, people] of amounts)
    it(`is ${people} for ${amount} cents`, () => assert.equal(peopleNeeded(cents(amount), limits), people));
  it('is one for any amount over the limit where there is no second one', () => {
    assert.equal(peopleNeeded(cents(99_999_999), { ...limits, twoPeopleOver: null }), 1);
  });
});

describe('a decision on an approval', () => {
  it('approves, and names who, when and the note', () => {
    const approval = taken(waiting(), act(bob, { note: 'scale ticket seen' }));
    assert.deepEqual(
      [approval.status, approval.decidedBy, approval.decidedAt, approval.note],
      ['approved', 'bob@example.com', '2026-11-22T09:00:00.000Z', 'scale ticket seen'],
    );
  });

  it('refuses with one voice, also where two are needed', () => {
    const first = taken(waiting(2), act(bob));
    const approval = taken(first, act(cleo, { decision: 'refuse' }));
    assert.deepEqual(
      [approval.status, approval.decidedBy, approval.decisions.length],
      ['refused', 'cleo@example.com', 2],
    );
  });

  it('waits for a second person where two are needed', () => {
    const first = taken(waiting(2), act(bob));
    assert.deepEqual([first.status, first.decidedAt, first.decisions.length], ['pending', null, 1]);
    const second = taken(first, act(cleo));
    assert.deepEqual([second.status, second.decidedBy], ['approved', 'bob@example.com, cleo@example.com']);
  });

  const sameBob: readonly (readonly [string, Decider])[] = [
    ['the same address', bob],
    ['the same address in other letters', person(' BOB@Example.com')],
    ['a signal under the same address', { ...bob, by: 'temporal:bob@example.com', email: null }],
    ['another name with the same key', { ...cleo, keyId: 'key_bob' }],
  ];
  for (const [title, again] of sameBob)
    it(`does not count ${title} as the second person`, () => {
      const first = taken(waiting(2), act({ ...bob, keyId: 'key_bob' }));
      assert.equal(refusal(first, act(again, { id: 'second act' })), 'already_decided');
    });

  const notAllowed: readonly (readonly [string, Decider])[] = [
    ['the key that submitted the task', person('bob@example.com', { keyId: 'key_submit' })],
    ["the requester's address", person('ann@example.com')],
    ["the requester's address in other letters", person('Ann@Example.COM ')],
    [
      "a signal under the requester's address",
      { by: 'temporal:ann@example.com', email: null, keyId: null, mayApprove: true },
    ],
    ['anyone without the approver scope', person('bob@example.com', { mayApprove: false })],
  ];
  for (const [title, decider] of notAllowed)
    it(`is not taken from ${title}, neither to approve nor to refuse`, () => {
      assert.equal(refusal(waiting(), act(decider)), 'not_allowed');
      assert.equal(refusal(waiting(), act(decider, { decision: 'refuse' })), 'not_allowed');
    });

  it('is too late once somebody has decided, once it has expired, or once the matter has changed', () => {
    assert.equal(refusal(taken(waiting(), act(bob)), act(cleo)), 'already_decided');
    assert.equal(refusal(waiting(), act(bob, { at: '2026-11-28T10:00:00.000Z' })), 'already_decided');
    const withdrawn = withdrawApproval(waiting(), '2026-11-22T08:00:00.000Z', 'the task was cancelled.');
    assert.equal(refusal(withdrawn, act(bob)), 'already_decided');
  });

  it('that was delivered twice counts once', () => {
    const one = taken(waiting(2), act(bob));
    assert.deepEqual(decideApproval(one, act(bob)), { kind: 'repeated', approval: one });
    const done = taken(waiting(), act(bob));
    assert.deepEqual(decideApproval(done, act(bob)), { kind: 'repeated', approval: done });
  });

  describe('of two people', () => {
    const keyOf = (keyId: string, owner: string | null): Decider => ({
      by: `approver (${keyId})`,
      keyId,
      email: owner === null ? null : `${owner}@example.com`,
      personId: owner,
      mayApprove: true,
    });
    const account = (name: string): Decider => person(`${name}@example.com`, { personId: name });
    const engine = (identity: string): Decider => ({
      by: `temporal:${identity}`,
      keyId: null,
      email: null,
      mayApprove: true,
    });
    const steps: readonly (readonly [string, readonly Decider[], readonly string[]])[] = [
      ['two keys of two people', [keyOf('key_1', 'bea'), keyOf('key_2', 'cy')], ['pending', 'approved']],
      ['a key and the account of another', [keyOf('key_1', 'bea'), account('cy')], ['pending', 'approved']],
      ['two keys of one person', [keyOf('key_1', 'bea'), keyOf('key_2', 'bea')], ['pending', 'already_decided']],
      ['a key and the account of its owner', [keyOf('key_1', 'bea'), account('bea')], ['pending', 'already_decided']],
      ['the account and a key of its owner', [account('bea'), keyOf('key_1', 'bea')], ['pending', 'already_decided']],
      ['two keys of nobody', [keyOf('key_1', null), keyOf('key_2', null)], ['pending', 'already_decided']],
      ['a key of nobody and an account', [keyOf('key_1', null), account('bea')], ['pending', 'pending']],
      ['an account and a key of nobody', [account('bea'), keyOf('key_1', null)], ['pending', 'pending']],
      ['two identities of the engine', [engine('bea'), engine('cy')], ['pending', 'already_decided']],
      ['an identity of the engine and its own account', [engine('x'), account('bea')], ['pending', 'pending']],
      [
        'two accounts, with a key of nobody between them',
        [account('bea'), keyOf('key_1', null), account('cy')],
        ['pending', 'pending', 'approved'],
      ],
    ];
    for (const [who, deciders, results] of steps)
      it(`counts ${who} as ${results.at(-1)}`, () => {
        let approval = waiting(2);
        const seen = deciders.map((decider) => {
          const result = decideApproval(approval, act(decider));
          if (result.kind === 'refused') return result.code;
          ({ approval } = result);
          return approval.status;
        });
        assert.deepEqual(seen, results);
      });

    it('goes by the person, not by the key, for the person who asked for the work', () => {
      const asked: Approval = { ...waiting(), requester: { keyId: 'key_1', email: null, personId: 'ann' } };
      assert.equal(refusal(asked, act(keyOf('key_2', 'ann'))), 'not_allowed');
      assert.equal(refusal(asked, act(account('ann'))), 'not_allowed');
      assert.equal(refusal(waiting(), act(keyOf('key_2', 'ann'))), 'not_allowed');
      assert.equal(taken(asked, act(keyOf('key_2', 'bea'))).status, 'approved');
    });
  });

  const deciders = fc.constantFrom(
    bob,
    cleo,
    person('dora@example.com'),
    person('ann@example.com'),
    person('eve@example.com', { mayApprove: false }),
  );
  const acts = fc.array(
    fc.record({
      decider: deciders,
      decision: fc.constantFrom('approve' as const, 'refuse' as const),
      id: fc.constantFrom('1', '2', '3', '4', '5'),
    }),
    { maxLength: 12 },
  );
  it('changes nothing after the last one, and only as many as are needed ever count', () => {
    fc.assert(
      fc.property(acts, fc.constantFrom(1 as const, 2 as const), (list, needed) => {
        let approval = waiting(needed);
        for (const one of list) {
          const before = approval;
          const result = decideApproval(approval, act(one.decider, one));
          if (result.kind !== 'refused') approval = result.approval;
          if (before.status !== 'pending') assert.equal(approval, before);
          const again = decideApproval(approval, act(one.decider, one));
          if (again.kind !== 'refused') assert.equal(again.approval, approval);
        }
        assert.ok(approval.decisions.length <= needed);
        if (approval.status === 'approved') {
          assert.equal(new Set(approval.decisions.map(({ decider }) => decider.by)).size, needed);
          assert.ok(approval.decisions.every(({ decision }) => decision === 'approve'));
        }
        assert.ok(approval.decisions.every(({ decider }) => decider.mayApprove && decider.email !== 'ann@example.com'));
      }),
    );
  });

  it('is judged the same by the validator that an update asks first, which changes nothing', () => {
    const approval = waiting();
    assert.equal(refusalOf(approval, act(bob)), undefined);
    assert.equal(refusalOf(approval, act(person('ann@example.com')))?.code, 'not_allowed');
    assert.deepEqual(approval, waiting());
  });
});

describe('an approval', () => {
  it('expires at its time, once, and never after a decision', () => {
    const late = '2026-11-28T10:00:00.000Z';
    assert.equal(expireApproval(waiting(), '2026-11-28T09:59:59.999Z').status, 'pending');
    const expired = expireApproval(waiting(), late);
    assert.deepEqual([expired.status, expired.decidedAt, expired.decidedBy], ['expired', late, null]);
    assert.equal(expireApproval(expired, '2026-12-01T00:00:00.000Z'), expired);
    const approved = taken(waiting(), act(bob));
    assert.equal(expireApproval(approved, late), approved);
  });

  it('that is pending is withdrawn with a reason; a decided one stays in the record as it was', () => {
    const ended = withdrawApproval(waiting(), '2026-11-22T08:00:00.000Z', 'the task was cancelled.');
    assert.deepEqual([ended.status, ended.note], ['expired', 'Withdrawn: the task was cancelled.']);
    const approved = taken(waiting(), act(bob));
    assert.equal(withdrawApproval(approved, '2026-11-22T09:30:00.000Z', 'moved'), approved);
  });
});

describe('what may be done about an approval besides deciding', () => {
  const at = '2026-11-22T09:00:00.000Z';
  const ann = person('ann@example.com');

  it('is for approvers who did not ask for the work, while it waits', () => {
    assert.equal(refusalToAsk(waiting(), at, bob), undefined);
    assert.equal(refusalToAsk(waiting(), at, ann)?.code, 'not_allowed');
    assert.equal(refusalToAsk(waiting(), at, { ...bob, mayApprove: false })?.code, 'not_allowed');
    assert.equal(refusalToAsk(waiting(), '2026-11-28T10:00:00.000Z', bob)?.code, 'already_decided');
    assert.equal(refusalToAsk(taken(waiting(), act(bob)), at, cleo)?.code, 'already_decided');
  });

  it('delegates only to somebody whose own decision would count', () => {
    const to = (approval: Approval, who: Decider): string | undefined =>
      refusalToDelegate(approval, at, { by: bob, to: who })?.code;
    assert.equal(to(waiting(), cleo), undefined);
    assert.equal(to(waiting(), ann), 'not_allowed');
    assert.equal(to(waiting(), { ...cleo, mayApprove: false }), 'not_allowed');
    const half = taken(waiting(2), act(bob));
    assert.equal(to(half, cleo), undefined, 'who has decided hands the second decision on');
    assert.equal(to(half, bob), 'already_decided', 'to nobody who has decided');
  });

  it('takes a question of some length, without control characters', () => {
    assert.deepEqual(textFindings('question', 'Which one?'), []);
    assert.deepEqual(textFindings('question', ''), ['question must be given']);
    assert.equal(textFindings('answer', 'x'.repeat(2_001)).length, 1);
    assert.equal(textFindings('answer', 'a\u0000b').length, 1);
  });
});

describe('a run of equal approvals', () => {
  const one = (id: string, minute: number, more: object = {}) => ({
    id,
    taskType: 'tms_correction' as const,
    senderId: 'snd_1',
    portal: 'sandbox-tms',
    needed: 1,
    params: { pro: '4471180293', reason_code: 'WC', changes: {}, note: '' } as const,
    expiresAt: new Date(Date.UTC(2026, 10, 28, 10, minute)),
    ...more,
  });
  const class_ = { params: { pro: '4471180293', reason_code: 'CC', changes: {}, note: '' } } as const;
  const waits = [one('a', 1), one('b', 2), one('c', 3, class_), one('d', 4), one('e', 5, { senderId: 'snd_2' })];

  it('continues with the next to expire of the same sender, portal, type, reason and number of people, and wraps around', () => {
    const next = (id: string): string | null =>
      runOf(
        waits.find((w) => w.id === id)!,
        waits,
      ).next?.id ?? null;
    assert.deepEqual(['a', 'b', 'd', 'c', 'e'].map(next), ['b', 'd', 'a', null, null]);
    assert.equal(runOf(one('gone', 3), waits).next?.id, 'd', 'also after one that has just been decided');
    assert.deepEqual(
      runsIn(waits).map((run) => run.map(({ id }) => id)),
      [['a', 'b', 'd']],
    );
  });
});
