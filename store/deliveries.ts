/**
 * Deliveries. One is added together with its workflow start; afterwards only the activities of its workflow move it on
 * (`delivery-attempts`), except that a finished one can be sent again. The sweep removes those that ended long ago
 * (`delivery-retention`).
 */
import type { AttemptError } from '../domain/delivery/attempt.ts';
import type { HeaderScheme } from '../domain/delivery/signing.ts';
import { type DeliveryRun, defaultBusyMs, defaultHeldForMs } from '../domain/delivery/run.ts';
import { type DeliveryState, defaultJitter } from '../domain/delivery/retry-schedule.ts';
import { currentTraceparent } from '../process/tracing.ts';
import { type ListPlace, cursorAfterMade, pageOf } from './cursor.ts';
import type { Queryable } from './database.ts';
import { type WorkflowStart, addStarts, aheadOfTasks } from './workflow-starts.ts';

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
  /** The sender or the workspace: whose turn it is in the engine (among hooks: each has turns of its own). */
  readonly fairnessKey: string | null;
  /** Whose log it is in; for hooks only. */
  readonly workspaceNo?: number;
}

export interface AttemptRow {
  readonly n: number;
  /** When it began. */
  readonly at: Date;
  readonly responseStatus: number | null;
  readonly error: AttemptError | null;
  readonly durationMs: number;
  readonly excerpt: string | null;
  /** As they were set; left out or null where nothing was sent, or an earlier version sent it. */
  readonly requestHeaders?: Readonly<Record<string, string>> | null;
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
export const nowMs = `date_trunc('milliseconds', now())`;

/**
 * From this many on, new ones get in line without asking for a slot first: their runs begin when it is their turn. Twice
 * the slots of an origin, so that the line cannot be served to its end while one is being added to it.
 */
const longLine = 16;
export const hasLongLine = `exists (select 1 from deliveries where held_origin = origin offset ${longLine})`;

/**
 * Adds a delivery and the start of its workflow, in the caller's transaction; the run of one that is held back begins
 * later (`delivery-slots`). Adding it again changes nothing.
 */
export async function addDelivery(q: Queryable, delivery: NewDelivery): Promise<void> {
  await addDeliveries(q, [delivery]);
}

/** As `addDelivery`, for many at once, in two statements. @returns how many were new */
export async function addDeliveries(q: Queryable, deliveries: readonly NewDelivery[]): Promise<number> {
  if (deliveries.length === 0) return 0;
  const column = <T>(pick: (one: NewDelivery) => T): T[] => deliveries.map(pick);
  const traceparent = currentTraceparent();
  const added = await q.query<{ id: string; held: boolean; slow: boolean }>({
    name: 'add-deliveries',
    // A ping is somebody's question, who waits for the answer.
    text: `with given as materialized (
             select id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits, fairness_key, workspace_no, origin
               from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                           $8::bytea[], $9::json[], $10::text[], $11::int[], $12::text[])
                 as given (id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits, fairness_key,
                           workspace_no, origin)),
           endpoints as materialized (
             select owner_kind, owner_id, origin, ${hasLongLine} as long,
                    exists (select 1 from endpoint_health as known
                             where known.owner_kind = endpoint.owner_kind and known.owner_id = endpoint.owner_id
                               and known.origin = endpoint.origin and failing) as failing
               from (select distinct owner_kind, owner_id, origin from given where origin is not null) as endpoint),
           added as (
             insert into deliveries (id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits_ms,
                                     fairness_key, workspace_no, created_at, next_attempt_at, held_origin, held_until,
                                     traceparent)
             select id, owner_kind, owner_id, subject_id, event, scheme, url, body,
                    array(select value::int from json_array_elements_text(waits)), fairness_key, workspace_no,
                    ${nowMs}, case when long then null else ${nowMs} end, case when long then origin end,
                    case when long then now() + $14 * interval '1 millisecond' end, $13::text
               from given left join endpoints using (owner_kind, owner_id, origin)
             on conflict (id) do nothing returning id)
           select id, coalesce(long, false) as held, coalesce(long or failing, false) as slow
             from added join given using (id) left join endpoints using (owner_kind, owner_id, origin)`,
    values: [
      column(({ id }) => id),
      column(({ ownerKind }) => ownerKind),
      column(({ ownerId }) => ownerId),
      column(({ subjectId }) => subjectId),
      column(({ event }) => event),
      column(({ scheme }) => scheme),
      column(({ url }) => url),
      column(({ body }) => body),
      column(({ waitsMs }) => JSON.stringify(waitsMs)),
      column(({ fairnessKey }) => fairnessKey),
      column(({ workspaceNo }) => workspaceNo ?? null),
      column(({ url, event }) => (event === 'ping' ? null : new URL(url).origin)),
      traceparent,
      defaultHeldForMs,
    ],
  });
  const found = new Map(added.rows.map((row) => [row.id, row]));
  const starts = deliveries.flatMap((one) => {
    const { held, slow } = found.get(one.id) ?? {};
    return held === undefined ? [] : [startOf({ ...one, traceparent, attemptsBefore: 0, held, slow: slow === true })];
  });
  await addStarts(q, starts);
  return added.rows.length;
}

export type Startable = Pick<
  NewDelivery,
  'id' | 'ownerKind' | 'ownerId' | 'subjectId' | 'event' | 'url' | 'waitsMs' | 'fairnessKey'
> & {
  readonly attemptsBefore: number;
  readonly traceparent: string | null;
  readonly held: boolean;
  /** Its endpoint fails or has a line, so its attempts keep off the slots that others use. */
  readonly slow?: boolean;
};

/** D18 spreads the waits of results; document 2 names those of hooks to the minute. */
const jitterOf: Readonly<Record<DeliveryOwnerKind, number>> = { sender: defaultJitter, hook: 0 };

export function startOf(delivery: Startable): WorkflowStart {
  const { id, ownerKind, ownerId, subjectId, event, url, waitsMs, fairnessKey, attemptsBefore, traceparent } = delivery;
  const jitter = jitterOf[ownerKind];
  const run: DeliveryRun = {
    deliveryId: id,
    waitsMs,
    busyMs: defaultBusyMs,
    jitter,
    attemptsBefore,
    heldForMs: defaultHeldForMs,
    origin: new URL(url).origin,
    ...(delivery.held ? { held: true } : {}),
    ...(delivery.slow === true ? { slow: true } : {}),
  };
  return {
    workflowId: id,
    workflowType: 'delivery',
    taskQueue: 'deliveries',
    arguments: [run],
    priority: aheadOfTasks,
    // Hooks take turns each for itself: one whose receiver hangs must not slow the others of its workspace.
    fairnessKey: ownerKind === 'hook' ? ownerId : fairnessKey,
    searchAttributes: {
      ...(ownerKind === 'sender' ? { Sender: ownerId } : fairnessKey === null ? {} : { Workspace: fairnessKey }),
      State: delivery.held ? 'held' : 'pending',
      WaitingOn: 'receiver',
    },
    // Only the host: paths of callback URLs often carry a token.
    summary: `${event} of ${subjectId} to ${new URL(url).host}`,
    traceparent,
    delayMs: delivery.held ? defaultHeldForMs : null,
  };
}

export const startable = `id, owner_kind as "ownerKind", owner_id as "ownerId", subject_id as "subjectId", event, url,
  waits_ms as "waitsMs", fairness_key as "fairnessKey", traceparent, held_origin is not null as held,
  coalesce((select max(n) from delivery_attempts where delivery_id = deliveries.id), 0) as "attemptsBefore"`;

/** The workflow starts of these deliveries, made from their rows. */
export async function deliveryStarts(q: Queryable, ids: readonly string[]): Promise<WorkflowStart[]> {
  const found = await q.query<Startable>(`select ${startable} from deliveries where id = any($1)`, [ids]);
  // A caller that asks for their starts wants them to run.
  return found.rows.map((row) => startOf({ ...row, held: false }));
}

/** The starts of the deliveries that have waited longest in an origin's line, which they leave. */
export async function startsOfHeld(q: Queryable, origin: string, most: number): Promise<WorkflowStart[]> {
  const found = await q.query<Startable>({
    name: 'let-held-go',
    text: `update deliveries set held_origin = null, held_until = null, next_attempt_at = ${nowMs}
            where id in (select id from deliveries where held_origin = $1
                          order by created_at, id limit $2 for update skip locked)
            returning ${startable}`,
    values: [origin, most],
  });
  return found.rows.map((row) => startOf({ ...row, slow: true }));
}

const columns = `id, subject_id as "subjectId", event, url, status, next_attempt_at as "nextAttemptAt",
  created_at as "createdAt", finished_at as "finishedAt"`;

export interface DeliveryFilter {
  readonly subjectId?: string;
  readonly status?: DeliveryState;
  readonly event?: string;
  /** Made at or after this time, and before that one. */
  readonly since?: Date;
  readonly until?: Date;
  /** Those of tasks that this key submitted. */
  readonly submittedByKey?: string;
  /** A whole URL, or its origin: scheme, host and port. */
  readonly endpoint?: string;
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
        and ($8::text is null or event = $8)
        and ($9::timestamptz is null or created_at >= $9)
        and ($10::timestamptz is null or created_at < $10)
        and ($11::text is null
             or exists (select 1 from tasks where tasks.id = subject_id and submitted_by_key = $11))
        and ($12::text is null or url = $12 or starts_with(url, $12 || '/'))
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
      filter.event ?? null,
      filter.since ?? null,
      filter.until ?? null,
      filter.submittedByKey ?? null,
      filter.endpoint?.replace(/\/$/, '') ?? null,
    ],
  );
  const { page, next } = pageOf(found.rows, filter.limit, cursorAfterMade);
  const attempts = await readAttempts(
    q,
    page.map(({ id }) => id),
  );
  return {
    deliveries: page.map((row) => Object.assign(row, { attempts: attempts.get(row.id) ?? [] })),
    next,
  };
}

/** One delivery of an owner with its attempts. */
export async function readDelivery(q: Queryable, owner: DeliveryOwner, id: string): Promise<DeliveryRow | undefined> {
  const found = await q.query<Omit<DeliveryRow, 'attempts'>>(
    `select ${columns} from deliveries where owner_kind = $1 and owner_id = $2 and id = $3`,
    [owner.kind, owner.id, id],
  );
  const [row] = found.rows;
  return row && Object.assign(row, { attempts: (await readAttempts(q, [id])).get(id) ?? [] });
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
