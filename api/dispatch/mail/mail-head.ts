/** The head of a mail: its header lines as they came, and the few of them that decide what becomes of it. */
import addressparser from 'nodemailer/lib/addressparser';

export interface Header {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
}

const scanLimit = 200_000;

/** @returns the unfolded header lines, and how many bytes the head has (as far as it was looked for) */
export function splitHead(raw: Buffer): { readonly headers: readonly Header[]; readonly bytes: number } {
  const start = raw.subarray(0, scanLimit).toString('latin1');
  const end = /\r?\n\r?\n/.exec(start);
  const head = end ? start.slice(0, end.index) : start;
  const headers = head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1
        ? []
        : [{ name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }];
    });
  return { headers, bytes: end ? end.index : raw.length };
}

/** The one address that the mail says it is from, in lower case; null when it says none, or several. */
export function fromAddress(headers: readonly Header[]): string | null {
  const [from, ...more] = headers.filter(({ name }) => name === 'from');
  if (!from || more.length > 0 || from.value.length > 1000) return null;
  const [entry, ...others] = addressparser(from.value, { flatten: true });
  const address = others.length === 0 ? entry?.address : undefined;
  return address !== undefined && /^[^\s@<>"\\,;:]{1,64}@[a-z0-9.-]{1,190}$/i.test(address)
    ? address.toLowerCase()
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
