/** The records of an approval: asked for, decided, reminded of. What is decided, the workflow alone decides (D17). */
import { codeText } from '../../domain/dispatch/code-text.ts';
import { isSomebody, requestApproval, type Approval, type Decision } from '../../domain/dispatch/approval.ts';
import { type WriteOrder, shownMatter } from '../../domain/dispatch/writing/order.ts';
import { shownDigest } from '../../domain/dispatch/writing/shown-page.ts';
import { reminderTime } from '../../domain/notifications/rule.ts';
import { approvalItem } from '../../domain/notifications/items.ts';
import { textSha256 } from '../../process/evidence-crypto.ts';
import { newId } from '../../process/ids.ts';
import { addApproval, findApproval, readPredecessors, settleApproval } from '../../store/approvals.ts';
import { addAudit } from '../../store/audit-log.ts';
import { inTransaction, type Queryable } from '../../store/database.ts';
import { readKeyPerson } from '../../store/keys.ts';
import { queueNotification } from '../../store/notifications.ts';
import { markAwaiting, markGoingOn, readTask, type TaskRow } from '../../store/tasks.ts';
import { pageMoved, shownDiffers, type ShownDeps } from '../../store/bound-approval.ts';
import { announce, type TaskRecordDeps } from './task-record.ts';
import { appendNote } from './recorder.ts';

export interface ApprovalDeps extends TaskRecordDeps, ShownDeps {
  readonly now: () => Date;
  readonly approvalPolicy: ApprovalPolicy;
}

/** Times in milliseconds. */
interface ApprovalPolicy {
  readonly expiryMs: number;
  /** 0: never. */
  readonly remindEveryMs: number;
  readonly bySignal: boolean;
}

export interface AskedApproval {
  readonly approval: Approval;
  readonly expiresInMs: number;
  readonly remindEveryMs: number;
  readonly bySignal: boolean;
}

/**
 * Asks for approval of an order: the row, the task's status and the event in one transaction. An approval of exactly
 * this matter that is there already is taken as it is, so it is safe to run twice, and a task that was started again
 * continues with what was decided.
 */
export async function askApproval(deps: ApprovalDeps, taskId: string, order: WriteOrder): Promise<AskedApproval> {
  const { expiryMs, remindEveryMs, bySignal } = deps.approvalPolicy;
  const now = deps.now();
  const found = await findApproval(deps.pool, taskId, order.digest);
  const differs =
    found &&
    ((await shownDiffers(deps, taskId, found.id, found.shownSha256 ?? null)) ??
      (await pageMoved(deps, taskId, found.id, order.page)));
  const { approval, isNew } = await inTransaction(deps.pool, async (q) => {
    const task = await markAwaiting(q, taskId);
    // One that no longer shows what it was bound to, or what the portal shows by now, is replaced.
    const known = typeof differs === 'string' ? undefined : await findApproval(q, taskId, order.digest);
    if (known !== undefined || task === undefined) {
      if (known?.status === 'approved') await markGoingOn(q, taskId);
      return { approval: known, isNew: false };
    }
    const asked = approvalOf(order, now, expiryMs, {
      keyId: task.submittedByKey,
      email: task.requestedBy?.email ?? null,
      personId: task.submittedByKey === null ? null : ((await readKeyPerson(q, task.submittedByKey))?.id ?? null),
    });
    await addApproval(q, taskId, asked, shownMatter(order));
    await announce(deps, q, task, 'task.approval_needed');
    await notifyOfApproval(q, task, asked);
    return { approval: asked, isNew: true };
  });
  if (approval === undefined) throw new Error(`task ${taskId} has ended and asks for approval`);
  if (isNew) deps.wakeStarts();
  const replaced = await readPredecessors(deps.pool, approval.id);
  const replaces =
    replaced.length === 0
      ? ''
      : ` The change, the facts or the page changed, so it replaces approval ${replaced.join(' and ')}.`;
  await appendNote(
    deps,
    taskId,
    `Approval ${approval.id} is needed: ${order.sentence} What will be keyed: ${keyed(order)}.${shownSentence(approval, order)}${replaces}`,
    { topic: 'approval_asked', approval_id: approval.id, shown_sha256: approval.shownSha256 ?? null },
  );
  return {
    approval,
    expiresInMs: Math.max(0, Date.parse(approval.expiresAt) - now.getTime()),
    remindEveryMs,
    bySignal,
  };
}

/** Now, and again before the deadline unless a decision is made by then. */
async function notifyOfApproval(q: Queryable, task: TaskRow, asked: Approval): Promise<void> {
  const now = new Date(asked.requestedAt);
  const about = { subjectId: task.id, senderId: task.senderId, now };
  await queueNotification(q, { ...about, item: approvalItem('approval_requested', task, asked) });
  await queueNotification(q, {
    ...about,
    item: approvalItem('approval_reminder', task, asked),
    reminder: { at: reminderTime(now, new Date(asked.expiresAt)), approvalId: asked.id },
  });
}

function approvalOf(order: WriteOrder, now: Date, expiryMs: number, requester: Approval['requester']): Approval {
  return requestApproval({
    id: newId('approval'),
    reason: order.sentence,
    amount: order.amount,
    digest: order.digest,
    shownSha256: shownDigest(shownMatter(order), textSha256),
    needed: order.people === 2 ? 2 : 1,
    requester,
    requestedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + expiryMs).toISOString(),
  });
}

/** Puts the digest of what is shown into the chain of evidence. */
function shownSentence({ shownSha256 }: Approval, { page }: WriteOrder): string {
  if (shownSha256 === null || shownSha256 === undefined) return '';
  const step = page === null || page === undefined ? 'no page' : `the page of step ${page.step}`;
  return ` Approvers are shown ${step}; SHA-256 of all they are shown: ${shownSha256}.`;
}

/** The inputs that say something, in words. */
function keyed({ inputs }: WriteOrder): string {
  return Object.entries(inputs)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${codeText(name, value)}`)
    .join(', ');
}

/** Writes what the workflow made of an approval: a decision, its end in time, or that it was superseded. */
export async function recordApproval(
  deps: ApprovalDeps,
  taskId: string,
  approval: Approval,
  decision: Decision | null,
): Promise<void> {
  await inTransaction(deps.pool, async (q) => {
    const settled = await settleApproval(q, taskId, approval);
    if (settled && decision !== null) await auditDecision(q, taskId, approval.id, decision);
    if (settled && approval.status !== 'pending') await markGoingOn(q, taskId);
  });
  await appendNote(deps, taskId, decision === null ? ended(approval) : decidedText(approval, decision));
}

/** The one place: whichever way a decision came, its entry is the same. */
async function auditDecision(
  q: Queryable,
  taskId: string,
  approvalId: string,
  { decision, note, decider }: Decision,
): Promise<void> {
  const owner = await readTask(q, taskId);
  const details = { owner_id: owner?.senderId ?? null, task_id: taskId, decision, note: note || null };
  await addAudit(q, { actor: decider.actor ?? decider.by, act: 'approval.decided', subject: approvalId, details });
}

function ended({ id, status, note }: Approval): string {
  return `Approval ${id} is ${status}. ${note ?? ''}`.trim();
}

function decidedText({ id, status, needed, decisions }: Approval, { decision, decider, note }: Decision): string {
  const left = needed - decisions.filter(({ decider: one }) => needed === 1 || isSomebody(one)).length;
  const more = status === 'pending' ? ` ${left} more ${left === 1 ? 'person has' : 'people have'} to approve.` : '';
  return `Approval ${id}: ${decision === 'approve' ? 'approved' : 'refused'} by ${decider.by}.${more}${note === null ? '' : ` Note: ${note}`}`;
}

/** Records a refused decision in the task's evidence log; it changed nothing. */
export async function recordRefusedDecision(
  deps: ApprovalDeps,
  taskId: string,
  approvalId: string,
  by: string,
  sentence: string,
): Promise<void> {
  await appendNote(deps, taskId, `A decision by ${by} on approval ${approvalId} was not taken: ${sentence}.`);
}

/** Sends task.approval_needed again, as a delivery of its own. */
export async function remindOfApproval(deps: ApprovalDeps, taskId: string): Promise<void> {
  const sent = await inTransaction(deps.pool, async (q) => {
    const task = await readTask(q, taskId);
    if (task?.status !== 'awaiting_approval') return false;
    await announce(deps, q, task, 'task.approval_needed');
    return true;
  });
  if (sent) deps.wakeStarts();
}
