/** Intents to write to a portal: opened in the transaction right before the click, closed when the truth is known (D25). */
import type { WriteResolution } from '../domain/dispatch/writing/write-once.ts';
import type { WriteOrder } from '../domain/dispatch/writing/order.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';
import { type PortalLease, holdsLease } from './portal-leases.ts';

export type IntentState = 'open' | 'written' | 'absent' | 'uncertain';

export interface IntentRow {
  readonly taskId: string;
  readonly action: string;
  readonly portal: string;
  readonly account: string;
  readonly scope: string;
  readonly state: IntentState;
  /** Clicks that were allowed. */
  readonly submits: number;
  readonly number: string | null;
  readonly order: WriteOrder;
  readonly openedAt: Date;
}

interface IntentRequest {
  readonly taskId: string;
  readonly lease: PortalLease;
  readonly order: WriteOrder;
  /** Which click this is: 1, or 2 after the first was shown to have left nothing. */
  readonly submit: number;
}

export type IntentAnswer =
  | { readonly kind: 'opened' }
  /** The lease went to another holder: this process may not write. */
  | { readonly kind: 'lease_lost' }
  /** Another task may be writing to the same record right now, or ended without knowing whether it did. */
  | { readonly kind: 'taken'; readonly taskId: string; readonly state: IntentState }
  /** Another task has written to the same record since this one looked. */
  | { readonly kind: 'stale' }
  /** This very click was allowed before. */
  | { readonly kind: 'repeated' };

const columns = `task_id as "taskId", action, portal, account, scope, state, submits, number, write_order as "order",
  opened_at as "openedAt"`;

/** Allows one click. Call it in a transaction of its own that is committed before the click. */
export async function openIntent(q: Queryable, request: IntentRequest): Promise<IntentAnswer> {
  const { taskId, lease, order, submit } = request;
  if (!(await holdsLease(q, lease))) return { kind: 'lease_lost' };
  // The holders of one account follow one another, so what is read here is not overtaken by another's click.
  const others = await q.query<{ taskId: string; state: IntentState; isOpen: boolean }>(
    `select task_id as "taskId", state, state in ('open', 'uncertain') as "isOpen" from portal_intents
      where portal = $1 and account = $2 and scope = $3 and (task_id, action) <> ($4, $5)
        and (state in ('open', 'uncertain') or (state = 'written' and changed_at > $6))
      order by "isOpen" desc limit 1`,
    [lease.portal, lease.account, order.scope, taskId, order.action, order.lookedAt],
  );
  const [other] = others.rows;
  if (other?.isOpen === true) return { kind: 'taken', taskId: other.taskId, state: other.state };
  if (other !== undefined && submit === 1) return { kind: 'stale' };
  const opened = await q.query(
    `insert into portal_intents as intent
       (task_id, action, sender_id, portal, account, scope, fact, mark, fence, submits, write_order)
     select $1, $2, sender_id, $3, $4, $5, $6, $7, $8, 1, $10 from tasks where id = $1 and $9::integer = 1
     on conflict (task_id, action) do nothing`,
    [
      taskId,
      order.action,
      lease.portal,
      lease.account,
      order.scope,
      order.fact,
      order.mark,
      lease.fence,
      submit,
      JSON.stringify(order),
    ],
  );
  if (opened.rowCount === 1) return { kind: 'opened' };
  const again = await q.query(
    `update portal_intents set state = 'open', submits = $3, fence = $4, write_order = $5, scope = $6, fact = $7,
            changed_at = now()
      where task_id = $1 and action = $2
        and ((submits = $3 - 1 and state = 'open') or ($3 = 1 and state = 'absent'))`,
    [taskId, order.action, submit, lease.fence, JSON.stringify(order), order.scope, order.fact],
  );
  return { kind: again.rowCount === 1 ? 'opened' : 'repeated' };
}

/** What happened to a task's writes, newest first. */
export async function readIntents(q: Queryable, taskId: string): Promise<IntentRow[]> {
  const found = await q.query<IntentRow>(
    `select ${columns} from portal_intents where task_id = $1 order by opened_at desc`,
    [taskId],
  );
  return found.rows;
}

/** Whether nobody knows yet if the write happened. */
export function isUnsettled({ state }: Pick<IntentRow, 'state'>): boolean {
  return state === 'open' || state === 'uncertain';
}

/** Which of these tasks wrote to a portal, or may have. */
export async function readWriters(q: Queryable, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (taskIds.length === 0) return new Set();
  const found = await q.query<{ taskId: string }>(
    `select distinct task_id as "taskId" from portal_intents where task_id = any($1) and state <> 'absent'`,
    [taskIds],
  );
  return new Set(found.rows.map(({ taskId }) => taskId));
}

/**
 * The newest write of a task of which nobody knows whether it happened, held until the transaction ends.
 * @param action only this one
 */
async function lockUncertain(q: Queryable, taskId: string, action?: string): Promise<IntentRow | undefined> {
  const found = await q.query<IntentRow>(
    `select ${columns} from portal_intents
      where task_id = $1 and ($2::text is null or action = $2) and state = 'uncertain'
      order by opened_at desc limit 1 for update`,
    [taskId, action ?? null],
  );
  return found.rows[0];
}

/** Says what is known of an intent now; `written` is never taken back. */
export async function settleIntent(
  q: Queryable,
  taskId: string,
  action: string,
  state: Exclude<IntentState, 'open'>,
  number: string | null,
): Promise<boolean> {
  const settled = await q.query(
    `update portal_intents set state = $3, number = coalesce($4, number), changed_at = now()
      where task_id = $1 and action = $2 and state <> 'written'`,
    [taskId, action, state, number],
  );
  return settled.rowCount === 1;
}

/** Which of these marks tasks of the sender have made on the portal, and for which fact. */
export async function readMarks(
  q: Queryable,
  portal: string,
  senderId: string,
  marks: readonly string[],
): Promise<Map<string, string>> {
  if (marks.length === 0) return new Map();
  const found = await q.query<{ mark: string; fact: string }>(
    'select mark, fact from portal_intents where portal = $1 and sender_id = $2 and mark = any($3)',
    [portal, senderId, marks],
  );
  return new Map(found.rows.map(({ mark, fact }) => [mark, fact]));
}

/** The numbers in this text that disputes got which tasks of the sender filed. @param text what a look brought home */
export async function readFiled(q: Queryable, portal: string, senderId: string, text: string): Promise<Set<string>> {
  const found = await q.query<{ number: string }>(
    `select number from portal_intents
      where portal = $1 and sender_id = $2 and action = 'file_dispute' and state = 'written'
        and number <> '' and position(number in $3) > 0`,
    [portal, senderId, text],
  );
  return new Set(found.rows.map(({ number }) => number));
}

/** Writes of which nobody knows whether they happened, oldest first; each waits for a person. */
export async function listUncertain(q: Queryable): Promise<IntentRow[]> {
  const found = await q.query<IntentRow>(
    `select ${columns} from portal_intents where state = 'uncertain' order by opened_at`,
  );
  return found.rows;
}

// Takes a person's word on an uncertain portal write: the intent and the log, together or not at all (D25).

/** Its name in the audit log; its details are `action`, `record` and what was said. */
export const writeSettled = 'write.settled';

export interface SettleOrder {
  readonly taskId: string;
  /** Which write of the task; the newest uncertain one where it is left out. */
  readonly action?: string;
  readonly word: WriteResolution;
  readonly actor: string;
}

/** @returns the write as it was; undefined when none is uncertain, so that the second of two people is refused */
export async function settleWrite(pool: Pool, order: SettleOrder): Promise<IntentRow | undefined> {
  const { taskId, word, actor } = order;
  return inTransaction(pool, async (q) => {
    const intent = await lockUncertain(q, taskId, order.action);
    if (intent === undefined) return undefined;
    await settleIntent(q, taskId, intent.action, word.state, word.number);
    const details = { action: intent.action, record: intent.scope, ...word };
    await addAudit(q, { actor, act: writeSettled, subject: taskId, details });
    // What the task left to a person is done, unless another write of it is uncertain.
    await q.query(
      `update tasks set handled_at = coalesce(handled_at, now())
        where id = $1 and status in ('escalated', 'failed')
          and not exists (select from portal_intents where task_id = $1 and state = 'uncertain')`,
      [taskId],
    );
    return intent;
  });
}
