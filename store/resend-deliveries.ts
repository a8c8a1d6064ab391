/** Deliveries that are over are sent again: one that somebody asks for, or all of an owner that failed in a span of time. */
import { defaultHeldForMs } from '../domain/delivery/run.ts';
import type { DeliveryState } from '../domain/delivery/retry-schedule.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';
import { type DeliveryOwner, type Startable, hasLongLine, nowMs, startOf, startable } from './deliveries.ts';
import { type WorkflowStart, addStarts } from './workflow-starts.ts';

/** A hook that was deleted gets nothing any more. The lock holds off a deletion until what is reopened is there. */
async function ownerIsThere(q: Queryable, { kind, id }: DeliveryOwner): Promise<boolean> {
  if (kind === 'sender') return true;
  const found = await q.query('select 1 from lane_hooks where id = $1 and deleted_at is null for share', [id]);
  return found.rowCount === 1;
}

/**
 * Has a delivery sent again that is over: it is pending again, and its workflow start waits in the outbox.
 * @returns `queued`; `open` when it is not over, so that its running workflow is to be asked instead; `owner_gone` when
 *   it has ended and its hook was deleted; undefined when there is no such delivery of this owner
 */
export async function sendAgain(
  pool: Pool,
  owner: DeliveryOwner,
  deliveryId: string,
): Promise<'queued' | 'open' | 'owner_gone' | undefined> {
  return inTransaction(pool, async (q) => {
    const isThere = await ownerIsThere(q, owner);
    const found = await q.query<{ status: DeliveryState; held: boolean }>(
      `select status, held_origin is not null as held from deliveries
        where owner_kind = $1 and owner_id = $2 and id = $3 for update`,
      [owner.kind, owner.id, deliveryId],
    );
    const { status, held } = found.rows[0] ?? {};
    if (status === undefined) return undefined;
    if (status === 'retrying' || (status === 'pending' && held !== true)) {
      // Due now: if its workflow is lost, the sweep finds it.
      await q.query(`update deliveries set next_attempt_at = ${nowMs} where id = $1`, [deliveryId]);
      return 'open';
    }
    if (!isThere) return 'owner_gone';
    // A person who asks for one delivery wants it sent now, past the queue.
    await addStarts(q, await reopened(q, [deliveryId]));
    return 'queued';
  });
}

export interface FailedSince {
  readonly since: Date;
  readonly until?: Date;
  /** Only of this event, and only about this task or event of the lanes. */
  readonly event?: string;
  readonly subjectId?: string;
}

const recoverBatch = 2_000;

/** Has all deliveries of an owner sent again that failed in the span; none of a deleted hook. @returns how many */
export async function recoverFailed(pool: Pool, owner: DeliveryOwner, span: FailedSince): Promise<number> {
  let queued = 0;
  let after = '';
  for (;;) {
    const ids = await inTransaction(pool, async (q) => {
      if (!(await ownerIsThere(q, owner))) return [];
      const found = await q.query<{ id: string; url: string }>(
        `select id, url from deliveries
          where owner_kind = $1 and owner_id = $2 and status = 'failed'
            and finished_at >= $3 and ($4::timestamptz is null or finished_at < $4) and id > $5
            and ($7::text is null or event = $7) and ($8::text is null or subject_id = $8)
          order by id limit $6
          for update skip locked`,
        [
          owner.kind,
          owner.id,
          span.since,
          span.until ?? null,
          after,
          recoverBatch,
          span.event ?? null,
          span.subjectId ?? null,
        ],
      );
      const held = await heldAgain(q, found.rows);
      const ids = found.rows.map(({ id }) => id);
      const isHeld = new Set(held.map(({ workflowId }) => workflowId));
      const go = await reopened(
        q,
        ids.filter((id) => !isHeld.has(id)),
      );
      await addStarts(q, [...held, ...go]);
      return ids;
    });
    queued += ids.length;
    after = ids.at(-1) ?? after;
    if (ids.length < recoverBatch) return queued;
  }
}

/** Makes deliveries pending that are over or held back. @returns the starts of their workflows */
async function reopened(q: Queryable, ids: readonly string[]): Promise<WorkflowStart[]> {
  if (ids.length === 0) return [];
  const rows = await q.query<Startable>(
    `update deliveries set status = 'pending', finished_at = null, next_attempt_at = ${nowMs}, held_origin = null,
                           held_until = null
      where id = any($1) returning ${startable}`,
    [ids],
  );
  return rows.rows.map((row) => startOf(row));
}

/** Of deliveries that failed, makes those pending and held back whose origin has a long line. @returns their starts */
async function heldAgain(
  q: Queryable,
  failed: readonly { readonly id: string; readonly url: string }[],
): Promise<WorkflowStart[]> {
  const held = await q.query<Startable>(
    `with given as (select * from unnest($1::text[], $2::text[]) as given (id, origin)),
          long as materialized (select origin from (select distinct origin from given) as one where ${hasLongLine})
     update deliveries set status = 'pending', finished_at = null, next_attempt_at = null, held_origin = long.origin,
                           held_until = now() + $3 * interval '1 millisecond'
       from given join long using (origin)
      where deliveries.id = given.id
     returning ${startable.replace(/^id/, 'deliveries.id')}`,
    [failed.map(({ id }) => id), failed.map(({ url }) => new URL(url).origin), defaultHeldForMs],
  );
  return held.rows.map((row) => startOf({ ...row, slow: true }));
}
