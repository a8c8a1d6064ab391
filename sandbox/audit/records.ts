/** The audit portal's records: invoices, disputes, attachments, claims, responses, chargebacks and documents. */
import type { UploadedFile } from '../framework/application.ts';

export const invoiceStates = [
  'Open',
  'In process (audit)',
  'In process (QA)',
  'In process (data entry)',
  'Pending auditor clarification',
  'Pending scanner review',
  'Payment processing',
  'Paid',
  'Zero paid',
  'Closed',
] as const;
export type InvoiceState = (typeof invoiceStates)[number];
/** States in which the approved amount can still move. */
export const auditUnderWay: readonly InvoiceState[] = invoiceStates.filter((state) =>
  /^(?:In process|Pending)/.test(state),
);

export interface InvoiceLine {
  readonly code: string;
  readonly description: string;
  readonly billedCents: number;
  readonly approvedCents: number;
  /** The auditor's wording; empty when the line was paid as billed. */
  readonly adjustment: string;
}

interface AuditNote {
  readonly on: string;
  readonly by: string;
  readonly text: string;
}

export interface Invoice {
  readonly number: string;
  readonly pro: string;
  readonly bol: string;
  readonly invoiceDate: string;
  readonly state: InvoiceState;
  readonly billedCents: number;
  readonly approvedCents: number;
  /** The auditor's wording; empty when it was approved as billed. */
  readonly adjustmentReason: string;
  /** PRO of the bill that the auditor takes it to repeat. */
  readonly duplicateOf: string | null;
  readonly damageReported: string | null;
  readonly lines: readonly InvoiceLine[];
  readonly notes: readonly AuditNote[];
}

export function shortCents({ billedCents, approvedCents }: Pick<Invoice, 'billedCents' | 'approvedCents'>): number {
  return billedCents - approvedCents;
}

export const disputeReasons = ['ACC', 'SHT', 'DMG', 'CLS', 'WGT', 'RATE', 'DUP', 'OTH'] as const;
export const disputeStates = [
  'Submitted',
  'Under review',
  'Info requested',
  'Approved',
  'Partly approved',
  'Denied',
  'Withdrawn',
] as const;
export type DisputeState = (typeof disputeStates)[number];
/** States in which a dispute still takes documents. */
export const openDisputeStates: readonly DisputeState[] = disputeStates.slice(0, 3);

export interface Dispute {
  readonly number: string;
  readonly invoiceNumber: string;
  /** Of the invoice. */
  readonly pro: string;
  readonly reasonCode: string;
  readonly amountCents: number;
  readonly state: DisputeState;
  readonly explanation: string;
  readonly reference: string;
  readonly by: string;
  readonly at: string;
  readonly answer: string;
}

export const attachmentTypes = ['Delivery receipt (POD)', 'Bill of lading', 'W&I certificate', 'Other'] as const;

export interface Attachment {
  readonly number: string;
  readonly disputeNumber: string;
  readonly documentId: number;
  readonly type: string;
  readonly filename: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly reference: string;
  readonly by: string;
  readonly at: string;
}

const claimTypes = ['shortage', 'visible damage', 'concealed damage', 'loss'] as const;
export type ClaimType = (typeof claimTypes)[number];
export const claimStates = [
  'Open',
  'Acknowledged',
  'Inspection requested',
  'Accepted',
  'Partly accepted',
  'Declined',
  'Withdrawn',
  'Closed',
] as const;
export type ClaimState = (typeof claimStates)[number];
export const openClaimStates: readonly ClaimState[] = claimStates.slice(0, 3);

interface ClaimLine {
  readonly description: string;
  readonly pieces: number;
  readonly poundsEach: number;
  readonly centsEach: number;
}

export interface ClaimInspection {
  readonly on: string;
  readonly by: string;
  readonly piecesConfirmed: number;
  readonly cause: 'packaging' | 'inherent vice' | null;
  readonly findings: string;
}

export interface Claim {
  readonly number: string;
  readonly type: ClaimType;
  readonly state: ClaimState;
  readonly filed: string;
  readonly claimant: string;
  readonly pro: string | null;
  readonly invoiceNumber: string | null;
  readonly bol: string | null;
  readonly delivered: string | null;
  readonly reported: string | null;
  readonly claimedCents: number | null;
  readonly proofOffered: boolean;
  readonly perPoundCents: number | null;
  readonly perShipmentCents: number | null;
  readonly salvageCents: number;
  readonly lines: readonly ClaimLine[];
  readonly inspection: ClaimInspection | null;
}

export const decisions = [
  ['accept', 'Accept'],
  ['partial', 'Accept in part'],
  ['decline', 'Decline'],
] as const;
export type Decision = (typeof decisions)[number][0];
export const declineCodes = [
  'TIME_BARRED',
  'ACT_OF_SHIPPER',
  'INHERENT_VICE',
  'CONCEALED_LATE_NO_PROOF',
  'OTHER',
] as const;

export interface ClaimResponse {
  readonly number: string;
  readonly claimNumber: string;
  readonly decision: Decision;
  readonly amountCents: number | null;
  readonly reasonCode: string;
  readonly reason: string;
  readonly reference: string;
  readonly by: string;
  readonly at: string;
}

export interface Chargeback {
  readonly number: string;
  readonly invoiceNumber: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly state: 'Open' | 'Paid';
  readonly dated: string;
}

export interface FiledDocument {
  readonly id: number;
  readonly type: string;
  readonly number: string;
  readonly dated: string;
  readonly filename: string;
}
export interface ResponseEntry {
  readonly decision: string;
  readonly amount: string;
  readonly reasonCode: string;
  readonly reason: string;
  readonly reference: string;
}

export interface AttachmentEntry {
  readonly type: string;
  readonly reference: string;
  readonly file: UploadedFile | null;
}
