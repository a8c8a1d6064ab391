/** The append-only log of who did what to senders, keys and secrets (D5). */
import type { AuditedAct } from '../domain/lanes/pending-audit.ts';
import type { SettleRun } from '../domain/lanes/settler/run.ts';
import type { Queryable } from './database.ts';

interface AuditEntry {
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

export interface LoggedEntry extends AuditEntry {
  /** Rises with every entry. */
  readonly id: number;
  readonly at: Date;
}

export async function readAudit(q: Queryable, subject: string): Promise<LoggedEntry[]> {
  const found = await q.query<LoggedEntry>(
    'select id, at, actor, act, subject, details from audit_log where subject = $1 order by id',
    [subject],
  );
  return found.rows;
}

export interface AuditFilter {
  /** The id something was done to, or whose owner it was. */
  readonly about?: string;
  /** How the act begins: `key` finds `key.created` and `key.revoked`, `portal` finds `portal_account.set`. */
  readonly act?: string;
  /** Part of who acted. */
  readonly by?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly limit: number;
  /** Only entries older than this one, the last of the page before. */
  readonly beforeId?: number;
}

/** The conditions of a filter over $1 to $5. */
const fits = `($1::text is null or subject = $1 or details->>'owner_id' = $1)
        and ($2::text is null or starts_with(act, $2))
        and ($3::text is null or position($3 in actor) > 0)
        and ($4::timestamptz is null or at >= $4)
        and ($5::timestamptz is null or at < $5)`;
const fitValues = ({ about, act, by, since, until }: Omit<AuditFilter, 'limit'>): unknown[] => [
  about ?? null,
  act ?? null,
  by ?? null,
  since ?? null,
  until ?? null,
];

/** The newest entries that fit, newest first. */
export async function listAudit(q: Queryable, filter: AuditFilter): Promise<LoggedEntry[]> {
  const found = await q.query<LoggedEntry>(
    `select id, at, actor, act, subject, details from audit_log
      where ${fits} and ($7::bigint is null or id < $7)
      order by id desc limit $6`,
    [...fitValues(filter), filter.limit, filter.beforeId ?? null],
  );
  return found.rows;
}

/** More than these are not counted. */
export const auditCountedAtMost = 10_000;

/** How many entries fit, up to one more than `auditCountedAtMost`. */
export async function countAudit(q: Queryable, filter: Omit<AuditFilter, 'limit' | 'beforeId'>): Promise<number> {
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n from (select from audit_log where ${fits} limit ${auditCountedAtMost + 1}) as counted`,
    fitValues(filter),
  );
  return found.rows[0]?.n ?? 0;
}

/** Lines of the audit log about a workspace, written by the round that takes what they report. */
export interface AttributedAct extends AuditedAct {
  readonly actor: string;
}

/** The purpose of an answered sign-off request is added from its row. Call it in the transaction of the round. */
export async function addLaneAudits(q: Queryable, workspaceNo: number, acts: readonly AttributedAct[]): Promise<void> {
  if (acts.length === 0) return;
  await q.query({
    name: 'lane-audit',
    text: `insert into audit_log (actor, act, subject, details)
           select row->>0, row->>1, row->>2,
                  coalesce((row->3)::jsonb || (select jsonb_build_object('purpose', request->>'purpose') from lane_signoffs
                                                where workspace_no = $1 and request_id = row->>2), (row->3)::jsonb)
             from json_array_elements($2::json) with ordinality as acts (row, n) order by n`,
    values: [
      workspaceNo,
      JSON.stringify(acts.map(({ actor, act, subject, details }) => [actor, act, subject, details])),
    ],
  });
}

/** Somebody had the settler run. */
export async function auditSettlerRun(
  q: Queryable,
  { workspace, runId, limit }: Pick<SettleRun, 'workspace' | 'runId' | 'limit'>,
  actor: string,
): Promise<void> {
  await addAudit(q, { actor, act: 'settler.started', subject: workspace.id, details: { run_id: runId, limit } });
}
