/** The log of a workspace's deliveries (D40): one row an attempt, newest first, and what waits for its next one. */
import type { AttemptError } from '../../domain/delivery/attempt.ts';
import type { Queryable } from '../database.ts';

export type LoggedStatus = 'pending' | 'delivered' | 'retrying' | 'failed';

/** A row of D40. */
export interface LoggedAttempt {
  readonly id: string;
  readonly hookId: string;
  readonly eventId: string;
  readonly type: string;
  readonly url: string;
  /** From 1, over all times it was sent. */
  readonly attempt: number;
  readonly status: LoggedStatus;
  readonly responseStatus: number | null;
  readonly error: AttemptError | null;
  readonly durationMs: number | null;
  /** When the attempt began. */
  readonly at: Date;
  readonly nextAttemptAt: Date | null;
  /** Beginning of the receiver's answer. */
  readonly excerpt: string | null;
}

export interface LogPlace {
  readonly at: Date;
  readonly id: string;
  readonly attempt: number;
}

export interface LogFilter {
  readonly hookId?: string;
  readonly status?: LoggedStatus;
  readonly limit: number;
  /** The last row of the page before. */
  readonly after?: LogPlace;
}

/** Up to `limit` + 1 rows, so that the caller sees whether there are more. */
export function readHookLog(q: Queryable, workspaceNo: number, filter: LogFilter): Promise<LoggedAttempt[]> {
  return filter.status === 'pending' ? readWaiting(q, workspaceNo, filter) : readAttempts(q, workspaceNo, filter);
}

async function readAttempts(q: Queryable, workspaceNo: number, filter: LogFilter): Promise<LoggedAttempt[]> {
  const { hookId, status, limit, after } = filter;
  // Said in the words of the partial indexes: most attempts succeed, and trouble is what people look for.
  const trouble = status === 'retrying' || status === 'failed' ? `and outcome <> 'delivered'` : '';
  const found = await q.query<LoggedAttempt>(
    `select delivery_id as id, hook_id as "hookId", subject_id as "eventId", event as type, url, n as attempt,
            outcome as status, response_status as "responseStatus", error, duration_ms as "durationMs", at,
            delivery_attempts.next_attempt_at as "nextAttemptAt", excerpt
       from delivery_attempts join deliveries on deliveries.id = delivery_id
      where delivery_attempts.workspace_no = $1 ${trouble}
        and ($2::text is null or hook_id = $2)
        and ($3::text is null or outcome = $3)
        and ($4::timestamptz is null or (at, delivery_id, n) < ($4, $5, $6))
      order by at desc, delivery_id desc, n desc limit $7`,
    [
      workspaceNo,
      hookId ?? null,
      status ?? null,
      after?.at ?? null,
      after?.id ?? null,
      after?.attempt ?? null,
      limit + 1,
    ],
  );
  return found.rows;
}

/** One row a delivery that waits: the attempt is the one to come, and `at` when the delivery was queued. */
async function readWaiting(q: Queryable, workspaceNo: number, filter: LogFilter): Promise<LoggedAttempt[]> {
  const { hookId, limit, after } = filter;
  const found = await q.query<LoggedAttempt>(
    `select id, owner_id as "hookId", subject_id as "eventId", event as type, url, attempt, 'pending' as status,
            null::int as "responseStatus", null as error, null::int as "durationMs", created_at as at,
            next_attempt_at as "nextAttemptAt", null as excerpt
       from deliveries, lateral (
         select coalesce(max(n), 0) + 1 as attempt from delivery_attempts where delivery_id = deliveries.id) next
      where workspace_no = $1 and status in ('pending', 'retrying')
        and ($2::text is null or owner_id = $2)
        and ($3::timestamptz is null or (created_at, id) < ($3, $4))
      order by created_at desc, id desc limit $5`,
    [workspaceNo, hookId ?? null, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return found.rows;
}
