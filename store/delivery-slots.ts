/**
 * Attempts in flight to one origin, bounded over all workers, and the queue in front of it. An attempt takes one of the origin's
 * slots; where none is free its delivery gets in line, and each attempt that ends lets the one that has waited longest
 * go. A delivery in line is a workflow that waits in the engine and costs nothing until then.
 */
import { type Pool, type Queryable, inTransaction } from './database.ts';
import { type DeliveryOwnerKind, startsOfHeld } from './deliveries.ts';
import { addStarts } from './workflow-starts.ts';

export interface SlotRequest {
  readonly deliveryId: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Attempts that may be in flight to it (DELIVERY_PER_ORIGIN). */
  readonly perOrigin: number;
  /** After which the slot of a worker that has died is free again. */
  readonly leaseMs: number;
}

/** `line`: others wait for the origin already. */
type SlotAnswer = 'taken' | 'full' | 'line';

/** SQL: steps that take a slot, and the delivery out of the line where it was in it; of `slotValues`. @param where a condition */
export const takenSlot = (where = 'true'): string =>
  `free as (
     select slot from generate_series(1, $3::int) as numbers (slot)
      where ${where}
        and not exists (select 1 from delivery_slots as held
                         where held.origin = $2 and held.slot = numbers.slot and held.until > now())
      order by random() limit 1),
   taken as (
     insert into delivery_slots (origin, slot, delivery_id, until)
     select $2, slot, $1, now() + $4 * interval '1 millisecond' from free
     on conflict (origin, slot) do update set delivery_id = excluded.delivery_id, until = excluded.until
      where delivery_slots.until <= now()
     returning slot),
   left_line as (
     update deliveries set held_origin = null, held_until = null
      from taken where id = $1 and held_origin is not null)`;

export const slotValues = ({ deliveryId, origin, perOrigin, leaseMs }: SlotRequest): unknown[] => [
  deliveryId,
  origin,
  perOrigin,
  leaseMs,
];

export async function takeSlot(q: Queryable, request: SlotRequest): Promise<SlotAnswer> {
  for (;;) {
    const found = await q.query<{ taken: boolean; free: boolean; line: boolean }>({
      name: 'take-delivery-slot',
      text: `with ${takenSlot()}
             select exists (select 1 from taken) as taken, exists (select 1 from free) as free,
                    exists (select 1 from deliveries where held_origin = $2 and id <> $1) as line`,
      values: slotValues(request),
    });
    const row = found.rows[0]!;
    if (row.taken) return 'taken';
    // Where another attempt took the free one in between, the next look shows what is left.
    if (!row.free) return row.line ? 'line' : 'full';
  }
}

/** Puts an open delivery in line. It keeps its place, which its age gives it, however often it comes back. */
export async function lineUp(
  q: Queryable,
  { deliveryId, origin }: Pick<SlotRequest, 'deliveryId' | 'origin'>,
  forMs: number,
): Promise<void> {
  await q.query({
    name: 'line-up-delivery',
    text: `update deliveries
              set held_origin = $2, held_until = now() + $3 * interval '1 millisecond',
                  next_attempt_at = case status when 'retrying' then next_attempt_at end
            where id = $1 and status in ('pending', 'retrying')`,
    values: [deliveryId, origin, forMs],
  });
}

/**
 * Frees the slot of an attempt and lets the next delivery in line go, in the caller's transaction.
 * @returns how many were let go
 */
export async function freeSlot(
  q: Queryable,
  { deliveryId, origin }: Pick<SlotRequest, 'deliveryId' | 'origin'>,
): Promise<number> {
  await q.query({
    name: 'free-delivery-slot',
    text: 'update delivery_slots set until = now() where origin = $1 and delivery_id = $2 and until > now()',
    values: [origin, deliveryId],
  });
  return letGo(q, origin, 1);
}

/**
 * Lets the deliveries go that have waited longest for an origin, in the caller's transaction: each makes its attempt as
 * soon as the outbox is read. @returns how many
 */
export async function letGo(q: Queryable, origin: string, most: number): Promise<number> {
  const starts = await startsOfHeld(q, origin, most);
  await addStarts(q, starts);
  return starts.length;
}

/**
 * Lets deliveries go that wait for an origin which has slots to spare: an attempt that ended while one got in line may
 * not have seen it, and a worker that died lets nobody go. @returns how many
 */
export async function serveIdleLines(pool: Pool, perOrigin: number): Promise<number> {
  const lines = await pool.query<{ origin: string; spare: number }>(
    `with recursive lines as (
       (select held_origin as origin from deliveries where held_origin is not null order by held_origin limit 1)
       union all
       select next.origin from lines, lateral (
         select held_origin as origin from deliveries where held_origin > lines.origin order by held_origin limit 1) next)
     select origin, spare from lines, lateral (
       select $1 - count(*)::int as spare from delivery_slots as slots
        where slots.origin = lines.origin and until > now()) slots
      where spare > 0`,
    [perOrigin],
  );
  let gone = 0;
  for (const { origin, spare } of lines.rows) gone += await inTransaction(pool, (q) => letGo(q, origin, spare));
  await pool.query(`delete from delivery_slots where until < now() - interval '1 day'`);
  return gone;
}

/** How many deliveries wait in line: all, or those of senders or of hooks. */
export async function countHeld(q: Queryable, ownerKind?: DeliveryOwnerKind): Promise<number> {
  const found = await q.query<{ count: number }>(
    `select count(*)::int as count from deliveries
      where held_origin is not null and ($1::text is null or owner_kind = $1)`,
    [ownerKind ?? null],
  );
  return found.rows[0]?.count ?? 0;
}
