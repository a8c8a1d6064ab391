/** Reads a mail from its bytes within limits: head, text, and at most one CSV file (D21). */
import { withForwarded } from '../../../domain/dispatch/mail/quotes-and-forwards.ts';
import { folded, isClosing } from '../../../domain/dispatch/mail/key-lines.ts';
import { beyondHeadCaps, oneLine } from './mail-head.ts';
import { type MailFile, type ParsedMail, parseMail } from './mail-reader.ts';

export interface MailContent {
  /** Decoded, as one line. */
  readonly subject: string | null;
  /** Ways to read the same text, the likelier first: as plain text, and as HTML where that may have more of it. */
  readonly texts: readonly string[];
  readonly csv: Buffer | null;
  /** A sentence on each attachment that is not read, and on text that its writer struck through. */
  readonly unread: readonly string[];
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
  const forwarded: Exclude<ParsedMail, { finding: string }>[] = [];
  const unread: string[] = [];
  for (const mail of parsed.forwarded) {
    if ('finding' in mail) unread.push(`the attached mail is not read: ${mail.finding}`);
    else forwarded.push(mail);
  }
  const files = [parsed, ...forwarded].flatMap((mail) => mail.files).filter((file) => !isDecoration(file));
  const tables = files.filter(isCsv);
  unread.push(
    ...files
      .filter((file) => !isCsv(file))
      .map((file) => `attachment ${nameOf(file)} is not accepted; only one CSV file is`),
  );
  if (tables.length > 1) unread.push(`the mail has ${tables.length} CSV files; only one is accepted`);
  if (tables.length > 1) return { findings: unread };
  if ([parsed, ...forwarded].some(({ struck }) => struck)) unread.push('part of the text is struck through');
  const [table] = tables;
  const inner = forwarded.map((mail) => ({ subject: mail.subject ?? '', text: textsOf(mail)[0] ?? '' }));
  const texts = textsOf(parsed).map((text) => withForwarded(text, inner));
  if (texts.length === 0) {
    if (!table) return { findings: ['the HTML of the mail is too long or has too many parts; send plain text'] };
    texts.push('');
  }
  if (texts.every((text) => text.trim() === '') && !table)
    return { findings: [...unread, 'the mail has no text and no CSV file'] };
  const { subject } = parsed;
  return {
    subject: subject === null ? null : oneLine(subject),
    texts,
    csv: table ? Buffer.from(table.content.buffer, table.content.byteOffset, table.content.byteLength) : null,
    unread,
  };
}

/** None where all that a mail has is more HTML than is read. */
function textsOf(mail: { readonly plain: string | null; readonly htmlText: string | null }): string[] {
  const plain = mail.plain ?? '';
  const found = [plain, mail.htmlText ?? ''].filter((text) => text.trim() !== '');
  return found.length > 0 || mail.htmlText === null ? found : [''];
}

/**
 * Pictures in the text, as signatures of companies have them, what proves who wrote, the fork of a file that only a Mac
 * reads, and the files that Exchange makes of blank lines around a file.
 */
function isDecoration(file: MailFile): boolean {
  if (signatures.has(file.contentType) || file.contentType === 'application/applefile') return true;
  if (/^ATT\d{5}\.(?:txt|html?)$/i.test(file.filename ?? '')) return saysNothing(file);
  if (!file.contentType.startsWith('image/')) return false;
  return (
    file.inline ||
    /^(?:image\d{3}|logo|outlook-|facebook|linkedin|twitter|instagram|youtube)/i.test(file.filename ?? '')
  );
}

/** Nothing, or that it was sent from a phone. */
function saysNothing({ content }: MailFile): boolean {
  if (content.length > 4000) return false;
  const text = Buffer.from(content)
    .toString('utf8')
    .replace(/<[^<>]{0,500}>|&nbsp;/g, ' ');
  return text.split('\n').every((line) => line.trim() === '' || isClosing(folded(line)));
}

/** Files that mail programs add by themselves. */
const signatures: ReadonlySet<string> = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
  'application/pgp-keys',
  'text/vcard',
  'text/x-vcard',
]);

function isCsv(file: MailFile): boolean {
  if (['text/csv', 'application/csv', 'text/comma-separated-values'].includes(file.contentType)) return true;
  const named = /\.csv$/i.test(file.filename ?? '');
  return named && ['text/plain', 'application/vnd.ms-excel', 'application/octet-stream'].includes(file.contentType);
}

function nameOf(file: MailFile): string {
  return JSON.stringify((file.filename ?? file.contentType).replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 80));
}
