/** Mail that nobody wrote to be acted on: bounces, automatic answers, bulk, loops and our own (RFC 3834, RFC 5230). */

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

/** Why a mail is dropped without an answer, or null; answering such a mail is how mail storms begin. */
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
