/** Tries to sign in that failed: counted before each try is judged, so that many at once count as many. */
import {
  type Failures,
  type ThrottleRule,
  failuresKeptMs,
  failuresNow,
  waitMs,
} from '../domain/people/sign-in-limits.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

/** What is counted, and the rule that holds for it. */
export interface Bucket {
  readonly name: string;
  readonly rule: ThrottleRule;
}

/**
 * Takes a try, as one that failed until `forgiveTry` says otherwise.
 * @returns milliseconds to wait; 0: it was taken
 */
export async function takeTry(pool: Pool, buckets: readonly Bucket[], now: Date): Promise<number> {
  // In one order everywhere, so that two tries never wait for one another.
  const names = buckets.map(({ name }) => name).toSorted();
  // Who has to wait anyway does not queue for the rows.
  const early = longestWait(buckets, await readFailures(pool, names, ''), now);
  if (early > 0) return early;
  return inTransaction(pool, async (q) => {
    await q.query(
      `insert into sign_in_failures (bucket, failures, last_failure_at) select name, 0, $2 from unnest($1::text[]) as name
       on conflict (bucket) do nothing`,
      [names, now],
    );
    const rows = await readFailures(q, names, 'for update');
    const wait = longestWait(buckets, rows, now);
    if (wait > 0) return wait;
    for (const { name } of buckets)
      await q.query('update sign_in_failures set failures = $2, last_failure_at = $3 where bucket = $1', [
        name,
        failuresNow(rows.get(name), now) + 1,
        now,
      ]);
    return 0;
  });
}

async function readFailures(
  q: Queryable,
  names: readonly string[],
  lock: '' | 'for update',
): Promise<Map<string, Failures>> {
  const found = await q.query<Failures & { bucket: string }>(
    `select bucket, failures as count, last_failure_at as "lastAt" from sign_in_failures
      where bucket = any($1) order by bucket ${lock}`,
    [names],
  );
  return new Map(found.rows.map((row) => [row.bucket, row]));
}

function longestWait(buckets: readonly Bucket[], rows: ReadonlyMap<string, Failures>, now: Date): number {
  return Math.max(...buckets.map(({ name, rule }) => waitMs(rule, rows.get(name), now)));
}

/** The try was good: the buckets that stand for the person start over, the others lose this one try. */
export async function forgiveTry(q: Queryable, forgotten: readonly Bucket[], less: readonly Bucket[]): Promise<void> {
  await q.query(
    `delete from sign_in_failures where bucket in
       (select bucket from sign_in_failures where bucket = any($1) order by bucket for update)`,
    [forgotten.map(({ name }) => name)],
  );
  await q.query('update sign_in_failures set failures = greatest(0, failures - 1) where bucket = any($1)', [
    less.map(({ name }) => name),
  ]);
}

/** Removes what no longer counts; at most a thousand a call. */
export async function forgetFailures(q: Queryable, now: Date): Promise<void> {
  await q.query(
    `delete from sign_in_failures where bucket in
       (select bucket from sign_in_failures where last_failure_at < $1 limit 1000)`,
    [new Date(now.getTime() - failuresKeptMs)],
  );
}
