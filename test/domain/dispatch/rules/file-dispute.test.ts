/** file_dispute: every row of its table, the derived reason and amount, and what never happens. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cents } from '../../../../domain/dispatch/money.ts';
import { reasonOfWording, wordingsOfReason } from '../../../../domain/dispatch/rules/adjustment-reasons.ts';
import type { DisputeReason } from '../../../../domain/dispatch/rules/adjustment-reasons.ts';
import type { DisputeFacts, DisputeProof, InvoiceFacts } from '../../../../domain/dispatch/rules/dispute-case.ts';
import { decideFileDispute, fileDisputeTable } from '../../../../domain/dispatch/rules/file-dispute.ts';
import type { OnFile } from '../../../../domain/dispatch/writing/write-once.ts';
import { dispute, receipt } from './facts.ts';

type Change = {
  readonly asked?: Partial<DisputeFacts['asked']>;
  readonly invoice?: Partial<InvoiceFacts> | null;
  readonly proof?: Partial<DisputeProof>;
  readonly receipt?: Partial<DisputeFacts['receipt']>;
  readonly onFile?: OnFile;
  readonly filed?: DisputeFacts['filed'];
};
function facts({ asked, invoice, proof, receipt: paper, onFile, filed }: Change): DisputeFacts {
  assert.ok(dispute.invoice);
  return {
    ...dispute,
    asked: { ...dispute.asked, ...asked },
    invoice: invoice === null ? null : { ...dispute.invoice, ...invoice },
    proof: { ...dispute.proof, ...proof },
    receipt: { ...receipt, ...paper },
    onFile: onFile ?? dispute.onFile,
    filed: filed ?? null,
  };
}
const asking = (reason: DisputeReason, change: Change = {}): Change => ({
  ...change,
  asked: { reason, ...change.asked },
});
const longComment = 'The contract grants this discount until December.';

const earlierOne: Change = {
  onFile: { kind: 'own_earlier', number: 'DSP-7' },
  filed: { reason: 'ACC', amount: cents(9500) },
};

/** [what is so, the change of the facts, rule, decision] */
const cases: readonly (readonly [string, Change, string, string])[] = [
  ['the portal has no such invoice', { invoice: null }, 'no_such_invoice', 'not_found'],
  [
    "this task's own dispute is on file",
    { onFile: { kind: 'own', number: 'DSP-7' } },
    'own_record_on_file',
    'already_done DSP-7',
  ],
  [
    'an earlier task filed it',
    { onFile: { kind: 'own_earlier', number: 'DSP-7' } },
    'record_of_earlier_task_on_file',
    'already_done DSP-7',
  ],
  [
    'an earlier task filed it for another amount',
    { ...earlierOne, asked: { reason: 'ACC', amount: cents(1000) } },
    'earlier_task_disputed_otherwise',
    'already_done DSP-7',
  ],
  [
    'an earlier task filed it under another reason',
    { ...earlierOne, asked: { reason: 'RATE' } },
    'earlier_task_disputed_otherwise',
    'already_done DSP-7',
  ],
  [
    'an earlier task filed it as asked for now',
    { ...earlierOne, asked: { reason: 'ACC', amount: cents(9500) } },
    'record_of_earlier_task_on_file',
    'already_done DSP-7',
  ],
  [
    'an earlier task filed it, and nothing in particular is asked for now',
    { ...earlierOne, asked: { reason: null, amount: null } },
    'record_of_earlier_task_on_file',
    'already_done DSP-7',
  ],
  [
    'somebody else filed one',
    { onFile: { kind: 'foreign', number: 'DSP-7' } },
    'foreign_record_on_file',
    'conflicting_record DSP-7',
  ],
  [
    'what is on file is not known',
    { onFile: { kind: 'cannot_tell', why: 'two tabs differ' } },
    'on_file_cannot_be_told',
    'needs_person',
  ],
  ['short is not billed less approved', { invoice: { short: cents(9400) } }, 'figures_do_not_add_up', 'needs_person'],
  [
    'the audit is still in process',
    { invoice: { state: 'In process (QA)' } },
    'audit_under_way',
    'facts_do_not_support',
  ],
  [
    'the auditor waits for papers',
    { invoice: { state: 'Pending scanner review' } },
    'audit_under_way',
    'facts_do_not_support',
  ],
  [
    'nothing was paid short',
    { invoice: { approved: cents(54_213), short: cents(0) } },
    'not_short_paid',
    'facts_do_not_support',
  ],
  [
    'more was approved than billed',
    { invoice: { approved: cents(54_313), short: cents(-100) } },
    'not_short_paid',
    'facts_do_not_support',
  ],
  [
    'a cent more than the short amount is asked for',
    { asked: { amount: cents(9501) } },
    'amount_over_short',
    'facts_do_not_support',
  ],
  ['nothing is asked for', { asked: { amount: cents(0) } }, 'amount_over_short', 'facts_do_not_support'],
  ['the invoice is closed', { invoice: { state: 'Closed' } }, 'invoice_closed', 'needs_person'],
  ['the wording names no reason', { invoice: { adjustmentReason: 'See remarks' } }, 'reason_unknown', 'needs_person'],
  [
    'the wording names two reasons',
    { invoice: { adjustmentReason: 'Incorrect class, shortage' } },
    'reason_unknown',
    'needs_person',
  ],
  ['no receipt is on file', { receipt: { state: 'missing' } }, 'no_receipt', 'facts_do_not_support'],
  ['nobody signed the receipt', { receipt: { state: 'unsigned' } }, 'no_receipt', 'facts_do_not_support'],
  ['the receipt cannot be read', { receipt: { state: 'illegible' } }, 'receipt_unusable', 'needs_person'],
  ['the receipt is about another PRO', { receipt: { state: 'other_pro' } }, 'receipt_unusable', 'needs_person'],
  [
    'exceptions are not understood, under SHT',
    asking('SHT', { receipt: { exceptions: 'see attached' } }),
    'notation_unclear',
    'needs_person',
  ],
  [
    'exceptions are not understood, under ACC, which they do not touch',
    { receipt: { exceptions: 'see attached' } },
    'supported',
    'file ACC 9500',
  ],

  ['ACC: the receipt shows the service', {}, 'supported', 'file ACC 9500'],
  [
    'ACC: only the bill of lading shows it',
    { receipt: { services: [] }, proof: { billOfLading: { pieces: 30, services: ['LFT'] } } },
    'supported',
    'file ACC 9500',
  ],
  ['ACC: nothing shows it', { receipt: { services: ['RES'] } }, 'acc_service_not_shown', 'facts_do_not_support'],
  [
    'ACC: one of two services is not shown',
    { proof: { disputedServices: ['LFT', 'RES'] } },
    'acc_service_not_shown',
    'facts_do_not_support',
  ],
  ['ACC: the service is not named', { proof: { disputedServices: [] } }, 'acc_service_unknown', 'needs_person'],

  ['SHT: a clear receipt for all pieces', asking('SHT'), 'supported', 'file SHT 9500'],
  [
    'SHT: "subject to count" counts as clear',
    asking('SHT', { receipt: { exceptions: 'SUBJECT TO COUNT' } }),
    'supported',
    'file SHT 9500',
  ],
  [
    'SHT: the receipt says 29 of 30',
    asking('SHT', { receipt: { exceptions: '29 of 30' } }),
    'sht_shortage_noted',
    'facts_do_not_support',
  ],
  [
    'SHT: the freight was refused',
    asking('SHT', { receipt: { exceptions: 'REFUSED 30 OF 30' } }),
    'sht_shortage_noted',
    'facts_do_not_support',
  ],
  [
    'SHT: fewer pieces than shipped',
    asking('SHT', { receipt: { pieces: 29 } }),
    'sht_count_differs',
    'facts_do_not_support',
  ],
  ['SHT: pieces are not stated', asking('SHT', { receipt: { pieces: null } }), 'sht_count_unknown', 'needs_person'],
  ['SHT: no bill of lading', asking('SHT', { proof: { billOfLading: null } }), 'sht_count_unknown', 'needs_person'],

  ['DMG: a clear receipt and no report', asking('DMG'), 'supported', 'file DMG 9500'],
  [
    'DMG: reported on the sixth business day',
    asking('DMG', { proof: { damageNotice: '2026-10-12' } }),
    'supported',
    'file DMG 9500',
  ],
  [
    'DMG: reported on the fifth business day',
    asking('DMG', { proof: { damageNotice: '2026-10-09' } }),
    'dmg_notice_in_time',
    'needs_person',
  ],
  [
    'DMG: damage is noted',
    asking('DMG', { receipt: { exceptions: 'DAMAGED 1 OF 30' } }),
    'dmg_damage_noted',
    'facts_do_not_support',
  ],

  ['CLS: the inspection found the billed class', asking('CLS'), 'supported', 'file CLS 9500'],
  [
    'CLS: it found another',
    asking('CLS', { proof: { billedClass: '85' } }),
    'cls_inspection_differs',
    'facts_do_not_support',
  ],
  ['CLS: there was none', asking('CLS', { proof: { inspection: null } }), 'cls_no_inspection', 'facts_do_not_support'],

  ['WGT: the certified scale shows the billed weight', asking('WGT'), 'supported', 'file WGT 9500'],
  ['WGT: it shows less', asking('WGT', { proof: { billedWeightLb: 1241 } }), 'wgt_scale_lower', 'facts_do_not_support'],
  [
    'WGT: the scale is not certified',
    asking('WGT', { proof: { inspection: { number: 'X', certified: false, weightLb: 1240, freightClass: null } } }),
    'wgt_no_certified_weight',
    'facts_do_not_support',
  ],

  ['RATE: the agreement is in force', asking('RATE'), 'supported', 'file RATE 9500'],
  [
    'RATE: it ended the day before',
    asking('RATE', { proof: { agreement: { number: 'PA-1', from: '2026-01-01', until: '2026-09-27' } } }),
    'rate_agreement_not_in_force',
    'facts_do_not_support',
  ],
  [
    'RATE: its first day is the ship date',
    asking('RATE', { proof: { agreement: { number: 'PA-1', from: '2026-09-28', until: null } } }),
    'supported',
    'file RATE 9500',
  ],
  ['RATE: there is none', asking('RATE', { proof: { agreement: null } }), 'rate_no_agreement', 'facts_do_not_support'],

  ['DUP: two shipments, both delivered', asking('DUP'), 'supported', 'file DUP 9500'],
  [
    'DUP: the same PRO',
    asking('DUP', { proof: { otherBill: { pro: '0412708839', bol: 'BL2', receiptSigned: true } } }),
    'dup_same_shipment',
    'facts_do_not_support',
  ],
  [
    'DUP: the same bill of lading',
    asking('DUP', { proof: { otherBill: { pro: '0618304750', bol: 'BL1', receiptSigned: true } } }),
    'dup_same_shipment',
    'facts_do_not_support',
  ],
  [
    'DUP: the other one has no signed receipt',
    asking('DUP', { proof: { otherBill: { pro: '0618304750', bol: 'BL2', receiptSigned: false } } }),
    'dup_other_not_delivered',
    'facts_do_not_support',
  ],
  [
    'DUP: the other bill is not known',
    asking('DUP', { proof: { otherBill: null } }),
    'dup_other_bill_unknown',
    'needs_person',
  ],

  [
    'OTH: 20 characters of comment',
    asking('OTH', { asked: { reason: 'OTH', comment: '12345678901234567890' } }),
    'supported',
    'file OTH 9500',
  ],
  [
    'OTH: 19 characters and spaces around them',
    asking('OTH', { asked: { reason: 'OTH', comment: '  1234567890123456789  ' } }),
    'oth_comment_too_short',
    'facts_do_not_support',
  ],
  ['OTH: no comment', asking('OTH'), 'oth_comment_too_short', 'facts_do_not_support'],
  [
    'OTH is what an unknown wording becomes when a comment says enough',
    { invoice: { adjustmentReason: 'See remarks' }, asked: { comment: longComment } },
    'supported',
    'file OTH 9500',
  ],
  ['a smaller amount than the short one is asked for', { asked: { amount: cents(100) } }, 'supported', 'file ACC 100'],
];

describe('file_dispute', () => {
  for (const [what, change, rule, decision] of cases)
    it(`decides "${decision}" when ${what}`, () => {
      const decided = decideFileDispute(facts(change));
      const said =
        decided.kind === 'file'
          ? `file ${decided.reason} ${decided.amount}`
          : [decided.reason, decided.number].filter(Boolean).join(' ');
      assert.deepEqual([decided.rule, said], [rule, decision]);
      assert.doesNotMatch(decided.sentence, /[{}]|undefined|null|NaN/);
    });

  it('names the fact in the sentence for the record', () => {
    assert.equal(
      decideFileDispute(facts({ asked: { amount: cents(9501) } })).sentence,
      'The amount $95.01 cannot be disputed: invoice 8800412375 is short by $95.00.',
    );
    assert.equal(
      decideFileDispute(facts({ receipt: { services: [] } })).sentence,
      'Neither the delivery receipt nor the bill of lading shows the service LFT.',
    );
    assert.equal(
      decideFileDispute(facts({})).sentence,
      'Dispute $95.00 of invoice 8800412375 (short $95.00) under reason ACC, which the delivery receipt supports.',
    );
  });

  it('has a case here for every row of its table but the last, which catches what nobody thought of', () => {
    const tried = new Set(cases.map(([, , rule]) => rule));
    assert.deepEqual(
      fileDisputeTable.rows.map(({ name }) => name).filter((name) => !tried.has(name)),
      [],
    );
  });

  it('never disputes more than the short amount, nor nothing, whatever is asked and shown', () => {
    const amount = fc.option(fc.integer({ min: -100, max: 30_000 }).map(cents));
    const reason = fc.option(fc.constantFrom(...(Object.keys(wordingsOfReason) as DisputeReason[])));
    const figure = fc.integer({ min: 0, max: 30_000 });
    fc.assert(
      fc.property(amount, reason, figure, figure, fc.boolean(), (asked, why, billed, approved, honest) => {
        const short = cents(honest ? billed - approved : approved);
        const decided = decideFileDispute(
          facts({
            asked: { amount: asked, reason: why, comment: longComment },
            invoice: { billed: cents(billed), approved: cents(approved), short },
          }),
        );
        if (decided.kind !== 'file') return;
        assert.ok(decided.amount > 0 && decided.amount <= short && short === billed - approved);
        if (asked !== null) assert.equal(decided.amount, asked);
      }),
    );
  });
});

describe("the auditor's wording", () => {
  for (const [reason, wordings] of Object.entries(wordingsOfReason))
    it(`names ${reason} in each of its wordings`, () => {
      for (const wording of wordings)
        assert.equal(reasonOfWording(` ${wording.toUpperCase()}, per audit `), reason, wording);
    });
  it('names nothing inside a longer word', () => {
    assert.equal(reasonOfWording('undamaged'), undefined);
  });
});
