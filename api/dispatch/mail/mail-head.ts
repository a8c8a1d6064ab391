/** The head of a mail: its header lines as they came, and the few of them that decide what becomes of it. */
import { fromMailbox } from '../../../domain/dispatch/mail/from-mailbox.ts';

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

export function oneLine(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
