import assert from 'node:assert/strict';
import { checkOrder } from '../../../../domain/dispatch/writing/check.ts';
import type { TaskParams } from '../../../../domain/dispatch/task-schemas.ts';
import { at, billFacts, claimFacts, invoiceFacts, judge, mark, orderFrom, receipt } from './look-facts.ts';

const rows = (...list: readonly object[]): string => JSON.stringify(list);

describe('the checker', () => {
  describe('of a correction', () => {
    const params: TaskParams = { pro: '0315864922', reason_code: 'CC', changes: { billed_class: '125' }, note: 'n' };
    const preview = { original_total: '$1,097.27', corrected_total: '$1,338.66', net_change: '+$241.39' };
    const look = { kind: 'facts', facts: billFacts, at } as const;
    const order = orderFrom(judge({ capability: 'tms_correction', look, preview }, params));
    const record = { number: 'COR-1', code: 'CC', net_change: '+$241.39', reference: mark('correct_bill') };
    const kindOf = (change: object): string => checkOrder(order, { ...billFacts, ...change }).probe.kind;

    it('confirms one new record with the right fields, after which the bill says it', () => {
      assert.equal(kindOf({ corrections: rows(record), freight_class: '125' }), 'confirmed');
    });
    const cases: readonly (readonly [string, object, string])[] = [
      ['sees that nothing is there', {}, 'absent'],
      ['refutes a record that changed nothing on the bill', { corrections: rows(record) }, 'refuted'],
      [
        'refutes another net change',
        { corrections: rows({ ...record, net_change: '+$241.40' }), freight_class: '125' },
        'refuted',
      ],
      [
        'refutes two records',
        { corrections: rows(record, { ...record, number: 'COR-2' }), freight_class: '125' },
        'refuted',
      ],
      [
        'refutes the same on a neighbour',
        { corrections: rows(record), marked: rows({ ...record, number: 'COR-2', pro: '1' }), freight_class: '125' },
        'refuted',
      ],
      ['cannot tell from a list that was not read', { corrections: undefined }, 'indeterminate'],
      ["cannot tell from another bill's page", { pro: '0315864923' }, 'indeterminate'],
    ];
    for (const [title, change, kind] of cases) it(title, () => assert.equal(kindOf(change), kind));

    it('finds charges on the bill by codes of another form than three letters', () => {
      const charges = (...codes: string[]): string => rows(...codes.map((code) => ({ code, amount: '$75.00' })));
      const asked: TaskParams = {
        pro: '0315864922',
        reason_code: 'AC',
        changes: { add_accessorials: ['LG', 'Residential'] },
        note: 'n',
      };
      const known = { capability: 'tms_correction', preview } as const;
      const added = orderFrom(judge({ ...known, look }, asked));
      const found = (...codes: string[]): string =>
        checkOrder(added, {
          ...billFacts,
          charges: charges('LHL', ...codes),
          corrections: rows({ ...record, code: 'AC' }),
        }).probe.kind;
      assert.equal(found('lg', 'RESIDENTIAL'), 'confirmed');
      assert.equal(found('LG', 'Total'), 'refuted');
      // What is there already is not added again, and what is not there is not taken off.
      const has = { kind: 'facts', facts: { ...billFacts, charges: charges('LHL', 'LG') }, at } as const;
      assert.equal(judge({ ...known, look: has }, asked).kind, 'end');
      const less: TaskParams = { ...asked, reason_code: 'DA', changes: { remove_accessorials: ['LG'] } };
      const lower = { original_total: '$1,097.27', corrected_total: '$1,022.27', net_change: '-$75.00' };
      const taken = judge({ ...known, preview: lower, look: has }, less);
      assert.equal(taken.kind, 'write', JSON.stringify(taken));
      assert.equal(judge({ ...known, look }, less).kind, 'end');
      // The freight itself is no accessorial, whoever asks for it.
      const freight: TaskParams = { ...less, changes: { remove_accessorials: ['LHL'] } };
      assert.equal(judge({ ...known, look: has }, freight).kind, 'end');
    });
  });

  describe('of a dispute', () => {
    const look = { kind: 'facts', facts: invoiceFacts, at } as const;
    const order = orderFrom(judge({ capability: 'file_dispute', look, receipt }, { invoice_number: '7100246813' }));
    const record = {
      number: 'DSP-1',
      reason_code: 'ACC',
      amount: '$95.00',
      state: 'Submitted',
      reference: mark('file_dispute'),
    };
    const attachment = { number: 'ATT-1', type: 'Delivery receipt (POD)', size: '4,118 bytes', reference: '-' };
    const whole = {
      disputes: rows(record),
      marked: rows({ ...record, invoice_number: '7100246813' }),
      explanation: order.inputs['explanation'] ?? '',
      attachments: rows(attachment),
    };
    const kindOf = (change: object): string => checkOrder(order, { ...whole, ...change }).probe.kind;

    it('confirms it with explanation and document, and without them where the portal shows neither', () => {
      assert.equal(kindOf({}), 'confirmed');
      assert.equal(checkOrder(order, { disputes: whole.disputes, marked: whole.marked }).probe.kind, 'confirmed');
    });
    it('refutes a missing explanation, a missing document, and one of another size', () => {
      assert.equal(kindOf({ explanation: '-' }), 'refuted');
      assert.equal(kindOf({ attachments: '[]' }), 'refuted');
      assert.equal(kindOf({ attachments: rows({ ...attachment, size: '0 bytes' }) }), 'refuted');
    });
  });

  describe('of an attached receipt', () => {
    const facts = {
      invoice_number: '7100539162',
      invoice_pro: '0539162743',
      disputes: rows({ number: 'DSP-1', state: 'Submitted' }),
      attachments: '[]',
    };
    const order = orderFrom(
      judge(
        { capability: 'pod_to_dispute', look: { kind: 'facts', facts, at }, receipt },
        { pro: '0539162743', dispute_id: 'DSP-1' },
      ),
    );
    const reference = mark('attach_pod');
    const record = { number: 'ATT-1', type: 'Delivery receipt (POD)', size: '4,118 bytes', reference };
    const own = { number: 'ATT-1', dispute_number: 'DSP-1', reference };
    const kindOf = (change: object): string =>
      checkOrder(order, { attachments: rows(record), marked: rows(own), ...change }).probe.kind;

    it('confirms it, also on a portal that cannot be searched', () => {
      assert.equal(kindOf({}), 'confirmed');
      assert.equal(kindOf({ marked: undefined }), 'confirmed');
    });
    it('refutes another size, and the same on a neighbour', () => {
      assert.equal(kindOf({ attachments: rows({ ...record, size: '0 bytes' }) }), 'refuted');
      assert.equal(kindOf({ marked: rows(own, { ...own, number: 'ATT-2', dispute_number: 'DSP-2' }) }), 'refuted');
      assert.equal(kindOf({ attachments: '[]', marked: rows({ ...own, dispute_number: 'DSP-2' }) }), 'refuted');
    });
  });

  describe('of an answered claim', () => {
    const look = { kind: 'facts', facts: { ...claimFacts, filed: '2027-01-01' }, at } as const;
    const order = orderFrom(judge({ capability: 'answer_claim', look, receipt }, { claim_id: 'CLM-2026-000501' }));
    const record = {
      number: 'RSP-1',
      decision: 'Decline',
      amount: '-',
      reason_code: 'CONCEALED_LATE_NO_PROOF',
      reference: mark('answer_claim'),
    };
    const kindOf = (change: object): string =>
      checkOrder(order, { responses: rows({ ...record, ...change }), marked: '[]' }).probe.kind;

    it("reads the portal's words for a rejection", () => {
      assert.equal(order.inputs['decision'], 'reject');
      assert.equal(kindOf({}), 'confirmed');
      assert.equal(kindOf({ decision: 'Rejected', amount: '$0.00' }), 'confirmed');
    });
    it('refutes another decision, amount or code', () => {
      assert.equal(kindOf({ decision: 'Accept in part' }), 'refuted');
      assert.equal(kindOf({ amount: '$10.00' }), 'refuted');
      assert.equal(kindOf({ reason_code: 'OTHER' }), 'refuted');
    });
  });
});
