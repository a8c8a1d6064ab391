/** Signs mails with DKIM (RFC 6376, relaxed/relaxed) and any tags, as senders with odd settings do. */
import { createHash, createSign, type KeyObject, sign } from 'node:crypto';

export interface SignOptions {
  readonly key: KeyObject;
  readonly domain?: string;
  readonly selector?: string;
  readonly algorithm?: string;
  /** Names in `h=`. */
  readonly headers?: readonly string[];
  /** Further tags, such as `x=1`. */
  readonly tags?: readonly string[];
  /** How many bytes of the body are signed; all of them when left out. */
  readonly bodyBytes?: number;
}

/** @param mail header lines and body; @returns the mail with the signature on top */
export function signed(
  mail: { readonly headers: readonly string[]; readonly body: string },
  { key, domain = 'acme.example', selector = 'mail', headers = ['from', 'to', 'subject'], ...more }: SignOptions,
): string {
  const algorithm = more.algorithm ?? 'rsa-sha256';
  const hash = algorithm.endsWith('sha1') ? 'sha1' : 'sha256';
  const body = `${mail.body
    .replace(/[ \t]+/g, ' ')
    .replace(/ \r\n/g, '\r\n')
    .replace(/(\r\n)*$/, '')}\r\n`;
  const bodyHash = createHash(hash).update(body.slice(0, more.bodyBytes)).digest('base64');
  const tags = [
    'v=1',
    `a=${algorithm}`,
    'c=relaxed/relaxed',
    `d=${domain}`,
    `s=${selector}`,
    `h=${headers.join(':')}`,
    ...(more.tags ?? []),
    `bh=${bodyHash}`,
    'b=',
  ].join('; ');
  const left = [...mail.headers];
  const covered = headers.flatMap((name) => {
    const at = left.findLastIndex((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return at === -1 ? [] : left.splice(at, 1);
  });
  const input = [...covered, `DKIM-Signature: ${tags}`].map(relaxed).join('\r\n');
  const signature = algorithm.startsWith('ed25519')
    ? sign(null, createHash('sha256').update(input).digest(), key)
    : createSign(hash).update(input).sign(key);
  return `DKIM-Signature: ${tags}${signature.toString('base64')}\r\n${mail.headers.join('\r\n')}\r\n\r\n${mail.body}`;
}

function relaxed(line: string): string {
  const colon = line.indexOf(':');
  return `${line.slice(0, colon).toLowerCase().trim()}:${line
    .slice(colon + 1)
    .replace(/\s+/g, ' ')
    .trim()}`;
}
