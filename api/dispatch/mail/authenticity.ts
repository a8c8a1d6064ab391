/** Whether a mail really comes from the domain of its From address: DKIM or SPF, aligned with it (D21). */
import { authenticate } from 'mailauth';
import type { DNSResolver } from 'mailauth';

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

/** @param resolver reads DNS records; left out, the system's is used */
export async function judgeAuthenticity(origin: MailOrigin, resolver?: DNSResolver): Promise<Authenticity> {
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
