/** What the header of a mail says: whose mail it is, which signatures may prove that, and whether anybody wrote it to be acted on. */

import { folded, inEveryLanguage, languages, lexicons, longestAt, mayTurn, tokensOf } from './vocabulary.ts';

interface MailHead {
  /** MAIL FROM of the envelope; empty for a bounce. */
  readonly returnPath: string;
  /** Lower-case name and value of every header line, in order. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

export type DropReason = 'bounce' | 'automatic_answer' | 'bulk' | 'loop' | 'own_mail';

/** More relays than any real path has. */
const hopLimit = 30;
/** The header that every mail of ours carries. */
export const ownHeader = 'x-lanekeeper-reply';

/**
 * Why a mail is dropped without an answer, or null: bounces, automatic answers, bulk, loops and our own (RFC 3834, RFC 5230);
 * answering such a mail is how mail storms begin.
 */
export function dropReason({ returnPath, headers }: MailHead): DropReason | null {
  const values = (name: string): string[] =>
    headers.filter((header) => header.name === name).map((header) => header.value.trim().toLowerCase());
  if (values(ownHeader).length > 0) return 'own_mail';
  if (values('received').length > hopLimit) return 'loop';
  const [type = ''] = values('content-type');
  if (returnPath === '' || type.startsWith('multipart/report')) return 'bounce';
  if (values('auto-submitted').some((value) => value !== 'no')) return 'automatic_answer';
  if (values('x-autoreply').length + values('x-autorespond').length > 0) return 'automatic_answer';
  const precedence = values('precedence');
  if (precedence.some((value) => value === 'auto_reply')) return 'automatic_answer';
  if (precedence.some((value) => ['bulk', 'junk', 'list'].includes(value))) return 'bulk';
  if (values('list-id').length + values('list-unsubscribe').length > 0) return 'bulk';
  return null;
}

const automaticSubject = new RegExp(
  `^(?:\\[[^\\]]{1,40}\\] ?){0,4}${inEveryLanguage('automaticSubject')} ?(?:[:：|-]|$)`,
);
/**
 * Whether a subject is that of an automatic answer: some gateways take off the headers that say so. Whoever answers such a
 * mail has a mark of an answer in front of it.
 * @param subject decoded
 */
export const isAutomaticSubject = (subject: string): boolean => automaticSubject.test(folded(subject.slice(0, 300)));

/** Longest value that is read; display names of real mails are far shorter. */
const longest = 1000;

const dotAtom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}){0,20}";
const hostName =
  '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?){1,20}';
const address = new RegExp(`^${dotAtom}@${hostName}$`);
/** Words of a display name outside quotes: nothing that separates or delimits addresses. Bytes above ASCII are letters. */
const plainWords = /^[^\p{Cc}()<>[\]:;@\\,"]*$/u;

/**
 * The one mailbox of a From header (RFC 5322 §3.4), read strictly: what two parsers could read differently is rejected.
 * The address in lower case; null for none, for several, for a group, a comment, a route, a quoted local part, and
 * for a display name that outside quotes contains anything but words.
 * @param value of the header, unfolded
 */
export function fromMailbox(value: string): string | null {
  if (value.length > longest) return null;
  const text = value.trim();
  const open = afterDisplayName(text);
  if (open === null) return null;
  const bare = open === text.length ? text : text.slice(open + 1, -1);
  if (open < text.length && !text.endsWith('>')) return null;
  const [local = ''] = bare.split('@');
  return local.length <= 64 && bare.length <= 254 && address.test(bare) ? bare.toLowerCase() : null;
}

/** Where the `<` of the address is; the length of the text when there is neither a `<` nor a display name. */
function afterDisplayName(text: string): number | null {
  let words = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '<') return plainWords.test(words) ? at : null;
    if (character === '"') {
      const end = closingQuote(text, at + 1);
      if (end === null) return null;
      at = end;
    } else words += character;
  }
  return words === text ? text.length : null;
}

function closingQuote(text: string, from: number): number | null {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return null;
}

// Which DKIM signatures count (RFC 6376, RFC 8301): the rules beyond the cryptographic check, on the signature's own tags and
// on the record of its key. A signature that breaks one of them proves nothing about the sender.

export interface DkimSignature {
  readonly domain: string;
  readonly selector: string;
  /** Base64 without blanks, as it is reported with the result of the check. */
  readonly value: string;
  /** Domain of `i=`; the signing domain where it is left out. */
  readonly identityDomain: string;
}

type SignatureFault =
  | 'malformed'
  | 'weak_algorithm'
  | 'from_not_signed'
  | 'body_not_covered'
  | 'expired'
  | 'signed_in_the_future';

type KeyFault = 'malformed' | 'testing' | 'weak_algorithm' | 'not_for_mail' | 'subdomains_not_allowed';

/** Clocks differ; a signature may be this much younger than now. */
const clockSkewSeconds = 900;
const host = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const algorithms = new Set(['rsa-sha256', 'ed25519-sha256']);
const canonicalizations = /^(simple|relaxed)(\/(simple|relaxed))?$/;

/**
 * @param header value of a DKIM-Signature header, unfolded
 * @param nowSeconds since 1970
 */
export function judgeSignature(header: string, nowSeconds: number): DkimSignature | { readonly fault: SignatureFault } {
  const tags = readTags(header);
  if (!tags) return { fault: 'malformed' };
  const algorithm = tags.get('a')?.toLowerCase() ?? '';
  const domain = tags.get('d')?.toLowerCase() ?? '';
  const selector = tags.get('s')?.toLowerCase() ?? '';
  const value = withoutBlanks(tags.get('b') ?? '');
  const identityDomain = identityOf(tags.get('i'), domain);
  if (
    tags.get('v') !== '1' ||
    !host.test(domain) ||
    !host.test(selector) ||
    !isBase64(value) ||
    !isBase64(withoutBlanks(tags.get('bh') ?? '')) ||
    identityDomain === null ||
    !canonicalizations.test(tags.get('c')?.toLowerCase() ?? 'simple') ||
    !listOf(tags.get('q') ?? 'dns/txt').includes('dns/txt')
  )
    return { fault: 'malformed' };
  if (!algorithms.has(algorithm)) return { fault: 'weak_algorithm' };
  if (!listOf(tags.get('h') ?? '').includes('from')) return { fault: 'from_not_signed' };
  // A length limit leaves it to others what follows the signed beginning of the body.
  if (tags.has('l')) return { fault: 'body_not_covered' };
  const time = timeFault(tags.get('t'), tags.get('x'), nowSeconds);
  return time === null ? { domain, selector, value, identityDomain } : { fault: time };
}

/** @param record TXT record of the key, null where none was reported; what the check itself covers is not repeated */
export function keyFault(record: string | null, signature: DkimSignature): KeyFault | null {
  const tags = record === null ? null : readTags(record);
  if (!tags) return 'malformed';
  const flags = listOf(tags.get('t') ?? '');
  if (flags.includes('y')) return 'testing';
  if (flags.includes('s') && signature.identityDomain !== signature.domain) return 'subdomains_not_allowed';
  const hashes = tags.get('h');
  if (hashes !== undefined && !listOf(hashes).includes('sha256')) return 'weak_algorithm';
  const services = listOf(tags.get('s') ?? '*');
  return services.includes('*') || services.includes('email') ? null : 'not_for_mail';
}

function timeFault(signed: string | undefined, expires: string | undefined, now: number): SignatureFault | null {
  const times = [signed, expires].filter((time) => time !== undefined);
  if (times.some((time) => !/^\d{1,12}$/.test(time))) return 'malformed';
  if (signed !== undefined && Number(signed) > now + clockSkewSeconds) return 'signed_in_the_future';
  if (expires === undefined) return null;
  if (signed !== undefined && Number(expires) <= Number(signed)) return 'malformed';
  return Number(expires) <= now ? 'expired' : null;
}

/** A tag list (§3.2); null when it is none or has a tag twice, which makes the whole list invalid. */
function readTags(text: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  const parts = text.split(';');
  if (parts.at(-1)?.trim() === '') parts.pop();
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
    const value = part.slice(equals + 1).trim();
    if (!/^[a-z][a-z0-9_]*$/.test(name) || tags.has(name) || /[^\x20-\x7e\t\r\n]/.test(value)) return null;
    tags.set(name, value);
  }
  return tags.size === 0 ? null : tags;
}

/** Null when the identity is not in the signing domain (§3.5). */
function identityOf(identity: string | undefined, domain: string): string | null {
  if (identity === undefined) return domain;
  const found = identity.slice(identity.lastIndexOf('@') + 1).toLowerCase();
  return identity.includes('@') && (found === domain || found.endsWith(`.${domain}`)) ? found : null;
}

function listOf(text: string): string[] {
  return text.split(':').map((entry) => entry.trim().toLowerCase());
}

function withoutBlanks(text: string): string {
  return text.replace(/[ \t\r\n]/g, '');
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** Two or three words with capitals that are no words of any language here: "Marcus Oyelaran". */
export function isPersonsName(line: string): boolean {
  const tokens = tokensOf(line);
  return (
    /^[\p{L}\s.'’-]+$/u.test(line) &&
    tokens.length > 1 &&
    tokens.length < 4 &&
    tokens.every(
      ({ word, isCapital }) =>
        isCapital &&
        !/(?:ed|ing)$/.test(word) &&
        !mayTurn(word) &&
        languages().every((language) => !language.has(word)),
    )
  );
}

/** Whether a line in capitals may be a sentence: "Customer Agreed To Pay". A title has the people and things of the trade. */
export function saysSomething(line: string): boolean {
  const words = tokensOf(line).map(({ word }) => word);
  return words.some(
    (word, at) =>
      /[^e]ed$/.test(word) ||
      lexicons().some(
        ({ stems, words: lists }) =>
          stems.settles(words, at) + stems.admits(words, at) > 0 ||
          [lists.to, lists.before, lists.people, lists.negations, lists.known].some((some) => some.has(word)),
      ),
  );
}

// What a subject says of the request below it.

/** Classes of words that say what a mail is about; with the things of the trade. */
const ofMatter: ReadonlySet<string> = new Set(
  'noun recordNoun document party place unit request when need ask lead report pod dispute claim fix add remove do'.split(
    ' ',
  ),
);
const greets = new RegExp(`^${inEveryLanguage('greeting')}(?![a-z])`);

/**
 * Whether a subject may say when a request counts, or what it is: it has a time that is still to come ("For next month"), or
 * times and words that nobody knows and neither a name nor anything that a mail is about ("Monday", "Parked").
 */
export function boundsRequest(subject: string, values: readonly string[]): boolean {
  const tokens = tokensOf(subject);
  const words = tokens.map(({ word }) => word);
  const given = new Set(values);
  const is = (at: number, test: (name: string) => boolean): boolean =>
    [words[at]!, words[at]!.replace(/(?:(ie)|([^s]))s$/, (_, ies, other) => (ies === undefined ? other : 'y'))].some(
      (word) =>
        languages().some((language) =>
          (language.get(word) ?? []).some(
            ({ words: phrase, classes }) =>
              phrase.every((one, n) => n === 0 || words[at + n] === one) && [...classes].some(test),
          ),
        ),
    );
  const isDate = (at: number): boolean => is(at, (name) => name === 'date');
  const hasMatter =
    greets.test(folded(subject)) ||
    words.some(
      (word, at) =>
        given.has(word) ||
        /\d{4}/.test(word) ||
        (!isDate(at) && is(at, (name) => ofMatter.has(name) || name.endsWith('Thing'))),
    );
  const isName =
    words.length > 1 &&
    tokens.every(({ word, isCapital }, at) => isCapital && !isDate(at) && !/(?:ing|ed)$/.test(word));
  return (
    words.some((word, at) =>
      lexicons().some(
        ({ words: lists, stems, phrases }) =>
          lists.coming.has(word) ||
          stems.turns(words, at) > 1 ||
          longestAt(phrases.notices, words, at) > 0 ||
          // "Dispute for Monday", but "the PODs from Monday".
          (at > 0 && lists.days.has(word) && !lists.fromDays.has(words[at - 1]!)),
      ),
    ) ||
    (words.some((word) => word.length > 1) && !hasMatter && !isName)
  );
}
