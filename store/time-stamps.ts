/** Time stamps of packs that are closed (RFC 3161): one each, and the results of the attempts to get it. */
import { signatureFile, stampFile } from '../domain/dispatch/evidence/manifest.ts';
import { inTransaction, type Pool, type Queryable } from './database.ts';
import { type EvidenceFileRow, insertFiles, readFiles } from './evidence.ts';

export interface StampState {
  /** Host of the authority. */
  readonly authority: string;
  readonly attempts: number;
  /** Why the last attempt brought none; null before the first one, and once there is one. */
  readonly lastError: string | null;
  /** Until when it is asked again. */
  readonly askedUntil: Date;
}

type Attempt = Pick<StampState, 'authority' | 'askedUntil'>;

const columns = 'authority, attempts, last_error as "lastError", asked_until as "askedUntil"';

export async function readStampState(q: Queryable, taskId: string): Promise<StampState | undefined> {
  const found = await q.query<StampState>(`select ${columns} from evidence_time_stamps where task_id = $1`, [taskId]);
  return found.rows[0];
}

/** Records that a pack is to get one, before anybody is asked. Of a pack that was packed again the first plan stays. */
export async function planTimeStamp(q: Queryable, taskId: string, { authority, askedUntil }: Attempt): Promise<void> {
  await q.query(
    `insert into evidence_time_stamps (task_id, authority, attempts, asked_until) values ($1, $2, 0, $3)
     on conflict (task_id) do nothing`,
    [taskId, authority, askedUntil],
  );
}

/** As `planTimeStamp`, of a pack that was closed before an authority was set. @returns false where one was planned or there is no pack */
export async function planLateTimeStamp(
  q: Queryable,
  taskId: string,
  { authority, askedUntil }: Attempt,
): Promise<boolean> {
  const planned = await q.query(
    `insert into evidence_time_stamps (task_id, authority, attempts, asked_until)
     select id, $2, 0, $3 from tasks where id = $1 and manifest_file is not null
     on conflict (task_id) do nothing`,
    [taskId, authority, askedUntil],
  );
  return planned.rowCount === 1;
}

/** Asks for another time of asking. @returns false where the pack has a time stamp, or none was planned */
export async function renewTimeStamp(q: Queryable, taskId: string, askedUntil: Date): Promise<boolean> {
  const renewed = await q.query(
    'update evidence_time_stamps set asked_until = $2, updated_at = now() where task_id = $1 and stamped_at is null',
    [taskId, askedUntil],
  );
  return renewed.rowCount === 1;
}

/** Records an attempt that brought none. */
export async function recordFailedStamp(
  q: Queryable,
  taskId: string,
  attempt: Attempt & { readonly lastError: string },
): Promise<void> {
  await record(q, taskId, attempt, attempt.lastError);
}

async function record(
  q: Queryable,
  taskId: string,
  { authority, askedUntil }: Attempt,
  lastError: string | null,
): Promise<void> {
  await q.query(
    `insert into evidence_time_stamps (task_id, authority, attempts, last_error, asked_until, stamped_at)
     values ($1, $2, 1, $3, $4, case when $3::text is null then now() end)
     on conflict (task_id) do update set authority = excluded.authority, last_error = excluded.last_error,
       asked_until = excluded.asked_until, stamped_at = coalesce(evidence_time_stamps.stamped_at, excluded.stamped_at),
       attempts = evidence_time_stamps.attempts + 1, updated_at = now()`,
    [taskId, authority, lastError, askedUntil],
  );
}

/**
 * Adds a time stamp to a closed pack: the request and the answer, both or none; the first one stays.
 * @param stamped digest of the signature file that was stamped
 * @returns false where the pack has a stamp already, or another signature file by now
 */
export async function addTimeStamp(
  pool: Pool,
  taskId: string,
  stamped: string,
  files: readonly EvidenceFileRow[],
  attempt: Attempt,
): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    await q.query('select from tasks where id = $1 for no key update', [taskId]);
    const known = await readFiles(q, taskId);
    if (known.find(({ file }) => file === signatureFile)?.sha256 !== stamped) return false;
    if (known.some(({ file }) => files.some((added) => added.file === file))) return false;
    await insertFiles(q, taskId, files);
    await record(q, taskId, attempt, null);
    return true;
  });
}

/** A worker of an earlier version does not note that it got one. */
const isMissing = `stamped_at is null
        and exists (select from tasks where id = stamp.task_id and finished_at is not null and manifest_file is not null)
        and not exists (select from evidence_files as file where file.task_id = stamp.task_id and file.file = '${stampFile}')`;

interface MissingStamp extends StampState {
  readonly taskId: string;
}

/**
 * Packs of final tasks that have no time stamp yet although one was planned, those first that are asked for no longer.
 * @param endedBy only those that were asked for until then, and are no longer
 */
export async function listMissingStamps(
  q: Queryable,
  { limit, endedBy = null }: { readonly limit: number; readonly endedBy?: Date | null },
): Promise<MissingStamp[]> {
  const found = await q.query<MissingStamp>(
    `select task_id as "taskId", ${columns} from evidence_time_stamps as stamp
      where ${isMissing} and ($2::timestamptz is null or asked_until <= $2)
      order by asked_until, task_id limit $1`,
    [limit, endedBy],
  );
  return found.rows;
}

interface MissingStampCounts {
  /** Still asked for, after an attempt that brought none. */
  readonly failing: number;
  /** Asked for no longer. */
  readonly ended: number;
  readonly authority: string;
  readonly lastError: string | null;
}

/** None where every pack that was to get a time stamp has one, or waits for its first answer. @param now what has ended by then */
export async function countMissingStamps(q: Queryable, now: Date): Promise<MissingStampCounts | undefined> {
  const found = await q.query<MissingStampCounts>(
    `select count(*) filter (where asked_until > $1)::int as failing, count(*) filter (where asked_until <= $1)::int as ended,
            (array_agg(authority order by updated_at desc))[1] as authority,
            (array_agg(last_error order by updated_at desc) filter (where last_error is not null))[1] as "lastError"
       from evidence_time_stamps as stamp
      where ${isMissing} and (last_error is not null or asked_until <= $1)`,
    [now],
  );
  const [row] = found.rows;
  return row === undefined || row.failing + row.ended === 0 ? undefined : row;
}
