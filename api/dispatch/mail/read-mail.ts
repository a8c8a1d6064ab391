/** Reads a mail from its bytes within limits: head, text, and at most one CSV file (D21). */
import { simpleParser } from 'mailparser';
import type { Attachment } from 'mailparser';
import { textOfHtml } from './html-text.ts';
import { oneLine, splitHead } from './mail-head.ts';

export interface MailContent {
  /** Decoded, as one line. */
  readonly subject: string | null;
  readonly text: string | null;
  readonly csv: Buffer | null;
}

const limits = { headBytes: 128_000, boundaryLines: 200, attachments: 10 } as const;

/** @returns the sentences for which nothing of the mail can be taken, or its content */
export async function readMail(raw: Buffer): Promise<MailContent | { readonly findings: readonly string[] }> {
  const tooMuch = beyondLimits(raw);
  if (tooMuch) return { findings: [tooMuch] };
  const parsed = await simpleParser(raw, {
    // HTML counts only where there is no plain text, and then within limits of our own.
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  }).catch(() => null);
  if (!parsed) return { findings: ['the mail is not well-formed'] };
  const files = parsed.attachments.filter((file) => !isDecoration(file));
  const tables = files.filter(isCsv);
  const findings = files
    .filter((file) => !isCsv(file))
    .map((file) => `attachment ${nameOf(file)} is not taken; only one CSV file is`);
  if (tables.length > 1) findings.push(`the mail has ${tables.length} CSV files; only one is taken`);
  if (parsed.attachments.length > limits.attachments)
    findings.splice(0, Infinity, `the mail has ${parsed.attachments.length} attachments; only one CSV file is taken`);
  if (findings.length > 0) return { findings };
  const plain = parsed.text?.trim() ? parsed.text : null;
  const html = plain === null && tables.length === 0 && parsed.html ? parsed.html : null;
  const text = html === null ? plain : textOfHtml(html);
  if (html !== null && text === null)
    return { findings: ['the HTML of the mail is too long or has too many parts; send plain text'] };
  if (!text?.trim() && tables.length === 0) return { findings: ['the mail has no text and no CSV file'] };
  const subject = parsed.subject === undefined ? null : oneLine(parsed.subject);
  return { subject, text, csv: tables[0]?.content ?? null };
}

/** What would make the parser work for long is refused before it starts; counting is cheap. */
function beyondLimits(raw: Buffer): string | null {
  if (splitHead(raw).bytes > limits.headBytes) return 'the head of the mail is too long';
  let lines = 0;
  for (let at = raw.indexOf('\n--'); at !== -1; at = raw.indexOf('\n--', at + 1)) lines += 1;
  return lines > limits.boundaryLines ? 'the mail has too many parts' : null;
}

/** Pictures in the text, as signatures of companies have them. */
function isDecoration(file: Attachment): boolean {
  return file.contentType.startsWith('image/') && (file.related || file.contentDisposition === 'inline');
}

function isCsv(file: Attachment): boolean {
  if (['text/csv', 'application/csv', 'text/comma-separated-values'].includes(file.contentType)) return true;
  const named = /\.csv$/i.test(file.filename ?? '');
  return named && ['text/plain', 'application/vnd.ms-excel', 'application/octet-stream'].includes(file.contentType);
}

function nameOf(file: Attachment): string {
  return JSON.stringify((file.filename ?? file.contentType).replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 80));
}
