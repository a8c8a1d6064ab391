/**
 * Deliveries and their attempts. A delivery is added together with its workflow start; afterwards only the
 * activities of its workflow move it on, except that a finished one can be sent again.
 * Retention: nothing here is removed by itself; rows of finished deliveries may be deleted, attempts first.
 */
import type { AttemptError } from '../domain/delivery/attempt.ts';
import type { HeaderScheme } from '../domain/delivery/headers.ts';
import { defaultBusyMs } from '../domain/delivery/run.ts';
import type { DeliveryRun } from '../domain/delivery/run.ts';
import { defaultJitter } from '../domain/delivery/schedule.ts';
import type { DeliveryState } from '../domain/delivery/schedule.ts';
import { encodeCursor } from './cursor.ts';
import type { ListPlace } from './cursor.ts';
import { inTransaction } from './database.ts';
import type { Pool, Queryable } from './database.ts';
import { addStarts } from './workflow-starts.ts';
import type { WorkflowStart } from './workflow-starts.ts';

export type DeliveryOwnerKind = 'sender' | 'hook';

export interface DeliveryOwner {
  readonly kind: DeliveryOwnerKind;
  readonly id: string;
}

export interface NewDelivery {
  readonly id: string;
  readonly ownerKind: DeliveryOwnerKind;
  readonly ownerId: string;
  /** What the event is about: a task, or an event of the lanes. */
  readonly subjectId: string;
  readonly event: string;
  readonly scheme: HeaderScheme;
  readonly url: string;
  /** The bytes that every attempt sends and signs. */
  readonly body: Buffer;
  /** Waits between the attempts, in milliseconds. */
  readonly waitsMs: readonly number[];
  /** Whose turn it is in the engine: the sender or the workspace. */
  readonly fairnessKey: string | null;
}

/** A delivery as an attempt needs it. */
export interface DeliveryToSend {
  readonly id: string;
  readonly ownerKind: DeliveryOwnerKind;
  readonly ownerId: string;
  readonly subjectId: string;
  readonly event: string;
  readonly scheme: HeaderScheme;
  readonly url: string;
  readonly body: Buffer;
  readonly status: DeliveryState;
  /** The number of the last attempt on record; 0 when there is none. */
  readonly lastAttempt: number;
}

export interface AttemptRow {
  readonly n: number;
  /** When it began. */
  readonly at: Date;
  readonly responseStatus: number | null;
  readonly error: AttemptError | null;
  readonly durationMs: number;
  readonly excerpt: string | null;
}

export interface DeliveryRow {
  readonly id: string;
  readonly subjectId: string;
  readonly event: string;
  readonly url: string;
  readonly status: DeliveryState;
  readonly attempts: readonly AttemptRow[];
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Milliseconds are what answers and cursors show, so nothing finer is stored. */
const nowMs = `date_trunc('milliseconds', now())`;

/** Adds a delivery and the start of its workflow, in the caller's transaction. Adding it again changes nothing. */
export async function addDelivery(q: Queryable, delivery: NewDelivery): Promise<void> {
  const { id, ownerKind, ownerId, subjectId, event, scheme, url, body, waitsMs, fairnessKey } = delivery;
  const added = await q.query({
    name: 'add-delivery',
    text: `insert into deliveries
             (id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits_ms, fairness_key, created_at, next_attempt_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${nowMs}, ${nowMs})
           on conflict (id) do nothing`,
    values: [id, ownerKind, ownerId, subjectId, event, scheme, url, body, waitsMs, fairnessKey],
  });
  if (added.rowCount === 1) await addStarts(q, [startOf({ ...delivery, attemptsBefore: 0 })]);
}

type Startable = Pick<
  NewDelivery,
  'id' | 'ownerKind' | 'ownerId' | 'subjectId' | 'event' | 'url' | 'waitsMs' | 'fairnessKey'
> & { readonly attemptsBefore: number };

function startOf(delivery: Startable): WorkflowStart {
  const { id, ownerKind, ownerId, subjectId, event, url, waitsMs, fairnessKey, attemptsBefore } = delivery;
  const run: DeliveryRun = { deliveryId: id, waitsMs, busyMs: defaultBusyMs, jitter: defaultJitter, attemptsBefore };
  return {
    workflowId: id,
    workflowType: 'delivery',
    taskQueue: 'deliveries',
    arguments: [run],
    priority: 3,
    fairnessKey,
    searchAttributes: {
      ...(ownerKind === 'sender' ? { Sender: ownerId } : fairnessKey === null ? {} : { Workspace: fairnessKey }),
      State: 'pending',
      WaitingOn: 'receiver',
    },
    // Only the host: paths of callback URLs often carry a token.
    summary: `${event} of ${subjectId} to ${new URL(url).host}`,
  };
}

const startable = `id, owner_kind as "ownerKind", owner_id as "ownerId", subject_id as "subjectId", event, url,
  waits_ms as "waitsMs", fairness_key as "fairnessKey",
  coalesce((select max(n) from delivery_attempts where delivery_id = deliveries.id), 0) as "attemptsBefore"`;

/** The workflow starts of these deliveries, made from their rows. */
export async function deliveryStarts(q: Queryable, ids: readonly string[]): Promise<WorkflowStart[]> {
  const found = await q.query<Startable>(`select ${startable} from deliveries where id = any($1)`, [ids]);
  return found.rows.map(startOf);
}

export async function readDeliveryToSend(q: Queryable, deliveryId: string): Promise<DeliveryToSend | undefined> {
  const found = await q.query<DeliveryToSend>({
    name: 'read-delivery-to-send',
    text: `select id, owner_kind as "ownerKind", owner_id as "ownerId", subject_id as "subjectId", event, scheme, url,
             body, status,
             coalesce((select max(n) from delivery_attempts where delivery_id = $1), 0) as "lastAttempt"
             from deliveries where id = $1`,
    values: [deliveryId],
  });
  return found.rows[0];
}

export type NextState =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed' }
  | { readonly state: 'retrying'; readonly waitMs: number };

/** How a delivery stands after an attempt was recorded; `waitMs` is what is left of the wait. */
export type RecordedState =
  | {
      readonly state: DeliveryState;
      readonly waitMs: number;
      readonly last: Pick<AttemptRow, 'responseStatus' | 'error'>;
    }
  | undefined;

/**
 * Records an attempt and what follows from it, in one statement. Safe to run twice for the same number: the first
 * record stands, except that an attempt that was taken for lost gets its outcome when it turns up after all.
 * @returns how the delivery stands now; undefined when its row is gone
 */
export async function recordAttempt(
  q: Queryable,
  deliveryId: string,
  attempt: AttemptRow,
  next: NextState,
): Promise<RecordedState> {
  const moved = await q.query({
    name: 'record-attempt',
    text: `with attempt as (
             insert into delivery_attempts (delivery_id, n, at, response_status, error, duration_ms, excerpt)
             select id, $2, $3, $4, $5, $6, $7 from deliveries where id = $1
             on conflict (delivery_id, n) do update
               set at = excluded.at, response_status = excluded.response_status, error = excluded.error,
                   duration_ms = excluded.duration_ms, excerpt = excluded.excerpt
               where delivery_attempts.error = 'interrupted'
             returning n)
           update deliveries
              set status = $8::text,
                  next_attempt_at = case when $8::text = 'retrying'
                    then date_trunc('milliseconds', clock_timestamp() + $9 * interval '1 millisecond') end,
                  finished_at = case when $8::text = 'retrying' then null else ${nowMs} end
            where id = $1 and exists (select 1 from attempt)
              and (status in ('pending', 'retrying') or $8::text = 'delivered')`,
    values: [
      deliveryId,
      attempt.n,
      attempt.at,
      attempt.responseStatus,
      attempt.error,
      attempt.durationMs,
      attempt.excerpt,
      next.state,
      next.state === 'retrying' ? next.waitMs : 0,
    ],
  });
  if (moved.rowCount === 1) {
    const { responseStatus, error } = attempt;
    return { state: next.state, waitMs: next.state === 'retrying' ? next.waitMs : 0, last: { responseStatus, error } };
  }
  return await recordedState(q, deliveryId, attempt.n);
}

async function recordedState(q: Queryable, deliveryId: string, n: number): Promise<RecordedState> {
  const found = await q.query<{
    state: DeliveryState;
    waitMs: number;
    responseStatus: number | null;
    error: AttemptError | null;
  }>(
    `select status as state, response_status as "responseStatus", error,
            greatest(0, coalesce(extract(epoch from next_attempt_at - clock_timestamp()) * 1000, 0))::float8 as "waitMs"
       from deliveries left join delivery_attempts on delivery_id = id and n = $2
      where id = $1`,
    [deliveryId, n],
  );
  const row = found.rows[0];
  if (row === undefined) return undefined;
  const { state, waitMs, responseStatus, error } = row;
  return { state, waitMs: Math.round(waitMs), last: { responseStatus, error } };
}

/** Gives an open delivery up, because somebody cancelled its workflow. */
export async function giveUpDelivery(q: Queryable, deliveryId: string): Promise<void> {
  await q.query(
    `update deliveries set status = 'failed', next_attempt_at = null, finished_at = ${nowMs}
      where id = $1 and status in ('pending', 'retrying')`,
    [deliveryId],
  );
}

const columns = `id, subject_id as "subjectId", event, url, status, next_attempt_at as "nextAttemptAt",
  created_at as "createdAt", finished_at as "finishedAt"`;

export interface DeliveryFilter {
  readonly subjectId?: string;
  readonly status?: DeliveryState;
  readonly limit: number;
  /** The last delivery of the page before. */
  readonly after?: ListPlace;
}

/** A page of an owner's deliveries, newest first, each with its attempts in order. */
export async function listDeliveries(
  q: Queryable,
  owner: DeliveryOwner,
  filter: DeliveryFilter,
): Promise<{ deliveries: DeliveryRow[]; next: string | null }> {
  const found = await q.query<Omit<DeliveryRow, 'attempts'>>(
    `select ${columns} from deliveries
      where owner_kind = $1 and owner_id = $2
        and ($3::text is null or subject_id = $3)
        and ($4::text is null or status = $4)
        and ($5::timestamptz is null or (created_at, id) < ($5, $6))
      order by created_at desc, id desc
      limit $7`,
    [
      owner.kind,
      owner.id,
      filter.subjectId ?? null,
      filter.status ?? null,
      filter.after?.at ?? null,
      filter.after?.id ?? null,
      filter.limit + 1,
    ],
  );
  const page = found.rows.slice(0, filter.limit);
  const attempts = await readAttempts(
    q,
    page.map(({ id }) => id),
  );
  const last = page.at(-1);
  const more = found.rows.length > filter.limit;
  return {
    deliveries: page.map((row) => Object.assign(row, { attempts: attempts.get(row.id) ?? [] })),
    next: more && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

async function readAttempts(q: Queryable, ids: readonly string[]): Promise<Map<string, AttemptRow[]>> {
  const found = await q.query<AttemptRow & { deliveryId: string }>(
    `select delivery_id as "deliveryId", n, at, response_status as "responseStatus", error,
            duration_ms as "durationMs", excerpt
       from delivery_attempts where delivery_id = any($1) order by delivery_id, n`,
    [ids],
  );
  const attempts = new Map<string, AttemptRow[]>();
  for (const { deliveryId, ...attempt } of found.rows) {
    const list = attempts.get(deliveryId) ?? [];
    list.push(attempt);
    attempts.set(deliveryId, list);
  }
  return attempts;
}

/**
 * Has a delivery sent again that is over: it is pending once more, and its workflow start waits in the outbox.
 * @returns `queued`; `open` when it is not over, so that its running workflow is to be asked instead; undefined when
 *   there is no such delivery of this owner
 */
export async function sendAgain(
  pool: Pool,
  owner: DeliveryOwner,
  deliveryId: string,
): Promise<'queued' | 'open' | undefined> {
  return inTransaction(pool, async (q) => {
    const found = await q.query<{ status: DeliveryState }>(
      'select status from deliveries where owner_kind = $1 and owner_id = $2 and id = $3 for update',
      [owner.kind, owner.id, deliveryId],
    );
    const status = found.rows[0]?.status;
    if (status === undefined) return undefined;
    if (status === 'pending' || status === 'retrying') return 'open';
    await reopen(q, [deliveryId]);
    return 'queued';
  });
}

export interface FailedSince {
  readonly since: Date;
  readonly until?: Date;
}

const recoverBatch = 500;

/** Has all deliveries of an owner sent again that failed in the span. @returns how many */
export async function recoverFailed(pool: Pool, owner: DeliveryOwner, span: FailedSince): Promise<number> {
  let queued = 0;
  let after = '';
  for (;;) {
    const ids = await inTransaction(pool, async (q) => {
      const found = await q.query<{ id: string }>(
        `select id from deliveries
          where owner_kind = $1 and owner_id = $2 and status = 'failed'
            and finished_at >= $3 and ($4::timestamptz is null or finished_at < $4) and id > $5
          order by id limit $6
          for update skip locked`,
        [owner.kind, owner.id, span.since, span.until ?? null, after, recoverBatch],
      );
      const ids = found.rows.map(({ id }) => id);
      await reopen(q, ids);
      return ids;
    });
    queued += ids.length;
    after = ids.at(-1) ?? after;
    if (ids.length < recoverBatch) return queued;
  }
}

async function reopen(q: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const reopened = await q.query<Startable>(
    `update deliveries set status = 'pending', finished_at = null, next_attempt_at = ${nowMs}
      where id = any($1) returning ${startable}`,
    [ids],
  );
  await addStarts(q, reopened.rows.map(startOf));
}
