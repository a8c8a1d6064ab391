/** What the header of a mail says: whose mail it is, and whether anybody wrote it to be acted on. */

interface MailHead {
  /** MAIL FROM of the envelope; empty for a bounce. */
  readonly returnPath: string;
  /** Lower-case name and value of every header line, in order. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

type DropReason = 'bounce' | 'automatic_answer' | 'bulk' | 'loop' | 'own_mail';

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
