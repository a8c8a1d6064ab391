/** What the console's home page counts, with the few rows of each that are shown: no query here reads a whole table. */
import type { StepName } from '../domain/lanes/event.ts';
import type { PresentableTask } from '../domain/dispatch/present-task.ts';
import { expiresSoonMs, queuedTooLongMs, silentTooLongMs } from '../domain/dispatch/stuck.ts';
import type { Status, TaskType } from '../domain/dispatch/task.ts';
import type { RequestedBy } from '../domain/dispatch/task-schemas.ts';
import type { PendingApproval } from './approvals.ts';
import type { Queryable } from './database.ts';
import { unhandled } from './follow-ups.ts';

/** How many there are, and the first few of them. */
export interface Counted<Row> {
  readonly count: number;
  readonly first: readonly Row[];
}

async function counted<Row extends object>(
  q: Queryable,
  count: { readonly text: string; readonly values?: readonly unknown[] },
  first: { readonly text: string; readonly values?: readonly unknown[] },
): Promise<Counted<Row>> {
  const [number, rows] = await Promise.all([
    q.query<{ n: number }>(count.text, [...(count.values ?? [])]),
    q.query<Row>(first.text, [...(first.values ?? [])]),
  ]);
  return { count: number.rows[0]?.n ?? 0, first: rows.rows };
}

export interface WaitingApproval extends Omit<PendingApproval, 'needed' | 'decisions'> {
  readonly requestedBy: RequestedBy | null;
}

/** Approvals that nobody has decided, the oldest first. */
export function waitingApprovals(q: Queryable, few: number): Promise<Counted<WaitingApproval>> {
  return counted(
    q,
    { text: `select count(*)::int as n from approvals where status = 'pending'` },
    {
      text: `select approvals.id, task_id as "taskId", task_type as "taskType", params,
                    requested_by as "requestedBy", amount_cents as "amountCents", reason, requested_at as "requestedAt", expires_at as "expiresAt"
               from approvals join tasks on tasks.id = task_id
              where approvals.status = 'pending' order by requested_at, approvals.id limit $1`,
      values: [few],
    },
  );
}

export interface EndedTask extends Pick<
  PresentableTask,
  'id' | 'taskType' | 'params' | 'outcomeReason' | 'summary' | 'createdAt'
> {
  /** Who follows up on it. */
  readonly ownerName: string | null;
}

/** Tasks that ended so that somebody has to do something that nobody has done yet: those without an owner first, the newest first. */
export function tasksForPeople(q: Queryable, status: 'escalated' | 'failed', few: number): Promise<Counted<EndedTask>> {
  const where = `status = '${status}' and ${unhandled}`;
  return counted(
    q,
    { text: `select count(*)::int as n from tasks where ${where}` },
    {
      text: `select tasks.id, task_type as "taskType", params, outcome_reason as "outcomeReason", summary,
                    tasks.created_at as "createdAt", people.name as "ownerName"
               from tasks left join people on people.id = owner_id
              where ${where} order by owner_id is not null, tasks.created_at desc, tasks.id desc limit $1`,
      values: [few],
    },
  );
}

export interface UncertainWrite {
  readonly taskId: string;
  readonly portal: string;
  /** The record that other tasks are kept away from. */
  readonly record: string;
  readonly openedAt: Date;
}

/** Portal writes of which nobody knows whether they happened, the oldest first. */
export function uncertainWrites(q: Queryable, few: number): Promise<Counted<UncertainWrite>> {
  // In the words of the partial index, which holds the open ones too.
  const where = `state in ('open', 'uncertain') and state = 'uncertain'`;
  return counted(
    q,
    { text: `select count(*)::int as n from portal_intents where ${where}` },
    {
      text: `select task_id as "taskId", portal, scope as record, opened_at as "openedAt"
               from portal_intents where ${where} order by opened_at, task_id limit $1`,
      values: [few],
    },
  );
}

export interface WaitingSignoff extends StepName {
  readonly requestId: string;
  readonly workspace: string;
  /** Of the workspace. */
  readonly name: string;
  readonly at: Date;
}

/** Sign-off requests of all workspaces that nobody has answered, the oldest first. */
export function waitingSignoffs(q: Queryable, few: number): Promise<Counted<WaitingSignoff>> {
  return counted(
    q,
    { text: `select count(*)::int as n from lane_signoffs where state = 'waiting'` },
    {
      text: `select request_id as "requestId", workspaces.id as workspace, workspaces.name, queue, step, at
               from lane_signoffs as asked
               join workspaces on workspaces.no = workspace_no
               join lane_steps on lane_steps.workspace_no = asked.workspace_no and lane_steps.no = step_no
              where asked.state = 'waiting' order by at, request_id limit $1`,
      values: [few],
    },
  );
}

export interface WaitingSettlements {
  readonly workspace: string;
  readonly name: string;
  readonly waiting: number;
  /** Since when the one waits that is settled next. */
  readonly since: Date | null;
}

/** Workspaces with disagreements to settle, those with most first. */
export async function waitingSettlements(q: Queryable, few: number): Promise<Counted<WaitingSettlements>> {
  return counted(
    q,
    { text: 'select coalesce(sum(waiting_settlement), 0)::int as n from workspaces' },
    {
      text: `select id as workspace, name, waiting_settlement as waiting,
                    (select since from lane_disagreements where workspace_no = no and settled is null
                      order by severity desc, since, step_no, item limit 1) as since
               from workspaces where waiting_settlement > 0 order by waiting_settlement desc, no limit $1`,
      values: [few],
    },
  );
}

export interface TaskTally {
  readonly taskType: TaskType;
  readonly status: Status;
  readonly tasks: number;
}

/** Tasks that came in since a time, by type and status. */
export async function tallyTasks(q: Queryable, since: Date): Promise<TaskTally[]> {
  const found = await q.query<TaskTally>(
    `select task_type as "taskType", status, count(*)::int as tasks from tasks
      where created_at >= $1 group by task_type, status`,
    [since],
  );
  return found.rows;
}

export interface LaneTally {
  readonly events: number;
  readonly routes: number;
}

/** Events taken and routes asked for in all workspaces on a day (D50: each workspace's own). */
export async function tallyLanes(q: Queryable, day: Date): Promise<LaneTally> {
  const found = await q.query<LaneTally>(
    `select (select coalesce(sum(events), 0) from lane_event_counts where day = $1::date)::float8 as events,
            (select coalesce(sum(calls), 0) from lane_route_counts where day = $1::date)::float8 as routes`,
    [day.toISOString().slice(0, 10)],
  );
  return found.rows[0] ?? { events: 0, routes: 0 };
}

export interface StuckCandidate extends Pick<
  PresentableTask,
  'id' | 'taskType' | 'params' | 'status' | 'portal' | 'createdAt' | 'updatedAt'
> {
  /** When the approval that waits expires. */
  readonly approvalExpiresAt: Date | null;
}

/**
 * Open tasks that by their times may be stuck (domain/dispatch/stuck), the oldest first. Among those that run are some
 * whose evidence log moved on since their row did: `stuckReason` decides with the last event of each.
 */
export async function maybeStuckTasks(q: Queryable, now: Date, few: number): Promise<Counted<StuckCandidate>> {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const source = `tasks left join lateral (
      select expires_at from approvals where task_id = tasks.id and approvals.status = 'pending' limit 1) asked
      on tasks.status = 'awaiting_approval'
    where finished_at is null
      and ((tasks.status = 'queued' and created_at < $1) or (tasks.status = 'running' and updated_at < $2)
           or (tasks.status = 'awaiting_approval' and expires_at < $3))`;
  const times = [ago(queuedTooLongMs), ago(silentTooLongMs), ago(-expiresSoonMs)];
  return counted(
    q,
    { text: `select count(*)::int as n from ${source}`, values: times },
    {
      text: `select id, task_type as "taskType", params, tasks.status, portal, created_at as "createdAt",
                    updated_at as "updatedAt", expires_at as "approvalExpiresAt"
               from ${source} order by created_at, id limit $4`,
      values: [...times, few],
    },
  );
}

export interface WorkThatWaits {
  /** Workflow starts that the engine has not taken for a minute, and of these the ones it refused. */
  readonly starts: number;
  readonly refused: number;
  readonly oldestStart: Date | null;
  /** Deliveries that wait for their next attempt. */
  readonly retrying: number;
  /** Deliveries given up since the time. */
  readonly failed: number;
}

/** What waits outside of tasks; `since` is for deliveries that were given up. */
export async function workThatWaits(q: Queryable, now: Date, since: Date): Promise<WorkThatWaits> {
  const found = await q.query<WorkThatWaits>(
    `select late.*,
            (select count(*) from deliveries
              where status in ('pending', 'retrying') and status = 'retrying')::int as retrying,
            (select count(*) from deliveries where finished_at >= $2 and finished_at is not null
                and status = 'failed')::int as failed
       from (select count(*)::int as starts, count(*) filter (where attempts > 0)::int as refused,
                    min(created_at) as "oldestStart"
               from workflow_starts where created_at < $1) as late`,
    [new Date(now.getTime() - 60_000), since],
  );
  return found.rows[0] ?? { starts: 0, refused: 0, oldestStart: null, retrying: 0, failed: 0 };
}
