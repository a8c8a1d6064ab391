/**
 * What becomes of a mail (D21): dropped, refused or taken. It is recorded before the other side hears of it, so a mail
 * that was answered with 250 cannot be lost, and one that was not is simply sent again.
 */
import { webcrypto } from 'node:crypto';
import { type DropReason, dropReason, isAutomaticSubject } from '../../../domain/dispatch/mail/header.ts';
import { newId } from '../../../process/ids.ts';
import { type MailRow, listSenderAddresses, mailWasHandled, recordMail } from '../../../store/mails.ts';
import type { MailReply } from '../../../store/mail-replies.ts';
import { leadSentence } from '../../http/errors.ts';
import type { DispatchDeps } from '../deps.ts';
import { type TaskOrigin, refusedInWords } from '../../../commands/dispatch/accept-tasks.ts';
import { type Header, fromAddress, messageIds, splitHead, subjectOf, readMail } from './read-mail.ts';
import { confirmationDays, confirmationUrl } from './confirmation-page.ts';
import { type MailResults, questionText, replyText } from './reply-text.ts';
import { understandMail } from './understand-mail.ts';

export type MailDeps = Pick<
  DispatchDeps,
  | 'settings'
  | 'pool'
  | 'playbooksOf'
  | 'portalsOf'
  | 'writeTasks'
  | 'metrics'
  | 'linksOf'
  | 'baseUrl'
  | 'deploymentSecret'
  | 'now'
> & {
  /** Whether a mail comes from the domain of its From address. */
  readonly judgeAuthenticity: (origin: {
    readonly raw: Buffer;
    readonly remoteAddress: string;
    readonly helo: string;
    readonly returnPath: string;
    readonly from: string;
  }) => Promise<'authentic' | 'not_authentic' | 'unknown'>;
  /** Keeps each sender within its rate. */
  readonly takeToken: (senderId: string) => Promise<void>;
  /** Says that a reply was committed. */
  readonly wakeReplies: () => void;
};

interface ReceivedMail {
  /** Who it is addressed to; known to be a sender. */
  readonly senderId: string;
  /** The whole mail, or its beginning where it was too large. */
  readonly raw: Buffer;
  /** Bytes as sent. */
  readonly bytes: number;
  readonly tooLarge: boolean;
  readonly remoteAddress: string;
  /** Whether where it comes from is proof enough (D21, for trials). */
  readonly trusted: boolean;
  readonly helo: string;
  readonly returnPath: string;
}

type MailHeadRow = Omit<MailRow, 'status' | 'reason' | 'findings'>;

/** The answer to the other side: `taken` is 250, `refused` 550, `later` 451. */
interface MailAnswer {
  readonly kind: 'taken' | 'refused' | 'later';
  readonly sentence: string;
}

export async function handleMail(deps: MailDeps, mail: ReceivedMail): Promise<MailAnswer> {
  const { headers } = splitHead(mail.raw);
  const messageId = messageIds(headers, 'message-id')[0] ?? (await digestOf(mail.raw));
  const from = fromAddress(headers);
  const row: MailHeadRow = {
    id: newId('mail'),
    senderId: mail.senderId,
    messageId,
    authentic: false,
    fromAddress: from,
    subject: subjectOf(headers),
    remoteAddress: mail.remoteAddress,
    bytes: mail.bytes,
    content: null,
    taskIds: [],
  };
  const refuse = async (reason: string, sentence: string): Promise<MailAnswer> => {
    await recordMail(deps.pool, { ...row, status: 'refused', reason, findings: [sentence], content: mail.raw }, null);
    return { kind: 'refused', sentence };
  };
  if (mail.tooLarge)
    return refuse('too_large', `a mail must be at most ${deps.settings.MAIL_MAX_BYTES.toLocaleString('en-US')} bytes`);
  const reason = dropReason({ returnPath: mail.returnPath, headers });
  if (reason !== null) return drop(deps, row, reason);
  if (from === null) return refuse('bad_from', 'the mail must have exactly one From address');
  if (!(await listSenderAddresses(deps.pool, mail.senderId)).includes(from))
    return refuse('not_registered', 'the From address is not registered for this recipient');
  const authenticity = mail.trusted ? 'authentic' : await deps.judgeAuthenticity({ ...mail, from });
  if (authenticity === 'unknown')
    return { kind: 'later', sentence: 'DKIM and SPF records cannot be read now; try again' };
  if (authenticity === 'not_authentic')
    return refuse('not_authentic', 'the mail must pass DKIM or SPF, aligned with its From address');
  // From here on the mail is the sender's own: it counts against its rate. The same one again is only acknowledged.
  await deps.takeToken(mail.senderId);
  if (await mailWasHandled(deps.pool, mail.senderId, messageId))
    return { kind: 'taken', sentence: 'this mail was already handled' };
  return takeMail(deps, mail, { ...row, authentic: true }, { from, messageId, headers });
}

async function drop(deps: MailDeps, row: MailHeadRow, reason: DropReason): Promise<MailAnswer> {
  await recordMail(deps.pool, { ...row, status: 'dropped', reason, findings: [] }, null);
  return { kind: 'taken', sentence: 'dropped: automatic mails get no reply' };
}

/** Off the event loop: a mail may have 50 MB. */
async function digestOf(raw: Buffer): Promise<string> {
  return `sha256:${Buffer.from(await webcrypto.subtle.digest('SHA-256', raw as Buffer<ArrayBuffer>)).toString('hex')}`;
}

interface Thread {
  readonly from: string;
  readonly messageId: string;
  readonly headers: readonly Header[];
}

async function takeMail(deps: MailDeps, mail: ReceivedMail, row: MailHeadRow, thread: Thread): Promise<MailAnswer> {
  const content = await readMail(mail.raw);
  const subject = 'findings' in content ? row.subject : content.subject;
  if (isAutomaticSubject(subject ?? '')) return drop(deps, { ...row, subject }, 'automatic_answer');
  const origin: TaskOrigin = { senderId: mail.senderId, keyId: null, channel: 'email' };
  const understood = 'findings' in content ? content : await understandMail(deps, origin, content, thread.from);
  const answers = deps.settings.MAIL_RELAY_URL !== '';
  const unclear = 'alternatives' in understood ? understood : null;
  const results: MailResults = 'alternatives' in understood ? { findings: understood.doubts } : understood;
  const reply: MailReply = {
    mailId: row.id,
    recipient: thread.from,
    subject: subject === null || subject === '' ? 'Your tasks' : /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    body:
      unclear === null
        ? replyText(results, deps.linksOf, 'findings' in content ? [] : content.aside)
        : questionText(unclear, confirmationUrl(deps, row.id), confirmationDays),
    inReplyTo: thread.messageId.startsWith('<') ? thread.messageId : null,
    references: [
      ...messageIds(thread.headers, 'references'),
      ...(thread.messageId.startsWith('<') ? [thread.messageId] : []),
    ],
  };
  const taskIds =
    'findings' in results ? [] : results.flatMap(({ result }) => (result.kind === 'rejected' ? [] : [result.task.id]));
  const recorded: MailRow =
    taskIds.length > 0
      ? { ...row, subject, status: 'taken', reason: null, findings: [], taskIds }
      : {
          ...row,
          subject,
          status: 'refused',
          reason: unclear === null ? 'invalid_content' : 'to_confirm',
          findings: findingsOf(results),
          content: mail.raw,
        };
  // Two of the same mail side by side make the same tasks; only one is recorded and answered.
  const asked = answers ? (unclear?.alternatives ?? []) : [];
  if (await recordMail(deps.pool, recorded, answers ? reply : null, asked)) deps.wakeReplies();
  if (taskIds.length > 0) return { kind: 'taken', sentence: `${taskIds.length} task(s)` };
  if (answers)
    return { kind: 'taken', sentence: unclear ? 'no task yet; the reply asks' : 'no task; the reply says why' };
  // Without replies, who sent it would never hear; when it is refused, the other side's server reports it.
  return { kind: 'refused', sentence: lineOfSmtp(leadSentence(recorded.findings)) };
}

/** Answers of SMTP are ASCII lines of at most 512 bytes (RFC 5321 §4.5.3.1.5). */
function lineOfSmtp(sentence: string): string {
  return sentence.replace(/[^\x20-\x7e]+/g, '?').slice(0, 400);
}

function findingsOf(results: MailResults): readonly string[] {
  if ('findings' in results) return results.findings;
  return results.flatMap(({ result, line, hints = [] }) =>
    result.kind === 'rejected'
      ? refusedInWords(result, hints).map((finding) => (line === undefined ? finding : `line ${line}: ${finding}`))
      : [],
  );
}
