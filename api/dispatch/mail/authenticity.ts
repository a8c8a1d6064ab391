/** Whether a mail really comes from the domain of its From address: DKIM or SPF, aligned with it (D21). */
import { authenticate } from 'mailauth';
import type { DNSResolver } from 'mailauth';
import { splitHead } from './mail-head.ts';

export interface MailOrigin {
  readonly raw: Buffer;
  readonly remoteAddress: string;
  /** What the other side called itself. */
  readonly helo: string;
  /** MAIL FROM of the envelope. */
  readonly returnPath: string;
  /** The one address of the From header. */
  readonly from: string;
}

/** `later`: the domain's records could not be read now. */
export type Authenticity = 'shown' | 'not_shown' | 'later';

/** Each signature may ask for a DNS lookup and a digest of the whole body; real mails have a handful, in short heads. */
const limits = { signatures: 20, headBytes: 128_000 } as const;

/**
 * What is beyond the limits counts as not shown, because whoever forges a mail chooses how much work it makes.
 * @param resolver reads DNS records; left out, the system's is used
 */
export async function judgeAuthenticity(origin: MailOrigin, resolver?: DNSResolver): Promise<Authenticity> {
  const head = splitHead(origin.raw);
  if (head.bytes > limits.headBytes) return 'not_shown';
  if (head.headers.filter(({ name }) => name === 'dkim-signature').length > limits.signatures) return 'not_shown';
  const { dkim, spf } = await authenticate(origin.raw, {
    ip: origin.remoteAddress,
    helo: origin.helo,
    sender: origin.returnPath,
    disableArc: true,
    disableBimi: true,
    disableDmarc: true,
    ...(resolver === undefined ? {} : { resolver }),
  });
  const signatures = dkim.results ?? [];
  // A signature over the beginning of a body only says nothing of what was put behind it.
  if (signatures.some(({ status }) => status.result === 'pass' && status.aligned && !status.underSized)) return 'shown';
  if (spf !== false && spf.status.result === 'pass' && within(domainOf(origin.returnPath), domainOf(origin.from)))
    return 'shown';
  const undecided = [...signatures.map(({ status }) => status.result), spf === false ? '' : spf.status.result];
  return undecided.includes('temperror') ? 'later' : 'not_shown';
}

/** The envelope may name a domain below that of the From address, as bounce addresses do; never one above it. */
function within(domain: string, owner: string): boolean {
  return owner !== '' && (domain === owner || domain.endsWith(`.${owner}`));
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
