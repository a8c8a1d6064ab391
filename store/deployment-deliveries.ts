/** What the people who run a deployment see of deliveries and do to them, whosever they are. */
import type { DeliveryState } from '../domain/delivery/retry-schedule.ts';
import { addAudit } from './audit-log.ts';
import type { Pool, Queryable } from './database.ts';
import { type DeliveryOwner, type FailedSince, recoverFailed, sendAgain } from './deliveries.ts';

export interface DeliverySummary {
  readonly id: string;
  readonly ownerId: string;
  readonly subjectId: string;
  readonly event: string;
  readonly url: string;
  readonly status: DeliveryState;
  /** Attempts so far, and how the last one ended. */
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

export interface SummaryFilter {
  readonly ownerId?: string;
  readonly subjectId?: string;
  readonly status?: DeliveryState;
  readonly limit: number;
}

/** The newest deliveries that fit, newest first. */
export async function summariseDeliveries(q: Queryable, filter: SummaryFilter): Promise<DeliverySummary[]> {
  const found = await q.query<DeliverySummary>(
    `select deliveries.id, owner_id as "ownerId", subject_id as "subjectId", event, url, status,
            coalesce(last.n, 0) as attempts, last.response_status as "lastStatus", last.error as "lastError",
            next_attempt_at as "nextAttemptAt", created_at as "createdAt"
       from deliveries left join lateral (
         select n, response_status, error from delivery_attempts
          where delivery_id = deliveries.id order by n desc limit 1) last on true
      where ($1::text is null or owner_id = $1)
        and ($2::text is null or subject_id = $2)
        and ($3::text is null or status = $3)
      order by created_at desc, deliveries.id desc limit $4`,
    [filter.ownerId ?? null, filter.subjectId ?? null, filter.status ?? null, filter.limit],
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
 * Has a delivery sent again that a person asks for, whosever it is; the request is in the audit log whatever comes
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
