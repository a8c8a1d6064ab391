/** The record of a task, as the API, webhooks and MCP return it (D11). */
import type { ApprovalStatus, Channel, Outcome, OutcomeReason, Priority, Status, TaskType } from './task.ts';
import type { RequestedBy, TaskParams } from './task-schemas.ts';
import type { ShownMatter } from './writing/shown-page.ts';

export interface ApprovalRecord {
  readonly id: string;
  readonly reason: string;
  readonly amount: string | null;
  readonly status: ApprovalStatus;
  /** Of a superseded approval: the one that was asked for instead. */
  readonly superseded_by: string | null;
  /** What an approver is shown; null in approvals of versions that did not bind it. */
  readonly shown: (ShownMatter & { readonly sha256: string; readonly missing_picture: string | null }) | null;
  readonly requested_at: string;
  readonly expires_at: string;
  readonly decided_at: string | null;
  readonly decided_by: string | null;
  readonly note: string | null;
  readonly decisions: readonly {
    readonly by: string;
    /** Of the person; null where none is known. */
    readonly name: string | null;
    readonly at: string;
    readonly decision: string;
    readonly note: string | null;
  }[];
  /** What approvers asked the requester, oldest first. */
  readonly questions: readonly ApprovalQuestion[];
  /** The address of the person whom it was delegated to. */
  readonly delegated_to: string | null;
}

export interface ApprovalQuestion {
  readonly id: string;
  readonly question: string;
  readonly asked_by: string;
  readonly asked_at: string;
  readonly answer: string | null;
  readonly answered_by: string | null;
  readonly answered_at: string | null;
}

/** `person`: an approval, or the answer to a question. `portal`: one that does not respond, or has changed. */
export const waitingOns = ['person', 'portal'] as const;
export type WaitingOn = (typeof waitingOns)[number];

/** What the API, the webhooks and MCP return of a task; every key is always present (D11). */
export interface TaskRecord {
  readonly id: string;
  readonly task_type: TaskType;
  readonly status: Status;
  readonly outcome: Outcome | null;
  readonly outcome_reason: OutcomeReason | null;
  readonly summary: string | null;
  readonly params: TaskParams;
  readonly instruction: string | null;
  readonly client_ref: string | null;
  readonly idempotency_key: string;
  readonly callback_url: string | null;
  readonly priority: Priority;
  readonly requested_by: RequestedBy | null;
  readonly channel: Channel;
  readonly portal: string | null;
  /** What a task that has not ended waits for. */
  readonly waiting_on: WaitingOn | null;
  readonly confirmation_number: string | null;
  readonly approvals: readonly ApprovalRecord[];
  readonly evidence: { readonly manifest_url: string | null; readonly pod_url: string | null };
  readonly result_url: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly finished_at: string | null;
}

export const taskEventMoments = {
  'task.completed': 'The work is done and checked',
  'task.escalated': 'A person has to take over',
  'task.rejected': 'Refused, expired, or the facts do not support it',
  'task.failed': 'Technical failure after all retries; nothing was written',
  'task.approval_needed': 'The task waits for a person’s decision',
} as const;

export type TaskEvent = keyof typeof taskEventMoments;
export const taskEvents = Object.keys(taskEventMoments) as readonly TaskEvent[];

/** The body of a result webhook (D18); `id` and `client` repeat headers, because only the body is signed. */
export interface TaskEventBody {
  readonly id: string;
  readonly event: TaskEvent;
  readonly created_at: string;
  readonly client: string;
  readonly task: TaskRecord;
}
