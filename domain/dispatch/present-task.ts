/** Turns the stored task into the record that every channel returns; nothing else (D11). */
import { cents, formatAmount } from './money.ts';
import type { ShownChange } from './writing/shown-change.ts';
import { missingPicture, type ShownPage } from './writing/shown-page.ts';
import { isFinal, type OutcomeReason, type TaskType } from './task.ts';
import type { RequestedBy } from './task-schemas.ts';
import type { ApprovalQuestion, ApprovalRecord, TaskRecord, WaitingOn } from './task-record.ts';

/** What of a stored task its record shows. */
export interface PresentableTask extends Pick<
  TaskRecord,
  'id' | 'status' | 'summary' | 'params' | 'instruction' | 'priority' | 'channel' | 'portal' | 'error'
> {
  readonly taskType: TaskType;
  readonly outcomeReason: OutcomeReason | null;
  readonly clientRef: string | null;
  readonly idempotencyKey: string;
  readonly callbackUrl: string | null;
  readonly requestedBy: RequestedBy | null;
  readonly confirmationNumber: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

export interface PresentableApproval {
  readonly id: string;
  readonly reason: string;
  readonly amountCents: number | null;
  readonly status: ApprovalRecord['status'];
  readonly supersededBy: string | null;
  readonly digest: string;
  readonly change: Readonly<Record<string, string>>;
  readonly shown: ShownChange | null;
  readonly page: ShownPage | null;
  /** Null in approvals of versions that did not bind what they showed. */
  readonly shownSha256: string | null;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly note: string | null;
  /** Without names where an earlier version recorded them. */
  readonly decisions: readonly (Omit<ApprovalRecord['decisions'][number], 'name'> & {
    readonly name?: string | null;
  })[];
  /** Times as the database writes them in JSON. */
  readonly questions: readonly ApprovalQuestion[];
  readonly delegatedTo: string | null;
}

/** Addresses with their capability (D19). */
export interface TaskLinks {
  readonly resultUrl: string;
  readonly manifestUrl: string | null;
  readonly podUrl: string | null;
}

/** @param waitingOn what a running task waits for; one that waits for an approval says so by its status */
export function presentTask(
  task: PresentableTask,
  approvals: readonly PresentableApproval[],
  links: TaskLinks,
  waitingOn: WaitingOn | null = null,
): TaskRecord {
  return {
    id: task.id,
    task_type: task.taskType,
    status: task.status,
    outcome: isFinal(task.status) ? task.status : null,
    outcome_reason: task.outcomeReason,
    summary: task.summary,
    params: task.params,
    instruction: task.instruction,
    client_ref: task.clientRef,
    idempotency_key: task.idempotencyKey,
    callback_url: task.callbackUrl,
    priority: task.priority,
    requested_by: task.requestedBy,
    channel: task.channel,
    portal: task.portal,
    waiting_on: task.status === 'awaiting_approval' ? 'person' : task.status === 'running' ? waitingOn : null,
    confirmation_number: task.confirmationNumber,
    approvals: approvals.map(presentApproval),
    evidence: { manifest_url: links.manifestUrl, pod_url: links.podUrl },
    result_url: links.resultUrl,
    error: task.error,
    created_at: task.createdAt.toISOString(),
    updated_at: task.updatedAt.toISOString(),
    finished_at: task.finishedAt?.toISOString() ?? null,
  };
}

export function presentApproval(approval: PresentableApproval): ApprovalRecord {
  return {
    id: approval.id,
    reason: approval.reason,
    amount: approval.amountCents === null ? null : formatAmount(cents(approval.amountCents)),
    status: approval.status,
    superseded_by: approval.supersededBy,
    shown: presentShown(approval),
    requested_at: approval.requestedAt.toISOString(),
    expires_at: approval.expiresAt.toISOString(),
    decided_at: approval.decidedAt?.toISOString() ?? null,
    decided_by: approval.decidedBy,
    note: approval.note,
    // What else is stored of a decision, such as the key it came with, stays inside.
    decisions: approval.decisions.map(({ by, name = null, at, decision, note }) => ({ by, name, at, decision, note })),
    questions: approval.questions.map((question) => ({
      ...question,
      asked_at: isoTime(question.asked_at),
      answered_at: question.answered_at === null ? null : isoTime(question.answered_at),
    })),
    delegated_to: approval.delegatedTo,
  };
}

const isoTime = (time: string): string => new Date(time).toISOString();

/** What approvers are shown, as they are shown it. */
function presentShown(approval: PresentableApproval): ApprovalRecord['shown'] {
  const { shownSha256, digest, change, shown, page } = approval;
  if (shownSha256 === null) return null;
  return {
    sha256: shownSha256,
    matter_sha256: digest,
    change,
    values: shown,
    page,
    missing_picture: missingPicture(page),
  };
}
