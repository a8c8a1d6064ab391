/** The task: its input and the words for its states (document 1 §2, D10, D11). */

export const taskTypes = [
  'pull_pod',
  'pod_to_dispute',
  'file_dispute',
  'answer_claim',
  'tms_correction',
  'portal_action',
] as const;
export type TaskType = (typeof taskTypes)[number];

export const priorities = ['low', 'normal', 'high'] as const;
export type Priority = (typeof priorities)[number];

export const channels = ['api', 'csv', 'webhook', 'email', 'mcp', 'console'] as const;
export type Channel = (typeof channels)[number];

export const finalStatuses = ['completed', 'escalated', 'rejected', 'failed'] as const;
export type Outcome = (typeof finalStatuses)[number];
export const statuses = ['queued', 'running', 'awaiting_approval', ...finalStatuses] as const;
export type Status = (typeof statuses)[number];

/** Why a task ended as it did; each belongs to exactly one outcome. */
export const outcomeOfReason = {
  already_done: 'completed',
  guard_stopped: 'escalated',
  uncertain_write: 'escalated',
  conflicting_record: 'escalated',
  needs_person: 'escalated',
  approval_refused: 'rejected',
  approval_expired: 'rejected',
  facts_do_not_support: 'rejected',
  not_found: 'rejected',
  portal_refused: 'rejected',
  portal_unavailable: 'failed',
  internal_error: 'failed',
} as const satisfies Record<string, Outcome>;
export type OutcomeReason = keyof typeof outcomeOfReason;
export const outcomeReasons = Object.keys(outcomeOfReason) as readonly OutcomeReason[];

export const portalActions = [
  'void_bill',
  'cancel_shipment',
  'write_off_balance',
  'mass_rerate',
  'accept_all_charges',
  'withdraw_dispute',
  'pay_chargeback',
  'close_account',
] as const;
export type PortalAction = (typeof portalActions)[number];

/** Those that portals of a kind have. */
export const actionsOfKind = {
  tms: ['void_bill', 'cancel_shipment', 'write_off_balance', 'mass_rerate'],
  audit: ['accept_all_charges', 'withdraw_dispute', 'pay_chargeback', 'close_account'],
} as const satisfies Readonly<Record<'tms' | 'audit', readonly PortalAction[]>>;

export const approvalStatuses = ['pending', 'approved', 'refused', 'expired', 'superseded'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

export function isFinal(status: Status): status is Outcome {
  return (finalStatuses as readonly Status[]).includes(status);
}

/** Who follows up on a task that needs a person, and when that is done. */
export interface FollowedTask {
  readonly status: Status;
  /** When somebody marked it as done, or a later task took the work over. */
  readonly handledAt: Date | null;
}

/** Whether it ended so that a person has to do something. */
export function endedForPerson(status: Status): boolean {
  return status === 'escalated' || status === 'failed';
}

/** Whether it ended so and nobody has done it yet. */
export function needsPerson({ status, handledAt }: FollowedTask): boolean {
  return endedForPerson(status) && handledAt === null;
}

/** Whether somebody can own it: work under way may be stuck, and what ended for a person is theirs until it is done. */
export function mayBeOwned(task: FollowedTask): boolean {
  return !isFinal(task.status) || needsPerson(task);
}
