/** Approvals with their tasks, as people see them who decide: what waits, one in full, and what was decided lately. */
import type { Channel, TaskType } from '../domain/dispatch/task.ts';
import type { RequestedBy, TaskParams } from '../domain/dispatch/task-schemas.ts';
import { type ListOrder, type ListPlace, encodeCursor, orderOf, pageOf } from './cursor.ts';
import type { StoredDecision } from './approvals.ts';
import type { Queryable } from './database.ts';
import type { PresentableApproval } from '../domain/dispatch/present-task.ts';
import { discussionColumns } from './approval-discussion.ts';

export interface ShownApproval extends Omit<PresentableApproval, 'decisions'> {
  readonly taskId: string;
  readonly taskType: TaskType;
  readonly params: TaskParams;
  readonly instruction: string | null;
  readonly clientRef: string | null;
  readonly requestedBy: RequestedBy | null;
  readonly channel: Channel;
  /** The playbook that is at work. */
  readonly portal: string | null;
  readonly senderId: string;
  readonly senderName: string;
  readonly needed: number;
  readonly decisions: readonly Omit<StoredDecision, 'id' | 'key_id'>[];
}

/** @param sorted what the rows are ordered by, as SQL */
const selecting = (
  sorted: string,
): string => `select ${sorted} as sorted, approvals.id, task_id as "taskId", task_type as "taskType", params,
    instruction, client_ref as "clientRef", requested_by as "requestedBy", channel, portal, sender_id as "senderId",
    senders.name as "senderName", reason, amount_cents as "amountCents", needed, approvals.status, superseded_by as "supersededBy",
    requested_at as "requestedAt", expires_at as "expiresAt", decided_at as "decidedAt", decided_by as "decidedBy",
    note, decisions, digest, change, shown, page, shown_sha256 as "shownSha256", ${discussionColumns}
  from approvals join tasks on tasks.id = task_id join senders on senders.id = sender_id`;
const select = selecting('null');

/** What of the approvals is meant; from and until are about when they were requested. */
export interface ApprovalFilter {
  readonly taskType?: TaskType;
  readonly senderId?: string;
  readonly from?: Date;
  readonly until?: Date;
}

function conditions(filter: ApprovalFilter, value: (given: unknown) => string): string {
  const where = [
    filter.taskType !== undefined && `task_type = ${value(filter.taskType)}`,
    filter.senderId !== undefined && `sender_id = ${value(filter.senderId)}`,
    filter.from !== undefined && `requested_at >= ${value(filter.from)}`,
    filter.until !== undefined && `requested_at < ${value(filter.until)}`,
  ];
  return where.map((one) => (one === false ? '' : ` and ${one}`)).join('');
}

const orders = {
  expiry: 'expires_at, approvals.id',
  amount: 'abs(amount_cents) desc nulls last, approvals.id',
  newest: 'requested_at desc, approvals.id desc',
} as const;
export type WaitingOrder = keyof typeof orders;

/** What waits for a person, the next to expire first unless another order is asked for. */
export async function listWaiting(
  q: Queryable,
  limit: number,
  { order = 'expiry', ...filter }: ApprovalFilter & { readonly order?: WaitingOrder } = {},
): Promise<ShownApproval[]> {
  const values: unknown[] = [limit];
  const more = conditions(filter, (given) => `$${values.push(given)}`);
  const found = await q.query<ShownApproval>(
    `${select} where approvals.status = 'pending'${more} order by ${orders[order]} limit $1`,
    values,
  );
  return found.rows;
}

export type SettledStatus = Exclude<ShownApproval['status'], 'pending'>;

/** What settled approvals can be ordered by, besides when they were requested. */
export const settledSortKeys = ['type', 'amount', 'status', 'sender'] as const;

const sortValues = {
  type: { value: 'task_type', type: 'text' },
  amount: { value: 'abs(amount_cents)', type: 'bigint' },
  status: { value: 'approvals.status', type: 'text' },
  sender: { value: 'senders.name', type: 'text' },
} as const satisfies Record<(typeof settledSortKeys)[number], Omit<NonNullable<ListOrder['by']>, 'isDescending'>>;

export interface SettledSearch extends ApprovalFilter {
  readonly status?: SettledStatus;
  readonly limit: number;
  /** Left out: the newest requests first. */
  readonly order?: 'oldest' | { readonly by: (typeof settledSortKeys)[number]; readonly isDescending: boolean };
  /** The last approval of the page before. */
  readonly after?: ListPlace;
}

/** A page of what is settled. */
export async function listSettled(
  q: Queryable,
  { status, limit, order, after, ...filter }: SettledSearch,
): Promise<{ readonly rows: ShownApproval[]; readonly next: string | null }> {
  const values: unknown[] = [limit + 1];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const which = status === undefined ? `<> 'pending'` : `= ${value(status)}`;
  const made = ['requested_at', 'approvals.id'] as const;
  const by =
    order === undefined || order === 'oldest'
      ? undefined
      : { ...sortValues[order.by], isDescending: order.isDescending };
  const { orderBy, beyond } = orderOf({ made, isTurned: order === 'oldest', ...(by && { by }) }, after, value);
  const found = await q.query<ShownApproval & { readonly sorted: string | null }>(
    `${selecting(by === undefined ? 'null' : `(${by.value})::text`)} where approvals.status ${which}${conditions(filter, value)}${beyond === undefined ? '' : ` and ${beyond}`}
     order by ${orderBy} limit $1`,
    values,
  );
  const { page, next } = pageOf(found.rows, limit, ({ requestedAt: at, id, sorted }) =>
    encodeCursor(by === undefined ? { at, id } : { at, id, sorted: sorted ?? '' }),
  );
  return { rows: page, next };
}

/** More are not counted: the number says enough, and counting takes time. */
export const approvalsCountedAtMost = 10_000;

/** How many are settled, up to a limit. */
export async function countSettled(
  q: Queryable,
  { status, ...filter }: ApprovalFilter & { readonly status?: SettledStatus },
): Promise<number> {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const which = status === undefined ? `<> 'pending'` : `= ${value(status)}`;
  const found = await q.query<{ n: number }>(
    `select count(*)::int as n
       from (select from approvals join tasks on tasks.id = task_id
              where approvals.status ${which}${conditions(filter, value)}
              limit ${approvalsCountedAtMost + 1}) as counted`,
    values,
  );
  return found.rows[0]?.n ?? 0;
}

/** @param id of an approval, or of a task, whose newest approval is meant */
export async function readShownApproval(q: Queryable, id: string): Promise<ShownApproval | undefined> {
  const which = id.startsWith('tsk_') ? 'task_id' : 'approvals.id';
  const found = await q.query<ShownApproval>(`${select} where ${which} = $1 order by requested_at desc limit 1`, [id]);
  return found.rows[0];
}
