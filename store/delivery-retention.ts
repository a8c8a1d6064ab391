/** Removes deliveries that ended long ago, of both services, with their attempts. */
import type { Queryable } from './database.ts';

/** Few enough that nobody waits for the locks of a batch, which takes some milliseconds. */
const batch = 500;

/**
 * Removes what ended more than `keepDays` ago, the oldest first, at most `batches` batches in one call.
 * @returns how many deliveries were removed
 */
export async function removeOldDeliveries(q: Queryable, keepDays: number, batches = 20): Promise<number> {
  let removed = 0;
  for (let turn = 0; turn < batches; turn += 1) {
    // One that is being sent again is locked and passed over. Attempts go first, within the statement.
    const gone = await q.query({
      name: 'remove-old-deliveries',
      text: `with old as (
               select id from deliveries where finished_at < now() - $1 * interval '1 day'
                order by finished_at limit ${batch} for update skip locked),
             attempts as (delete from delivery_attempts using old where delivery_id = old.id)
             delete from deliveries using old where deliveries.id = old.id`,
      values: [keepDays],
    });
    const count = gone.rowCount ?? 0;
    removed += count;
    if (count < batch) return removed;
  }
  return removed;
}
