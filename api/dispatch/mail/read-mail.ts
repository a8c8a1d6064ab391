/** Reads a mail from its bytes within limits: head, text, and at most one CSV file (D21). */
import { fromMailbox } from '../../../domain/dispatch/mail/header.ts';
import { isClosing, pointsToAttachment } from '../../../domain/dispatch/mail/key-lines.ts';
import { folded } from '../../../domain/dispatch/mail/vocabulary.ts';
import { withForwarded } from '../../../domain/dispatch/mail/quotes-and-forwards.ts';
import { type MailFile, type ParsedMail, parseMail } from './mail-reader.ts';

export interface MailContent {
  /** Decoded, as one line. */
  readonly subject: string | null;
  /** The same text as the mail has it: as plain text, and as HTML. */
  readonly texts: readonly string[];
  readonly csv: Buffer | null;
  /** A sentence on each attachment that is not read, and on text that its writer struck through. */
  readonly unread: readonly string[];
  /** Those on documents and pictures beside a text that does not speak of them: nobody's rows are in them. */
  readonly aside: readonly string[];
}

type ReadMail = Exclude<ParsedMail, { finding: string }>;

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
  const forwarded: ReadMail[] = [];
  const unread: string[] = [];
  for (const mail of parsed.forwarded) {
    if ('finding' in mail) unread.push(`the attached mail is not read: ${mail.finding}`);
    else forwarded.push(mail);
  }
  const files = [parsed, ...forwarded].flatMap((mail) => mail.files).filter((file) => !isDecoration(file));
  const tables = files.filter(isCsv);
  const notRead = files.filter((file) => !isCsv(file));
  const texts = textsWithForwarded(parsed, forwarded);
  const isSpokenOf = texts.some((text) => pointsToAttachment(folded(text)));
  const aside = isSpokenOf ? [] : notRead.filter(isPaper);
  const sentence = (file: MailFile): string => `attachment ${nameOf(file)} is not accepted; only one CSV file is`;
  unread.push(...notRead.filter((file) => !aside.includes(file)).map(sentence));
  if (tables.length > 1) unread.push(`the mail has ${tables.length} CSV files; only one is accepted`);
  if (tables.length > 1) return { findings: unread };
  if ([parsed, ...forwarded].some(({ struck }) => struck)) unread.push('part of the text is struck through');
  const [table] = tables;
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
    aside: aside.map((file) => `attachment ${nameOf(file)} was not read`),
  };
}

/** Each of them with what is attached in the same form, where that has it. */
function textsWithForwarded(mail: ReadMail, forwarded: readonly ReadMail[]): string[] {
  const own = textsOf(mail);
  const inner = forwarded.map((one) => ({ subject: one.subject ?? '', texts: textsOf(one) }));
  const ways = own.length === 0 ? 0 : Math.max(own.length, ...inner.map(({ texts }) => texts.length));
  return Array.from({ length: ways }, (_, at) => {
    const attached = inner.map(({ subject, texts }) => ({ subject, text: texts[at] ?? texts[0] ?? '' }));
    return withForwarded(own[at] ?? own[0] ?? '', attached);
  });
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
  if (/^application\/(?:vnd\.)?ms-tnef$/.test(file.contentType)) return !tnefHasFiles(Buffer.from(file.content));
  if (!file.contentType.startsWith('image/')) return false;
  return (
    file.inline ||
    /^(?:image\d{3}|logo|outlook-|facebook|linkedin|twitter|instagram|youtube)/i.test(file.filename ?? '')
  );
}

/**
 * Whether the `winmail.dat` in which Outlook sends the formatting of a mail may have files in it (MS-OXTNEF): attributes of
 * level 2 are those of a file. What is not understood may.
 */
function tnefHasFiles(content: Buffer): boolean {
  if (content.length < 6 || content.readUInt32LE(0) !== 0x22_3e_9f_78) return true;
  let at = 6;
  while (at + 9 <= content.length && content[at] === 1) at += 9 + content.readUInt32LE(at + 5) + 2;
  return at !== content.length;
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

/** What people attach for whom it may interest; rows are in tables and archives. */
const isPaper = ({ contentType }: MailFile): boolean =>
  ['application/pdf', 'text/calendar', 'application/ics'].includes(contentType) || contentType.startsWith('image/');

function isCsv(file: MailFile): boolean {
  if (['text/csv', 'application/csv', 'text/comma-separated-values'].includes(file.contentType)) return true;
  const named = /\.csv$/i.test(file.filename ?? '');
  return named && ['text/plain', 'application/vnd.ms-excel', 'application/octet-stream'].includes(file.contentType);
}

function nameOf(file: MailFile): string {
  return JSON.stringify((file.filename ?? file.contentType).replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 80));
}

// The head of a mail: its header lines as they came, and the few of them that decide what becomes of it.

export interface Header {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
}

const scanLimit = 200_000;
/** Real heads have some 150 lines; what has more is not read to its end. */
const mostLines = 2000;

/** @returns the unfolded header lines, and how many bytes the head has (as far as it was looked for) */
export function splitHead(raw: Buffer): { readonly headers: readonly Header[]; readonly bytes: number } {
  const start = raw.subarray(0, scanLimit).toString('latin1');
  const end = /\r?\n\r?\n/.exec(start);
  const head = end ? start.slice(0, end.index) : start;
  const headers = head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/, mostLines)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1
        ? []
        : [{ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }];
    });
  return { headers, bytes: end ? end.index : raw.length };
}

/** The one address that the mail says it is from, in lower case; null when it says none, several, or it is unclear. */
export function fromAddress(headers: readonly Header[]): string | null {
  const [from, ...more] = headers.filter(({ name }) => name === 'from');
  return from && more.length === 0 ? fromMailbox(from.value) : null;
}

/** Real heads have some 5 kB and one to four signatures. */
const caps = { bytes: 128_000, headerBytes: 32_000, signatures: 10, signedNames: 200 } as const;

/** Why the head of a mail is more than is checked or parsed, as a sentence; null for every ordinary one. */
export function beyondHeadCaps(raw: Buffer): string | null {
  const { headers, bytes } = splitHead(raw);
  if (bytes > caps.bytes) return 'the head of the mail is too long';
  const head = raw.subarray(0, bytes).toString('latin1');
  // Libraries disagree on what a lone carriage return ends, and search long runs of them slowly.
  if (/\r(?!\n)/.test(head)) return 'the head of the mail has a carriage return that does not end a line';
  if (head.split('\n', mostLines + 1).length > mostLines) return 'the head of the mail has too many lines';
  if (headers.some(({ value }) => value.length > caps.headerBytes)) return 'a header of the mail is too long';
  const signatures = headers.filter(({ name }) => name === 'dkim-signature');
  if (signatures.length > caps.signatures) return 'the mail has too many signatures';
  return signatures.some(({ value }) => value.split(':', caps.signedNames + 1).length > caps.signedNames)
    ? 'a signature of the mail names too many headers'
    : null;
}

/** Ids of mails, `<…>`, out of a header; odd ones are left out. */
export function messageIds(headers: readonly Header[], name: string): string[] {
  const value = headers.findLast((header) => header.name === name)?.value ?? '';
  return (value.match(/<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>/g) ?? []).slice(0, 50);
}

/** A text of the mail's as one line, cut; encoded words stay as they came. */
export function subjectOf(headers: readonly Header[]): string | null {
  const value = headers.find(({ name }) => name === 'subject')?.value;
  return value === undefined ? null : oneLine(value);
}

function oneLine(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
