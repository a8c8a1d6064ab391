/** The facts of a dispute, and the case that the rows of `file-dispute.ts` judge: reason and amount settled. */

import { type Cents, dollars, noMoney } from '../money.ts';
import type { OnFile } from '../writing/write-once.ts';
import { type DisputeReason, reasonOfWording } from './adjustment-reasons.ts';
import type { Day } from './calendar.ts';
import { type Notation, type ReceiptFacts, readNotation, receiptStateText } from './delivery-receipt.ts';
import { onFileWord } from './decision-table.ts';

/** An invoice on the audit portal. */
export interface InvoiceFacts {
  readonly number: string;
  readonly pro: string;
  /** In the portal's words, such as `Paid` or `In process`. */
  readonly state: string;
  readonly billed: Cents;
  readonly approved: Cents;
  readonly short: Cents;
  /** The auditor's wording of why it was paid short. */
  readonly adjustmentReason: string;
}

/** What the carrier has to show; null and empty where nothing is on file. */
export interface DisputeProof {
  readonly shipDate: Day | null;
  readonly billOfLading: { readonly pieces: number | null; readonly services: readonly string[] } | null;
  /** Accessorial codes that were paid short. */
  readonly disputedServices: readonly string[];
  readonly billedWeightLb: number | null;
  readonly billedClass: string | null;
  /** The certificate of a weighing and inspection. */
  readonly inspection: {
    readonly number: string;
    readonly certified: boolean;
    readonly weightLb: number | null;
    /** Class by measured density or NMFC item. */
    readonly freightClass: string | null;
  } | null;
  readonly agreement: { readonly number: string; readonly from: Day; readonly until: Day | null } | null;
  /** When the consignee reported damage, if ever. */
  readonly damageNotice: Day | null;
  /** The bill that the payer holds to be the same. */
  readonly otherBill: { readonly pro: string; readonly bol: string; readonly receiptSigned: boolean } | null;
  readonly pro: string;
  readonly bol: string | null;
}

export interface DisputeFacts {
  readonly asked: {
    readonly invoiceNumber: string;
    readonly reason: DisputeReason | null;
    readonly amount: Cents | null;
    readonly comment: string | null;
  };
  /** Null when the portal has no such invoice. */
  readonly invoice: InvoiceFacts | null;
  readonly onFile: OnFile;
  /** What the dispute on file says; null when there is none, or it cannot be read. */
  readonly filed: { readonly reason: string; readonly amount: Cents } | null;
  readonly receipt: ReceiptFacts;
  readonly proof: DisputeProof;
  readonly holidays: readonly Day[];
}

/** What the rows judge. */
export interface DisputeCase extends Omit<DisputeFacts, 'invoice'> {
  readonly found: boolean;
  readonly invoice: InvoiceFacts;
  /** The reason asked for, else the one that the auditor's wording names, else OTH where a comment says enough. */
  readonly reason: DisputeReason | null;
  /** The amount asked for, else the whole short amount. */
  readonly amount: Cents;
  readonly notation: Notation;
  readonly comment: string;
}

/** OTH is free text; less than this says nothing. */
export const commentAtLeast = 20;

export function disputeCase(facts: DisputeFacts): DisputeCase {
  const invoice = facts.invoice ?? noInvoice(facts.asked.invoiceNumber);
  const comment = facts.asked.comment?.trim() ?? '';
  const fallback = comment.length >= commentAtLeast ? 'OTH' : null;
  return {
    ...facts,
    found: facts.invoice !== null,
    invoice,
    reason: facts.asked.reason ?? reasonOfWording(invoice.adjustmentReason) ?? fallback,
    amount: facts.asked.amount ?? invoice.short,
    notation: readNotation(facts.receipt.exceptions),
    comment,
  };
}

function noInvoice(number: string): InvoiceFacts {
  return { number, pro: '', state: '', billed: noMoney, approved: noMoney, short: noMoney, adjustmentReason: '' };
}

export function disputeText(it: DisputeCase): Record<string, string> {
  const { invoice, proof } = it;
  const stated = (value: string | number | null | undefined): string =>
    value === null || value === undefined ? 'not stated' : String(value);
  return {
    invoice: invoice.number,
    state: invoice.state,
    billed: dollars(invoice.billed),
    approved: dollars(invoice.approved),
    short: dollars(invoice.short),
    amount: dollars(it.amount),
    reason: it.reason ?? 'none',
    wording: invoice.adjustmentReason,
    on_file: onFileWord(it.onFile),
    filed: it.filed === null ? 'not stated' : `${dollars(it.filed.amount)} under reason ${it.filed.reason}`,
    receipt: receiptStateText[it.receipt.state],
    exceptions: it.receipt.exceptions,
    pieces: stated(it.receipt.pieces),
    bill_pieces: stated(proof.billOfLading?.pieces),
    services: proof.disputedServices.join(', '),
    unproven: unprovenServices(it).join(', '),
    billed_class: stated(proof.billedClass),
    billed_weight: stated(proof.billedWeightLb),
    inspection: stated(proof.inspection?.number),
    inspected_class: stated(proof.inspection?.freightClass),
    scale_weight: stated(proof.inspection?.weightLb),
    agreement: stated(proof.agreement?.number),
    ship_date: stated(proof.shipDate),
    notice: stated(proof.damageNotice),
    other_pro: stated(proof.otherBill?.pro),
    other_bol: stated(proof.otherBill?.bol),
  };
}

/** Short-paid services that neither the receipt nor the bill of lading shows. */
export function unprovenServices({ proof, receipt }: DisputeCase): string[] {
  const shown = new Set([...receipt.services, ...(proof.billOfLading?.services ?? [])]);
  return proof.disputedServices.filter((service) => !shown.has(service));
}
