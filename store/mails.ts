/** Mail: registered addresses, what happened to each mail, the quarantine, and requests that their writer has to confirm. */
import { mailActor } from '../domain/actor.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';
import { type MailReply, addReply } from './mail-replies.ts';

/** @param address in any case; @returns false when it was registered before */
export async function addSenderAddress(pool: Pool, senderId: string, address: string, actor: string): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    const done = await q.query(
      'insert into sender_addresses (sender_id, address) values ($1, lower($2)) on conflict do nothing',
      [senderId, address],
    );
    if (done.rowCount !== 1) return false;
    await addAudit(q, { actor, act: 'sender.address_added', subject: senderId, details: { address } });
    return true;
  });
}

/** @returns false when it was not registered */
export async function removeSenderAddress(
  pool: Pool,
  senderId: string,
  address: string,
  actor: string,
): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    const done = await q.query('delete from sender_addresses where sender_id = $1 and address = lower($2)', [
      senderId,
      address,
    ]);
    if (done.rowCount !== 1) return false;
    await addAudit(q, { actor, act: 'sender.address_removed', subject: senderId, details: { address } });
    return true;
  });
}

export async function listSenderAddresses(q: Queryable, senderId: string): Promise<string[]> {
  const found = await q.query<{ address: string }>(
    'select address from sender_addresses where sender_id = $1 order by address',
    [senderId],
  );
  return found.rows.map((row) => row.address);
}

/** What happened to a mail. */
type MailStatus = 'taken' | 'refused' | 'dropped';

export interface MailRow {
  readonly id: string;
  readonly senderId: string;
  readonly messageId: string;
  readonly status: MailStatus;
  /** A code; null for a mail that was taken. */
  readonly reason: string | null;
  /** Sentences. */
  readonly findings: readonly string[];
  /** Whether it was shown to come from a registered address. */
  readonly authentic: boolean;
  readonly fromAddress: string | null;
  readonly subject: string | null;
  readonly remoteAddress: string;
  readonly bytes: number;
  readonly content: Buffer | null;
  readonly taskIds: readonly string[];
}

/**
 * What is kept of mail to one sender whose origin was not proved, dropped or refused: so many, with so many bytes. Older ones
 * are removed, so that forged mail cannot fill the disk.
 */
const unprovenKept = { mails: 200, bytes: 50_000_000 };

/**
 * Records what happened to a mail, with its reply, in one transaction.
 * @param alternatives the ways to read it, where its writer has to choose
 * @returns false when the same mail was recorded meanwhile; then nothing is written
 */
export async function recordMail(
  pool: Pool,
  mail: MailRow,
  reply: MailReply | null,
  alternatives: readonly (readonly unknown[])[] = [],
): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    const done = await q.query(
      `insert into mails (id, sender_id, message_id, status, reason, findings, authentic, from_address, subject,
         remote_address, bytes, content, task_ids)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict (sender_id, message_id) where authentic do nothing`,
      [
        mail.id,
        mail.senderId,
        mail.messageId,
        mail.status,
        mail.reason,
        mail.findings,
        mail.authentic,
        mail.fromAddress,
        mail.subject,
        mail.remoteAddress,
        mail.bytes,
        mail.content,
        mail.taskIds,
      ],
    );
    if (done.rowCount !== 1) return false;
    if (reply) await addReply(q, reply);
    if (alternatives.length > 0) await addConfirmation(q, mail.id, alternatives);
    if (!mail.authentic)
      await q.query(
        `delete from mails using (
           select id, row_number() over newest as place, sum(coalesce(octet_length(content), 0)) over newest as held
             from mails where not authentic and sender_id = $1
           window newest as (order by received_at desc, id desc rows unbounded preceding)) as kept
          where mails.id = kept.id and (place > $2 or (held > $3 and place > 1))`,
        [mail.senderId, unprovenKept.mails, unprovenKept.bytes],
      );
    return true;
  });
}

/** Removes what is kept of mail whose origin was not proved, this long after it came. @returns how many were removed */
export async function removeUnprovenMails(q: Queryable, keepDays: number): Promise<number> {
  const gone = await q.query("delete from mails where not authentic and received_at < now() - $1 * interval '1 day'", [
    keepDays,
  ]);
  return gone.rowCount ?? 0;
}

/** Whether a mail with this id was shown to be authentic and handled before. */
export async function mailWasHandled(q: Queryable, senderId: string, messageId: string): Promise<boolean> {
  const found = await q.query('select 1 from mails where sender_id = $1 and message_id = $2 and authentic', [
    senderId,
    messageId,
  ]);
  return found.rowCount === 1;
}

export type QuarantinedMail = MailRow & { readonly receivedAt: Date };

const quarantineColumns = `id, sender_id as "senderId", message_id as "messageId", status, reason, findings, authentic,
  from_address as "fromAddress", subject, remote_address as "remoteAddress", bytes, task_ids as "taskIds",
  received_at as "receivedAt"`;

/** Refused mails, newest first, without their content. */
export async function listQuarantine(q: Queryable, senderId: string | null, limit: number): Promise<QuarantinedMail[]> {
  const found = await q.query<QuarantinedMail>(
    `select ${quarantineColumns}, null::bytea as content from mails
      where status = 'refused' and ($1::text is null or sender_id = $1) order by received_at desc, id desc limit $2`,
    [senderId, limit],
  );
  return found.rows;
}

export async function readQuarantined(q: Queryable, mailId: string): Promise<QuarantinedMail | undefined> {
  const found = await q.query<QuarantinedMail>(
    `select ${quarantineColumns}, content from mails where id = $1 and status = 'refused'`,
    [mailId],
  );
  return found.rows[0];
}

/** A mail whose request was not clear: the ways to read it, and which one its writer confirmed. */
export interface MailConfirmation {
  readonly mailId: string;
  readonly senderId: string;
  readonly fromAddress: string;
  readonly subject: string | null;
  readonly receivedAt: Date;
  /** Why the mail was not clear. */
  readonly findings: readonly string[];
  readonly alternatives: readonly (readonly unknown[])[];
  readonly chosen: number | null;
  readonly confirmedAt: Date | null;
  /** Once it is confirmed. */
  readonly taskIds: readonly string[];
}

async function addConfirmation(
  q: Queryable,
  mailId: string,
  alternatives: readonly (readonly unknown[])[],
): Promise<void> {
  await q.query('insert into mail_confirmations (mail_id, alternatives) values ($1, $2)', [
    mailId,
    JSON.stringify(alternatives),
  ]);
}

export async function readConfirmation(q: Queryable, mailId: string): Promise<MailConfirmation | undefined> {
  const found = await q.query<MailConfirmation>(
    `select mail_id as "mailId", sender_id as "senderId", from_address as "fromAddress", subject,
            received_at as "receivedAt", findings, alternatives, chosen, confirmed_at as "confirmedAt",
            task_ids as "taskIds"
       from mail_confirmations join mails on mails.id = mail_id where mail_id = $1`,
    [mailId],
  );
  return found.rows[0];
}

/** Settles on one way to read the mail. @returns false when another one was chosen before */
export async function chooseAlternative(q: Queryable, mailId: string, choice: number): Promise<boolean> {
  const done = await q.query(
    'update mail_confirmations set chosen = $2 where mail_id = $1 and (chosen is null or chosen = $2)',
    [mailId, choice],
  );
  return done.rowCount === 1;
}

/** Records the tasks of a confirmed mail, once. */
export async function recordConfirmed(pool: Pool, mailId: string, taskIds: readonly string[]): Promise<void> {
  await inTransaction(pool, async (q) => {
    const done = await q.query(
      'update mail_confirmations set confirmed_at = now() where mail_id = $1 and confirmed_at is null',
      [mailId],
    );
    if (done.rowCount !== 1) return;
    const mail = await q.query<{ from: string }>(
      `update mails set status = 'taken', reason = null, content = null, task_ids = $2 where id = $1
       returning from_address as "from"`,
      [mailId, taskIds],
    );
    await addAudit(q, {
      actor: mailActor(mail.rows[0]?.from ?? ''),
      act: 'mail.confirmed',
      subject: mailId,
      details: { tasks: taskIds },
    });
  });
}
