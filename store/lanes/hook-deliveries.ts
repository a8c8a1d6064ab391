/** Deliveries to the hooks of a workspace: queued in the transaction of their cause, or because somebody asks. */
import type { AttemptError } from '../../domain/delivery/attempt.ts';
import { type HookEvent, hookBody, hookDeliveryId } from '../../domain/lanes/hook-event.ts';
import { textSha256 } from '../../process/evidence-crypto.ts';
import { newId } from '../../process/ids.ts';
import { addAudit } from '../audit-log.ts';
import { type Pool, type Queryable, inTransaction } from '../database.ts';
import { type NewDelivery, addDeliveries } from '../deliveries.ts';
import { recoverDeliveries, retryDelivery } from '../deployment-deliveries.ts';
import type { FailedSince, sendAgain } from '../resend-deliveries.ts';
import type { HookAct, HookRow } from './hooks.ts';
import type { WorkspaceRef } from './ingest-request.ts';

type Target = Pick<HookRow, 'id' | 'url' | 'events'>;

/**
 * Queues these events for every hook that wants them, in the caller's transaction: the one that announces them, so that each
 * is queued once.
 * @param waitsMs waits between the attempts
 * @returns how many deliveries were queued
 */
export async function queueHookEvents(
  q: Queryable,
  workspace: WorkspaceRef,
  events: readonly HookEvent[],
  waitsMs: readonly number[],
): Promise<number> {
  // The lock holds off a deletion until these deliveries are there for it to end.
  const hooks = await q.query<Target>({
    name: 'lane-hook-targets',
    text: `select id, url, events from lane_hooks where workspace_no = $1 and deleted_at is null order by id for share`,
    values: [workspace.no],
  });
  if (hooks.rows.length === 0) return 0;
  const now = new Date();
  return addDeliveries(
    q,
    events.flatMap((event) => {
      const body = Buffer.from(hookBody(event, workspace.id, now));
      return hooks.rows
        .filter((hook) => hook.events.some((wanted) => wanted === event.type))
        .map((hook) => deliveryOf(workspace, hook, event, now, body, waitsMs));
    }),
  );
}

function deliveryOf(
  workspace: WorkspaceRef,
  hook: Pick<Target, 'id' | 'url'>,
  event: HookEvent,
  now: Date,
  body: Buffer,
  waitsMs: readonly number[],
): NewDelivery {
  return {
    id: hookDeliveryId(event, hook.id, now, textSha256),
    ownerKind: 'hook',
    ownerId: hook.id,
    subjectId: event.id,
    event: event.type,
    scheme: 'lanes',
    url: hook.url,
    body,
    waitsMs,
    fairnessKey: workspace.id,
    workspaceNo: workspace.no,
  };
}

/** Sends a `ping` to a hook, whatever events it takes. @returns undefined when the hook is not there */
export async function pingHook(
  pool: Pool,
  { workspace, hookId, actor }: HookAct,
  waitsMs: readonly number[],
): Promise<{ readonly deliveryId: string; readonly eventId: string } | undefined> {
  return inTransaction(pool, async (q) => {
    const found = await q.query<Target>(
      `select id, url, events from lane_hooks where workspace_no = $1 and id = $2 and deleted_at is null for share`,
      [workspace.no, hookId],
    );
    const [hook] = found.rows;
    if (hook === undefined) return undefined;
    const now = new Date();
    const at = now.toISOString();
    const event: HookEvent = { id: newId('event'), type: 'ping', queue: null, step: null, at, data: {} };
    const delivery = deliveryOf(workspace, hook, event, now, Buffer.from(hookBody(event, workspace.id, now)), waitsMs);
    await addDeliveries(q, [delivery]);
    const details = { owner_id: workspace.id, delivery_id: delivery.id };
    await addAudit(q, { actor, act: 'webhook.tested', subject: hookId, details });
    return { deliveryId: delivery.id, eventId: event.id };
  });
}

/**
 * Sends a delivery of a workspace again.
 * @returns `queued`; `open` when it waits, so that its workflow is to be asked; `owner_gone` when its hook was deleted;
 *   undefined when the workspace has no such delivery
 */
export async function sendHookDeliveryAgain(
  pool: Pool,
  workspace: WorkspaceRef,
  deliveryId: string,
  actor: string,
): Promise<Awaited<ReturnType<typeof sendAgain>>> {
  const found = await pool.query<{ hookId: string }>(
    `select owner_id as "hookId" from deliveries where id = $1 and workspace_no = $2`,
    [deliveryId, workspace.no],
  );
  const hookId = found.rows[0]?.hookId;
  if (hookId === undefined) return undefined;
  return retryDelivery(pool, deliveryId, actor, { kind: 'hook', id: hookId });
}

/** Sends everything again that failed in the span, of all hooks of a workspace that are there. @returns how many */
export async function recoverHookDeliveries(
  pool: Pool,
  workspace: WorkspaceRef,
  span: FailedSince,
  actor: string,
): Promise<number> {
  const hooks = await pool.query<{ id: string }>(
    'select id from lane_hooks where workspace_no = $1 and deleted_at is null order by id',
    [workspace.no],
  );
  let queued = 0;
  for (const { id } of hooks.rows)
    queued += await recoverDeliveries(pool, { owner: { kind: 'hook', id }, span, actor });
  return queued;
}

// The log of a workspace's deliveries (D40): one row an attempt, newest first, and what waits for its next one.

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

interface LogFilter {
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
