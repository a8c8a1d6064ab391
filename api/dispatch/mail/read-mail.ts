/** Reads a mail from its bytes within limits: head, text, and at most one CSV file (D21). */
import { beyondHeadCaps, oneLine } from './mail-head.ts';
import { parseMail } from './mail-reader.ts';
import type { MailFile } from './mail-reader.ts';

export interface MailContent {
  /** Decoded, as one line. */
  readonly subject: string | null;
  readonly text: string | null;
  readonly csv: Buffer | null;
}

const mostFiles = 10;

/**
 * @returns the sentences for which nothing of the mail can be accepted, or its content
 * @throws MailNotRead when the thread that parses mails gave no answer
 */
export async function readMail(raw: Buffer): Promise<MailContent | { readonly findings: readonly string[] }> {
  const tooMuch = beyondHeadCaps(raw);
  if (tooMuch !== null) return { findings: [tooMuch] };
  const parsed = await parseMail(raw);
  if ('finding' in parsed) return { findings: [parsed.finding] };
  if (parsed.fileCount > mostFiles)
    return { findings: [`the mail has ${parsed.fileCount} attachments; only one CSV file is accepted`] };
  const files = parsed.files.filter((file) => !isDecoration(file));
  const tables = files.filter(isCsv);
  const findings = files
    .filter((file) => !isCsv(file))
    .map((file) => `attachment ${nameOf(file)} is not accepted; only one CSV file is`);
  if (tables.length > 1) findings.push(`the mail has ${tables.length} CSV files; only one is accepted`);
  if (findings.length > 0) return { findings };
  const [table] = tables;
  const text = parsed.plain ?? (table ? '' : parsed.htmlText);
  if (text === null) return { findings: ['the HTML of the mail is too long or has too many parts; send plain text'] };
  if (text.trim() === '' && !table) return { findings: ['the mail has no text and no CSV file'] };
  const { subject } = parsed;
  return {
    subject: subject === null ? null : oneLine(subject),
    text,
    csv: table ? Buffer.from(table.content.buffer, table.content.byteOffset, table.content.byteLength) : null,
  };
}

/** Pictures in the text, as signatures of companies have them. */
function isDecoration(file: MailFile): boolean {
  return file.contentType.startsWith('image/') && file.inline;
}

function isCsv(file: MailFile): boolean {
  if (['text/csv', 'application/csv', 'text/comma-separated-values'].includes(file.contentType)) return true;
  const named = /\.csv$/i.test(file.filename ?? '');
  return named && ['text/plain', 'application/vnd.ms-excel', 'application/octet-stream'].includes(file.contentType);
}

function nameOf(file: MailFile): string {
  return JSON.stringify((file.filename ?? file.contentType).replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 80));
}
