/** Facts that support the work; tests change what they are about. */

import { cents } from '../../../../domain/dispatch/money.ts';
import type { ClaimFacts } from '../../../../domain/dispatch/rules/answer-claim.ts';
import type { ReceiptFacts } from '../../../../domain/dispatch/rules/delivery-receipt.ts';
import type { DisputeFacts } from '../../../../domain/dispatch/rules/dispute-case.ts';

export const receipt: ReceiptFacts = {
  state: 'usable',
  delivered: '2026-10-02',
  pieces: 30,
  services: ['LFT'],
  exceptions: '',
};

/** An accessorial of 95.00 paid short, and everything to prove it and any other reason. */
export const dispute: DisputeFacts = {
  asked: { invoiceNumber: '8800412375', reason: null, amount: null, comment: null },
  invoice: {
    number: '8800412375',
    pro: '0412708839',
    state: 'Paid',
    billed: cents(54_213),
    approved: cents(44_713),
    short: cents(9500),
    adjustmentReason: 'Incorrect accessorial',
  },
  onFile: { kind: 'nothing' },
  filed: null,
  receipt,
  proof: {
    shipDate: '2026-09-28',
    billOfLading: { pieces: 30, services: [] },
    disputedServices: ['LFT'],
    billedWeightLb: 1240,
    billedClass: '70',
    inspection: { number: 'WI-77120', certified: true, weightLb: 1240, freightClass: '70' },
    agreement: { number: 'PA-2026-14', from: '2026-01-01', until: '2026-12-31' },
    damageNotice: null,
    otherBill: { pro: '0618304750', bol: 'BL2', receiptSigned: true },
    pro: '0412708839',
    bol: 'BL1',
  },
  holidays: [],
};

/** Three of thirty pieces short, noted so; everything payable. */
export const claim: ClaimFacts = {
  asked: 'claim CLM-2026-000042',
  claim: {
    number: 'CLM-2026-000042',
    filed: '2026-10-20',
    type: 'shortage',
    claimed: cents(36_000),
    pro: '0412708839',
    lines: [{ description: 'Valves, brass', pieces: 3, unitValue: cents(12_000), unitPounds: '38' }],
    reported: '2026-10-05',
    proofOffered: false,
  },
  onFile: { kind: 'nothing' },
  receipt: { ...receipt, exceptions: 'SHORT 3 OF 30 CTN - RECEIVED 27' },
  inspection: null,
  liability: { perPound: cents(2000), perShipment: cents(5_000_000) },
  salvage: cents(0),
  holidays: [],
  limits: { over: cents(250_000), twoPeopleOver: null },
};
