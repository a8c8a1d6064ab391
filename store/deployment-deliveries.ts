/** What the people who run a deployment see of deliveries and do to them, of every sender and workspace. */
import type { DeliveryState } from '../domain/delivery/retry-schedule.ts';
import { addAudit } from './audit-log.ts';
import { type ListOrder, type ListPlace, encodeCursor, orderOf, pageOf } from './cursor.ts';
import type { Pool, Queryable } from './database.ts';
import type { AttemptRow, DeliveryOwner, DeliveryOwnerKind, DeliveryRow } from './deliveries.ts';
import type { TaskRow } from './tasks.ts';
import { type FailedSince, recoverFailed, sendAgain } from './resend-deliveries.ts';

/** Who can have deliveries, by name: senders, and webhooks under the name of their workspace. */
export async function listDeliveryOwners(q: Queryable, atMost: number): Promise<{ id: string; name: string }[]> {
  const found = await q.query<{ id: string; name: string }>(
    `select id, name from senders
     union all
     select lane_hooks.id, workspaces.name || ', webhook to ' || substring(url from '^[a-z]+://([^/?#]+)')
       from lane_hooks join workspaces on workspaces.no = workspace_no
      order by 2, 1 limit $1`,
    [atMost],
  );
  return found.rows;
}

async function readDeliveryOwner(q: Queryable, deliveryId: string): Promise<DeliveryOwner | undefined> {
  const found = await q.query<DeliveryOwner>(
    'select owner_kind as kind, owner_id as id from deliveries where id = $1',
    [deliveryId],
  );
  return found.rows[0];
}

/** Whose deliveries they are, as every entry of the audit log says it: a webhook's are its workspace's. */
async function ownerDetails(
  q: Queryable,
  { kind, id }: DeliveryOwner,
): Promise<{ readonly owner_id: string; readonly webhook_id?: string }> {
  if (kind === 'sender') return { owner_id: id };
  const found = await q.query<{ workspace: string }>(
    'select workspaces.id as workspace from lane_hooks join workspaces on workspaces.no = workspace_no where lane_hooks.id = $1',
    [id],
  );
  return { owner_id: found.rows[0]?.workspace ?? id, webhook_id: id };
}

/** Owners with failed deliveries. */
async function ownersWithFailures(q: Queryable): Promise<DeliveryOwner[]> {
  const found = await q.query<DeliveryOwner>(
    `select distinct owner_kind as kind, owner_id as id from deliveries where status = 'failed' order by 1, 2`,
  );
  return found.rows;
}

/**
 * Has a delivery sent again that a person asks for, of any owner; the request is in the audit log whatever comes
 * of it.
 * @param only the owner that asks; others' deliveries are none of its business
 * @returns as `sendAgain`; undefined when there is no such delivery
 */
export async function retryDelivery(
  pool: Pool,
  deliveryId: string,
  actor: string,
  only?: DeliveryOwner,
): Promise<Awaited<ReturnType<typeof sendAgain>>> {
  const owner = await readDeliveryOwner(pool, deliveryId);
  if (owner === undefined) return undefined;
  if (only !== undefined && (only.kind !== owner.kind || only.id !== owner.id)) return undefined;
  // Written before: what is asked for shows in the log even if this process ends here.
  await addAudit(pool, {
    actor,
    act: 'delivery.retried',
    subject: deliveryId,
    details: await ownerDetails(pool, owner),
  });
  return sendAgain(pool, owner, deliveryId);
}

/**
 * Has everything sent again that failed in the span, of one owner or of all; each owner's request is in the audit
 * log. @returns how many deliveries were queued
 */
export async function recoverDeliveries(
  pool: Pool,
  given: { readonly owner?: DeliveryOwner; readonly span: FailedSince; readonly actor: string },
): Promise<number> {
  const { span, actor } = given;
  const owners = given.owner === undefined ? await ownersWithFailures(pool) : [given.owner];
  let queued = 0;
  for (const owner of owners) {
    const of = await ownerDetails(pool, owner);
    const details = {
      ...of,
      since: span.since.toISOString(),
      until: span.until?.toISOString() ?? null,
      ...(span.event === undefined ? {} : { event: span.event }),
      ...(span.subjectId === undefined ? {} : { about: span.subjectId }),
    };
    await addAudit(pool, { actor, act: 'delivery.recovered', subject: of.owner_id, details });
    queued += await recoverFailed(pool, owner, span);
  }
  return queued;
}

// Deliveries of both services as the console lists them: by owner, status and event, newest first, with attempts.

export interface BoardDelivery extends Omit<DeliveryRow, 'attempts'> {
  readonly ownerKind: DeliveryOwnerKind;
  readonly ownerId: string;
  /** The sender's name, or that of the hook's workspace; null where the owner is gone. */
  readonly ownerName: string | null;
  /** The task whose result it is; null for events of lanes, pings, and tasks that are gone. */
  readonly task: Pick<TaskRow, 'taskType' | 'params'> | null;
  /** Attempts so far, and how the last one ended. */
  readonly attempts: number;
  readonly lastAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly lastDurationMs: number | null;
}

export interface BoardDeliveryFilter {
  readonly ownerKind?: DeliveryOwnerKind;
  readonly ownerId?: string;
  readonly subjectId?: string;
  readonly status?: DeliveryState;
  readonly event?: string;
  readonly from?: Date;
  readonly until?: Date;
  readonly limit: number;
  /** Left out: the newest first. */
  readonly order?: 'oldest' | DeliveryOrder;
  /** The last delivery of the page before. */
  readonly after?: ListPlace;
}

/** What deliveries can be ordered by, besides when they were queued. */
export const deliverySortKeys = ['event', 'status'] as const;

export interface DeliveryOrder {
  readonly by: (typeof deliverySortKeys)[number];
  readonly isDescending: boolean;
}

/** More are not counted: the number says enough, and counting takes time. */
export const deliveriesCountedAtMost = 10_000;

const columns = `deliveries.id, owner_kind as "ownerKind", owner_id as "ownerId", subject_id as "subjectId", event,
  deliveries.url, status, deliveries.next_attempt_at as "nextAttemptAt", deliveries.created_at as "createdAt",
  finished_at as "finishedAt",
  coalesce((select name from senders where owner_kind = 'sender' and senders.id = owner_id),
           (select name from workspaces where no = deliveries.workspace_no)) as "ownerName",
  (select jsonb_build_object('taskType', task_type, 'params', params) from tasks
    where owner_kind = 'sender' and tasks.id = subject_id) as task,
  coalesce(last.n, 0) as attempts, last.at as "lastAt", last.response_status as "lastStatus", last.error as "lastError",
  last.duration_ms as "lastDurationMs"`;
const lastAttempt = `left join lateral (
  select n, at, response_status, error, duration_ms from delivery_attempts
   where delivery_id = deliveries.id order by n desc limit 1) as last on true`;

type BoardConditions = Omit<BoardDeliveryFilter, 'limit' | 'after' | 'order'>;

function conditions(filter: BoardConditions, value: (given: unknown) => string): string[] {
  const where: string[] = [];
  if (filter.ownerKind !== undefined) where.push(`owner_kind = ${value(filter.ownerKind)}`);
  if (filter.ownerId !== undefined) where.push(`owner_id = ${value(filter.ownerId)}`);
  if (filter.subjectId !== undefined) where.push(`subject_id = ${value(filter.subjectId)}`);
  if (filter.status !== undefined) where.push(...statusConditions[filter.status]);
  if (filter.event !== undefined) where.push(`event = ${value(filter.event)}`);
  if (filter.from !== undefined) where.push(`created_at >= ${value(filter.from)}`);
  if (filter.until !== undefined) where.push(`created_at < ${value(filter.until)}`);
  return where;
}

/** How many deliveries a filter finds, up to a limit. */
export async function countBoardDeliveries(q: Queryable, filter: BoardConditions): Promise<number> {
  const values: unknown[] = [];
  const where = conditions(filter, (given) => `$${values.push(given)}`);
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n
       from (select from deliveries ${where.length === 0 ? '' : `where ${where.join(' and ')}`}
              limit ${deliveriesCountedAtMost + 1}) as counted`,
    values,
  );
  return found.rows[0]?.n ?? 0;
}

/** A page of deliveries, newest first unless the filter says otherwise. */
export async function listBoardDeliveries(
  q: Queryable,
  filter: BoardDeliveryFilter,
): Promise<{ deliveries: BoardDelivery[]; next: string | null }> {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const where = conditions(filter, value);
  const order = listOrder(filter);
  const { orderBy, beyond } = orderOf(order, filter.after, value);
  if (beyond !== undefined) where.push(beyond);
  const found = await q.query<BoardDelivery>(
    `select ${columns}
       from (select * from deliveries ${where.length === 0 ? '' : `where ${where.join(' and ')}`}
              order by ${orderBy} limit ${value(filter.limit + 1)}) as deliveries ${lastAttempt}
      order by ${orderBy}`,
    values,
  );
  const by = filter.order === 'oldest' ? undefined : filter.order?.by;
  const { page: deliveries, next } = pageOf(found.rows, filter.limit, (last) =>
    encodeCursor({ at: last.createdAt, id: last.id, ...(by === undefined ? {} : { sorted: last[by] }) }),
  );
  return { deliveries, next };
}

function listOrder({ order }: Pick<BoardDeliveryFilter, 'order'>): ListOrder {
  const made = ['created_at', 'id'] as const;
  if (order === undefined || order === 'oldest') return { made, isTurned: order === 'oldest' };
  return { made, by: { value: order.by, type: 'text', isDescending: order.isDescending } };
}

/** Literal, in the words of the partial indexes: trouble is rare among all deliveries. */
const statusConditions: Readonly<Record<DeliveryState, readonly string[]>> = {
  pending: [`status in ('pending', 'retrying')`, `status = 'pending'`],
  retrying: [`status in ('pending', 'retrying')`, `status = 'retrying'`],
  delivered: [`status = 'delivered'`],
  failed: [`status = 'failed'`],
};

export interface ShownDelivery {
  readonly delivery: BoardDelivery;
  readonly body: Buffer;
  readonly attempts: readonly AttemptRow[];
}

/** One delivery with the bytes it sends and its attempts, the first one first. */
export async function readShownDelivery(q: Queryable, deliveryId: string): Promise<ShownDelivery | undefined> {
  const found = await q.query<BoardDelivery & { body: Buffer }>(
    `select ${columns}, body from deliveries ${lastAttempt} where deliveries.id = $1`,
    [deliveryId],
  );
  const row = found.rows[0];
  if (row === undefined) return undefined;
  const attempts = await q.query<AttemptRow>(
    `select n, at, response_status as "responseStatus", error, duration_ms as "durationMs", excerpt,
            request_headers as "requestHeaders"
       from delivery_attempts where delivery_id = $1 order by n`,
    [deliveryId],
  );
  const { body, ...delivery } = row;
  return { delivery, body, attempts: attempts.rows };
}
