/** Mails whose request was not clear: the ways to read them, and which one their writer confirmed. */
import { mailActor } from '../domain/actor.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

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

export async function addConfirmation(
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
