/** Disputes and the documents attached to them, out of the facts of pod_to_dispute. */
import { accessorialCode } from '../code-text.ts';
import type { DisputeProof } from '../rules/dispute-case.ts';
import { type DisputeOnPortal, openDisputeStates } from '../rules/pod-to-dispute.ts';
import { type Marks, type OnFile, type PortalRecord, whatIsOnFile } from '../writing/write-once.ts';
import { type FactReader, type PhaseFacts, type Reading, carriesMark, joined, reading, recordOf } from './reading.ts';

export interface DisputesOnPortal {
  readonly invoiceNumber: string;
  readonly invoicePro: string;
  readonly disputes: readonly DisputeOnPortal[];
  /** The only open dispute; null when none or several are open. */
  readonly open: DisputeOnPortal | null;
  /** Documents attached to it; null when they were not read. */
  readonly attachments: readonly PortalRecord[] | null;
}

export function readDisputesForPod(facts: PhaseFacts): Reading<DisputesOnPortal> {
  return reading(facts, (page) => {
    const invoiceNumber = page.text('invoice_number');
    const invoicePro = page.text('invoice_pro');
    const disputes = page.rows('disputes').map((row) => ({
      number: row.text('number'),
      state: row.text('state'),
      invoiceNumber: row.textOrNull('invoice_number') ?? invoiceNumber,
      pro: row.textOrNull('pro') ?? invoicePro,
    }));
    const states = new Set<string>(openDisputeStates.map((state) => state.toLowerCase()));
    const [open = null, ...more] = disputes.filter(({ state }) => states.has(state.toLowerCase()));
    const only = more.length === 0 ? open : null;
    return {
      invoiceNumber,
      invoicePro,
      disputes,
      open: only,
      attachments: page.rowsOrNull('attachments')?.map((row) => attachmentOf(row, only?.number ?? '')) ?? null,
    };
  });
}

/** @param disputeNumber of the dispute whose attachments were read */
export function readAttachments(facts: PhaseFacts, disputeNumber: string): Reading<readonly PortalRecord[]> {
  return reading(facts, (page) => {
    const own = page.rows('attachments').map((row) => attachmentOf(row, disputeNumber));
    const marked = (page.rowsOrNull('marked') ?? []).map((row) => recordOf(row, ['dispute_number']));
    return joined(own, marked);
  });
}

function attachmentOf(row: FactReader, disputeNumber: string): PortalRecord {
  return recordOf(row, ['type'], { dispute_number: disputeNumber, bytes: String(row.whole('size')) });
}

/** A delivery receipt that the open dispute already has, no matter who attached it. */
export function receiptOnFile({ open, attachments }: DisputesOnPortal, marks: Marks): OnFile {
  if (open === null) return { kind: 'nothing' };
  if (attachments === null)
    return { kind: 'cannot_tell', why: `the documents of dispute ${open.number} were not read` };
  const same = attachments.filter((record) => isReceipt(record) || carriesMark(record, marks));
  return whatIsOnFile({ kind: 'read', records: same }, marks);
}

function isReceipt({ fields }: PortalRecord): boolean {
  return /\b(?:pod|delivery receipt|proof of delivery)\b/i.test(fields['type'] ?? '');
}

// What the TMS shows of a shipment beside its delivery receipt: the proof that a dispute depends on.

export type ShipmentProof = Pick<
  DisputeProof,
  'shipDate' | 'billOfLading' | 'billedWeightLb' | 'billedClass' | 'inspection' | 'agreement' | 'bol'
>;

/** Of a shipment of which nothing was read. */
export const noShipmentProof: ShipmentProof = {
  shipDate: null,
  billOfLading: null,
  billedWeightLb: null,
  billedClass: null,
  inspection: null,
  agreement: null,
  bol: null,
};

export function readShipment(facts: PhaseFacts): Reading<ShipmentProof> {
  return reading(facts, (page) => {
    const inspection = page.textOrNull('inspection_number');
    const agreement = page.textOrNull('agreement_number');
    const from = page.dayOrNull('agreement_from');
    return {
      shipDate: page.dayOrNull('ship_date'),
      bol: page.textOrNull('bol'),
      billOfLading:
        page.has('bol_pieces') || page.has('bol_services')
          ? {
              pieces: page.wholeOrNull('bol_pieces'),
              services: page
                .textOrEmpty('bol_services')
                .split(',')
                // A code of the portal's own ("LG") is compared with those of the invoice as it is.
                .flatMap((name) => accessorialCode(name) ?? (name.trim() === '' ? [] : name.trim().toUpperCase())),
            }
          : null,
      billedWeightLb: page.wholeOrNull('billed_weight'),
      billedClass: page.textOrNull('billed_class'),
      inspection:
        inspection === null
          ? null
          : {
              number: inspection,
              certified: /^certified\b/i.test(page.textOrEmpty('inspection_scale')),
              weightLb: page.wholeOrNull('inspection_weight'),
              freightClass: page.textOrNull('inspection_class'),
            },
      agreement:
        agreement === null || from === null
          ? null
          : { number: agreement, from, until: page.dayOrNull('agreement_until') },
    };
  });
}
