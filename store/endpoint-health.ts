/** The health of endpoints: one row for each owner and origin, moved on by every attempt that changes it. */
import { afterAttempt, saysNothingNew, successGrainMs } from '../domain/delivery/health.ts';
import type { EndedAttempt, EndpointRecord, EndpointSignal, ListedEndpoint } from '../domain/delivery/health.ts';
import type { Queryable } from './database.ts';
import type { DeliveryOwnerKind } from './deliveries.ts';

export interface Endpoint {
  readonly ownerKind: DeliveryOwnerKind;
  readonly ownerId: string;
  /** Scheme, host and port. */
  readonly origin: string;
}

export type EndpointRow = Endpoint & ListedEndpoint;

const folded = `failing, failures, failures_since as "failuresSince", recovered_at as "recoveredAt", exhausted,
  exhausted_since as "exhaustedSince", last_success_at as "lastSuccessAt", last_failure_at as "lastFailureAt",
  last_error as "lastError"`;
const columns = `owner_kind as "ownerKind", owner_id as "ownerId", origin, ${folded},
  (select min(created_at) from deliveries
    where held_origin = endpoint_health.origin and deliveries.owner_kind = endpoint_health.owner_kind
      and deliveries.owner_id = endpoint_health.owner_id) as "holdingSince"`;

export interface NotedAttempt {
  readonly record: EndpointRecord;
  readonly signals: readonly EndpointSignal[];
}

/**
 * In SQL, `saysNothingNew` of an attempt that was acknowledged: the owner is that of the row of `deliveries`.
 * @param origin and the time at which it ended, as placeholders
 */
export const acknowledgementIsNoNews = (origin: string, endedAt: string): string =>
  `exists (select 1 from endpoint_health as known
            where known.owner_kind = deliveries.owner_kind and known.owner_id = deliveries.owner_id
              and known.origin = ${origin} and failures = 0
              and last_success_at > ${endedAt}::timestamptz - ${successGrainMs} * interval '1 millisecond')`;

/** Notes an attempt in its endpoint's health, in the caller's transaction, where attempts follow one another on its lock. */
export async function noteAttempt(q: Queryable, endpoint: Endpoint, attempt: EndedAttempt): Promise<NotedAttempt> {
  const key = [endpoint.ownerKind, endpoint.ownerId, endpoint.origin];
  const before = (await lockRecord(q, key)) ?? (await addRecord(q, key));
  if (saysNothingNew(before, attempt)) return { record: before, signals: [] };
  const after = afterAttempt(before, attempt);
  await writeRecord(q, key, after.record);
  return after;
}

async function lockRecord(q: Queryable, key: string[]): Promise<EndpointRecord | undefined> {
  const found = await q.query<EndpointRecord>({
    name: 'lock-endpoint-health',
    text: `select ${folded} from endpoint_health where owner_kind = $1 and owner_id = $2 and origin = $3 for update`,
    values: key,
  });
  return found.rows[0];
}

async function addRecord(q: Queryable, key: string[]): Promise<EndpointRecord> {
  await q.query(
    'insert into endpoint_health (owner_kind, owner_id, origin) values ($1, $2, $3) on conflict do nothing',
    key,
  );
  const added = await lockRecord(q, key);
  if (added === undefined) throw new Error(`the health of ${key[1]} was removed while it was noted`);
  return added;
}

async function writeRecord(q: Queryable, key: readonly string[], record: EndpointRecord): Promise<void> {
  await q.query({
    name: 'write-endpoint-health',
    text: `update endpoint_health
              set failing = $4, failures = $5, failures_since = $6, recovered_at = $7, exhausted = $8,
                  exhausted_since = $9, last_success_at = $10, last_failure_at = $11, last_error = $12
            where owner_kind = $1 and owner_id = $2 and origin = $3`,
    values: [
      ...key,
      record.failing,
      record.failures,
      record.failuresSince,
      record.recoveredAt,
      record.exhausted,
      record.exhaustedSince,
      record.lastSuccessAt,
      record.lastFailureAt,
      record.lastError,
    ],
  });
}

/** The health of hooks, by hook; one that nothing was sent to has none. */
export async function readHookHealth(q: Queryable, hookIds: readonly string[]): Promise<Map<string, ListedEndpoint>> {
  // A hook has one URL for its life, so one origin.
  const found = await q.query<EndpointRow>(
    `select ${columns} from endpoint_health where owner_kind = 'hook' and owner_id = any($1)`,
    [hookIds],
  );
  return new Map(found.rows.map((row) => [row.ownerId, row]));
}

interface EndpointFilter {
  readonly ownerId?: string;
  readonly failing?: boolean;
  readonly limit: number;
}

/** Endpoints of the whole deployment, those that fail first, the longest before the others. */
export async function listEndpoints(q: Queryable, filter: EndpointFilter): Promise<EndpointRow[]> {
  const found = await q.query<EndpointRow>(
    `select ${columns} from endpoint_health
      where ($1::text is null or owner_id = $1) and ($2::boolean is null or failing = $2)
      order by failing desc, failures_since nulls last, owner_kind, owner_id, origin
      limit $3`,
    [filter.ownerId ?? null, filter.failing ?? null, filter.limit],
  );
  return found.rows;
}

/** The hosts that fail longest, and how many endpoints fail on each. */
export async function failingHosts(
  q: Queryable,
  ownerKind: DeliveryOwnerKind,
  limit: number,
): Promise<{ host: string; endpoints: number }[]> {
  const found = await q.query<{ host: string; endpoints: number }>(
    `select split_part(origin, '//', 2) as host, count(*)::int as endpoints
       from endpoint_health where owner_kind = $1 and failing
      group by 1 order by min(failures_since), 1 limit $2`,
    [ownerKind, limit],
  );
  return found.rows;
}

/** How many endpoints fail. */
export async function countFailing(q: Queryable, ownerKind: DeliveryOwnerKind): Promise<number> {
  const found = await q.query<{ count: number }>(
    'select count(*)::int as count from endpoint_health where owner_kind = $1 and failing',
    [ownerKind],
  );
  return found.rows[0]?.count ?? 0;
}

/** Forgets endpoints that nothing was sent to for so long that no delivery of theirs is kept either. */
export async function removeOldEndpoints(q: Queryable, keepDays: number): Promise<number> {
  const gone = await q.query({
    name: 'remove-old-endpoints',
    text: `delete from endpoint_health
            where greatest(last_success_at, last_failure_at, exhausted_since) < now() - $1 * interval '1 day'`,
    values: [keepDays],
  });
  return gone.rowCount ?? 0;
}

// How the endpoints of an owner did, day by day: attempts, how many were acknowledged, and how long they took.

export interface EndpointDay {
  /** Scheme, host and port. */
  readonly origin: string;
  /** `2026-11-22`, in UTC. */
  readonly day: string;
  readonly attempts: number;
  readonly acknowledged: number;
  readonly medianMs: number;
  /** 95 of 100 took at most this long. */
  readonly p95Ms: number;
}

/** Of more deliveries the newest are looked at. */
export const deliveriesLookedAt = 20_000;

/** The last days with attempts, newest first, of each endpoint. */
export async function readEndpointDays(q: Queryable, ownerId: string, since: Date): Promise<EndpointDay[]> {
  const found = await q.query<EndpointDay>({
    name: 'endpoint-days',
    text: `select substring(url from '^[a-z]+://[^/?#]+') as origin, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
                  count(*)::int as attempts,
                  (count(*) filter (where response_status between 200 and 299 and error is null))::int as acknowledged,
                  percentile_disc(0.5) within group (order by duration_ms) as "medianMs",
                  percentile_disc(0.95) within group (order by duration_ms) as "p95Ms"
             from (select id, url from deliveries
                    where owner_kind = $2 and owner_id = $1
                    order by created_at desc, id desc limit ${deliveriesLookedAt}) as newest
             join delivery_attempts on delivery_id = newest.id
            where at >= $3
            group by 1, 2 order by 1, 2 desc`,
    values: [ownerId, ownerId.startsWith('wh_') ? 'hook' : 'sender', since],
  });
  return found.rows;
}
