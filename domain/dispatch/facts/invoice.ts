/** An invoice and its disputes, out of the facts of a `look` or `probe` of file_dispute. */
import { type Cents, formatAmount } from '../money.ts';
import type { InvoiceFacts } from '../rules/dispute-case.ts';
import type { DisputeReason } from '../rules/adjustment-reasons.ts';
import type { Day } from '../rules/calendar.ts';
import { openDisputeStates } from '../rules/pod-to-dispute.ts';
import { type Marks, type OnFile, type PortalRecord, whatIsOnFile } from '../writing/write-once.ts';
import {
  type FactReader,
  type PhaseFacts,
  type Reading,
  carriesMark,
  carriesOwnMark,
  isAccessorial,
  joined,
  reading,
  recordOf,
} from './reading.ts';

interface DisputeRecord extends PortalRecord {
  readonly state: string;
}

export interface InvoiceOnPortal {
  readonly invoice: InvoiceFacts;
  readonly bol: string | null;
  readonly duplicateOf: string | null;
  readonly damageReported: Day | null;
  /** Accessorial codes that were paid short. */
  readonly disputedServices: readonly string[];
  /** Disputes of this invoice, and those with our mark on any invoice. */
  readonly disputes: readonly DisputeRecord[];
}

export function readInvoice(facts: PhaseFacts): Reading<InvoiceOnPortal> {
  return reading(facts, (page) => {
    const number = page.text('invoice_number');
    const lines = page.rows('lines').map((row) => ({ code: row.text('code'), short: row.money('short') }));
    return {
      invoice: {
        number,
        pro: page.text('pro'),
        state: page.text('state'),
        billed: page.money('billed'),
        approved: page.money('approved'),
        short: page.money('short'),
        adjustmentReason: page.textOrEmpty('adjustment_reason'),
      },
      bol: page.textOrNull('bol'),
      duplicateOf: page.textOrNull('duplicate_of'),
      damageReported: page.dayOrNull('damage_reported'),
      disputedServices: lines.filter(({ code, short }) => isAccessorial(code) && short > 0).map(({ code }) => code),
      disputes: disputesOn(page, number),
    };
  });
}

/** The disputes alone, as a probe reads them. */
export function readDisputes(facts: PhaseFacts, invoiceNumber: string): Reading<readonly DisputeRecord[]> {
  return reading(facts, (page) => disputesOn(page, invoiceNumber));
}

function disputesOn(page: FactReader, invoiceNumber: string): DisputeRecord[] {
  const record = (row: FactReader, invoice: string): DisputeRecord => ({
    ...recordOf(row, ['reason_code', 'amount'], { invoice_number: invoice }),
    state: row.text('state'),
  });
  const own = page.rows('disputes').map((row) => record(row, invoiceNumber));
  const marked = (page.rowsOrNull('marked') ?? []).map((row) => record(row, row.text('invoice_number')));
  return joined(own, marked);
}

/** Disputes of the same fact: open ones on the invoice, and those with our marks that nobody withdrew. */
export function disputeOnFile(disputes: readonly DisputeRecord[], marks: Marks): OnFile {
  const open = new Set<string>(openDisputeStates.map((state) => state.toLowerCase()));
  const same = disputes.filter(
    (record) =>
      open.has(record.state.toLowerCase()) ||
      carriesOwnMark(record, marks) ||
      (carriesMark(record, marks) && !/^withdrawn\b/i.test(record.state)),
  );
  return whatIsOnFile({ kind: 'read', records: same }, marks);
}

/** What the record of a dispute has to say. */
export function disputeFields(invoiceNumber: string, reason: DisputeReason, amount: Cents): Record<string, string> {
  return { invoice_number: invoiceNumber, reason_code: reason, amount: formatAmount(amount) };
}
