/** Reads a task when its work begins and decides how it will be worked: by which playbook, or not at all. */
import { ApplicationFailure } from '@temporalio/common';
import { choosePlaybook } from '../../domain/dispatch/playbook/summary.ts';
import { type WritingTaskType, isWriting } from '../../domain/dispatch/playbook/needed-facts.ts';
import type { PortalAction, Status, TaskType } from '../../domain/dispatch/task.ts';
import type { TaskParams } from '../../domain/dispatch/task-schemas.ts';
import type { PlaybooksInForce } from '../../portals/playbooks/in-force.ts';
import { type Pool, inTransaction } from '../../store/database.ts';
import { pinPlaybooks } from '../../store/playbooks-in-force.ts';
import { readSender } from '../../store/senders.ts';
import { type TaskRow, markRunning, readTask } from '../../store/tasks.ts';
import { type KnownIntent, openIntentOf } from './recorder.ts';

export interface PlanDeps {
  readonly pool: Pool;
  readonly playbooks: PlaybooksInForce;
  /** How long a portal gets to show a write, where its playbook does not say. */
  readonly settleMs: number;
}

/** Work that only reads the portal. */
export interface ReadPlan {
  readonly kind: 'read';
  readonly taskType: TaskType;
  readonly playbookId: string;
  readonly portalName: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** What the task is about, in words. */
  readonly subject: string;
}

/** Work that may write to the portal. */
export interface WritePlan {
  readonly kind: 'write';
  readonly taskType: WritingTaskType;
  readonly playbookId: string;
  readonly portalName: string;
  readonly subject: string;
  /** Where proofs of delivery are pulled from; null when no playbook can. */
  readonly receipts: { readonly playbookId: string; readonly portalName: string } | null;
  readonly settleMs: number;
  /** An earlier run of this task may have left something in the portal. */
  readonly intent: KnownIntent | null;
}

export type TaskPlan =
  | ReadPlan
  | WritePlan
  | { readonly kind: 'portal_action'; readonly action: PortalAction; readonly subject: string }
  | { readonly kind: 'no_capability' }
  /** The task has its outcome already; this run has nothing to do. */
  | { readonly kind: 'over'; readonly status: Status };

/**
 * Plans a task and marks it running; the same answer when repeated.
 * @throws ApplicationFailure no_such_task, not retryable
 */
export async function planTask(deps: PlanDeps, taskId: string): Promise<TaskPlan> {
  const task = await readTask(deps.pool, taskId);
  if (task === undefined) throw ApplicationFailure.nonRetryable(`there is no task ${taskId}`, 'no_such_task');
  if (task.finishedAt !== null) return { kind: 'over', status: task.status };
  const { action } = task.params;
  if (task.taskType === 'portal_action' && action !== undefined) {
    await markRunning(deps.pool, taskId, { portal: null, playbookDigest: null });
    return { kind: 'portal_action', action, subject: subjectOf(task) };
  }
  const portals = (await readSender(deps.pool, task.senderId))?.portals ?? null;
  const playbooks = await deps.playbooks.forSender(task.senderId);
  const playbook = choosePlaybook(playbooks, portals, task.taskType);
  const receipts = isWriting(task.taskType) ? choosePlaybook(playbooks, portals, 'pull_pod') : undefined;
  const begun = { portal: playbook?.id ?? null, playbookDigest: playbook?.digest ?? null };
  const kept = [playbook, receipts].flatMap((one) =>
    one !== undefined && deps.playbooks.isStored(one) ? [{ playbookId: one.id, digest: one.digest }] : [],
  );
  if (kept.length === 0) await markRunning(deps.pool, taskId, begun);
  else
    await inTransaction(deps.pool, async (q) => {
      await pinPlaybooks(q, taskId, kept);
      await markRunning(q, taskId, begun);
    });
  if (playbook === undefined) return { kind: 'no_capability' };
  if (isWriting(task.taskType)) {
    return {
      kind: 'write',
      taskType: task.taskType,
      playbookId: playbook.id,
      portalName: playbook.portal.name,
      subject: subjectOf(task),
      receipts: receipts === undefined ? null : { playbookId: receipts.id, portalName: receipts.portal.name },
      settleMs: playbook.settle_ms ?? deps.settleMs,
      intent: await openIntentOf(deps.pool, taskId),
    };
  }
  return {
    kind: 'read',
    taskType: task.taskType,
    playbookId: playbook.id,
    portalName: playbook.portal.name,
    inputs: textInputs(task.params),
    subject: subjectOf(task),
  };
}

/** A playbook's steps are filled from the texts among the params. */
function textInputs(params: TaskParams): Record<string, string> {
  const texts = Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

function subjectOf({ params }: TaskRow): string {
  if (params.pro !== undefined) return `PRO ${params.pro}`;
  if (params.invoice_number !== undefined) return `invoice ${params.invoice_number}`;
  if (params.dispute_id !== undefined) return `dispute ${params.dispute_id}`;
  if (params.claim_id !== undefined) return `claim ${params.claim_id}`;
  if (params.chargeback_id !== undefined) return `chargeback ${params.chargeback_id}`;
  return 'the account';
}
