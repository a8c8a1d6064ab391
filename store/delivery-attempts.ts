/** Attempts of deliveries: what one sends, all that its end changes, and deliveries that end without one. */
import type { AttemptError } from '../domain/delivery/attempt.ts';
import type { EndedAttempt } from '../domain/delivery/health.ts';
import type { DeliveryState } from '../domain/delivery/retry-schedule.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';
import { type AttemptRow, type DeliveryOwner, type NewDelivery, deliveryStarts } from './deliveries.ts';
import { type SlotRequest, freeSlot, slotValues, takenSlot } from './delivery-slots.ts';
import { type NotedAttempt, acknowledgementIsNoNews, noteAttempt } from './endpoint-health.ts';
import { type AnnouncedGeneration, signingGenerationsOf } from './secret-generations.ts';
import { addStarts } from './workflow-starts.ts';

/** Milliseconds are what answers and cursors show, so nothing finer is stored. */
const nowMs = `date_trunc('milliseconds', now())`;

/** A delivery as an attempt needs it. */
export interface DeliveryToSend extends Omit<NewDelivery, 'waitsMs' | 'fairnessKey'> {
  readonly status: DeliveryState;
  /** The number of the last attempt on record; 0 when there is none. */
  readonly lastAttempt: number;
  /** Of the owner's secret; null where none is in force. */
  readonly generations: readonly AnnouncedGeneration[] | null;
}

const toSend = (now: string): string =>
  `id, owner_kind as "ownerKind", owner_id as "ownerId", subject_id as "subjectId", event, scheme, url, body, status,
   coalesce((select max(n) from delivery_attempts where delivery_id = $1), 0) as "lastAttempt",
   ${signingGenerationsOf('deliveries', 'outbound', now)} as generations`;

/** @param now when it is to be signed */
export async function readDeliveryToSend(
  q: Queryable,
  deliveryId: string,
  now: Date,
): Promise<DeliveryToSend | undefined> {
  const found = await q.query<DeliveryToSend>({
    name: 'read-delivery-to-send',
    text: `select ${toSend('$2::timestamptz')} from deliveries where id = $1`,
    values: [deliveryId, now],
  });
  return found.rows[0];
}

/** A delivery whose attempt begins, and whether it has a slot of its origin. */
export interface BegunAttempt {
  readonly delivery: DeliveryToSend;
  readonly hasSlot: boolean;
}

/**
 * Reads a delivery and takes a slot for it where one is free, in one statement, since nearly every attempt is one that
 * succeeds. One that has ended, or goes to another origin by now, takes none. @param now when it is to be signed
 */
export async function beginAttempt(q: Queryable, slot: SlotRequest, now: Date): Promise<BegunAttempt | undefined> {
  const found = await q.query<DeliveryToSend & { hasSlot: boolean }>({
    name: 'begin-attempt',
    text: `with ${takenSlot(`exists (
             select 1 from deliveries as open
              where open.id = $1 and open.status in ('pending', 'retrying')
                and (open.url = $2 or starts_with(open.url, $2 || '/')))`)}
           select ${toSend('$5::timestamptz')}, exists (select 1 from taken) as "hasSlot" from deliveries where id = $1`,
    values: [...slotValues(slot), now],
  });
  const [row] = found.rows;
  if (row === undefined) return undefined;
  const { hasSlot, ...delivery } = row;
  return { delivery, hasSlot };
}

export type NextState =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed' }
  | { readonly state: 'retrying'; readonly waitMs: number };

/** The state of a delivery after an attempt was recorded; `waitMs` is what is left of the wait. */
export type RecordedState =
  | {
      readonly state: DeliveryState;
      readonly waitMs: number;
      readonly last: Pick<AttemptRow, 'responseStatus' | 'error'>;
    }
  | undefined;

interface EndingAttempt {
  readonly delivery: Pick<DeliveryToSend, 'id' | 'ownerKind' | 'ownerId'>;
  /** Whose slot it has. */
  readonly origin: string;
  readonly attempt: AttemptRow;
  readonly next: NextState;
  /** What it says about the endpoint; null: nothing. */
  readonly ended: EndedAttempt | null;
}

interface AttemptEnd {
  readonly recorded: RecordedState;
  /** Undefined where nothing was noted about the endpoint. */
  readonly noted: NotedAttempt | undefined;
  /** Deliveries that waited for the slot and whose starts were added to the outbox. */
  readonly letGo: number;
}

/**
 * Ends an attempt, in one transaction: the attempt's record, the delivery's next state, the endpoint's health, the slot,
 * and the delivery that goes next. An attempt that was acknowledged, says nothing new and has nobody behind it, as nearly
 * all, is one statement. Safe to run twice, as `recordAttempt`.
 */
export async function endAttempt(pool: Pool, ending: EndingAttempt): Promise<AttemptEnd> {
  const { delivery, origin, attempt, next, ended } = ending;
  if (ended?.acknowledged === true && (await isRecordedAtOnce(pool, ending, ended.endedAt)))
    return { recorded: recordedAs(attempt, next), noted: undefined, letGo: 0 };
  return inTransaction(pool, async (q) => {
    const { ownerKind, ownerId } = delivery;
    const noted = ended === null ? undefined : await noteAttempt(q, { ownerKind, ownerId, origin }, ended);
    const recorded = await recordAttempt(q, delivery.id, attempt, next);
    return { recorded, noted, letGo: await freeSlot(q, { deliveryId: delivery.id, origin }) };
  });
}

async function isRecordedAtOnce(
  q: Queryable,
  { delivery, origin, attempt, next }: EndingAttempt,
  endedAt: Date,
): Promise<boolean> {
  const moved = await q.query({
    name: 'end-attempt-at-once',
    text: recordStatement({
      where: `${acknowledgementIsNoNews('$11', '$12')}
              and not exists (select 1 from deliveries as line where line.held_origin = $11)`,
      also: `freed as (
               update delivery_slots set until = now() from updated
                where origin = $11 and delivery_id = updated.id and until > now()),`,
    }),
    values: [...recordValues(delivery.id, attempt, next), origin, endedAt],
  });
  return moved.rowCount === 1;
}

/**
 * Records an attempt and what follows from it, in one statement. Safe to run twice for the same number: the first
 * record stays, except that an attempt whose result was not known, or that was taken for not made, gets its outcome when
 * that turns up after all. A result that comes after a later attempt's moves the delivery only when it delivers it.
 * @returns the state of the delivery now; undefined when its row is gone
 */
export async function recordAttempt(
  q: Queryable,
  deliveryId: string,
  attempt: AttemptRow,
  next: NextState,
): Promise<RecordedState> {
  const moved = await q.query({
    name: 'record-attempt',
    text: recordStatement({}),
    values: recordValues(deliveryId, attempt, next),
  });
  return moved.rowCount === 1 ? recordedAs(attempt, next) : await recordedState(q, deliveryId, attempt.n);
}

const recordedAs = ({ responseStatus, error }: AttemptRow, next: NextState): RecordedState => ({
  state: next.state,
  waitMs: next.state === 'retrying' ? next.waitMs : 0,
  last: { responseStatus, error },
});

/** @param with conditions on the delivery, and further steps */
const recordStatement = ({ where = 'true', also = '' }: { where?: string; also?: string }): string =>
  `with updated as (
     select id, workspace_no, case owner_kind when 'hook' then owner_id end as hook_id,
            case when $8::text = 'delivered' or status in ('pending', 'retrying') then $8::text
              else 'failed' end as outcome,
            case when $8::text = 'retrying' and status in ('pending', 'retrying') then
              date_trunc('milliseconds', clock_timestamp() + $9 * interval '1 millisecond') end as due
       from deliveries where id = $1 and ${where}),
   ${also}
   attempt as (
     insert into delivery_attempts (delivery_id, n, at, response_status, error, duration_ms, excerpt,
                                    request_headers, workspace_no, hook_id, outcome, next_attempt_at)
     select id, $2, $3, $4, $5, $6, $7, $10, workspace_no, hook_id, outcome, due from updated
     on conflict (delivery_id, n) do update
       set at = excluded.at, response_status = excluded.response_status, error = excluded.error,
           duration_ms = excluded.duration_ms, excerpt = excluded.excerpt,
           request_headers = excluded.request_headers, outcome = excluded.outcome,
           next_attempt_at = excluded.next_attempt_at
       where delivery_attempts.error in ('interrupted', 'webhook_deleted')
         and excluded.error is distinct from 'interrupted'
     returning next_attempt_at)
   update deliveries
      set status = $8::text, next_attempt_at = attempt.next_attempt_at, held_origin = null, held_until = null,
          finished_at = case when $8::text = 'retrying' then null else ${nowMs} end
     from attempt
    where id = $1
      and ($8::text = 'delivered'
           or status in ('pending', 'retrying')
              and not exists (select 1 from delivery_attempts later where later.delivery_id = $1 and later.n > $2))`;

const recordValues = (deliveryId: string, attempt: AttemptRow, next: NextState): unknown[] => [
  deliveryId,
  attempt.n,
  attempt.at,
  attempt.responseStatus,
  attempt.error,
  attempt.durationMs,
  attempt.excerpt,
  next.state,
  next.state === 'retrying' ? next.waitMs : 0,
  attempt.requestHeaders ? JSON.stringify(attempt.requestHeaders) : null,
];

async function recordedState(q: Queryable, deliveryId: string, n: number): Promise<RecordedState> {
  const found = await q.query<{
    state: DeliveryState;
    waitMs: number;
    responseStatus: number | null;
    error: AttemptError | null;
  }>(
    `select status as state, response_status as "responseStatus", error,
            greatest(0, coalesce(extract(epoch from deliveries.next_attempt_at - clock_timestamp()) * 1000, 0))::float8 as "waitMs"
       from deliveries left join delivery_attempts on delivery_id = id and n = $2
      where id = $1`,
    [deliveryId, n],
  );
  const row = found.rows[0];
  if (row === undefined) return undefined;
  const { state, waitMs, responseStatus, error } = row;
  return { state, waitMs: Math.round(waitMs), last: { responseStatus, error } };
}

/** Gives an open delivery up, because somebody cancelled its workflow, and frees its slot. @returns how many go instead */
export async function giveUpDelivery(pool: Pool, deliveryId: string): Promise<number> {
  return inTransaction(pool, async (q) => {
    const found = await q.query<{ url: string }>(
      `with given_up as (
         update deliveries set status = 'failed', next_attempt_at = null, finished_at = ${nowMs}, held_origin = null,
                               held_until = null
          where id = $1 and status in ('pending', 'retrying'))
       select url from deliveries where id = $1`,
      [deliveryId],
    );
    const [delivery] = found.rows;
    return delivery === undefined ? 0 : freeSlot(q, { deliveryId, origin: new URL(delivery.url).origin });
  });
}

/**
 * Ends the open deliveries of an owner that was deleted, each with a last row in its log that says why. An attempt
 * that is under way is recorded in that row's place. @returns their ids, oldest first
 */
export async function endOpenDeliveries(q: Queryable, owner: DeliveryOwner, why: AttemptError): Promise<string[]> {
  const ended = await q.query<{ id: string; held: boolean }>(
    `with open as (
       select id, held_origin is not null as held from deliveries
        where owner_kind = $1 and owner_id = $2 and status in ('pending', 'retrying') for update),
     ended as (
       update deliveries set status = 'failed', next_attempt_at = null, finished_at = ${nowMs}, held_origin = null,
                          held_until = null
         from open where deliveries.id = open.id
        returning deliveries.id, held, owner_kind, owner_id, workspace_no, created_at),
     recorded as (
       insert into delivery_attempts (delivery_id, n, at, error, duration_ms, workspace_no, hook_id, outcome)
       select id, coalesce((select max(n) from delivery_attempts where delivery_id = ended.id), 0) + 1, ${nowMs}, $3, 0,
              workspace_no, case owner_kind when 'hook' then owner_id end, 'failed'
         from ended
       on conflict do nothing)
     select id, held from ended order by created_at, id`,
    [owner.kind, owner.id, why],
  );
  // Their runs have yet to begin: they do so now, find that there is nothing to send, and end.
  const held = ended.rows.filter((row) => row.held).map(({ id }) => id);
  await addStarts(q, await deliveryStarts(q, held));
  return ended.rows.map(({ id }) => id);
}

// Removes deliveries that ended long ago, of both services, with their attempts.

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
