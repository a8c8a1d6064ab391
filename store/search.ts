/** What the console searches: tasks of all senders by filters and by any number they carry, everything else by name or id. */
import type { StepName } from '../domain/lanes/event.ts';
import type { ChainedEvent } from '../domain/dispatch/evidence/evidence-events.ts';
import type { Channel, OutcomeReason, Status, TaskType } from '../domain/dispatch/task.ts';
import { isId } from '../process/ids.ts';
import { type ListOrder, type ListPlace, encodeCursor, orderOf, pageOf } from './cursor.ts';
import type { Queryable } from './database.ts';
import { unhandled } from './follow-ups.ts';
import type { KeyOwnerKind } from './keys.ts';
import type { TaskRow } from './tasks.ts';

export interface TaskSearch {
  /** The beginning of a PRO, an invoice, dispute, claim, chargeback or confirmation number, or of a client
   * reference; or the whole id of a task. */
  readonly text?: string;
  readonly status?: Status;
  readonly taskType?: TaskType;
  readonly senderId?: string;
  readonly channel?: Channel;
  readonly outcomeReason?: OutcomeReason;
  readonly portal?: string;
  /** What ended for a person and is not done; `unowned`: and nobody has taken it. */
  readonly attention?: 'open' | 'unowned';
  /** What this person follows up on. */
  readonly ownerId?: string;
  readonly from?: Date;
  readonly until?: Date;
  readonly limit: number;
  /** Left out: the newest first. */
  readonly order?: 'oldest' | TaskOrder;
  /** The last task of the page before. */
  readonly after?: ListPlace;
}

/** What tasks can be ordered by, besides when they came in. */
export const taskSortKeys = ['type', 'status', 'reference', 'sender', 'portal'] as const;
export type TaskSortKey = (typeof taskSortKeys)[number];

export interface TaskOrder {
  readonly by: TaskSortKey;
  readonly isDescending: boolean;
}

const sortValues: Readonly<Record<TaskSortKey, string>> = {
  type: 'task_type',
  status: 'status',
  reference: 'client_ref',
  sender: 'sender_name',
  portal: 'portal',
};

export interface FoundTask extends Pick<
  TaskRow,
  | 'id'
  | 'senderId'
  | 'taskType'
  | 'status'
  | 'outcomeReason'
  | 'summary'
  | 'params'
  | 'clientRef'
  | 'requestedBy'
  | 'channel'
  | 'portal'
  | 'confirmationNumber'
  | 'createdAt'
  | 'updatedAt'
  | 'finishedAt'
> {
  readonly senderName: string;
  /** When the approval that waits expires. */
  readonly approvalExpiresAt: Date | null;
  /** Who follows up on it. */
  readonly ownerName: string | null;
  /** When somebody marked it as done. */
  readonly handledAt: Date | null;
}

/** Fewer characters than these must be the whole word: their beginnings would find a good part of all tasks. */
const shortestBeginning = 4;

/** A page of tasks, newest first. Tasks that come in meanwhile never shift a later page. */
export async function searchTasks(
  q: Queryable,
  search: TaskSearch,
): Promise<{ tasks: FoundTask[]; next: string | null }> {
  const { source, where, values, value } = conditions(search);
  const order = listOrder(search);
  const { orderBy, beyond } = orderOf(order, search.after, value);
  if (beyond !== undefined) where.push(beyond);
  const isBySender = order.by?.value === sortValues.sender;
  const found = await q.query<FoundTask & { readonly sorted: string | null }>(
    readFound(
      `from ${source}
              ${isBySender ? 'join (select id as of_sender, name as sender_name from senders) as named on of_sender = sender_id' : ''}
              ${where.length === 0 ? '' : `where ${where.join(' and ')}`}
              order by ${orderBy}
              limit ${value(search.limit + 1)}`,
      order,
    ),
    values,
  );
  const { page, next } = pageOf(found.rows, search.limit, ({ createdAt: at, id, sorted }) =>
    encodeCursor(order.by === undefined ? { at, id } : { at, id, sorted: sorted ?? '' }),
  );
  return { tasks: page, next };
}

function listOrder({ order }: Pick<TaskSearch, 'order'>): ListOrder {
  const made = ['tasks.created_at', 'tasks.id'] as const;
  if (order === undefined || order === 'oldest') return { made, isTurned: order === 'oldest' };
  return { made, by: { value: sortValues[order.by], type: 'text', isDescending: order.isDescending } };
}

/** More are not counted: the number says enough, and counting takes time. */
export const countedAtMost = 10_000;

/** How many tasks a search finds, up to a limit. */
export async function countTasks(q: Queryable, search: TaskSearch): Promise<number> {
  const { source, where, values, value } = conditions(search);
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n
       from (select from ${source} ${where.length === 0 ? '' : `where ${where.join(' and ')}`}
              limit ${value(countedAtMost + 1)}) as counted`,
    values,
  );
  return found.rows[0]?.n ?? 0;
}

/** What a search asks for, but for its page. */
function conditions(search: TaskSearch): {
  readonly source: string;
  readonly where: string[];
  readonly values: unknown[];
  readonly value: (given: unknown) => string;
} {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const where: string[] = [];
  // Words are looked up on their own: what they find is guessed at too much, and then all tasks were read by age.
  const source =
    search.text === undefined ? 'tasks' : `(select * from tasks where ${finds(search.text, value)} offset 0) as tasks`;
  // Literal conditions, so that the partial indexes of open and ended tasks count.
  if (search.status !== undefined)
    where.push(
      `status = ${value(search.status)}`,
      isOpen(search.status) ? 'finished_at is null' : 'finished_at is not null',
    );
  if (search.taskType !== undefined) where.push(`task_type = ${value(search.taskType)}`);
  if (search.senderId !== undefined) where.push(`sender_id = ${value(search.senderId)}`);
  if (search.channel !== undefined) where.push(`channel = ${value(search.channel)}`);
  if (search.outcomeReason !== undefined)
    where.push(`outcome_reason = ${value(search.outcomeReason)}`, 'finished_at is not null');
  if (search.portal !== undefined) where.push(`portal = ${value(search.portal)}`);
  if (search.attention !== undefined) where.push(unhandled);
  if (search.attention === 'unowned') where.push('owner_id is null');
  if (search.ownerId !== undefined)
    where.push(`owner_id = ${value(search.ownerId)}`, `handled_at is null and status not in ('completed', 'rejected')`);
  if (search.from !== undefined) where.push(`tasks.created_at >= ${value(search.from)}`);
  if (search.until !== undefined) where.push(`tasks.created_at < ${value(search.until)}`);
  return { source, where, values, value };
}

/** The oldest tasks under way that came in before a time or wait for a portal, newest first. */
export async function listOpenTasks(q: Queryable, before: Date, limit: number): Promise<FoundTask[]> {
  const found = await q.query<FoundTask>(
    readFound(`from tasks
              where finished_at is null
                and (created_at < $1 or exists (select from portal_waits where task_id = tasks.id))
              order by created_at limit $2`),
    [before, limit],
  );
  return found.rows;
}

/** @param from the rest of a statement that picks rows of `tasks` */
function readFound(from: string, { isTurned = false, by }: Omit<ListOrder, 'made'> = {}): string {
  const inner = by && { ...by, value: 'found.sorted' };
  const { orderBy } = orderOf({ made: ['found."createdAt"', 'found.id'], isTurned, by: inner }, undefined, String);
  return `select found.*, senders.name as "senderName", people.name as "ownerName",
                 (select expires_at from approvals where task_id = found.id and approvals.status = 'pending')
                   as "approvalExpiresAt"
            from (select id, sender_id as "senderId", task_type as "taskType", status, outcome_reason as "outcomeReason",
                         summary, params, client_ref as "clientRef", requested_by as "requestedBy", channel, portal,
                         confirmation_number as "confirmationNumber", created_at as "createdAt",
                         updated_at as "updatedAt", finished_at as "finishedAt", owner_id,
                         handled_at as "handledAt", ${by?.value ?? 'null'} as sorted
                    ${from}) as found
            join senders on senders.id = found."senderId"
            left join people on people.id = owner_id
           order by ${orderBy}`;
}

const isOpen = (status: Status): boolean =>
  status === 'queued' || status === 'running' || status === 'awaiting_approval';

function finds(text: string, value: (given: unknown) => string): string {
  const plain = text.trim().toLowerCase();
  if (isId('task', plain)) return `id = ${value(plain)}`;
  // As the type tsquery reads a quoted word: nothing in it is an operator.
  const word = `'${plain.replace(/['\\]/g, '$&$&')}'`;
  const query = plain.length < shortestBeginning ? word : `${word}:*`;
  return `task_words(params, client_ref, confirmation_number) @@ ${value(query)}::tsquery`;
}

export interface LastEvent {
  readonly event: ChainedEvent;
  readonly at: Date;
}

/** The last event of the evidence log of each task; a task without any has no entry. */
export async function readLastEvents(q: Queryable, taskIds: readonly string[]): Promise<Map<string, LastEvent>> {
  if (taskIds.length === 0) return new Map();
  const found = await q.query<{ id: string; line: string; at: Date }>(
    `select task.id, last.line, last.at
       from unnest($1::text[]) as task (id)
      cross join lateral (select line, at from evidence_events where task_id = task.id order by seq desc limit 1) as last`,
    [taskIds],
  );
  return new Map(found.rows.map(({ id, line, at }) => [id, { event: JSON.parse(line) as ChainedEvent, at }]));
}

// What people look for by a name or an id, besides tasks: a few of each kind.

interface FoundName {
  readonly id: string;
  readonly name: string;
}

interface FoundStep extends StepName {
  readonly workspaceId: string;
  readonly workspaceName: string;
}

/** What one id is the id of. */
type IdKind = 'approval' | 'delivery' | 'webhook' | 'key';

export interface FoundNames {
  readonly workspaces: readonly FoundName[];
  readonly steps: readonly FoundStep[];
  readonly senders: readonly FoundName[];
  readonly people: readonly FoundName[];
  readonly ids: readonly FoundId[];
}

export interface FoundId {
  readonly kind: IdKind;
  readonly id: string;
  /** Of a key: whose page it is on; null for the others. */
  readonly owner: { readonly kind: KeyOwnerKind; readonly id: string } | null;
}

/** @param text found anywhere in a name, whatever the case, of a step word by word; an id as a whole */
export async function findNames(q: Queryable, text: string, limit: number): Promise<FoundNames> {
  const values = [text, limit];
  const words = text
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((word) => word !== '');
  const [workspaces, steps, senders, people, ids] = [
    await q.query<FoundName>(
      `select id, name from workspaces where id = $1 or position(lower($1) in lower(name)) > 0 order by name, id limit $2`,
      values,
    ),
    await q.query<FoundStep>(
      `select workspaces.id as "workspaceId", name as "workspaceName", queue, step
         from (select workspace_no, queue, step from lane_steps
                where not exists (select from unnest($1::text[]) as word
                                   where position(word in lower(queue || ' ' || step)) = 0)
                limit $2) as found
         join workspaces on workspaces.no = workspace_no order by name, queue, step`,
      // As pages write a step: `invoices / pay`.
      [words.length === 0 ? [text] : words, limit],
    ),
    await q.query<FoundName>(
      `select id, name from senders where id = $1 or position(lower($1) in lower(name)) > 0 order by name, id limit $2`,
      values,
    ),
    await q.query<FoundName>(
      `select id, name || ', ' || email as name from people
        where id = $1 or position(lower($1) in lower(name)) > 0 or position(lower($1) in email) > 0
        order by name, id limit $2`,
      values,
    ),
    await q.query<FoundId>(
      `select 'approval' as kind, id, null::jsonb as owner from approvals where id = $1
       union all select 'delivery', id, null from deliveries where id = $1
       union all select 'webhook', id, null from lane_hooks where id = $1 and deleted_at is null
       union all select 'key', id, jsonb_build_object('kind', owner_kind, 'id', owner_id) from keys where id = $1`,
      [text],
    ),
  ];
  return {
    workspaces: workspaces.rows,
    steps: steps.rows,
    senders: senders.rows,
    people: people.rows,
    ids: ids.rows,
  };
}
