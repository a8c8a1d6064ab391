/** The seeded records of the audit portal: that they agree with the TMS, and that the named ones mean what they say. */

import assert from 'node:assert/strict';
import { scenarioClaims, scenarioDisputes, scenarioInvoices } from '../../sandbox/audit/scenarios.ts';
import { openDisputeStates, shortCents } from '../../sandbox/audit/records.ts';
import { seedAudit } from '../../sandbox/audit/seed.ts';
import { allScenarios } from '../../sandbox/scenarios.ts';
import { type SeededShipment, seedShipments } from '../../sandbox/tms/seed.ts';
import { totalCents } from '../../sandbox/tms/tariff.ts';
import { sentencesIn } from '../../domain/sentence.ts';
import { noLimits } from '../../domain/dispatch/approval.ts';
import { cents } from '../../domain/dispatch/money.ts';
import { decideClaim } from '../../domain/dispatch/rules/answer-claim.ts';
import type { ReceiptFacts } from '../../domain/dispatch/rules/delivery-receipt.ts';
import { decideFileDispute } from '../../domain/dispatch/rules/file-dispute.ts';
import { checkTaskInput } from '../../commands/dispatch/check-task-input.ts';

const audit = seedAudit();
const shipments = new Map(seedShipments().map((seeded) => [seeded.shipment.pro, seeded]));

describe('the seed of the audit portal', () => {
  it('is the same every time, with at least 120 invoices and 40 claims', () => {
    assert.deepEqual(seedAudit(), audit);
    assert.ok(audit.invoices.length >= 120 && audit.claims.length >= 40 && audit.disputes.length >= 20);
    for (const numbers of [audit.invoices, audit.disputes, audit.claims.map(({ claim }) => claim), audit.chargebacks])
      assert.equal(new Set(numbers.map(({ number }) => number)).size, numbers.length);
  });

  it('bills what the TMS bills, line by line, and every short pay adds up', () => {
    for (const invoice of audit.invoices) {
      const seeded = shipments.get(invoice.pro);
      assert.ok(seeded, invoice.number);
      assert.deepEqual([invoice.bol, invoice.billedCents], [seeded.shipment.bol, totalCents(seeded.charges)]);
      const short = invoice.lines.reduce((sum, line) => sum + line.billedCents - line.approvedCents, 0);
      assert.equal(short, shortCents(invoice), invoice.number);
      assert.equal(short > 0, invoice.adjustmentReason !== '', invoice.number);
    }
  });

  it('claims no more pieces than were shipped, of the weight they have, after the delivery', () => {
    for (const { claim } of audit.claims) {
      const shipment = claim.pro === null ? undefined : shipments.get(claim.pro)?.shipment;
      if (shipment === undefined) continue;
      assert.deepEqual([claim.delivered, claim.bol], [shipment.deliveryDate, shipment.bol], claim.number);
      assert.ok(claim.lines.reduce((sum, { pieces }) => sum + pieces, 0) <= shipment.pieces, claim.number);
      assert.ok(
        claim.filed > (claim.delivered ?? '') && (claim.reported ?? '') >= (claim.delivered ?? ''),
        claim.number,
      );
      for (const { poundsEach } of claim.lines)
        assert.equal(poundsEach * shipment.pieces, shipment.weightLb, claim.number);
    }
  });

  it('has disputes of short-paid invoices only, of at most the short amount, one open at a time', () => {
    const open = audit.disputes.filter(({ state }) => openDisputeStates.includes(state));
    assert.equal(new Set(open.map(({ invoiceNumber }) => invoiceNumber)).size, open.length);
    for (const { invoiceNumber, amountCents } of audit.disputes) {
      const invoice = audit.invoices.find(({ number }) => number === invoiceNumber);
      assert.ok(invoice && amountCents > 0 && amountCents <= shortCents(invoice), invoiceNumber);
    }
    for (const number of Object.values(scenarioDisputes)) assert.ok(open.some((dispute) => dispute.number === number));
  });

  it('has all named records but the missing ones', () => {
    for (const [name, number] of Object.entries(scenarioInvoices))
      assert.equal(
        audit.invoices.some((invoice) => invoice.number === number),
        name !== 'missing',
        name,
      );
    for (const [name, number] of Object.entries(scenarioClaims))
      assert.equal(
        audit.claims.some(({ claim }) => claim.number === number),
        name !== 'missing',
        name,
      );
  });

  it('gives ready task inputs that the API takes', () => {
    for (const [name, task] of Object.entries(allScenarios())) {
      assert.ok(name.startsWith(task.task_type), name);
      assert.deepEqual(findingsOf(task), [], name);
    }
  });
});

describe('the decision tables on the seeded records', () => {
  const claims: [name: keyof typeof scenarioClaims, decision: string][] = [
    ['accept', 'accept 24000'],
    ['partly', 'partly 25500'],
    ['reject', 'reject CONCEALED_LATE_NO_PROOF'],
    ['person', 'needs_person'],
    ['inspected', 'partly 15000'],
    ['packaging', 'reject ACT_OF_SHIPPER'],
    ['timeBarred', 'reject TIME_BARRED'],
    ['large', 'partly 320000'],
    ['unsigned', 'needs_person'],
    ['incomplete', 'needs_person'],
    ['capped', 'partly 32000'],
  ];
  for (const [name, decision] of claims)
    it(`claim ${name}: ${decision}`, () => assert.equal(decidedClaim(scenarioClaims[name]), decision));

  const disputes: [name: keyof typeof scenarioInvoices, decision: string][] = [
    ['disputeSupported', 'file ACC 9500'],
    ['disputeShort', 'facts_do_not_support'],
    ['disputeFiles', 'file SHT 16000'],
    ['disputeForeign', 'file ACC 11000'],
    ['disputeNotice', 'needs_person'],
    ['disputeClass', 'file CLS 11665'],
    ['inAudit', 'facts_do_not_support'],
    ['closed', 'needs_person'],
    ['paidInFull', 'facts_do_not_support'],
  ];
  for (const [name, decision] of disputes)
    it(`invoice ${name}, with nothing on file: ${decision}`, () =>
      assert.equal(decidedDispute(scenarioInvoices[name]), decision));
});

function findingsOf(task: unknown): readonly string[] {
  const checked = checkTaskInput(task, { allowLoopback: false });
  return 'findings' in checked ? sentencesIn(checked.findings) : [];
}

function receiptFacts(seeded: SeededShipment | undefined): ReceiptFacts {
  const filed = seeded?.documents.find(({ receipt }) => receipt !== null);
  const receipt = filed?.receipt ?? null;
  const none = { delivered: null, pieces: null, services: [], exceptions: '' };
  if (receipt === null) return { state: 'missing', ...none };
  const { date, services, exceptions, signedBy } = receipt;
  const state = signedBy === null ? 'unsigned' : 'usable';
  return { state, delivered: date, pieces: seeded?.shipment.pieces ?? null, services, exceptions };
}

function decidedClaim(number: string): string {
  const found = audit.claims.find(({ claim }) => claim.number === number);
  assert.ok(found);
  const { claim } = found;
  const decision = decideClaim({
    asked: number,
    claim: {
      number,
      filed: claim.filed,
      type: claim.type,
      claimed: claim.claimedCents === null ? null : cents(claim.claimedCents),
      pro: claim.pro,
      lines: claim.lines.map(({ description, pieces, centsEach, poundsEach }) => ({
        description,
        pieces,
        unitValue: cents(centsEach),
        unitPounds: String(poundsEach),
      })),
      reported: claim.reported,
      proofOffered: claim.proofOffered,
    },
    onFile: { kind: 'nothing' },
    receipt: receiptFacts(claim.pro === null ? undefined : shipments.get(claim.pro)),
    inspection:
      claim.inspection === null
        ? null
        : { provenPieces: claim.inspection.piecesConfirmed, cause: claim.inspection.cause },
    liability: {
      perPound: claim.perPoundCents === null ? null : cents(claim.perPoundCents),
      perShipment: claim.perShipmentCents === null ? null : cents(claim.perShipmentCents),
    },
    salvage: cents(claim.salvageCents),
    holidays: [],
    limits: noLimits,
  });
  if (decision.kind === 'reject') return `reject ${decision.code}`;
  return 'amount' in decision ? `${decision.kind} ${decision.amount}` : decision.reason;
}

function decidedDispute(number: string): string {
  const invoice = audit.invoices.find((one) => one.number === number);
  const seeded = shipments.get(invoice?.pro ?? '');
  assert.ok(invoice && seeded);
  const { shipment } = seeded;
  const { inspection, agreement } = shipment;
  const decision = decideFileDispute({
    asked: { invoiceNumber: number, reason: null, amount: null, comment: null },
    invoice: {
      number,
      pro: invoice.pro,
      state: invoice.state,
      billed: cents(invoice.billedCents),
      approved: cents(invoice.approvedCents),
      short: cents(shortCents(invoice)),
      adjustmentReason: invoice.adjustmentReason,
    },
    onFile: { kind: 'nothing' },
    filed: null,
    receipt: receiptFacts(seeded),
    proof: {
      shipDate: shipment.shipDate,
      billOfLading: { pieces: shipment.pieces, services: shipment.shipped.services },
      disputedServices: invoice.lines
        .filter(
          ({ adjustment, code }) =>
            adjustment !== '' && /^[A-Z]{3}$/.test(code) && !['LHL', 'DSC', 'MIN', 'FSC'].includes(code),
        )
        .map(({ code }) => code),
      billedWeightLb: shipment.weightLb,
      billedClass: shipment.freightClass,
      inspection: inspection === null ? null : { ...inspection },
      agreement,
      damageNotice: invoice.damageReported,
      otherBill: null,
      pro: invoice.pro,
      bol: invoice.bol,
    },
    holidays: [],
  });
  return decision.kind === 'file' ? `file ${decision.reason} ${decision.amount}` : decision.reason;
}
