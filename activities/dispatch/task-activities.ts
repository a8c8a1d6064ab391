/** The activities of the tasks queue: record keeping around the portal work. Each is safe to run twice. */
import { Context } from '@temporalio/activity';
import type { Approval, Decision } from '../../domain/dispatch/approval.ts';
import type { SweepReport } from '../../domain/dispatch/task-run.ts';
import type { DecisionInput } from '../../domain/dispatch/decision-input.ts';
import type { Ending } from '../../domain/dispatch/ending.ts';
import type { Verdict } from '../../domain/dispatch/guard/verdict.ts';
import type { Judged, Known } from '../../domain/dispatch/writing/write-context.ts';
import type { WriteOrder } from '../../domain/dispatch/writing/order.ts';
import type { IntentState } from '../../store/portal-intents.ts';
import { askApproval, recordApproval, recordRefusedDecision, remindOfApproval } from './approval-record.ts';
import type { ApprovalDeps, AskedApproval } from './approval-record.ts';
import { shownDiffers } from '../../store/bound-approval.ts';
import {
  type BelieveDeps,
  type BelievedDecider,
  type DecisionAct,
  believeDecider,
  whoCancelled,
  whoDecided,
} from './workflow-actor.ts';
import { closeIntent, openIntentOf } from './intent-record.ts';
import type { KnownIntent } from './intent-record.ts';
import { judgeTask } from './judge-write.ts';
import type { JudgeDeps } from './judge-write.ts';
import { namingOutages } from './own-outages.ts';
import { packEvidence } from './pack-evidence.ts';
import type { PackDeps, PackedEvidence } from './pack-evidence.ts';
import { planTask } from './plan-task.ts';
import type { PlanDeps, TaskPlan } from './plan-task.ts';
import { type TaskRecordDeps, recordEnding, recordStop } from './task-record.ts';
import { sweep } from './sweep.ts';
import type { SweepDeps } from './sweep.ts';
import { appendNote } from './recorder.ts';

export type TaskActivityDeps = PlanDeps &
  PackDeps &
  TaskRecordDeps &
  SweepDeps &
  JudgeDeps &
  ApprovalDeps &
  BelieveDeps;

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
