/**
 * The outbox of workflow starts: written in the transaction that decides on the work, taken out by the start
 * dispatchers of all processes, and gone once the engine has confirmed.
 */
import { currentTraceparent } from '../process/tracing.ts';
import type { Queryable } from './database.ts';

/** A workflow that is to be started; the names in it are those of `temporal/`. */
export interface WorkflowStart {
  readonly workflowId: string;
  readonly workflowType: 'task' | 'delivery' | 'notification' | 'canary';
  readonly taskQueue: 'tasks' | 'deliveries';
  readonly arguments: readonly unknown[];
  /** 1 (first) to 5; D12. */
  readonly priority: number;
  readonly fairnessKey: string | null;
  /** Names of `temporal/names`; dates as ISO 8601. */
  readonly searchAttributes: Readonly<Record<string, string>>;
  /** One line for people who look at the workflow in the Temporal UI. */
  readonly summary: string;
  /** The trace that it belongs to, as the header of the W3C; null: none; left out: the one that is active. */
  readonly traceparent?: string | null;
  /** After how many milliseconds its run begins, unless it is started again before; null: at once. */
  readonly delayMs?: number | null;
}

/** The priority of what accepted work leads to: it waits in the outbox behind no flood of new tasks, and has a queue of its own in the engine. */
export const aheadOfTasks = 1;

export interface ClaimedStart extends WorkflowStart {
  /** Distinguishes this claim from a later one of the same workflow id; handed back with the result. */
  readonly claim: string;
  /** Attempts that failed because of this start itself. */
  readonly attempts: number;
}

type StartClaim = Pick<ClaimedStart, 'workflowId' | 'claim'>;

/**
 * Adds starts in the caller's transaction, in one statement. One that already waits is due again with these arguments:
 * its run may have begun and even ended while the claim on it is still to be confirmed, and that confirmation must
 * not take this start away.
 */
export async function addStarts(q: Queryable, starts: readonly WorkflowStart[]): Promise<void> {
  if (starts.length === 0) return;
  await q.query({ name: 'add_starts', text: addedStarts(1), values: startValues(starts) });
}

/**
 * The statement of `addStarts`.
 * @param first number of the parameter that is the first of `startValues`
 * @param where which of them are added
 */
export function addedStarts(first: number, where = ''): string {
  const types = ['text', 'text', 'text', 'jsonb', 'int', 'text', 'jsonb', 'text', 'text', 'int'];
  const columns = types.map((type, n) => `$${first + n}::${type}[]`).join(', ');
  return `insert into workflow_starts
        (workflow_id, workflow_type, task_queue, arguments, priority, fairness_key, search_attributes, summary,
         traceparent, delay_ms)
      select distinct on (id) * from unnest(${columns}) as added (id) ${where} order by id
      on conflict (workflow_id) do update set arguments = excluded.arguments, traceparent = excluded.traceparent,
        search_attributes = excluded.search_attributes, delay_ms = excluded.delay_ms, claimed_until = null`;
}

export function startValues(starts: readonly WorkflowStart[]): unknown[] {
  const active = currentTraceparent();
  return [
    starts.map((start) => start.workflowId),
    starts.map((start) => start.workflowType),
    starts.map((start) => start.taskQueue),
    starts.map((start) => JSON.stringify(start.arguments)),
    starts.map((start) => start.priority),
    starts.map((start) => start.fairnessKey),
    starts.map((start) => JSON.stringify(start.searchAttributes)),
    starts.map((start) => start.summary),
    starts.map(({ traceparent = active }) => traceparent),
    starts.map(({ delayMs = null }) => delayMs),
  ];
}

/** Rows looked at beyond those taken, so that dispatchers side by side find rows that no other is taking. */
const spare = 4;

/**
 * Takes up to `limit` waiting starts for `leaseMs`: high priority first, senders by turns, each sender's oldest
 * first, so that one sender's flood holds up nobody else. The engine does the same with what it has been given.
 * Rows that another dispatcher is taking are passed over, not waited for; a claim that nobody confirms is free
 * again after the lease.
 *
 * All senders of a priority share `limit` × `spare` rows, read by index, however many senders and rows wait. Of few
 * senders, one of which has nearly everything, less than `limit` may come back: at least 4 √limit − 1 where that many
 * are free. Fewer than that means that nothing else waits.
 */
export async function claimStarts(q: Queryable, limit: number, leaseMs: number): Promise<ClaimedStart[]> {
  const result = await q.query<ClaimedStart>({
    name: 'claim_starts',
    text: `with recursive groups as (
        (select coalesce(fairness_key, '') as key, priority from workflow_starts
          where claimed_until is null or claimed_until < now()
          order by coalesce(fairness_key, ''), priority limit 1)
        union all
        select next.key, next.priority from groups, lateral (
          select coalesce(fairness_key, '') as key, priority from workflow_starts
           where (coalesce(fairness_key, ''), priority) > (groups.key, groups.priority)
             and (claimed_until is null or claimed_until < now())
           order by coalesce(fairness_key, ''), priority limit 1) next),
      shares as (
        select key, priority, ceil($1 * ${spare}::numeric / count(*) over (partition by priority)) as share from groups),
      turns as (
        select due.*, row_number() over (
            partition by shares.key, due.priority order by due.created_at, due.workflow_id) as turn
          from shares, lateral (
            select workflow_id, priority, created_at from workflow_starts
             where coalesce(fairness_key, '') = shares.key and workflow_starts.priority = shares.priority
               and (claimed_until is null or claimed_until < now())
             order by created_at, workflow_id limit shares.share) due),
      next as materialized (
        select workflow_id, priority, turn, created_at from turns
         order by priority, turn, created_at limit $1 * ${spare}),
      free as (
        select workflow_id from workflow_starts join next using (workflow_id)
         where claimed_until is null or claimed_until < now()
         order by next.priority, next.turn, next.created_at limit $1
         for update of workflow_starts skip locked),
      claimed as (
        update workflow_starts set claimed_until = clock_timestamp() + $2 * interval '1 millisecond'
         where workflow_id in (select workflow_id from free) returning *)
      select workflow_id as "workflowId", workflow_type as "workflowType", task_queue as "taskQueue", arguments,
             claimed.priority, fairness_key as "fairnessKey", search_attributes as "searchAttributes", summary,
             traceparent, delay_ms as "delayMs", attempts, claimed_until::text as claim
        from claimed join next using (workflow_id) order by claimed.priority, turn, claimed.created_at`,
    values: [limit, leaseMs],
  });
  return result.rows;
}

/** Removes starts that the engine has confirmed. A row that was added or claimed again since then stays. */
export async function confirmStarts(q: Queryable, claims: readonly StartClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await q.query({
    name: 'confirm_starts',
    text: `delete from workflow_starts using unnest($1::text[], $2::timestamptz[]) as done (id, claim)
      where workflow_id = done.id and claimed_until = done.claim`,
    values: [claims.map((claim) => claim.workflowId), claims.map((claim) => claim.claim)],
  });
}

/** Gives claims back that were not tried, because the engine is away or the process stops. */
export async function releaseStarts(q: Queryable, claims: readonly StartClaim[]): Promise<void> {
  if (claims.length === 0) return;
  await q.query(
    `update workflow_starts set claimed_until = null
      from unnest($1::text[], $2::timestamptz[]) as back (id, claim)
      where workflow_id = back.id and claimed_until = back.claim`,
    [claims.map((claim) => claim.workflowId), claims.map((claim) => claim.claim)],
  );
}

/** Counts a failure that is the start's own, and keeps the row back for 1 s, 2 s, 4 s … up to 5 minutes. */
export async function failStart(q: Queryable, claim: StartClaim): Promise<void> {
  await q.query(
    `update workflow_starts set attempts = attempts + 1,
        claimed_until = now() + least(300, power(2, least(attempts, 9))) * interval '1 second'
      where workflow_id = $1 and claimed_until = $2::timestamptz`,
    [claim.workflowId, claim.claim],
  );
}

/** How many starts wait, and since when the oldest; for readiness and metrics. */
export async function countStarts(q: Queryable): Promise<{ waiting: number; oldest: Date | null }> {
  const result = await q.query<{ waiting: number; oldest: Date | null }>(
    'select count(*)::int as waiting, min(created_at) as oldest from workflow_starts',
  );
  return result.rows[0] ?? { waiting: 0, oldest: null };
}

/** How many of the tasks that wait for their start came during the last second; counted up to a number, by index. */
export async function countNewTasks(q: Queryable, atMost: number): Promise<number> {
  const result = await q.query<{ count: number }>({
    name: 'count_new_tasks',
    text: `select count(*)::int as count from (
        select from workflow_starts
         where created_at > now() - interval '1 second' and task_queue = 'tasks' limit $1) as fresh`,
    values: [atMost],
  });
  return result.rows[0]?.count ?? 0;
}

/** The outbox as the start dispatcher takes it. */
export function openStartStore(q: Queryable) {
  return {
    claim: (limit: number, leaseMs: number): Promise<ClaimedStart[]> => claimStarts(q, limit, leaseMs),
    confirm: (starts: readonly StartClaim[]): Promise<void> => confirmStarts(q, starts),
    release: (starts: readonly StartClaim[]): Promise<void> => releaseStarts(q, starts),
    fail: (start: StartClaim): Promise<void> => failStart(q, start),
  };
}
