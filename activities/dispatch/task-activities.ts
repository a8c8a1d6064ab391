/** The activities of the tasks queue: record keeping around the portal work. Each is safe to run twice. */
import { eachStep } from '../../domain/dispatch/playbook/lint-facts.ts';
import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { Approval, Decider, Decision } from '../../domain/dispatch/approval.ts';
import type { DecisionInput } from '../../domain/dispatch/approval-input.ts';
import type { Ending } from '../../domain/dispatch/ending.ts';
import type { Verdict } from '../../domain/dispatch/guard/verdict.ts';
import { marksIn, portalMark } from '../../domain/dispatch/writing/portal-mark.ts';
import type { SweepReport } from '../../domain/dispatch/task-run.ts';
import { judgeWrite } from '../../domain/dispatch/writing/check.ts';
import { type WriteOrder, approvalLimits } from '../../domain/dispatch/writing/order.ts';
import type { Judged, Known } from '../../domain/dispatch/writing/write-context.ts';
import type { PlaybooksInForce } from '../../portals/playbooks/in-force.ts';
import { verifyDecision } from '../../process/decision-mac.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { textSha256 } from '../../process/evidence-crypto.ts';
import { shownDiffers } from '../../store/bound-approval.ts';
import type { Pool } from '../../store/database.ts';
import { type IntentState, readFiled, readMarks } from '../../store/portal-intents.ts';
import { readTask } from '../../store/tasks.ts';
import {
  type ApprovalDeps,
  type AskedApproval,
  askApproval,
  recordApproval,
  recordRefusedDecision,
  remindOfApproval,
} from './approval-record.ts';
import { namingOutages } from './own-outages.ts';
import { type PackDeps, type PackedEvidence, packEvidence } from './pack-evidence.ts';
import { type PlanDeps, type TaskPlan, planTask } from './plan-task.ts';
import { type KnownIntent, closeIntent, openIntentOf, appendNote } from './recorder.ts';
import { type SweepDeps, sweep } from './sweep.ts';
import { type TaskRecordDeps, recordEnding, recordStop } from './task-record.ts';

type TaskActivityDeps = PlanDeps & PackDeps & TaskRecordDeps & SweepDeps & JudgeDeps & ApprovalDeps & BelieveDeps;

export interface TaskActivities {
  planTask(taskId: string): Promise<TaskPlan>;
  recordStop(taskId: string, subject: string, verdict: Verdict): Promise<void>;
  packEvidence(taskId: string, ending: Ending): Promise<PackedEvidence>;
  finishTask(taskId: string, ending: Ending): Promise<void>;
  whoCancelled(): Promise<string>;
  judgeTask(taskId: string, playbookId: string, known: Known): Promise<Judged>;
  askApproval(taskId: string, order: WriteOrder): Promise<AskedApproval>;
  checkApproval(taskId: string, approvalId: string, shownSha256: string | null): Promise<string | null>;
  recordApproval(taskId: string, approval: Approval, decision: Decision | null): Promise<void>;
  recordRefusedDecision(taskId: string, approvalId: string, by: string, sentence: string): Promise<void>;
  remindOfApproval(taskId: string): Promise<void>;
  whoDecided(act: DecisionAct): Promise<string>;
  believeDecider(taskId: string, input: DecisionInput): Promise<BelievedDecider>;
  openIntentOf(taskId: string): Promise<KnownIntent | null>;
  closeIntent(
    taskId: string,
    action: string,
    state: Exclude<IntentState, 'open'>,
    number: string | null,
  ): Promise<void>;
  tell(taskId: string, note: string): Promise<void>;
  sweep(): Promise<SweepReport>;
}

export function createTaskActivities(deps: TaskActivityDeps): TaskActivities {
  const activities: TaskActivities = {
    planTask: (taskId) => planTask(deps, taskId),
    recordStop: (taskId, subject, verdict) => recordStop(deps, taskId, subject, verdict),
    packEvidence: (taskId, ending) => packEvidence(deps, taskId, ending),
    finishTask: (taskId, ending) => recordEnding(deps, taskId, ending),
    whoCancelled: () => {
      const { workflowExecution } = Context.current().info;
      return whoCancelled(deps.client, deps.namespace, workflowExecution?.workflowId ?? '');
    },
    judgeTask: (taskId, playbookId, known) => judgeTask(deps, taskId, playbookId, known),
    askApproval: (taskId, order) => askApproval(deps, taskId, order),
    checkApproval: (taskId, approvalId, shownSha256) => shownDiffers(deps, taskId, approvalId, shownSha256),
    recordApproval: (taskId, approval, decision) => recordApproval(deps, taskId, approval, decision),
    recordRefusedDecision: (taskId, approvalId, by, sentence) =>
      recordRefusedDecision(deps, taskId, approvalId, by, sentence),
    remindOfApproval: (taskId) => remindOfApproval(deps, taskId),
    whoDecided: (act) => {
      const { workflowExecution } = Context.current().info;
      return whoDecided(deps.client, deps.namespace, workflowExecution, act);
    },
    believeDecider: (taskId, input) => believeDecider(deps, taskId, input),
    openIntentOf: (taskId) => openIntentOf(deps.pool, taskId),
    closeIntent: (taskId, action, state, number) => closeIntent(deps.pool, taskId, action, state, number),
    tell: (taskId, note) => appendNote(deps, taskId, note),
    sweep: () => sweep(deps, () => Context.current().heartbeat()),
  };
  return namingOutages(activities, 'engine');
}

// Judges a writing task from what is known of it so far, and puts the decision into its evidence log.

interface JudgeDeps {
  readonly pool: Pool;
  readonly playbooks: PlaybooksInForce;
  readonly now: () => Date;
}

/**
 * The rules are applied here and not in the workflow, so that one that waited for a person for days continues as it
 * was judged then, whatever the rules say by now. Safe to run twice.
 */
async function judgeTask(deps: JudgeDeps, taskId: string, playbookId: string, known: Known): Promise<Judged> {
  const task = await readTask(deps.pool, taskId);
  if (task === undefined) throw ApplicationFailure.nonRetryable(`there is no task ${taskId}`, 'no_such_task');
  const playbook = await deps.playbooks.ofTask(taskId, playbookId);
  if (playbook === undefined) return noPlaybook(playbookId);
  const mark = (action: string): string => portalMark(taskId, action, textSha256);
  const looked = JSON.stringify(known.look ?? null);
  const seen = marksIn(looked);
  const earlier = await readMarks(deps.pool, playbookId, task.senderId, seen);
  for (const action of ['correct_bill', 'file_dispute', 'attach_pod', 'answer_claim']) earlier.delete(mark(action));
  const steps = playbook.capabilities.file_dispute?.submit ?? [];
  const takesReceipt = eachStep(steps, 'submit').some(({ step }) => step.do === 'upload');
  // One that was filed without its receipt still takes it.
  const filed =
    known.capability === 'pod_to_dispute' && takesReceipt
      ? await readFiled(deps.pool, playbookId, task.senderId, looked)
      : new Set<string>();
  const judged = judgeWrite({
    params: task.params,
    known,
    limits: approvalLimits(playbook.approval_limits, known.capability),
    sha256: textSha256,
    playbookDigest: playbook.digest,
    holidays: playbook.holidays,
    takesReceipt,
    mark,
    earlier,
    filed,
  });
  if (judged.kind === 'end') await appendNote(deps, taskId, decided(judged.rule, judged.sentence));
  if (judged.kind === 'write') await appendNote(deps, taskId, decided(judged.order.rule, judged.order.sentence));
  // People are shown the page of the preview; the rules do not look at it.
  if (judged.kind === 'write' && judged.order.people > 0)
    return { kind: 'write', order: { ...judged.order, page: known.page ?? null } };
  return judged;
}

function noPlaybook(playbookId: string): Judged {
  const sentence = `The playbook ${playbookId} was removed while this task was under way. A person has to take over.`;
  return { kind: 'end', reason: 'needs_person', number: null, rule: 'playbook_removed', sentence };
}

function decided(rule: string, sentence: string): string {
  return `Decided by the rule ${rule}: ${sentence}`;
}

// Who sent a decision or a cancellation straight to a workflow: the identity that the engine recorded with it.

/** Which act: an update by its id, or the n-th signal `decide` of this run, counted from 1. */
type DecisionAct =
  | { readonly kind: 'update'; readonly updateId: string }
  | { readonly kind: 'signal'; readonly n: number };

/** The signal and update in workflows/approval. */
const decide = 'decide';

/** @returns the identity, or a word for somebody unknown */
async function whoDecided(
  client: Client,
  namespace: string,
  execution: { readonly workflowId: string; readonly runId: string } | undefined,
  act: DecisionAct,
): Promise<string> {
  let signals = 0;
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await client.workflowService.getWorkflowExecutionHistory({
      namespace,
      execution: { workflowId: execution?.workflowId ?? '', runId: execution?.runId ?? '' },
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
    });
    for (const event of page.history?.events ?? []) {
      const signal = event.workflowExecutionSignaledEventAttributes;
      if (signal?.signalName === decide) {
        signals += 1;
        if (act.kind === 'signal' && signals === act.n) return signal.identity || 'somebody';
      }
      const request = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest;
      if (act.kind === 'update' && request?.meta?.updateId === act.updateId)
        return request.meta?.identity || 'somebody';
    }
    nextPageToken = page.nextPageToken?.length ? page.nextPageToken : undefined;
  } while (nextPageToken !== undefined);
  return 'somebody';
}

// Finds out who cancelled a workflow, for the sentence that the task ends with.

/** @returns the identity that the engine recorded, or a word for somebody unknown */
async function whoCancelled(client: Client, namespace: string, workflowId: string): Promise<string> {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace,
    execution: { workflowId },
    maximumPageSize: 50,
  });
  for (const event of history?.events ?? []) {
    const request = event.workflowExecutionCancelRequestedEventAttributes;
    if (request) return request.identity || 'somebody';
  }
  return 'somebody';
}

/** Whether a decision that names its decider was signed by this deployment; workflow code computes no MAC. */
interface BelieveDeps {
  readonly deploymentSecret: DeploymentSecret;
  readonly now: () => Date;
}

export type BelievedDecider =
  | { readonly kind: 'believed'; readonly decider: Decider }
  /** With the rest of a sentence. */
  | { readonly kind: 'rejected'; readonly sentence: string };

/** Safe to run twice. */
export async function believeDecider(
  { deploymentSecret, now }: BelieveDeps,
  taskId: string,
  input: DecisionInput,
): Promise<BelievedDecider> {
  const { decider } = input;
  const signature = verifyDecision(deploymentSecret, taskId, input, now());
  if (signature === 'too_old')
    return { kind: 'rejected', sentence: 'the signature of this decision is no longer valid; decide again' };
  if (signature !== 'valid' || decider === undefined)
    return { kind: 'rejected', sentence: 'this decision does not carry a valid signature of this deployment' };
  const { by, actor = by, key_id: keyId, email, may_approve: mayApprove } = decider;
  const { person_id: personId = null, name = null } = decider;
  return { kind: 'believed', decider: { by, name, actor, keyId, email, personId, mayApprove } };
}
