/** The append-only log of who did what to senders, keys and secrets (D5). */
import type { Queryable } from './database.ts';

export interface AuditEntry {
  /** Who acted, such as `admin:root@host`. */
  readonly actor: string;
  /** What was done, such as `key.revoked`. */
  readonly act: string;
  /** The id it was done to. */
  readonly subject: string;
  /** Further facts; never a key or a secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

export async function addAudit(q: Queryable, entry: AuditEntry): Promise<void> {
  await q.query('insert into audit_log (actor, act, subject, details) values ($1, $2, $3, $4)', [
    entry.actor,
    entry.act,
    entry.subject,
    JSON.stringify(entry.details),
  ]);
}

export async function readAudit(q: Queryable, subject: string): Promise<(AuditEntry & { at: Date })[]> {
  const found = await q.query<AuditEntry & { at: Date }>(
    'select at, actor, act, subject, details from audit_log where subject = $1 order by id',
    [subject],
  );
  return found.rows;
}
