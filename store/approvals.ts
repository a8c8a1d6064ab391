/** Approvals: asked for and decided by the workflow of a task alone; these are its records (D17). */
import type { Approval, Decision } from '../domain/dispatch/approval.ts';
import { cents } from '../domain/dispatch/money.ts';
import type { PresentableApproval } from '../domain/dispatch/present-task.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import type { RequestedBy, TaskParams } from '../domain/dispatch/task-schemas.ts';
import type { ShownMatter, ShownPage } from '../domain/dispatch/writing/shown-page.ts';
import type { Queryable } from './database.ts';

/** A decision as its row keeps it. */
export interface StoredDecision {
  readonly id: string;
  readonly by: string;
  /** Of the person; left out by earlier versions. */
  readonly name?: string | null;
  readonly at: string;
  readonly decision: Decision['decision'];
  readonly note: string | null;
  readonly key_id: string | null;
  readonly email: string | null;
  readonly person_id?: string | null;
}

interface StoredApproval extends Omit<
  PresentableApproval,
  'change' | 'shown' | 'page' | 'decisions' | 'questions' | 'delegatedTo'
> {
  readonly needed: 1 | 2;
  readonly decisions: readonly StoredDecision[];
  readonly submittedByKey: string | null;
  readonly submittedByPerson: string | null;
  readonly requestedBy: RequestedBy | null;
}

const select = `select approvals.id, reason, amount_cents as "amountCents", digest, shown_sha256 as "shownSha256", needed, requested_at as "requestedAt",
    expires_at as "expiresAt", approvals.status, superseded_by as "supersededBy", decisions, decided_at as "decidedAt", decided_by as "decidedBy", note,
    submitted_by_key as "submittedByKey",
    (select person_id from keys where keys.id = submitted_by_key) as "submittedByPerson", requested_by as "requestedBy"
  from approvals join tasks on tasks.id = task_id`;

/** The approval of a task that is pending or approved for exactly this matter, if there is one. */
export async function findApproval(q: Queryable, taskId: string, digest: string): Promise<Approval | undefined> {
  const found = await q.query<StoredApproval>(
    `${select} where task_id = $1 and digest = $2 and approvals.status in ('pending', 'approved')
      order by requested_at desc limit 1`,
    [taskId, digest],
  );
  const [row] = found.rows;
  return row && approvalOf(row);
}

export async function readApproval(q: Queryable, taskId: string, approvalId: string): Promise<Approval | undefined> {
  const found = await q.query<StoredApproval>(`${select} where task_id = $1 and approvals.id = $2`, [
    taskId,
    approvalId,
  ]);
  const [row] = found.rows;
  return row && approvalOf(row);
}

/**
 * Writes a new approval. It supersedes whatever else of the task is pending or was approved, except what was approved
 * and keyed already. Whom the earlier one was delegated to has this one too.
 * @param shown what approvers are shown; `approval.shownSha256` is its digest
 */
export async function addApproval(
  q: Queryable,
  taskId: string,
  approval: Approval,
  { change, values, page }: Omit<ShownMatter, 'matter_sha256'>,
): Promise<void> {
  await q.query(
    `update approvals set status = 'superseded', superseded_by = $3, decided_at = coalesce(decided_at, $2)
      where task_id = $1 and status in ('pending', 'approved')
        and not exists (select 1 from portal_intents as intent
                         where intent.task_id = $1 and intent.state <> 'absent'
                           and intent.write_order ->> 'digest' = approvals.digest)`,
    [taskId, approval.requestedAt, approval.id],
  );
  await q.query(
    `insert into approvals (id, task_id, reason, amount_cents, digest, change, needed, requested_at, expires_at,
                            shown, page, shown_sha256, delegated_to, delegated_by, delegated_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, earlier.delegated_to, earlier.delegated_by,
            earlier.delegated_at
       from (select) as one
       left join (select * from approvals where superseded_by = $1 and delegated_to is not null
                   order by requested_at desc limit 1) as earlier on true`,
    [
      approval.id,
      taskId,
      approval.reason,
      approval.amount,
      approval.digest,
      JSON.stringify(change),
      approval.needed,
      approval.requestedAt,
      approval.expiresAt,
      values === null ? null : JSON.stringify(values),
      page === null ? null : JSON.stringify(page),
      approval.shownSha256 ?? null,
    ],
  );
}

/** What the row of an approval says that its approvers are shown, and the digest it was bound by. */
export async function readShown(
  q: Queryable,
  taskId: string,
  approvalId: string,
): Promise<
  { readonly matter: ShownMatter; readonly shownSha256: string | null; readonly status: Approval['status'] } | undefined
> {
  const found = await q.query<ShownMatter & { shownSha256: string | null; status: Approval['status'] }>(
    `select digest as matter_sha256, change, shown as values, page, shown_sha256 as "shownSha256", status
       from approvals where task_id = $1 and id = $2`,
    [taskId, approvalId],
  );
  const [row] = found.rows;
  if (row === undefined) return undefined;
  const { shownSha256, status, ...matter } = row;
  return { matter, shownSha256, status };
}

/** The pages that earlier approvals of the same change showed and that were asked for again, the newest three. */
export async function readEarlierPages(q: Queryable, taskId: string, approvalId: string): Promise<ShownPage[]> {
  const found = await q.query<{ page: ShownPage }>(
    `select earlier.page from approvals as earlier
       join approvals as this on this.task_id = earlier.task_id and this.digest = earlier.digest
      where this.task_id = $1 and this.id = $2 and earlier.id <> this.id and earlier.status = 'superseded'
        and earlier.page is not null
      order by earlier.requested_at desc, earlier.id desc limit 3`,
    [taskId, approvalId],
  );
  return found.rows.map(({ page }) => page);
}

/** The approvals that this one replaced, oldest first. */
export async function readPredecessors(q: Queryable, approvalId: string): Promise<string[]> {
  const found = await q.query<{ id: string }>(
    'select id from approvals where superseded_by = $1 order by requested_at, id',
    [approvalId],
  );
  return found.rows.map(({ id }) => id);
}

/** Writes what the workflow made of a pending approval. @returns false when it was settled before */
export async function settleApproval(q: Queryable, taskId: string, approval: Approval): Promise<boolean> {
  const settled = await q.query(
    `update approvals set status = $3, decisions = $4, decided_at = $5, decided_by = $6, note = $7
      where task_id = $1 and id = $2 and status = 'pending' and jsonb_array_length(decisions) <= $8`,
    [
      taskId,
      approval.id,
      approval.status,
      JSON.stringify(approval.decisions.map(storedDecision)),
      approval.decidedAt,
      approval.decidedBy,
      approval.note,
      approval.decisions.length,
    ],
  );
  return settled.rowCount === 1;
}

export interface PendingApproval {
  readonly id: string;
  readonly taskId: string;
  readonly taskType: TaskType;
  readonly params: TaskParams;
  readonly reason: string;
  readonly amountCents: number | null;
  readonly needed: number;
  readonly decisions: number;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
}

/** What waits for a person, the next to expire first. */
export async function listPending(q: Queryable): Promise<PendingApproval[]> {
  const found = await q.query<PendingApproval>(
    `select approvals.id, task_id as "taskId", task_type as "taskType", params, reason, amount_cents as "amountCents", needed,
            (select count(*)::int from jsonb_array_elements(decisions) as one
              where needed = 1 or one ->> 'email' is not null or one ->> 'person_id' is not null) as decisions,
            requested_at as "requestedAt", expires_at as "expiresAt"
       from approvals join tasks on tasks.id = task_id
      where approvals.status = 'pending' order by expires_at, approvals.id`,
  );
  return found.rows;
}

function storedDecision({ id, at, decision, note, decider }: Decision): StoredDecision {
  const { by, name = null, keyId, email, personId = null } = decider;
  return { id, by, name, at, decision, note, key_id: keyId, email, person_id: personId };
}

function approvalOf(row: StoredApproval): Approval {
  return {
    id: row.id,
    reason: row.reason,
    amount: row.amountCents === null ? null : cents(row.amountCents),
    digest: row.digest,
    shownSha256: row.shownSha256,
    needed: row.needed,
    countsPeople: true,
    requester: {
      keyId: row.submittedByKey,
      email: row.requestedBy?.email ?? null,
      personId: row.submittedByPerson,
    },
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    status: row.status,
    supersededBy: row.supersededBy,
    decisions: row.decisions.map(({ id, by, name = null, at, decision, note, key_id, email, person_id = null }) => ({
      id,
      decision,
      note,
      at,
      // Only the decisions of those who may approve are ever stored.
      decider: { by, name, keyId: key_id, email, personId: person_id, mayApprove: true },
    })),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
    note: row.note,
  };
}
