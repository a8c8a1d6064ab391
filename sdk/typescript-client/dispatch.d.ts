/** Made by `npm run docs` from the OpenAPI description; changes here are lost. */
import { ApiClient } from './http.js';
import type { CallOptions } from './http.js';

export type PullPodInput = { readonly task_type: "pull_pod"; readonly params: { readonly pro?: string; readonly invoice_number?: string; readonly dispute_id?: string; readonly claim_id?: string; readonly chargeback_id?: string; readonly reason_code?: "WC" | "CC" | "AC" | "DA" | "CN" | "RR" | "ACC" | "SHT" | "DMG" | "CLS" | "WGT" | "RATE" | "DUP" | "OTH"; readonly amount?: string; readonly note?: string; readonly comment?: string; readonly action?: unknown; readonly changes?: unknown }; readonly instruction?: string; readonly client_ref?: string; readonly idempotency_key?: string; readonly callback_url?: string; readonly priority?: "low" | "normal" | "high"; readonly requested_by?: { readonly name?: string; readonly system?: string; readonly email?: string } };
export type PodToDisputeInput = { readonly task_type: "pod_to_dispute"; readonly params: { readonly pro?: string; readonly invoice_number?: string; readonly dispute_id?: string; readonly claim_id?: string; readonly chargeback_id?: string; readonly reason_code?: "ACC" | "SHT" | "DMG" | "CLS" | "WGT" | "RATE" | "DUP" | "OTH"; readonly amount?: string; readonly note?: string; readonly comment?: string; readonly action?: unknown; readonly changes?: unknown }; readonly instruction?: string; readonly client_ref?: string; readonly idempotency_key?: string; readonly callback_url?: string; readonly priority?: "low" | "normal" | "high"; readonly requested_by?: { readonly name?: string; readonly system?: string; readonly email?: string } };
export type FileDisputeInput = { readonly task_type: "file_dispute"; readonly params: { readonly pro?: string; readonly invoice_number?: string; readonly dispute_id?: string; readonly claim_id?: string; readonly chargeback_id?: string; readonly reason_code?: "ACC" | "SHT" | "DMG" | "CLS" | "WGT" | "RATE" | "DUP" | "OTH"; readonly amount?: string; readonly note?: string; readonly comment?: string; readonly action?: unknown; readonly changes?: unknown }; readonly instruction?: string; readonly client_ref?: string; readonly idempotency_key?: string; readonly callback_url?: string; readonly priority?: "low" | "normal" | "high"; readonly requested_by?: { readonly name?: string; readonly system?: string; readonly email?: string } };
export type AnswerClaimInput = { readonly task_type: "answer_claim"; readonly params: { readonly pro?: string; readonly invoice_number?: string; readonly dispute_id?: string; readonly claim_id?: string; readonly chargeback_id?: string; readonly reason_code?: "WC" | "CC" | "AC" | "DA" | "CN" | "RR" | "ACC" | "SHT" | "DMG" | "CLS" | "WGT" | "RATE" | "DUP" | "OTH"; readonly amount?: string; readonly note?: string; readonly comment?: string; readonly action?: unknown; readonly changes?: unknown }; readonly instruction?: string; readonly client_ref?: string; readonly idempotency_key?: string; readonly callback_url?: string; readonly priority?: "low" | "normal" | "high"; readonly requested_by?: { readonly name?: string; readonly system?: string; readonly email?: string } };
export type TmsCorrectionInput = { readonly task_type: "tms_correction"; readonly params: { readonly pro?: string; readonly invoice_number?: string; readonly dispute_id?: string; readonly claim_id?: string; readonly chargeback_id?: string; readonly reason_code?: "WC" | "CC" | "AC" | "DA" | "CN" | "RR"; readonly amount?: string; readonly note?: string; readonly comment?: string; readonly action?: unknown; readonly changes?: { readonly billed_weight?: number; readonly billed_class?: "50" | "55" | "60" | "65" | "70" | "77.5" | "85" | "92.5" | "100" | "110" | "125" | "150" | "175" | "200" | "250" | "300" | "400" | "500"; readonly remove_accessorials?: readonly (string)[]; readonly add_accessorials?: readonly (string)[]; readonly consignee_name?: string; readonly consignee_address?: string } }; readonly instruction?: string; readonly client_ref?: string; readonly idempotency_key?: string; readonly callback_url?: string; readonly priority?: "low" | "normal" | "high"; readonly requested_by?: { readonly name?: string; readonly system?: string; readonly email?: string } };
export type PortalActionInput = { readonly task_type: "portal_action"; readonly params: { readonly pro?: string; readonly invoice_number?: string; readonly dispute_id?: string; readonly claim_id?: string; readonly chargeback_id?: string; readonly reason_code?: "WC" | "CC" | "AC" | "DA" | "CN" | "RR" | "ACC" | "SHT" | "DMG" | "CLS" | "WGT" | "RATE" | "DUP" | "OTH"; readonly amount?: string; readonly note?: string; readonly comment?: string; readonly action?: "void_bill" | "cancel_shipment" | "write_off_balance" | "mass_rerate" | "accept_all_charges" | "withdraw_dispute" | "pay_chargeback" | "close_account"; readonly changes?: unknown }; readonly instruction?: string; readonly client_ref?: string; readonly idempotency_key?: string; readonly callback_url?: string; readonly priority?: "low" | "normal" | "high"; readonly requested_by?: { readonly name?: string; readonly system?: string; readonly email?: string } };
export type TaskInput = PullPodInput | PodToDisputeInput | FileDisputeInput | AnswerClaimInput | TmsCorrectionInput | PortalActionInput;
export type Batch = { readonly tasks: readonly (TaskInput)[] };
export type Status = "queued" | "running" | "awaiting_approval" | "completed" | "escalated" | "rejected" | "failed";
export type TaskType = "pull_pod" | "pod_to_dispute" | "file_dispute" | "answer_claim" | "tms_correction" | "portal_action";
export type OutcomeReason = "already_done" | "guard_stopped" | "uncertain_write" | "conflicting_record" | "needs_person" | "approval_refused" | "approval_expired" | "facts_do_not_support" | "not_found" | "portal_refused" | "portal_unavailable" | "internal_error";
export type TaskRecord = { readonly id: string; readonly task_type: TaskType; readonly status: Status; readonly outcome: "completed" | "escalated" | "rejected" | "failed" | null; readonly outcome_reason: OutcomeReason | null; readonly summary: string | null; readonly params: Readonly<Record<string, unknown>>; readonly instruction: string | null; readonly client_ref: string | null; readonly idempotency_key: string; readonly callback_url: string | null; readonly priority: "low" | "normal" | "high"; readonly requested_by: { readonly name?: string; readonly system?: string; readonly email?: string }; readonly channel: "api" | "csv" | "webhook" | "email" | "mcp" | "console"; readonly portal: string | null; readonly waiting_on: "person" | "portal" | null; readonly confirmation_number: string | null; readonly approvals: readonly (Approval)[]; readonly evidence: { readonly manifest_url: string | null; readonly pod_url: string | null }; readonly result_url: string; readonly error: { readonly code: string; readonly message: string } | null; readonly created_at: string; readonly updated_at: string; readonly finished_at: string | null };
export type Approval = { readonly id: string; readonly reason: string; readonly amount: string | null; readonly status: "pending" | "approved" | "refused" | "expired" | "superseded"; readonly superseded_by: string | null; readonly shown: ShownMatter | null; readonly requested_at: string; readonly expires_at: string; readonly decided_at: string | null; readonly decided_by: string | null; readonly note: string | null; readonly decisions: readonly ({ readonly by: string; readonly name: string | null; readonly at: string; readonly decision: string; readonly note: string | null })[]; readonly questions: readonly (ApprovalQuestion)[]; readonly delegated_to: string | null };
export type ApprovalQuestion = { readonly id: string; readonly question: string; readonly asked_by: string; readonly asked_at: string; readonly answer: string | null; readonly answered_by: string | null; readonly answered_at: string | null };
export type ShownMatter = { readonly sha256: string; readonly matter_sha256: string; readonly change: Readonly<Record<string, string>>; readonly values: { readonly record: string; readonly values: readonly ({ readonly what: string; readonly before: string | null; readonly after: string })[]; readonly limit: { readonly weighed: string; readonly over: string | null; readonly two_people_over: string | null } } | null; readonly page: { readonly step: number; readonly target: string; readonly url: string | null; readonly screenshot: ShownFile | null; readonly page_text: ShownFile | null; readonly tables: ShownFile | null; readonly region?: PictureRegion } | null; readonly missing_picture: string | null };
export type PictureRegion = { readonly x: number; readonly y: number; readonly width: number; readonly height: number; readonly of: { readonly width: number; readonly height: number } };
export type ShownFile = { readonly file: string; readonly sha256: string };
export type TaskList = { readonly tasks: readonly (TaskRecord)[]; readonly next_cursor: string | null };
export type RowReport = { readonly index: number; readonly status: 200 | 201; readonly task: TaskRecord; readonly line?: number } | { readonly index: number; readonly status: 422; readonly error: string; readonly details: readonly (string)[]; readonly line?: number };
export type BatchReport = { readonly accepted: number; readonly duplicates: number; readonly rejected: number; readonly results: readonly (RowReport)[] };
export type RejectedBatch = { readonly error: string; readonly code: "all_rejected"; readonly accepted: number; readonly duplicates: number; readonly rejected: number; readonly results: readonly (RowReport)[] };
export type PlaybookList = { readonly playbooks: readonly ({ readonly id: string; readonly name: string; readonly version: string; readonly portal: { readonly name: string; readonly kind: string }; readonly capabilities: readonly (TaskType)[]; readonly never_click: readonly ({ readonly action: "void_bill" | "cancel_shipment" | "write_off_balance" | "mass_rerate" | "accept_all_charges" | "withdraw_dispute" | "pay_chargeback" | "close_account"; readonly label: string })[]; readonly approval_limits: readonly ({ readonly task_type: TaskType; readonly field: string; readonly over: string; readonly currency: string })[]; readonly status: "ready" | "changed" })[] };
export type Delivery = { readonly id: string; readonly task_id: string | null; readonly event: string; readonly url: string; readonly status: "pending" | "retrying" | "delivered" | "failed"; readonly attempts: readonly ({ readonly n: number; readonly at: string; readonly response_status: number | null; readonly error: string | null; readonly duration_ms: number; readonly excerpt: string | null })[]; readonly next_attempt_at: string | null; readonly created_at: string };
export type DeliveryList = { readonly deliveries: readonly (Delivery)[]; readonly next_cursor: string | null };
export type Endpoint = { readonly callback_url: string | null };
export type EndpointInput = { readonly callback_url: string | null };
export type QueuedDelivery = { readonly id: string; readonly queued: true };
export type QueuedPing = { readonly id: string; readonly url: string; readonly queued: true };
export type RotatedSecret = { readonly secret: string; readonly signs_from: string; readonly old_valid_until: string };
export type EvidenceKeys = { readonly keys: readonly ({ readonly kty: "OKP"; readonly crv: "Ed25519"; readonly use: "sig"; readonly alg: "EdDSA"; readonly kid: string; readonly x: string; readonly pem: string })[] };
export type DecisionInput = { readonly decision: "approve" | "refuse"; readonly note?: string | null };
export type QuestionInput = { readonly question: string };
export type AnswerInput = { readonly answer: string };
export type RecoverInput = { readonly since: string; readonly until?: string; readonly event?: "task.completed" | "task.escalated" | "task.rejected" | "task.failed" | "task.approval_needed" | "ping"; readonly about?: string };
export type Error = { readonly error: string; readonly code: "bad_json" | "bad_csv" | "bad_request" | "invalid_request" | "unauthorized" | "not_allowed" | "not_found" | "method_not_allowed" | "request_timeout" | "already_decided" | "already_assigned" | "not_repeatable" | "task_ended" | "settler_off" | "no_endpoint" | "webhook_deleted" | "too_many_webhooks" | "too_large" | "unsupported_media_type" | "expectation_failed" | "invalid_task" | "invalid_decision" | "invalid_batch" | "all_rejected" | "invalid_query" | "no_capability" | "rate_limited" | "headers_too_large" | "internal" | "unavailable"; readonly details?: readonly (string)[] };
export type TaskEvent = { readonly id: string; readonly event: "task.completed" | "task.escalated" | "task.rejected" | "task.failed" | "task.approval_needed"; readonly created_at: string; readonly client: string; readonly task: TaskRecord };

export class DispatchClient extends ApiClient {
  /** Queue one task, a batch, or the rows of a CSV file. */
  queueTasks(args: CallOptions & { readonly body: unknown; readonly as?: 'json' | 'csv' }): Promise<TaskRecord | BatchReport | BatchReport | string>;
  /** List the caller’s tasks, newest first. */
  listTasks(args?: CallOptions & { readonly status?: Status; readonly task_type?: TaskType; readonly outcome_reason?: OutcomeReason; readonly client_ref?: string; readonly limit?: number; readonly cursor?: string }): Promise<TaskList>;
  /** Get one task. */
  getTask(args: CallOptions & { readonly id: string }): Promise<TaskRecord>;
  /** Run the work of a task again, as a new task. */
  runTaskAgain(args: CallOptions & { readonly id: string }): Promise<TaskRecord>;
  /** Stop a task that has not ended. */
  cancelTask(args: CallOptions & { readonly id: string }): Promise<TaskRecord>;
  /** Approve or refuse what a task waits for; needs a key with the scope approve. */
  decideApproval(args: CallOptions & { readonly id: string; readonly approval_id: string; readonly body: DecisionInput }): Promise<TaskRecord>;
  /** Ask the requester about an approval; needs a key with the scope approve. */
  askRequester(args: CallOptions & { readonly id: string; readonly approval_id: string; readonly body: QuestionInput }): Promise<TaskRecord>;
  /** Answer what an approver asked about a task. */
  answerQuestion(args: CallOptions & { readonly id: string; readonly question_id: string; readonly body: AnswerInput }): Promise<TaskRecord>;
  /** End every link to the result page and evidence of a task. */
  revokeTaskLinks(args: CallOptions & { readonly id: string }): Promise<TaskRecord>;
  /** Portals the service can work on. */
  listPlaybooks(args?: CallOptions & {  }): Promise<PlaybookList>;
  /** This description. */
  getDescription(args?: CallOptions & {  }): Promise<Readonly<Record<string, unknown>>>;
  /** Deliveries of results, newest first. */
  listDeliveries(args?: CallOptions & { readonly task_id?: string; readonly status?: "pending" | "retrying" | "delivered" | "failed"; readonly event?: "task.completed" | "task.escalated" | "task.rejected" | "task.failed" | "task.approval_needed" | "ping"; readonly since?: string; readonly until?: string; readonly key?: string; readonly endpoint?: string; readonly limit?: number; readonly cursor?: string }): Promise<DeliveryList>;
  /** One delivery with its attempts. */
  getDelivery(args: CallOptions & { readonly id: string }): Promise<Delivery>;
  /** Where results go by default. */
  getEndpoint(args?: CallOptions & {  }): Promise<Endpoint>;
  /** Set where results go by default. */
  setEndpoint(args: CallOptions & { readonly body: EndpointInput }): Promise<Endpoint>;
  /** Send a signed ping to the endpoint. */
  testEndpoint(args?: CallOptions & {  }): Promise<QueuedPing>;
  /** Create a new secret that signs results. */
  rotateEndpointSecret(args?: CallOptions & {  }): Promise<RotatedSecret>;
  /** Send one delivery again. */
  retryDelivery(args: CallOptions & { readonly id: string }): Promise<QueuedDelivery>;
  /** Send all deliveries again that failed since a time. */
  recoverDeliveries(args: CallOptions & { readonly body: RecoverInput }): Promise<{ readonly queued: number }>;
  /** A file of the evidence pack, such as manifest.json. */
  getEvidenceFile(args: CallOptions & { readonly id: string; readonly file: string }): Promise<unknown>;
  /** Public keys that verify evidence packs. */
  getEvidenceKeys(args?: CallOptions & {  }): Promise<EvidenceKeys>;
  /** Every row of a list, page by page. */
  rows(list: 'listTasks', member: 'tasks', args?: Parameters<DispatchClient['listTasks']>[0]): AsyncGenerator<(TaskList)['tasks'][number]>;
  rows(list: 'listDeliveries', member: 'deliveries', args?: Parameters<DispatchClient['listDeliveries']>[0]): AsyncGenerator<(DeliveryList)['deliveries'][number]>;
}
