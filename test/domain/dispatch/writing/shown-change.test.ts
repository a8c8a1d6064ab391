import assert from 'node:assert/strict';
import { noLimits } from '../../../../domain/dispatch/approval.ts';
import { cents } from '../../../../domain/dispatch/money.ts';
import {
  claimValues,
  correctionValues,
  disputeValues,
  shownLimit,
} from '../../../../domain/dispatch/writing/shown-change.ts';

const bill = {
  pro: '0315864922',
  shipmentStatus: 'Delivered',
  billStatus: 'Open',
  weightLb: 2480,
  freightClass: '92.5',
  accessorials: ['LFT', 'RES'],
  consigneeName: 'Acme',
  consigneeAddress: '1 Main St',
};
const noFigures = { before: null, after: null, netChange: null };
const asked = (changes: object): Parameters<typeof correctionValues>[0] => ({ pro: bill.pro, reason: 'WC', changes });

describe('what people are shown of a change', () => {
  it('is each value that a correction moves, with its unit', () => {
    assert.deepEqual(correctionValues(asked({ billed_weight: 20_000 }), bill, noFigures), [
      { what: 'Billed weight', before: '2,480 lb', after: '20,000 lb' },
    ]);
    assert.deepEqual(correctionValues(asked({ consignee_name: 'Beta', consignee_address: '2 Oak' }), bill, noFigures), [
      { what: 'Consignee', before: 'Acme', after: 'Beta' },
      { what: 'Consignee address', before: '1 Main St', after: '2 Oak' },
    ]);
  });

  it('is the total of the preview, also where it is a credit', () => {
    const figures = { before: cents(123_456_789), after: cents(-22_300), netChange: cents(0) };
    assert.deepEqual(correctionValues(asked({}), bill, figures), [
      { what: 'Bill total', before: '$1,234,567.89', after: '-$223.00' },
    ]);
  });

  it('is the whole list of accessorials, before and after', () => {
    assert.deepEqual(correctionValues(asked({ remove_accessorials: ['res'] }), bill, noFigures), [
      { what: 'Accessorials', before: 'LFT, RES', after: 'LFT' },
    ]);
    const bare = { ...bill, accessorials: [] };
    assert.deepEqual(correctionValues(asked({ add_accessorials: ['HAZ'] }), bare, noFigures), [
      { what: 'Accessorials', before: null, after: 'HAZ' },
    ]);
    const one = { ...bill, accessorials: ['LFT'] };
    assert.equal(correctionValues(asked({ remove_accessorials: ['LFT'] }), one, noFigures)[0]?.after, 'none');
  });

  it("is a claim's state and amount, and what is answered", () => {
    const claim = { state: 'Open', claimed: cents(300_000) };
    assert.deepEqual(claimValues(claim, { kind: 'partly', amount: cents(25_500), people: 1 }), [
      { what: 'Answer', before: 'Open', after: 'Partly accept' },
      { what: 'Amount', before: '$3,000.00', after: '$255.00' },
    ]);
    assert.deepEqual(claimValues(claim, { kind: 'reject', code: 'TIME_BARRED', people: 1 })[1], {
      what: 'Reason',
      before: null,
      after: 'time barred',
    });
  });

  it('is what an invoice was paid short by, and what is disputed', () => {
    const invoice = {
      number: '8800412375',
      pro: bill.pro,
      state: 'Paid',
      billed: cents(50_000),
      approved: cents(40_500),
      short: cents(9_500),
      adjustmentReason: 'Liftgate not authorised',
    };
    assert.deepEqual(disputeValues(invoice, { reason: 'ACC', amount: cents(9_500) }), [
      { what: 'Invoice', before: 'Paid', after: 'Disputed' },
      { what: 'Reason', before: 'Liftgate not authorised', after: 'ACC' },
      { what: 'Amount', before: '$95.00 short', after: '$95.00 disputed' },
    ]);
  });

  it('names the limits, and none where the playbook has none', () => {
    assert.deepEqual(shownLimit('disputed amount', noLimits), {
      weighed: 'disputed amount',
      over: null,
      two_people_over: null,
    });
    assert.deepEqual(shownLimit('net change', { over: cents(25_000), twoPeopleOver: cents(250_000) }), {
      weighed: 'net change',
      over: '250.00',
      two_people_over: '2500.00',
    });
  });
});
