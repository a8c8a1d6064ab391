/** Approvals with their tasks, as people see them who decide: what waits, one in full, and what was decided lately. */
import type { Channel, Status, TaskType } from '../domain/dispatch/task.ts';
import type { RequestedBy, TaskParams } from '../domain/dispatch/task-schemas.ts';
import type { Queryable } from './database.ts';
import type { PresentableApproval } from '../domain/dispatch/present-task.ts';
import { discussionColumns } from './approval-discussion.ts';

export interface ShownApproval extends Omit<PresentableApproval, 'decisions'> {
  readonly taskId: string;
  readonly taskType: TaskType;
  readonly taskStatus: Status;
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
  readonly decisions: readonly ShownDecision[];
}

interface ShownDecision {
  readonly by: string;
  readonly at: string;
  readonly decision: 'approve' | 'refuse';
  readonly note: string | null;
  readonly email: string | null;
  readonly person_id?: string | null;
}

const select = `select approvals.id, task_id as "taskId", task_type as "taskType", tasks.status as "taskStatus", params,
    instruction, client_ref as "clientRef", requested_by as "requestedBy", channel, portal, sender_id as "senderId",
    senders.name as "senderName", reason, amount_cents as "amountCents", needed, approvals.status, superseded_by as "supersededBy",
    requested_at as "requestedAt", expires_at as "expiresAt", decided_at as "decidedAt", decided_by as "decidedBy",
    note, decisions, digest, change, shown, page, shown_sha256 as "shownSha256", ${discussionColumns}
  from approvals join tasks on tasks.id = task_id join senders on senders.id = sender_id`;

/** What waits for a person, the next to expire first. */
export async function listWaiting(q: Queryable, limit: number): Promise<ShownApproval[]> {
  const found = await q.query<ShownApproval>(
    `${select} where approvals.status = 'pending' order by expires_at, approvals.id limit $1`,
    [limit],
  );
  return found.rows;
}

/** What is settled, the newest requests first. */
export async function listSettled(q: Queryable, limit: number): Promise<ShownApproval[]> {
  const found = await q.query<ShownApproval>(
    `${select} where approvals.status <> 'pending' order by requested_at desc, approvals.id desc limit $1`,
    [limit],
  );
  return found.rows;
}

/** @param id of an approval, or of a task, whose newest approval is meant */
export async function readShownApproval(q: Queryable, id: string): Promise<ShownApproval | undefined> {
  const which = id.startsWith('tsk_') ? 'task_id' : 'approvals.id';
  const found = await q.query<ShownApproval>(`${select} where ${which} = $1 order by requested_at desc limit 1`, [id]);
  return found.rows[0];
}
