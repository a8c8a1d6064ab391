/**
 * Deliveries that are held back: while an endpoint answers so slowly that those sent to it stand in a long line, the runs
 * of new ones begin later, which costs nothing, instead of asking for a slot again and again. Each attempt that ends lets
 * the next ones go. An endpoint begins to hold when an attempt finds the line long, and ends when nobody is left.
 */
import { inTransaction } from './database.ts';
import type { Pool, Queryable } from './database.ts';
import { startsOfHeld } from './deliveries.ts';
import type { DeliveryOwnerKind } from './deliveries.ts';
import type { Endpoint } from './endpoint-health.ts';
import { addStarts } from './workflow-starts.ts';

/** From now on new deliveries to the endpoint are held back. Safe to say again. */
export async function holdBack(q: Queryable, { ownerKind, ownerId, origin }: Endpoint): Promise<void> {
  await q.query({
    name: 'hold-back',
    text: `insert into endpoint_health as known (owner_kind, owner_id, origin, holding_since) values ($1, $2, $3, now())
           on conflict (owner_kind, owner_id, origin) do update set holding_since = now() where known.holding_since is null`,
    values: [ownerKind, ownerId, origin],
  });
}

/**
 * Lets the longest waiting deliveries to an endpoint go: their runs begin as soon as the outbox is read. When there are
 * fewer than `most`, the endpoint holds nobody back any more.
 * @returns how many
 */
export async function letGo(pool: Pool, { ownerKind, ownerId, origin }: Endpoint, most: number): Promise<number> {
  return inTransaction(pool, async (q) => {
    const key = [ownerKind, ownerId, origin];
    // Whoever adds a held delivery shares this lock, so that none is added unseen while the endpoint opens up.
    await q.query({
      name: 'lock-holding',
      text: `select 1 from endpoint_health where owner_kind = $1 and owner_id = $2 and origin = $3 for update`,
      values: key,
    });
    const starts = await startsOfHeld(q, { ownerKind, ownerId, origin }, most);
    await addStarts(q, starts);
    if (starts.length < most)
      await q.query({
        name: 'hold-no-longer',
        text: `update endpoint_health set holding_since = null
                where owner_kind = $1 and owner_id = $2 and origin = $3 and holding_since is not null`,
        values: key,
      });
    return starts.length;
  });
}

/**
 * Endpoints that hold deliveries back while no other delivery of their owner is on its way: nobody would let them go,
 * because the runs before them were cancelled or removed.
 */
export async function forgottenLines(q: Queryable): Promise<Endpoint[]> {
  const found = await q.query<Endpoint>(
    `select owner_kind as "ownerKind", owner_id as "ownerId", origin from endpoint_health as endpoint
      where holding_since is not null
        and not exists (select 1 from deliveries
                         where deliveries.owner_kind = endpoint.owner_kind and deliveries.owner_id = endpoint.owner_id
                           and status = 'pending' and held_origin is null)
      order by holding_since`,
  );
  return found.rows;
}

/** How many deliveries are held back: all, or those of senders or of hooks. */
export async function countHeld(q: Queryable, ownerKind?: DeliveryOwnerKind): Promise<number> {
  const found = await q.query<{ count: number }>(
    `select count(*)::int as count from deliveries
      where held_origin is not null and ($1::text is null or owner_kind = $1)`,
    [ownerKind ?? null],
  );
  return found.rows[0]?.count ?? 0;
}
