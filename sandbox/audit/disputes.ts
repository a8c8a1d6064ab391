/** Opens disputes and attaches documents to them, under the rules of the portal. */

import type pg from 'pg';
import type {
  RecordKeys,
  UploadedFile,
  Visit,
  StoreManner,
  StoreResult,
  Stored,
  WriteOrder,
} from '../framework/application.ts';
import { centsOf, dollars } from '../framework/money.ts';
import { attachmentPage, disputePage } from './pages/disputes.ts';
import { attachmentsOf, disputesOf, findDispute, findInvoice } from './read.ts';
import { attachmentTypes, auditUnderWay, disputeReasons, openDisputeStates, shortCents } from './records.ts';
import type { Attachment, Dispute, Invoice, AttachmentEntry } from './records.ts';
import { nextSerial, sha256, storeAttachment, whyNotPdf } from './upload.ts';

export interface DisputeEntry {
  readonly reasonCode: string;
  readonly amount: string;
  readonly explanation: string;
  readonly reference: string;
  readonly file: UploadedFile | null;
}

const longestReference = 40;
const longestText = 4000;
/** Reason OTH says nothing by itself. */
const otherNeeds = 20;
const [podType] = attachmentTypes;

export function readDisputeEntry({ form, files }: Pick<Visit, 'form' | 'files'>): DisputeEntry {
  const field = (name: string): string => (form.get(name) ?? '').trim();
  return {
    reasonCode: field('reason_code'),
    amount: field('amount'),
    explanation: field('explanation'),
    reference: field('reference'),
    file: files.get('document') ?? null,
  };
}

export function readAttachmentEntry({ form, files }: Pick<Visit, 'form' | 'files'>): AttachmentEntry {
  const field = (name: string): string => (form.get(name) ?? '').trim();
  return { type: field('document_type'), reference: field('reference'), file: files.get('document') ?? null };
}

export function aboutInvoice({ number, pro }: Pick<Invoice, 'number' | 'pro'>): RecordKeys {
  return { invoice_number: number, pro };
}

function whyNotEntry(entry: DisputeEntry): string | null {
  const { reasonCode, amount, explanation, reference, file } = entry;
  if (!disputeReasons.some((known) => known === reasonCode)) return 'Choose a reason code.';
  if (centsOf(amount) === null) return 'Enter the amount in dollars and cents, such as 95.00.';
  if (reasonCode === 'OTH' && explanation.length < otherNeeds)
    return `Reason OTH needs an explanation of at least ${otherNeeds} characters.`;
  if (explanation.length > longestText) return `The explanation has at most ${longestText} characters.`;
  if (reference.length > longestReference) return `Your reference has at most ${longestReference} characters.`;
  return file === null ? null : whyNotPdf(file);
}

function whyNotInvoice(invoice: Invoice, cents: number): string | null {
  const { number, state } = invoice;
  const short = shortCents(invoice);
  if (state === 'Closed') return `Invoice ${number} is closed.`;
  if (auditUnderWay.includes(state)) return `Invoice ${number} is still in audit (${state}).`;
  if (short <= 0) return `Invoice ${number} is not short paid.`;
  if (cents <= 0) return 'The amount must be more than $0.00.';
  return cents > short ? `The amount ${dollars(cents)} is more than the short amount ${dollars(short)}.` : null;
}

/** @param refuse writes the form again, with words */
export function disputeOrder(
  visit: Visit,
  invoiceNumber: string,
  entry: DisputeEntry,
  refuse: WriteOrder['refuse'],
): WriteOrder {
  const by = visit.session?.username ?? '';
  const cents = centsOf(entry.amount) ?? 0;
  let invoice: Invoice | null = null;

  async function store(client: pg.PoolClient, manner: StoreManner): Promise<StoreResult> {
    await client.query('select from sandbox.audit_invoices where number = $1 for update', [invoiceNumber]);
    invoice = await findInvoice(client, invoiceNumber);
    if (invoice === null) return { kind: 'refused', words: `No invoice ${invoiceNumber} exists.` };
    if (manner === 'again') return file(client, invoiceNumber, cents, manner);
    const words = whyNotEntry(entry);
    if (words !== null) return { kind: 'refused', words };
    const open = (await disputesOf(client, invoiceNumber)).filter(({ state }) => openDisputeStates.includes(state));
    const [first] = open;
    if (first !== undefined) {
      const refusal = `Invoice ${invoiceNumber} already has an open dispute, ${first.number}.`;
      const repeated = open.find((dispute) => isRepeat(dispute, entry, cents));
      return repeated === undefined
        ? { kind: 'refused', words: refusal }
        : { kind: 'repeat', number: repeated.number, words: refusal };
    }
    const refusal = whyNotInvoice(invoice, cents);
    return refusal === null ? file(client, invoiceNumber, cents, manner) : { kind: 'refused', words: refusal };
  }

  async function file(client: pg.PoolClient, on: string, amountCents: number, manner: StoreManner): Promise<Stored> {
    const serial = await nextSerial(client, 'audit_disputes');
    const number = `DSP-2026-${serial.padStart(6, '0')}`;
    const explanation = manner === 'half' ? '' : entry.explanation;
    await client.query(
      `insert into sandbox.audit_disputes (serial, number, invoice_number, reason_code, amount_cents, state, explanation,
         reference, filed_by, filed_at) values ($1, $2, $3, $4, $5, 'Submitted', $6, $7, $8, $9)`,
      [serial, number, on, entry.reasonCode, amountCents, explanation, entry.reference, by, visit.now],
    );
    const document = manner === 'half' ? null : entry.file;
    if (document !== null) {
      const { reference } = entry;
      await storeAttachment(client, {
        disputeNumber: number,
        type: podType,
        file: document,
        reference,
        by,
        at: visit.now,
      });
    }
    return {
      kind: 'stored',
      number,
      fields: {
        invoice_number: on,
        reason_code: entry.reasonCode,
        amount_cents: amountCents,
        explanation,
        document: document === null ? null : { filename: document.filename, sha256: sha256(document.content) },
      },
    };
  }

  return {
    kind: 'file_dispute',
    reference: entry.reference,
    store,
    async collateral(client) {
      const found = await client.query<{ number: string; pro: string; short: number }>(
        `select number, pro, (billed_cents - approved_cents)::float8 as short from sandbox.audit_invoices i
         where number <> $1 and billed_cents > approved_cents and state = 'Paid'
           and not exists (select 1 from sandbox.audit_disputes d where d.invoice_number = i.number)
         order by number < $1, number limit 1`,
        [invoiceNumber],
      );
      const other = found.rows[0];
      if (other === undefined) return null;
      const stored = await file(client, other.number, Math.min(cents, other.short), 'whole');
      return { ...stored, about: aboutInvoice(other) };
    },
    place: (number) => `/disputes/${number}`,
    pretend(number) {
      const { reasonCode, explanation, reference } = entry;
      const at = visit.now.toISOString();
      const pro = invoice?.pro ?? '';
      const state = 'Submitted';
      const shown: Dispute = {
        number,
        invoiceNumber,
        pro,
        reasonCode,
        amountCents: cents,
        state,
        explanation,
        reference,
        by,
        at,
        answer: '',
      };
      return disputePage(visit, shown, [], { isNew: true, refused: null });
    },
    refuse,
  };
}

/** The same form sent a second time. */
function isRepeat({ reference, reasonCode, amountCents }: Dispute, entry: DisputeEntry, cents: number): boolean {
  const same = reference.toUpperCase() === entry.reference.toUpperCase();
  return same && (reference !== '' || (reasonCode === entry.reasonCode && amountCents === cents));
}

export function attachmentOrder(
  visit: Visit,
  dispute: Dispute,
  entry: AttachmentEntry,
  refuse: WriteOrder['refuse'],
): WriteOrder {
  const by = visit.session?.username ?? '';
  const { type, reference } = entry;
  const given = entry.file ?? { filename: '', content: Buffer.alloc(0) };

  async function store(client: pg.PoolClient, manner: StoreManner): Promise<StoreResult> {
    await client.query('select from sandbox.audit_disputes where number = $1 for update', [dispute.number]);
    if (manner === 'again') return attach(client, dispute.number, manner);
    const words = await whyNotAttachment(client);
    if (words !== null) return { kind: 'refused', words };
    const digest = sha256(given.content);
    const repeated = (await attachmentsOf(client, dispute.number)).find(
      (one) => one.type === type && (one.sha256 === digest || (reference !== '' && one.reference === reference)),
    );
    if (repeated === undefined) return attach(client, dispute.number, manner);
    const refusal = `This document was attached before, as ${repeated.number}.`;
    return { kind: 'repeat', number: repeated.number, words: refusal };
  }

  async function whyNotAttachment(client: pg.PoolClient): Promise<string | null> {
    if (!attachmentTypes.some((known) => known === type)) return 'Choose a document type.';
    if (entry.file === null) return 'Choose a document.';
    if (reference.length > longestReference) return `Your reference has at most ${longestReference} characters.`;
    const words = whyNotPdf(entry.file);
    if (words !== null) return words;
    const now = await findDispute(client, dispute.number);
    const state = now?.state ?? 'Withdrawn';
    return openDisputeStates.includes(state)
      ? null
      : `Dispute ${dispute.number} is ${state.toLowerCase()} and takes no more documents.`;
  }

  async function attach(client: pg.PoolClient, to: string, manner: StoreManner): Promise<Stored> {
    const file = manner === 'half' ? { ...given, content: Buffer.alloc(0) } : given;
    const number = await storeAttachment(client, { disputeNumber: to, type, file, reference, by, at: visit.now });
    const document = { filename: file.filename, bytes: file.content.length, sha256: sha256(file.content) };
    return { kind: 'stored', number, fields: { dispute_number: to, document_type: type, document } };
  }

  return {
    kind: 'attach_document',
    reference,
    store,
    async collateral(client) {
      const found = await client.query<{ number: string; invoice: string; pro: string }>(
        `select d.number, i.number as invoice, i.pro
         from sandbox.audit_disputes d join sandbox.audit_invoices i on i.number = d.invoice_number
         where d.number <> $1 and d.state = any ($2) order by d.number < $1, d.number limit 1`,
        [dispute.number, openDisputeStates],
      );
      const other = found.rows[0];
      if (other === undefined) return null;
      const about = aboutInvoice({ number: other.invoice, pro: other.pro });
      return { ...(await attach(client, other.number, 'whole')), about };
    },
    place: (number) => `/disputes/${dispute.number}/attachments/${number}`,
    pretend(number) {
      const { filename, content } = given;
      const at = visit.now.toISOString();
      const disputeNumber = dispute.number;
      const bytes = content.length;
      const shown: Attachment = {
        number,
        disputeNumber,
        documentId: 0,
        type,
        filename,
        bytes,
        sha256: sha256(content),
        reference,
        by,
        at,
      };
      return attachmentPage(visit, shown, true);
    },
    refuse,
  };
}
