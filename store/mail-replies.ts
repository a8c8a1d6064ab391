/** Replies to mails that wait for the relay. A row is there until the relay has taken the reply. */
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

export interface MailReply {
  readonly mailId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
}

/** After so many attempts, over half a day, a reply stays as it is, with its last error, until a person says so. */
const attemptLimit = 12;

export async function addReply(q: Queryable, reply: MailReply): Promise<void> {
  await q.query(
    `insert into mail_replies (mail_id, recipient, subject, body, in_reply_to, mail_references)
     values ($1, $2, $3, $4, $5, $6)`,
    [reply.mailId, reply.recipient, reply.subject, reply.body, reply.inReplyTo, reply.references],
  );
}

export type ClaimedReply = MailReply & {
  /** Attempts before this one. */
  readonly attempts: number;
  /** Whether no further attempt is made by itself where this one fails. */
  readonly isLast: boolean;
  /** The end of the claim, which is also its fence: a process that claims the reply later changes it. */
  readonly claim: string;
};

/** The claim of a reply is its time, to the microsecond. */
const claimText = `to_char(next_attempt_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as claim`;

/**
 * Claims replies that are due, for `leaseMs`: nobody else gets them meanwhile. The claim of a process that was killed
 * or stopped ends by itself; an attempt counts only when its result is recorded.
 */
export async function claimReplies(q: Queryable, limit: number, leaseMs: number): Promise<ClaimedReply[]> {
  const found = await q.query<ClaimedReply>(
    `update mail_replies set last_error = null, next_attempt_at = clock_timestamp() + $2 * interval '1 millisecond'
      where mail_id in (select mail_id from mail_replies where next_attempt_at <= now() and attempts < $3
                         order by next_attempt_at limit $1 for update skip locked)
      returning mail_id as "mailId", recipient, subject, body, in_reply_to as "inReplyTo",
                mail_references as "references", attempts, attempts + 1 >= $3 as "isLast", ${claimText}`,
    [limit, leaseMs, attemptLimit],
  );
  return found.rows;
}

/** Holds a claim for longer. @returns the claim from now on; undefined when another process has claimed the reply */
export async function renewReplyClaim(
  q: Queryable,
  mailId: string,
  claim: string,
  leaseMs: number,
): Promise<string | undefined> {
  const found = await q.query<{ claim: string }>(
    `update mail_replies set next_attempt_at = clock_timestamp() + $3 * interval '1 millisecond'
      where mail_id = $1 and next_attempt_at = $2::timestamptz returning ${claimText}`,
    [mailId, claim, leaseMs],
  );
  return found.rows[0]?.claim;
}

/** The relay has the reply, so nobody sends it any more, no matter who has claimed it. */
export async function removeReply(q: Queryable, mailId: string): Promise<void> {
  await q.query('delete from mail_replies where mail_id = $1', [mailId]);
}

export interface FailedReply {
  readonly waitMs: number;
  readonly error: string;
  /** Whether the attempt counts: what a fault of our own ended does not. */
  readonly counts: boolean;
}

/** Records a failed attempt; does nothing when another process has claimed the reply since. */
export async function postponeReply(q: Queryable, mailId: string, claim: string, failed: FailedReply): Promise<void> {
  await q.query(
    `update mail_replies set next_attempt_at = now() + $3 * interval '1 millisecond', last_error = $4,
            attempts = attempts + $5
      where mail_id = $1 and next_attempt_at = $2::timestamptz`,
    [mailId, claim, failed.waitMs, failed.error, failed.counts ? 1 : 0],
  );
}

interface WaitingReply {
  readonly mailId: string;
  readonly senderId: string;
  readonly recipient: string;
  readonly attempts: number;
  /** Null when no further attempt is made by itself. */
  readonly nextAttemptAt: Date | null;
  readonly lastError: string | null;
  readonly receivedAt: Date;
}

/** Replies that the relay has not taken, those of the oldest mails first. */
export async function listWaitingReplies(q: Queryable, limit: number): Promise<WaitingReply[]> {
  const found = await q.query<WaitingReply>(
    `select mail_id as "mailId", sender_id as "senderId", recipient, attempts, last_error as "lastError",
            case when attempts < $2 then next_attempt_at end as "nextAttemptAt", received_at as "receivedAt"
       from mail_replies join mails on mails.id = mail_id
      order by received_at, mail_id limit $1`,
    [limit, attemptLimit],
  );
  return found.rows;
}

/**
 * Has replies that were given up, or wait long for their next attempt, tried from the beginning again. One that is
 * under way is left alone: it has no error, and its time is the end of the claim.
 * @returns how many
 */
export async function retryReplies(pool: Pool, actor: string): Promise<number> {
  return inTransaction(pool, async (q) => {
    const done = await q.query(
      `update mail_replies set attempts = 0, next_attempt_at = now()
        where last_error is not null or next_attempt_at <= now()`,
    );
    const count = done.rowCount ?? 0;
    if (count > 0) await addAudit(q, { actor, act: 'mail_replies.retried', subject: 'mail', details: { count } });
    return count;
  });
}
