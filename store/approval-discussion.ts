/** What approvers ask the requester, what is answered, and whom an approval is delegated to (issue 18). */
import type { ApprovalQuestion } from '../domain/dispatch/task-record.ts';
import { newId } from '../process/ids.ts';
import { addAudit } from './audit-log.ts';
import type { Queryable } from './database.ts';

/** Of a row of approvals: its questions as the record has them, and the address of whom it is delegated to. */
export const discussionColumns = `
    coalesce((select jsonb_agg(jsonb_build_object('id', asked.id, 'question', question, 'asked_by', asked_by,
        'asked_at', asked_at, 'answer', answer, 'answered_by', answered_by, 'answered_at', answered_at)
        order by asked_at, asked.id) from approval_questions as asked where asked.approval_id = approvals.id), '[]') as questions,
    (select email from people where people.id = delegated_to) as "delegatedTo"`;

interface NewQuestion {
  readonly taskId: string;
  readonly approvalId: string;
  readonly question: string;
  readonly actor: string;
  readonly personId: string | null;
  readonly ownerId: string;
}

/** In the caller's transaction. @returns false when the approval is settled, so that nothing was asked */
export async function addQuestion(q: Queryable, given: NewQuestion): Promise<boolean> {
  const { taskId, approvalId, question, actor, personId, ownerId } = given;
  if (!(await lockPending(q, approvalId))) return false;
  const id = newId('approvalQuestion');
  await q.query(
    `insert into approval_questions (id, task_id, approval_id, question, asked_by, asked_by_person)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, taskId, approvalId, question, actor, personId],
  );
  const details = { owner_id: ownerId, task_id: taskId, question_id: id, question };
  await addAudit(q, { actor, act: 'approval.asked', subject: approvalId, details });
  return true;
}

/** Its row is not settled by the workflow until the transaction ends. */
async function lockPending(q: Queryable, approvalId: string): Promise<boolean> {
  const found = await q.query(`select from approvals where id = $1 and status = 'pending' for update`, [approvalId]);
  return found.rowCount === 1;
}

interface AskedQuestion extends ApprovalQuestion {
  readonly taskId: string;
  readonly approvalId: string;
  readonly askedByPerson: string | null;
}

export async function readQuestion(q: Queryable, taskId: string, id: string): Promise<AskedQuestion | undefined> {
  const found = await q.query<AskedQuestion>(
    `select id, task_id as "taskId", approval_id as "approvalId", question, asked_by, asked_by_person as "askedByPerson",
            asked_at, answer, answered_by, answered_at
       from approval_questions where task_id = $1 and id = $2`,
    [taskId, id],
  );
  return found.rows[0];
}

interface NewAnswer {
  readonly question: AskedQuestion;
  readonly answer: string;
  readonly actor: string;
  readonly ownerId: string;
}

/** In the caller's transaction. @returns false when it was answered before, or its task awaits no approval any more */
export async function addAnswer(q: Queryable, { question, answer, actor, ownerId }: NewAnswer): Promise<boolean> {
  const added = await q.query(
    `update approval_questions set answer = $2, answered_by = $3, answered_at = now()
      where id = $1 and answered_at is null
        and exists (select from approvals where approvals.task_id = approval_questions.task_id and status = 'pending')`,
    [question.id, answer, actor],
  );
  if (added.rowCount !== 1) return false;
  const details = { owner_id: ownerId, task_id: question.taskId, question_id: question.id, answer };
  await addAudit(q, { actor, act: 'approval.answered', subject: question.approvalId, details });
  return true;
}

interface Delegation {
  readonly taskId: string;
  readonly approvalId: string;
  readonly to: { readonly id: string; readonly email: string };
  readonly actor: string;
  readonly ownerId: string;
}

/** In the caller's transaction. @returns false when the approval is settled */
export async function delegate(q: Queryable, { taskId, approvalId, to, actor, ownerId }: Delegation): Promise<boolean> {
  if (!(await lockPending(q, approvalId))) return false;
  await q.query('update approvals set delegated_to = $2, delegated_by = $3, delegated_at = now() where id = $1', [
    approvalId,
    to.id,
    actor,
  ]);
  const details = { owner_id: ownerId, task_id: taskId, to: to.email };
  await addAudit(q, { actor, act: 'approval.delegated', subject: approvalId, details });
  return true;
}
