/** What the portal takes as an uploaded document: a PDF, not empty, up to 10 MB. */

import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { UploadedFile } from '../framework/application.ts';

const largestBytes = 10_000_000;

/** Why the file is refused; null when it is a PDF. */
export function whyNotPdf({ filename, content }: UploadedFile): string | null {
  if (content.length === 0) return `The file "${filename}" is empty.`;
  if (content.length > largestBytes) return `The file "${filename}" is larger than 10 MB.`;
  // Some programs write a few bytes before the header; readers look for it in the first kilobyte.
  return content.subarray(0, 1024).includes('%PDF-') ? null : `The file "${filename}" is not a PDF.`;
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

interface NewAttachment {
  readonly disputeNumber: string;
  readonly type: string;
  readonly file: UploadedFile;
  readonly reference: string;
  readonly by: string;
  readonly at: Date;
}

/** Files the document under the dispute. @returns the attachment's number */
export async function storeAttachment(client: pg.PoolClient, attachment: NewAttachment): Promise<string> {
  const { disputeNumber, type, file, reference, by, at } = attachment;
  const serial = await nextSerial(client, 'audit_attachments');
  const number = `ATT-2026-${serial.padStart(6, '0')}`;
  const document = await client.query<{ id: number }>(
    `insert into sandbox.audit_documents (type, number, dated, filename, content) values ($1, $2, $3, $4, $5) returning id`,
    [type, number, at.toISOString().slice(0, 10), file.filename, file.content],
  );
  await client.query(
    `insert into sandbox.audit_attachments (serial, number, dispute_number, document_id, type, bytes, sha256, reference,
       attached_by, attached_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      serial,
      number,
      disputeNumber,
      document.rows[0]?.id,
      type,
      file.content.length,
      sha256(file.content),
      reference,
      by,
      at,
    ],
  );
  return number;
}

/** The next serial number of a table, as digits. */
export async function nextSerial(
  client: pg.PoolClient,
  table: 'audit_attachments' | 'audit_disputes' | 'audit_responses',
): Promise<string> {
  const next = await client.query<{ serial: string }>(
    `select nextval(pg_get_serial_sequence($1, 'serial'))::text as serial`,
    [`sandbox.${table}`],
  );
  return next.rows[0]?.serial ?? '';
}
