/** Whether a mail really comes from the domain of its From address: DKIM or SPF, aligned with it (D21). */
import { Resolver } from 'node:dns/promises';
import { type DkimSignature, fromMailbox, judgeSignature, keyFault } from '../../../domain/dispatch/mail/header.ts';
import { beyondHeadCaps, fromAddress, splitHead } from './read-mail.ts';
import { type Lookup, type ValidSignature, checkOrigin } from './mail-reader.ts';
import { withTimeout } from '../../../process/running-time.ts';

interface MailOrigin {
  readonly raw: Buffer;
  readonly remoteAddress: string;
  /** What the other side called itself. */
  readonly helo: string;
  /** MAIL FROM of the envelope. */
  readonly returnPath: string;
  /** The one address of the From header. */
  readonly from: string;
}

/** `unknown`: the domain's records could not be read now. */
type Authenticity = 'authentic' | 'not_authentic' | 'unknown';

/** Keys that are looked up for one mail; real mails have one or two signatures. */
const mostKeys = 5;

/**
 * @param lookup reads DNS records; left out, the system's name servers are asked
 * @throws MailNotRead when the thread that checks mails gave no answer
 */
export async function judgeAuthenticity(origin: MailOrigin, lookup: Lookup = systemLookup()): Promise<Authenticity> {
  const { headers } = splitHead(origin.raw);
  if (fromAddress(headers) !== origin.from) return 'not_authentic';
  // What costs more to check than any real mail counts as not authentic, because a forger chooses how much work it makes.
  if (beyondHeadCaps(origin.raw) !== null) return 'not_authentic';
  const now = Math.floor(Date.now() / 1000);
  const fromDomain = domainOf(origin.from);
  const candidates = headers
    .filter(({ name }) => name === 'dkim-signature')
    .map(({ value }) => judgeSignature(value, now))
    .flatMap((signature) => ('fault' in signature ? [] : [signature]))
    .sort((a, b) => Number(related(b.domain, fromDomain)) - Number(related(a.domain, fromDomain)))
    .slice(0, mostKeys);
  const keyNames = new Set(candidates.map(({ domain, selector }) => `${selector}._domainkey.${domain}`));
  const { ask, unanswered } = lookupsOfMail(lookup, keyNames);
  const { signatures, spf } = await checkOrigin(
    { raw: origin.raw, ip: origin.remoteAddress, helo: origin.helo, sender: origin.returnPath },
    ask,
  );
  if (signatures.some((valid) => counts(valid, candidates, origin.from))) return 'authentic';
  if (spf === 'pass' && !unanswered.spf && within(domainOf(origin.returnPath), fromDomain)) return 'authentic';
  return unanswered.keys || unanswered.spf ? 'unknown' : 'not_authentic';
}

/** A valid signature counts when it is one of those that may, over this very From line, with a key that is in use. */
function counts(valid: ValidSignature, candidates: readonly DkimSignature[], from: string): boolean {
  const signature = candidates.find(
    ({ value, domain, selector }) => value === valid.value && domain === valid.domain && selector === valid.selector,
  );
  if (signature === undefined || !valid.aligned || keyFault(valid.keyRecord, signature) !== null) return false;
  const [line, ...more] = valid.signedFrom;
  return line !== undefined && more.length === 0 && fromMailbox(unfolded(line)) === from;
}

function unfolded(line: string): string {
  return line.slice(line.indexOf(':') + 1).replace(/\r?\n[ \t]+/g, ' ');
}

/** Only the order in which keys are looked up depends on this. */
function related(domain: string, other: string): boolean {
  const ending = (name: string): string => name.split('.').slice(-2).join('.');
  return ending(domain) === ending(other);
}

/** The envelope may name a domain below that of the From address, as bounce addresses do; never one above it. */
function within(domain: string, owner: string): boolean {
  return owner !== '' && (domain === owner || domain.endsWith(`.${owner}`));
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

// The DNS questions of one mail: each asked once, bounded in number and time, with a note of what stayed unanswered.

interface MailLookups {
  readonly ask: Lookup;
  /** Whether a question about keys of signatures, or about SPF, got no answer: then absence proves nothing. */
  readonly unanswered: { readonly keys: boolean; readonly spf: boolean };
}

/** SPF allows ten (RFC 7208 §4.6.4), each of which may need the addresses of ten hosts. */
const lookupLimits = { questions: 60, totalMs: 20_000 } as const;
/** Answers, as opposed to no answer: there is no such name, it has no such record, it is no name. */
const negativeAnswers = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** The system's name servers. */
function systemLookup(): Lookup {
  const resolver = new Resolver({ timeout: 2000, tries: 3 });
  return (name, type) => resolver.resolve(name, type);
}

/** @param keyNames of the signatures that may count; other keys are not looked for */
function lookupsOfMail(lookup: Lookup, keyNames: ReadonlySet<string>): MailLookups {
  const asked = new Map<string, Promise<unknown>>();
  const unanswered = { keys: false, spf: false };
  const until = Date.now() + lookupLimits.totalMs;
  const askOnce = async (name: string, type: string, about: 'keys' | 'spf'): Promise<unknown> => {
    try {
      return await withTimeout(until - Date.now(), lookup(name, type), 'ETIMEOUT');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== undefined && negativeAnswers.has(code)) throw error;
      unanswered[about] = true;
      throw codeError('ETIMEOUT');
    }
  };
  const ask: Lookup = (given, type) => {
    const name = given.toLowerCase();
    const key = name.includes('._domainkey.');
    if (key && !keyNames.has(name)) return Promise.reject(codeError('ENODATA'));
    const question = `${type} ${name}`;
    const before = asked.get(question);
    if (before) return before;
    if (asked.size >= lookupLimits.questions) return Promise.reject(codeError('ENODATA'));
    const answer = askOnce(name, type, key ? 'keys' : 'spf');
    asked.set(question, answer);
    return answer;
  };
  return { ask, unanswered };
}

function codeError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
