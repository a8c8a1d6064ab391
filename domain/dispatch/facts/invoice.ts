/** An invoice and its disputes, out of the facts of a `look` or `probe` of file_dispute. */
import { accessorialCode } from '../code-text.ts';
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
  isUnknownCharge,
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
  /** Codes of the lines that were paid short. */
  readonly shortCodes: readonly string[];
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
      shortCodes: lines.filter(({ short }) => short > 0).map(({ code }) => code),
      disputes: disputesOn(page, number),
    };
  });
}

/**
 * Accessorials among the codes that were paid short; none, so that a person looks, when a code of another form than those of
 * the trade is among them that no paper of the shipment names: it may be freight, or a service that nothing proves.
 * @param shown services that the receipt and the bill of lading name, in whatever form the portal has its codes
 */
export function servicesPaidShort(shortCodes: readonly string[], shown: readonly string[]): string[] {
  const named = new Set(shown.map((code) => code.trim().toUpperCase()));
  const codes = shortCodes.map((code) => accessorialCode(code) ?? code.trim().toUpperCase());
  return codes.some((code) => isUnknownCharge(code, named)) ? [] : codes.filter((code) => isAccessorial(code, named));
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
