/** How the endpoints of an owner did, day by day: attempts, how many were acknowledged, and how long they took. */
import type { Queryable } from './database.ts';

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
