/** Reads the audit portal's tables, for pages and for the checks of a write. */

import type { Queryable } from '../framework/application.ts';
import type { Attachment, Chargeback, Claim, ClaimResponse, Dispute, FiledDocument, Invoice } from './records.ts';

export const pageSize = 25;
/** Shortest part of a PRO or BOL number that is searched as a beginning. */
const shortestPrefix = 6;

/** One page of a list, and how many there are on all. */
export interface Listed<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

export interface InvoiceFilter {
  readonly q: string;
  readonly status: string;
  /** `yes`, `no` or empty. */
  readonly short: string;
  readonly from: string;
  readonly to: string;
  readonly page: number;
}
export interface ListFilter {
  readonly q: string;
  readonly state: string;
  readonly page: number;
}

const iso = (column: string): string => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const invoiceColumns = `number, pro, bol, invoice_date as "invoiceDate", state, billed_cents::float8 as "billedCents",
  approved_cents::float8 as "approvedCents", adjustment_reason as "adjustmentReason", duplicate_of as "duplicateOf",
  damage_reported as "damageReported", lines, notes`;
const disputeColumns = `d.number, d.invoice_number as "invoiceNumber", i.pro, d.reason_code as "reasonCode",
  d.amount_cents::float8 as "amountCents", d.state, d.explanation, d.reference, d.filed_by as by, ${iso('d.filed_at')} as at,
  d.answer`;
const attachmentColumns = `a.number, a.dispute_number as "disputeNumber", a.document_id as "documentId", a.type, f.filename,
  a.bytes, a.sha256, a.reference, a.attached_by as by, ${iso('a.attached_at')} as at`;
const claimColumns = `number, type, state, filed, claimant, pro, invoice_number as "invoiceNumber", bol, delivered, reported,
  claimed_cents::float8 as "claimedCents", proof_offered as "proofOffered", per_pound_cents::float8 as "perPoundCents",
  per_shipment_cents::float8 as "perShipmentCents", salvage_cents::float8 as "salvageCents", lines, inspection`;
const responseColumns = `number, claim_number as "claimNumber", decision, amount_cents::float8 as "amountCents",
  reason_code as "reasonCode", reason, reference, responded_by as by, ${iso('responded_at')} as at`;
const chargebackColumns = `number, invoice_number as "invoiceNumber", amount_cents::float8 as "amountCents", reason, state, dated`;
const documentColumns = 'id, type, number, dated, filename';

const disputesWithInvoice = 'sandbox.audit_disputes d join sandbox.audit_invoices i on i.number = d.invoice_number';
const attachmentsWithFile = 'sandbox.audit_attachments a join sandbox.audit_documents f on f.id = a.document_id';

async function one<T extends object>(db: Queryable, statement: string, values: readonly unknown[]): Promise<T | null> {
  return (await db.query<T>(statement, [...values])).rows[0] ?? null;
}
async function all<T extends object>(db: Queryable, statement: string, values: readonly unknown[]): Promise<T[]> {
  return (await db.query<T>(statement, [...values])).rows;
}
/** A page of `columns` from what follows `from`, which may use $1 and on. */
async function listed<T extends object>(
  db: Queryable,
  columns: string,
  from: string,
  order: string,
  values: readonly unknown[],
  page: number,
): Promise<Listed<T>> {
  const count = await one<{ total: number }>(db, `select count(*)::int as total from ${from}`, values);
  const offset = (page - 1) * pageSize;
  const statement = `select ${columns} from ${from} order by ${order} limit ${pageSize} offset ${offset}`;
  return { rows: await all<T>(db, statement, values), total: count?.total ?? 0 };
}

/** A LIKE pattern: the text itself, and as a beginning when it is long enough. */
function startsWith(text: string): string {
  const literal = text.replaceAll(/[\\%_]/g, '\\$&');
  return text.length >= shortestPrefix ? `${literal}%` : literal;
}

export function findInvoice(db: Queryable, number: string): Promise<Invoice | null> {
  return one(db, `select ${invoiceColumns} from sandbox.audit_invoices where number = $1`, [number]);
}

export function listInvoices(
  db: Queryable,
  { q, status, short, from, to, page }: InvoiceFilter,
): Promise<Listed<Invoice>> {
  const where = `sandbox.audit_invoices where ($1 = '' or number like $1 or pro like $1 or bol like $1)
    and ($2 = '' or state = $2) and ($3 = '' or (billed_cents > approved_cents) = ($3 = 'yes'))
    and ($4 = '' or invoice_date >= $4) and ($5 = '' or invoice_date <= $5)`;
  return listed(db, invoiceColumns, where, 'invoice_date desc, number', [startsWith(q), status, short, from, to], page);
}

export function findDispute(db: Queryable, number: string): Promise<Dispute | null> {
  return one(db, `select ${disputeColumns} from ${disputesWithInvoice} where d.number = $1`, [number]);
}

export function disputesOf(db: Queryable, invoiceNumber: string): Promise<Dispute[]> {
  const statement = `select ${disputeColumns} from ${disputesWithInvoice} where invoice_number = $1 order by d.serial`;
  return all(db, statement, [invoiceNumber]);
}

export function listDisputes(db: Queryable, { q, state, page }: ListFilter): Promise<Listed<Dispute>> {
  const where = `${disputesWithInvoice} where ($1 = '' or d.number = upper($1) or d.invoice_number = $1 or i.pro = $1
    or upper(d.reference) = upper($1)) and ($2 = '' or d.state = $2)`;
  return listed(db, disputeColumns, where, 'd.serial desc', [q, state], page);
}

export function attachmentsOf(db: Queryable, disputeNumber: string): Promise<Attachment[]> {
  const statement = `select ${attachmentColumns} from ${attachmentsWithFile} where dispute_number = $1 order by a.serial`;
  return all(db, statement, [disputeNumber]);
}

export function searchAttachments(db: Queryable, text: string): Promise<Attachment[]> {
  const statement = `select ${attachmentColumns} from ${attachmentsWithFile}
    where a.number = upper($1) or dispute_number = upper($1) or upper(a.reference) = upper($1)
    order by a.serial desc limit 100`;
  return all(db, statement, [text]);
}

export function findAttachment(db: Queryable, disputeNumber: string, number: string): Promise<Attachment | null> {
  const statement = `select ${attachmentColumns} from ${attachmentsWithFile} where dispute_number = $1 and a.number = $2`;
  return one(db, statement, [disputeNumber, number]);
}

export function findClaim(db: Queryable, number: string): Promise<Claim | null> {
  return one(db, `select ${claimColumns} from sandbox.audit_claims where number = $1`, [number]);
}

export function listClaims(db: Queryable, { q, state, page }: ListFilter): Promise<Listed<Claim>> {
  const where = `sandbox.audit_claims c where ($1 = '' or number = upper($1) or invoice_number = $1 or pro = $1
    or exists (select 1 from sandbox.audit_responses r where r.claim_number = c.number and upper(r.reference) = upper($1)))
    and ($2 = '' or state = $2)`;
  return listed(db, claimColumns, where, 'filed desc, number desc', [q, state], page);
}

export function responsesOf(db: Queryable, claimNumber: string): Promise<ClaimResponse[]> {
  const statement = `select ${responseColumns} from sandbox.audit_responses where claim_number = $1 order by serial`;
  return all(db, statement, [claimNumber]);
}

export function findResponse(db: Queryable, claimNumber: string, number: string): Promise<ClaimResponse | null> {
  const statement = `select ${responseColumns} from sandbox.audit_responses where claim_number = $1 and number = $2`;
  return one(db, statement, [claimNumber, number]);
}

export function searchResponses(db: Queryable, text: string): Promise<ClaimResponse[]> {
  const statement = `select ${responseColumns} from sandbox.audit_responses
    where number = upper($1) or claim_number = upper($1) or upper(reference) = upper($1) order by serial desc limit 100`;
  return all(db, statement, [text]);
}

export function listChargebacks(db: Queryable): Promise<Chargeback[]> {
  return all(db, `select ${chargebackColumns} from sandbox.audit_chargebacks order by number`, []);
}

export function findChargeback(db: Queryable, number: string): Promise<Chargeback | null> {
  return one(db, `select ${chargebackColumns} from sandbox.audit_chargebacks where number = $1`, [number]);
}

export function documentsOf(db: Queryable, about: { invoice?: string; claim?: string }): Promise<FiledDocument[]> {
  const statement = `select ${documentColumns} from sandbox.audit_documents
    where invoice_number = $1 or claim_number = $2 order by id`;
  return all(db, statement, [about.invoice ?? null, about.claim ?? null]);
}

/** A document with what it is made of, and the record it is filed under. */
export interface DocumentContent extends FiledDocument {
  readonly content: Buffer | null;
  readonly sheet: readonly (readonly [label: string, value: string])[] | null;
  readonly invoiceNumber: string | null;
  readonly claimNumber: string | null;
}

export function findDocument(db: Queryable, id: number): Promise<DocumentContent | null> {
  const statement = `select d.id, d.type, d.number, d.dated, d.filename, d.content, d.sheet, d.claim_number as "claimNumber",
      coalesce(d.invoice_number, p.invoice_number) as "invoiceNumber"
    from sandbox.audit_documents d left join sandbox.audit_attachments a on a.document_id = d.id
      left join sandbox.audit_disputes p on p.number = a.dispute_number
    where d.id = $1 limit 1`;
  return one(db, statement, [id]);
}
