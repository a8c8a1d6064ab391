/** What people do about an approval besides deciding: ask the requester, answer, delegate it to another approver. */
import type { Approval, Decider } from '../../domain/dispatch/approval.ts';
import { refusalToAsk, refusalToDelegate, textFindings } from '../../domain/dispatch/approval-input.ts';
import { actorText } from '../../domain/actor.ts';
import type { Role } from '../../domain/people/roles.ts';
import { addAnswer, addQuestion, delegate, readQuestion } from '../../store/approval-discussion.ts';
import { discussionItem } from '../../domain/notifications/items.ts';
import { readApproval } from '../../store/approvals.ts';
import { type Pool, type Queryable, inTransaction } from '../../store/database.ts';
import { accountsOfRequester } from '../../store/notification-rules.ts';
import { queueNotification } from '../../store/notifications.ts';
import { readTask } from '../../store/tasks.ts';
import { appendEvents, EvidenceError } from '../../store/evidence.ts';
import { roleMay } from '../permissions.ts';
import { type Refusal, refusal, refusalOf } from '../refusal.ts';

interface DiscussionDeps {
  readonly pool: Pool;
  readonly now: () => Date;
  /** Says that workflow starts were committed to the outbox. */
  readonly wakeStarts: () => void;
}

/** An approval as it was read right before, with its task. */
export interface Discussed {
  readonly approval: Approval;
  readonly taskId: string;
  /** The sender of the task. */
  readonly ownerId: string;
}

interface Asking {
  readonly question: string;
  readonly asker: Decider;
}

/** Asks the person who requested the work. The deadline of the approval keeps running. */
export async function askRequester(
  deps: DiscussionDeps,
  { approval, taskId, ownerId }: Discussed,
  { question, asker }: Asking,
): Promise<Refusal | undefined> {
  const wrong = refusalOf('invalid_request', textFindings('question', question));
  if (wrong !== undefined) return wrong;
  const not = refusalToAsk(approval, deps.now().toISOString(), asker);
  if (not !== undefined) return refusal(not.code, not.sentence);
  const actor = asker.actor ?? asker.by;
  const personId = asker.personId ?? null;
  const given = { taskId, approvalId: approval.id, question, actor, personId, ownerId };
  const asked = await inTransaction(deps.pool, async (q) => {
    if (!(await addQuestion(q, given))) return false;
    const to = await accountsOfRequester(q, taskId);
    await notify(deps, q, 'approval_question', { taskId, approval, by: actor, said: question, to });
    return true;
  });
  if (!asked) return settledMeanwhile;
  deps.wakeStarts();
  await note(deps, taskId, `${actorText(actor)} asks the requester about approval ${approval.id}: ${question}`);
  return undefined;
}

const settledMeanwhile = refusal('already_decided', 'the approval does not wait for a decision any more');

interface Answering {
  readonly questionId: string;
  readonly answer: string;
  /** As the audit log names them. */
  readonly actor: string;
}

/** @returns `not_found` where the task has no such question */
export async function answerQuestion(
  deps: DiscussionDeps,
  { taskId, ownerId }: Pick<Discussed, 'taskId' | 'ownerId'>,
  { questionId, answer, actor }: Answering,
): Promise<Refusal | undefined> {
  const wrong = refusalOf('invalid_request', textFindings('answer', answer));
  if (wrong !== undefined) return wrong;
  const question = await readQuestion(deps.pool, taskId, questionId);
  if (question === undefined) return refusal('not_found', 'there is no such question');
  const approval = await readApproval(deps.pool, taskId, question.approvalId);
  const answered = await inTransaction(deps.pool, async (q) => {
    if (!(await addAnswer(q, { question, answer, actor, ownerId }))) return false;
    const to = question.askedByPerson === null ? [] : [question.askedByPerson];
    if (approval !== undefined)
      await notify(deps, q, 'approval_answered', { taskId, approval, by: actor, said: answer, to });
    return true;
  });
  if (!answered)
    return refusal('already_decided', 'the question is answered already, or the approval does not wait any more');
  deps.wakeStarts();
  await note(deps, taskId, `${actorText(actor)} answers: ${answer}`);
  return undefined;
}

interface Delegating {
  readonly by: Decider;
  readonly to: {
    readonly id: string;
    readonly email: string;
    readonly role: Role;
    readonly disabledAt: Date | null;
  };
}

/** Names the person who is to decide. Others who may approve still can, so that nobody's absence holds it up. */
export async function delegateApproval(
  deps: DiscussionDeps,
  { approval, taskId, ownerId }: Discussed,
  { by, to }: Delegating,
): Promise<Refusal | undefined> {
  const { id, email, role, disabledAt } = to;
  const mayApprove = disabledAt === null && roleMay(role, 'decideApproval');
  const decider = { by: email, keyId: null, email, personId: id, mayApprove };
  const not = refusalToDelegate(approval, deps.now().toISOString(), { by, to: decider });
  if (not !== undefined) return refusal(not.code, not.sentence);
  const actor = by.actor ?? by.by;
  const delegated = await inTransaction(deps.pool, async (q) => {
    if (!(await delegate(q, { taskId, approvalId: approval.id, to, actor, ownerId }))) return false;
    await notify(deps, q, 'approval_delegated', { taskId, approval, by: actor, said: null, to: [id] });
    return true;
  });
  if (!delegated) return settledMeanwhile;
  deps.wakeStarts();
  await note(deps, taskId, `${actorText(actor)} delegated approval ${approval.id} to ${email}.`);
  return undefined;
}

interface Said {
  readonly taskId: string;
  readonly approval: Approval;
  readonly by: string;
  readonly said: string | null;
  readonly to: readonly string[];
}

async function notify(
  { now }: DiscussionDeps,
  q: Queryable,
  event: Parameters<typeof discussionItem>[0],
  { taskId, approval, by, said, to }: Said,
): Promise<void> {
  const task = await readTask(q, taskId);
  if (task === undefined) return;
  const at = now();
  const item = discussionItem(event, task, { approval, by: actorText(by), said, at: at.toISOString() });
  await queueNotification(q, { subjectId: taskId, senderId: task.senderId, item, now: at, to });
}

/** In the chain of evidence, unless the task has ended in the same moment. */
async function note({ pool, now }: DiscussionDeps, taskId: string, text: string): Promise<void> {
  try {
    await appendEvents(pool, taskId, [{ kind: 'note', note: text }], now());
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
  }
}
