/** answer_claim: every row of its table, the amount rule, and what never happens. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cents } from '../../../../domain/dispatch/money.ts';
import { answerClaimTable, claimTypes, decideClaim } from '../../../../domain/dispatch/rules/answer-claim.ts';
import type { ClaimFacts, ClaimOnPortal } from '../../../../domain/dispatch/rules/answer-claim.ts';
import { payable } from '../../../../domain/dispatch/rules/answer-claim.ts';
import type { ClaimLine } from '../../../../domain/dispatch/rules/answer-claim.ts';
import { claim } from './facts.ts';

type Change = Partial<Omit<ClaimFacts, 'claim' | 'receipt'>> & {
  readonly claim?: Partial<ClaimOnPortal> | null;
  readonly receipt?: Partial<ClaimFacts['receipt']>;
};
function facts({ claim: onPortal, receipt: paper, ...rest }: Change): ClaimFacts {
  assert.ok(claim.claim);
  return {
    ...claim,
    ...rest,
    claim: onPortal === null ? null : { ...claim.claim, ...onPortal },
    receipt: { ...claim.receipt, ...paper },
  };
}
const valves: ClaimLine = { description: 'Valves, brass', pieces: 3, unitValue: cents(12_000), unitPounds: '38' };
/** Concealed damage under a clear receipt; delivered on Friday, 2 October 2026. */
const concealed = (reported: string, more: Change = {}): Change => ({
  ...more,
  claim: { type: 'concealed damage', reported, ...more.claim },
  receipt: { exceptions: '', ...more.receipt },
});
const proven = (
  provenPieces: number | null,
  cause: 'packaging' | 'inherent vice' | null = null,
): Pick<Change, 'inspection'> => ({ inspection: { provenPieces, cause } });

const cases: readonly (readonly [string, Change, string, string])[] = [
  ['the portal has no such claim', { claim: null }, 'no_such_claim', 'not_found'],
  [
    "this task's answer is on file",
    { onFile: { kind: 'own', number: 'RSP-1' } },
    'own_record_on_file',
    'already_done RSP-1',
  ],
  [
    'an earlier task answered',
    { onFile: { kind: 'own_earlier', number: 'RSP-1' } },
    'record_of_earlier_task_on_file',
    'already_done RSP-1',
  ],
  [
    'somebody else answered',
    { onFile: { kind: 'foreign', number: 'RSP-1' } },
    'foreign_record_on_file',
    'conflicting_record RSP-1',
  ],
  [
    'whether it was answered is not known',
    { onFile: { kind: 'cannot_tell', why: 'no state shown' } },
    'on_file_cannot_be_told',
    'needs_person',
  ],
  ['the POD is missing', { receipt: { state: 'missing' } }, 'receipt_unusable', 'needs_person'],
  ['the POD is illegible', { receipt: { state: 'illegible' } }, 'receipt_unusable', 'needs_person'],
  ['the POD is unsigned', { receipt: { state: 'unsigned' } }, 'receipt_unusable', 'needs_person'],
  ['the POD is for another PRO', { receipt: { state: 'other_pro' } }, 'receipt_unusable', 'needs_person'],
  ['the claim states no amount', { claim: { claimed: null } }, 'claim_incomplete', 'needs_person'],
  ['the claim names no shipment', { claim: { pro: null } }, 'claim_incomplete', 'needs_person'],
  ['the claim has no lines', { claim: { lines: [] } }, 'claim_incomplete', 'needs_person'],
  [
    'it was filed nine months and a day after delivery',
    { claim: { filed: '2027-07-03' } },
    'time_barred',
    'reject TIME_BARRED',
  ],
  [
    'it was filed on the last day of nine months',
    { claim: { filed: '2027-07-02' } },
    'noted_same_count',
    'accept 36000',
  ],
  ['the packaging was at fault', proven(3, 'packaging'), 'packaging_defect', 'reject ACT_OF_SHIPPER'],
  ['inherent vice was found', proven(null, 'inherent vice'), 'inherent_vice', 'reject INHERENT_VICE'],

  ['the POD notes the same shortage', {}, 'noted_same_count', 'accept 36000'],
  [
    'the POD notes the same damage',
    { claim: { type: 'visible damage' }, receipt: { exceptions: 'DAMAGED 3 OF 30' } },
    'noted_same_count',
    'accept 36000',
  ],
  [
    'the cap is lower than claimed',
    { liability: { perPound: cents(100), perShipment: null } },
    'noted_same_count',
    'partly 11400',
  ],
  [
    'the invoice value is lower than claimed',
    { claim: { claimed: cents(40_000) } },
    'noted_same_count',
    'partly 36000',
  ],
  ['less than the value is claimed', { claim: { claimed: cents(30_000) } }, 'noted_same_count', 'accept 30000'],
  ['there is salvage', { salvage: cents(5000) }, 'noted_same_count', 'partly 31000'],
  ['salvage leaves nothing to pay', { salvage: cents(36_000) }, 'anything_else', 'needs_person'],
  [
    'the POD notes two of three claimed pieces',
    { receipt: { exceptions: 'SHORT 2 OF 30' } },
    'noted_fewer',
    'partly 24000',
  ],
  [
    'fewer are noted and the pieces differ in value',
    {
      claim: {
        lines: [
          { ...valves, pieces: 2 },
          { ...valves, pieces: 1, unitValue: cents(9000) },
        ],
      },
      receipt: { exceptions: 'SHORT 2 OF 30' },
    },
    'anything_else',
    'needs_person',
  ],
  ['the POD notes more than is claimed', { receipt: { exceptions: 'SHORT 4 OF 30' } }, 'anything_else', 'needs_person'],
  ['the POD notes another kind', { receipt: { exceptions: 'DAMAGED 3 OF 30' } }, 'anything_else', 'needs_person'],
  [
    'the POD notes damage without a number',
    { claim: { type: 'visible damage' }, receipt: { exceptions: 'damaged' } },
    'anything_else',
    'needs_person',
  ],
  [
    'what is written on the POD is not understood',
    { receipt: { exceptions: 'see attached' } },
    'anything_else',
    'needs_person',
  ],

  [
    'clear POD, reported in time, two pieces proven',
    concealed('2026-10-09', proven(2)),
    'clear_in_time_proven',
    'partly 24000',
  ],
  [
    'clear POD, reported in time, all pieces proven',
    concealed('2026-10-09', proven(3)),
    'clear_in_time_proven',
    'accept 36000',
  ],
  [
    'an inspection proves more than is claimed',
    concealed('2026-10-09', proven(5)),
    'clear_in_time_proven',
    'accept 36000',
  ],
  [
    '"subject to count" counts as clear',
    concealed('2026-10-05', { ...proven(1), receipt: { exceptions: 'SUBJECT TO COUNT' } }),
    'clear_in_time_proven',
    'partly 12000',
  ],
  [
    'clear POD, reported on the fifth business day, no inspection',
    concealed('2026-10-09'),
    'clear_in_time_unproven',
    'needs_person',
  ],
  [
    'clear POD, reported in time, inspection proves nothing',
    concealed('2026-10-09', proven(0)),
    'clear_in_time_unproven',
    'needs_person',
  ],
  [
    'clear POD, reported on the sixth business day, no proof',
    concealed('2026-10-12'),
    'clear_late_no_proof',
    'reject CONCEALED_LATE_NO_PROOF',
  ],
  [
    'a holiday moves the fifth business day',
    concealed('2026-10-12', { holidays: ['2026-10-07'] }),
    'clear_in_time_unproven',
    'needs_person',
  ],
  [
    'nothing earlier than the filing is shown as report',
    concealed('2026-10-12', { claim: { type: 'concealed damage', reported: null, filed: '2026-10-09' } }),
    'clear_in_time_unproven',
    'needs_person',
  ],
  [
    'reported late with proof',
    concealed('2026-10-12', { claim: { type: 'concealed damage', reported: '2026-10-12', proofOffered: true } }),
    'anything_else',
    'needs_person',
  ],
  ['reported late and proven by inspection', concealed('2026-10-12', proven(2)), 'anything_else', 'needs_person'],
  [
    'a loss under a clear POD, late',
    { claim: { type: 'loss', reported: '2026-10-20' }, receipt: { exceptions: '' } },
    'anything_else',
    'needs_person',
  ],
  [
    'the day of delivery is not known',
    concealed('2026-10-12', { receipt: { delivered: null, exceptions: '' } }),
    'anything_else',
    'needs_person',
  ],
];

describe('answer_claim', () => {
  for (const [what, change, rule, decision] of cases)
    it(`decides "${decision}" when ${what}`, () => {
      const decided = decideClaim(facts(change));
      const said =
        decided.kind === 'stop'
          ? [decided.reason, decided.number].filter(Boolean).join(' ')
          : decided.kind === 'reject'
            ? `reject ${decided.code}`
            : `${decided.kind} ${decided.amount}`;
      assert.deepEqual([decided.rule, said], [rule, decision]);
      assert.doesNotMatch(decided.sentence, /[{}]|undefined|null|NaN/);
    });

  it('has a case here for every row of its table', () => {
    const tried = new Set(cases.map(([, , rule]) => rule));
    const names = [...answerClaimTable.rows, answerClaimTable.otherwise].map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !tried.has(name)),
      [],
    );
  });

  it('says what was reported, which is no damage where something is missing', () => {
    for (const [type, what] of [
      ['concealed damage', 'damage'],
      ['visible damage', 'damage'],
      ['shortage', 'shortage'],
    ] as const) {
      const { sentence } = decideClaim(facts(concealed('2026-10-12', { claim: { type, reported: '2026-10-12' } })));
      assert.match(sentence, new RegExp(`the ${what} was reported 6 business days after delivery`));
    }
  });

  it('waits for a person above the limit by the amount claimed, whatever the answer; the limit itself passes', () => {
    const people = (claimed: number, change: Change = {}): number | undefined => {
      const decided = decideClaim(facts({ ...change, claim: { claimed: cents(claimed), ...change.claim } }));
      return decided.kind === 'stop' ? undefined : decided.people;
    };
    assert.equal(people(250_000), 0);
    assert.equal(people(250_001), 1);
    assert.equal(people(250_001, proven(null, 'packaging')), 1);
    assert.equal(people(36_000, proven(null, 'packaging')), 0);
  });

  it('never pays more than claimed, capped or invoiced, and never calls a lower answer accepted', () => {
    const change = fc.record({
      type: fc.constantFrom(...claimTypes),
      claimed: fc.integer({ min: 1, max: 60_000 }),
      perPound: fc.option(fc.integer({ min: 0, max: 900 })),
      salvage: fc.nat(40_000),
      exceptions: fc.constantFrom(
        '',
        'SUBJECT TO COUNT',
        'SHORT 1 OF 30',
        'SHORT 3 OF 30',
        'DAMAGED 2 OF 30',
        'DAMAGED 3 OF 30',
      ),
      provenPieces: fc.nat(4),
      reported: fc.constantFrom('2026-10-05', '2026-10-12'),
    });
    fc.assert(
      fc.property(change, ({ type, claimed, perPound, salvage, exceptions, provenPieces, reported }) => {
        const decided = decideClaim(
          facts({
            claim: { type, claimed: cents(claimed), reported },
            receipt: { exceptions },
            ...proven(provenPieces),
            salvage: cents(salvage),
            liability: { perPound: perPound === null ? null : cents(perPound), perShipment: null },
          }),
        );
        if (decided.kind === 'reject') assert.equal(exceptions === '' || exceptions === 'SUBJECT TO COUNT', true);
        if (decided.kind !== 'accept' && decided.kind !== 'partly') return;
        assert.ok(decided.amount > 0 && decided.amount <= claimed && decided.amount <= 36_000);
        if (perPound !== null) assert.ok(decided.amount <= perPound * 114);
        if (decided.kind === 'accept') assert.equal(decided.amount, claimed);
      }),
    );
  });
});

describe('what is payable', () => {
  const rows: readonly (readonly [
    string,
    number,
    number,
    { perPound: number | null; perShipment: number | null },
    number,
    number,
    string,
  ])[] = [
    [
      'the claimed amount when nothing holds it',
      30_000,
      3,
      { perPound: null, perShipment: null },
      0,
      30_000,
      'claimed',
    ],
    ['the invoice value of the pieces', 90_000, 2, { perPound: null, perShipment: null }, 0, 24_000, 'invoice value'],
    ['the cap by weight', 36_000, 3, { perPound: 200, perShipment: null }, 0, 22_800, 'cap'],
    ['the cap of the shipment', 36_000, 3, { perPound: 2000, perShipment: 10_000 }, 0, 10_000, 'cap'],
    ['less the salvage', 36_000, 3, { perPound: null, perShipment: null }, 1000, 35_000, 'salvage'],
    ['nothing when salvage is more', 36_000, 3, { perPound: null, perShipment: null }, 99_000, 0, 'salvage'],
  ];
  for (const [title, claimed, pieces, { perPound, perShipment }, salvage, amount, limitedBy] of rows)
    it(`is ${title}`, () => {
      const liability = {
        perPound: perPound === null ? null : cents(perPound),
        perShipment: perShipment === null ? null : cents(perShipment),
      };
      assert.deepEqual(payable(cents(claimed), [valves], pieces, liability, cents(salvage)), { amount, limitedBy });
    });

  it('weighs in exact decimals: three pieces of 12.5 lb at 0.10 a lb are 3.75', () => {
    const used = { ...valves, unitPounds: '12.5' };
    assert.equal(payable(cents(36_000), [used], 3, { perPound: cents(10), perShipment: null }, cents(0)).amount, 375);
  });
});
