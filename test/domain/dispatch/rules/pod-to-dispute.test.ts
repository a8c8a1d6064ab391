/** pod_to_dispute: every row of its table. */

import assert from 'node:assert/strict';
import { decidePodToDispute, podToDisputeTable } from '../../../../domain/dispatch/rules/pod-to-dispute.ts';
import type { DisputeOnPortal, PodToDisputeFacts } from '../../../../domain/dispatch/rules/pod-to-dispute.ts';
import { receipt } from './facts.ts';

const pro = '0412708839';
const onPortal = (number: string, state: string): DisputeOnPortal => ({
  number,
  invoiceNumber: '8800412375',
  pro,
  state,
});
const facts: PodToDisputeFacts = {
  asked: { pro, invoiceNumber: '8800412375', disputeId: null },
  invoicePro: pro,
  disputes: [onPortal('DSP-1', 'Denied'), onPortal('DSP-2', 'Under review')],
  receipt,
  filedByEarlierTask: false,
  onFile: { kind: 'nothing' },
};
const byId = { pro, invoiceNumber: null, disputeId: 'DSP-1' };

const cases: readonly (readonly [string, Partial<PodToDisputeFacts>, string, string])[] = [
  ['one dispute on the invoice is open', {}, 'one_open', 'attach DSP-2'],
  [
    'the portal writes the state in capitals',
    { disputes: [onPortal('DSP-2', 'INFO REQUESTED')] },
    'one_open',
    'attach DSP-2',
  ],
  [
    'the dispute asked for is open',
    { asked: { ...byId, disputeId: 'DSP-2' }, disputes: [onPortal('DSP-2', 'Submitted')] },
    'one_open',
    'attach DSP-2',
  ],
  ['no dispute is open', { disputes: [onPortal('DSP-1', 'Denied')] }, 'none_open', 'consider_filing'],
  ['there never was a dispute', { disputes: [] }, 'none_open', 'consider_filing'],
  [
    'two disputes are open',
    { disputes: [onPortal('DSP-1', 'Submitted'), onPortal('DSP-2', 'Under review')] },
    'several_open',
    'needs_person',
  ],
  [
    'the dispute asked for was denied',
    { asked: byId, disputes: [onPortal('DSP-1', 'Denied')] },
    'dispute_not_open',
    'facts_do_not_support',
  ],
  ['the portal has no such dispute', { asked: byId, disputes: [] }, 'no_such_record', 'not_found'],
  ['the portal has no such invoice', { invoicePro: null, disputes: [] }, 'no_such_record', 'not_found'],
  ['the invoice is about another PRO', { invoicePro: '0618304750' }, 'other_pro', 'facts_do_not_support'],
  [
    'the dispute is on another invoice',
    { asked: { pro, invoiceNumber: '8800412376', disputeId: 'DSP-2' } },
    'dispute_of_other_invoice',
    'facts_do_not_support',
  ],
  [
    'this task attached it before',
    { onFile: { kind: 'own', number: 'DSP-2' } },
    'own_record_on_file',
    'already_done DSP-2',
  ],
  [
    'an earlier task attached it',
    { onFile: { kind: 'own_earlier', number: 'DSP-2' } },
    'record_of_earlier_task_on_file',
    'already_done DSP-2',
  ],
  [
    'an earlier task filed the dispute with it',
    { filedByEarlierTask: true, onFile: { kind: 'own_earlier', number: 'ATT-1' } },
    'filed_by_earlier_task',
    'already_done DSP-2',
  ],
  [
    'an earlier task filed the dispute with it, and the document carries no mark',
    { filedByEarlierTask: true, onFile: { kind: 'foreign', number: 'ATT-1' } },
    'filed_by_earlier_task',
    'already_done DSP-2',
  ],
  [
    'somebody else attached it',
    { onFile: { kind: 'foreign', number: 'DSP-2' } },
    'foreign_record_on_file',
    'conflicting_record DSP-2',
  ],
  [
    'the list of documents cannot be read',
    { onFile: { kind: 'cannot_tell', why: 'no list' } },
    'on_file_cannot_be_told',
    'needs_person',
  ],
  ['no receipt is on file', { receipt: { ...receipt, state: 'missing' } }, 'no_receipt', 'facts_do_not_support'],
  ['nobody signed the receipt', { receipt: { ...receipt, state: 'unsigned' } }, 'no_receipt', 'facts_do_not_support'],
  [
    'the receipt is about another PRO',
    { receipt: { ...receipt, state: 'other_pro' } },
    'receipt_unusable',
    'needs_person',
  ],
];

describe('pod_to_dispute', () => {
  for (const [what, change, rule, decision] of cases)
    it(`decides "${decision}" when ${what}`, () => {
      const decided = decidePodToDispute({ ...facts, ...change });
      const said =
        decided.kind === 'stop'
          ? [decided.reason, decided.number].filter(Boolean).join(' ')
          : decided.kind === 'attach'
            ? `attach ${decided.dispute}`
            : decided.kind;
      assert.deepEqual([decided.rule, said], [rule, decision]);
      assert.doesNotMatch(decided.sentence, /[{}]|undefined|null/);
    });

  it('has a case here for every row of its table', () => {
    const tried = new Set(cases.map(([, , rule]) => rule));
    const names = [...podToDisputeTable.rows, podToDisputeTable.otherwise].map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !tried.has(name)),
      [],
    );
  });
});
