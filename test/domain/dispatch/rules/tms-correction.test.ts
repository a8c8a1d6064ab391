/** tms_correction: what may be corrected, and who approves what it changes. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cents } from '../../../../domain/dispatch/money.ts';
import {
  correctionAmountTable,
  correctionTable,
  decideCorrection,
  decideCorrectionAmount,
} from '../../../../domain/dispatch/rules/tms-correction.ts';
import type { BillFacts, CorrectionFacts, CorrectionReason } from '../../../../domain/dispatch/rules/tms-correction.ts';
import type { Changes } from '../../../../domain/dispatch/task-schemas.ts';
import type { OnFile } from '../../../../domain/dispatch/writing/write-once.ts';

const bill: BillFacts = {
  pro: '0412708839',
  shipmentStatus: 'Delivered',
  billStatus: 'Open',
  weightLb: 1240,
  freightClass: '70',
  accessorials: ['LFT'],
  consigneeName: 'Hale Plumbing Supply',
  consigneeAddress: '12 Dock St, Akron, OH',
};
const facts = (
  reason: CorrectionReason,
  changes: Changes,
  on: Partial<BillFacts> | null = {},
  onFile: OnFile = { kind: 'nothing' },
): CorrectionFacts => ({
  asked: { pro: bill.pro, reason, changes },
  bill: on === null ? null : { ...bill, ...on },
  onFile,
});
const onItsWay = { shipmentStatus: 'In transit' };

type Case = readonly [string, CorrectionFacts, string, string];
const cases: readonly Case[] = [
  ['the weight changes', facts('WC', { billed_weight: 1420 }), 'may_be_corrected', 'preview'],
  [
    'the class changes on a paid bill',
    facts('CC', { billed_class: '85' }, { billStatus: 'Paid' }),
    'may_be_corrected',
    'preview',
  ],
  ['an accessorial is added', facts('AC', { add_accessorials: ['RES'] }), 'may_be_corrected', 'preview'],
  ['an accessorial is taken off', facts('DA', { remove_accessorials: ['LFT'] }), 'may_be_corrected', 'preview'],
  [
    'weight and class change in a re-rate',
    facts('RR', { billed_weight: 1420, billed_class: '85' }),
    'may_be_corrected',
    'preview',
  ],
  [
    'only the class changes in a re-rate that names both',
    facts('RR', { billed_weight: 1240, billed_class: '85' }),
    'may_be_corrected',
    'preview',
  ],
  [
    'the consignee changes before delivery',
    facts('CN', { consignee_name: 'Ortiz Supply' }, onItsWay),
    'may_be_corrected',
    'preview',
  ],
  [
    'the consignee changes after delivery',
    facts('CN', { consignee_name: 'Ortiz Supply' }),
    'consignee_after_delivery',
    'facts_do_not_support',
  ],
  ['the TMS has no such PRO', facts('WC', { billed_weight: 1420 }, null), 'no_such_bill', 'not_found'],
  [
    "this task's correction is on file",
    facts('WC', { billed_weight: 1420 }, {}, { kind: 'own', number: 'COR-1' }),
    'own_record_on_file',
    'already_done COR-1',
  ],
  [
    'an earlier task corrected it',
    facts('WC', { billed_weight: 1420 }, { weightLb: 1420 }, { kind: 'own_earlier', number: 'COR-1' }),
    'record_of_earlier_task_on_file',
    'already_done COR-1',
  ],
  [
    'somebody else corrected it',
    facts('WC', { billed_weight: 1420 }, {}, { kind: 'foreign', number: 'COR-1' }),
    'foreign_record_on_file',
    'conflicting_record COR-1',
  ],
  [
    'what is on file is not known',
    facts('WC', { billed_weight: 1420 }, {}, { kind: 'cannot_tell', why: 'no list' }),
    'on_file_cannot_be_told',
    'needs_person',
  ],
  [
    'a weight change touches the class',
    facts('WC', { billed_weight: 1420, billed_class: '85' }),
    'changes_do_not_fit_reason',
    'facts_do_not_support',
  ],
  ['nothing is to change', facts('WC', {}), 'changes_do_not_fit_reason', 'facts_do_not_support'],
  [
    'the shipment is canceled',
    facts('WC', { billed_weight: 1420 }, { shipmentStatus: 'Canceled' }),
    'bill_is_dead',
    'facts_do_not_support',
  ],
  [
    'the shipment is cancelled, with two l',
    facts('WC', { billed_weight: 1420 }, { shipmentStatus: 'CANCELLED' }),
    'bill_is_dead',
    'facts_do_not_support',
  ],
  [
    'the shipment is expired',
    facts('WC', { billed_weight: 1420 }, { shipmentStatus: 'Expired' }),
    'bill_is_dead',
    'facts_do_not_support',
  ],
  [
    'the bill is void',
    facts('WC', { billed_weight: 1420 }, { billStatus: 'Void' }),
    'bill_is_dead',
    'facts_do_not_support',
  ],
  [
    'the bill is written off',
    facts('WC', { billed_weight: 1420 }, { billStatus: 'Written off' }),
    'bill_is_dead',
    'facts_do_not_support',
  ],
  ...['Storniert', 'Annulée', 'Anulada', 'Cancelled', 'Abgeschrieben'].map((billStatus): Case => [
    `the bill is ${billStatus}`,
    facts('WC', { billed_weight: 1420 }, { billStatus }),
    'bill_is_dead',
    'facts_do_not_support',
  ]),
  ...['Cancelado', 'Annulé', 'Abgelaufen'].map((shipmentStatus): Case => [
    `the shipment is ${shipmentStatus}`,
    facts('WC', { billed_weight: 1420 }, { shipmentStatus }),
    'bill_is_dead',
    'facts_do_not_support',
  ]),
  ...['Not voided', 'Void requested', 'Void request denied', 'Voidable', 'Nicht storniert', 'Vencida'].map(
    (billStatus): Case => [
      `the bill is ${billStatus}`,
      facts('WC', { billed_weight: 1420 }, { billStatus }),
      'may_be_corrected',
      'preview',
    ],
  ),
  ...['Dropped', 'Removed from hold', 'No cancelado', 'Cancellation pending'].map((shipmentStatus): Case => [
    `the shipment is ${shipmentStatus}`,
    facts('WC', { billed_weight: 1420 }, { shipmentStatus }),
    'may_be_corrected',
    'preview',
  ]),
  [
    'the bill is rated again',
    facts('WC', { billed_weight: 1420 }, { billStatus: 'Rebilled' }),
    'may_be_corrected',
    'preview',
  ],
  [
    'the bill already shows the weight',
    facts('WC', { billed_weight: 1240 }),
    'nothing_to_change',
    'facts_do_not_support',
  ],
  [
    'the bill already shows the class',
    facts('CC', { billed_class: '70' }),
    'nothing_to_change',
    'facts_do_not_support',
  ],
  [
    'one of two accessorials to add is there',
    facts('AC', { add_accessorials: ['RES', 'lft'] }),
    'nothing_to_change',
    'facts_do_not_support',
  ],
  [
    'the accessorial to take off is not there',
    facts('DA', { remove_accessorials: ['RES'] }),
    'nothing_to_change',
    'facts_do_not_support',
  ],
  [
    'the consignee is already named so',
    facts('CN', { consignee_name: bill.consigneeName }, onItsWay),
    'nothing_to_change',
    'facts_do_not_support',
  ],
];

describe('tms_correction, before anything is keyed,', () => {
  for (const [what, given, rule, decision] of cases)
    it(`decides "${decision}" when ${what}`, () => {
      const decided = decideCorrection(given);
      const said = decided.kind === 'stop' ? [decided.reason, decided.number].filter(Boolean).join(' ') : decided.kind;
      assert.deepEqual([decided.rule, said], [rule, decision]);
      assert.doesNotMatch(decided.sentence, /[{}]|undefined|null/);
    });

  it('has a case here for every row of its table', () => {
    const tried = new Set(cases.map(([, , rule]) => rule));
    const names = [...correctionTable.rows, correctionTable.otherwise].map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !tried.has(name)),
      [],
    );
  });
});

describe('tms_correction, with the preview of the portal,', () => {
  const limits = { over: cents(25_000), twoPeopleOver: cents(100_000) };
  const decide = (
    before: number | null,
    after: number | null,
    net: number | null,
    reason: CorrectionReason = 'CC',
  ): ReturnType<typeof decideCorrectionAmount> =>
    decideCorrectionAmount({
      pro: bill.pro,
      reason,
      preview: {
        before: before === null ? null : cents(before),
        after: after === null ? null : cents(after),
        netChange: net === null ? null : cents(net),
      },
      limits,
    });

  const rows: readonly (readonly [string, Parameters<typeof decide>, string, string])[] = [
    ['+241.39, just under the limit', [109_727, 133_866, 24_139], 'under_limit', 'key with 0'],
    ['exactly +250.00', [44_713, 69_713, 25_000, 'AC'], 'under_limit', 'key with 0'],
    ['+250.01', [44_713, 69_714, 25_001, 'AC'], 'one_person', 'key with 1'],
    ['+482.77', [109_727, 158_004, 48_277], 'one_person', 'key with 1'],
    ['a credit of 223.00', [67_013, 44_713, -22_300, 'DA'], 'under_limit', 'key with 0'],
    ['a credit of 250.01', [69_714, 44_713, -25_001, 'DA'], 'one_person', 'key with 1'],
    ['no change', [88_490, 88_490, 0, 'WC'], 'under_limit', 'key with 0'],
    ['exactly the second limit', [0, 100_000, 100_000], 'one_person', 'key with 1'],
    ['a cent over the second limit', [100_001, 0, -100_001], 'two_people', 'key with 2'],
    ['a net change that is not the difference', [109_727, 158_004, 24_139], 'preview_does_not_add_up', 'needs_person'],
    ['an unreadable net change', [109_727, 158_004, null], 'preview_does_not_add_up', 'needs_person'],
    ['an unreadable total', [null, 158_004, 48_277], 'preview_does_not_add_up', 'needs_person'],
    ['an added charge that lowers the bill', [54_213, 44_713, -9500, 'AC'], 'wrong_direction', 'needs_person'],
    ['a removed charge that raises it', [44_713, 54_213, 9500, 'DA'], 'wrong_direction', 'needs_person'],
  ];
  for (const [what, given, rule, decision] of rows)
    it(`decides "${decision}" for ${what}`, () => {
      const decided = decide(...given);
      assert.deepEqual(
        [decided.rule, decided.kind === 'key' ? `key with ${decided.people}` : decided.reason],
        [rule, decision],
      );
    });

  it('says what waits and why', () => {
    assert.equal(
      decide(109_727, 158_004, 48_277).sentence,
      'The net change of +$482.77 (from $1,097.27 to $1,580.04) is over $250.00: a person has to approve.',
    );
  });

  it('has a case here for every row of its table', () => {
    const tried = new Set(rows.map(([, , rule]) => rule));
    const names = [...correctionAmountTable.rows, correctionAmountTable.otherwise].map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !tried.has(name)),
      [],
    );
  });

  it('asks the same people for a charge and for a credit of the same size', () => {
    const total = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(total, total, (a, b) => {
        const [up, down] = [decide(a, b, b - a), decide(b, a, a - b)];
        assert.ok(up.kind === 'key' && down.kind === 'key');
        assert.equal(up.people, down.people);
        assert.equal(up.people > 0, Math.abs(b - a) > 25_000);
      }),
    );
  });
});
