/** The activities of the tasks queue: record keeping around the portal work. Each is safe to run twice. */
import { Context } from '@temporalio/activity';
import type { Ending } from '../../domain/dispatch/ending.ts';
import type { Verdict } from '../../domain/dispatch/guard/verdict.ts';
import { packEvidence } from './pack-evidence.ts';
import type { PackDeps } from './pack-evidence.ts';
import { planTask } from './plan-task.ts';
import type { PlanDeps, TaskPlan } from './plan-task.ts';
import { recordStop } from './record-stop.ts';
import { sweep } from './sweep.ts';
import type { SweepDeps, SweepReport } from './sweep.ts';
import { recordEnding } from './task-record.ts';
import type { TaskRecordDeps } from './task-record.ts';
import { whoCancelled } from './who-cancelled.ts';

export type TaskActivityDeps = PlanDeps & PackDeps & TaskRecordDeps & SweepDeps;

export interface TaskActivities {
  planTask(taskId: string): Promise<TaskPlan>;
  recordStop(taskId: string, subject: string, verdict: Verdict): Promise<void>;
  packEvidence(taskId: string, ending: Ending): Promise<{ manifestFile: string }>;
  finishTask(taskId: string, ending: Ending): Promise<void>;
  whoCancelled(): Promise<string>;
  sweep(): Promise<SweepReport>;
}

export function createTaskActivities(deps: TaskActivityDeps): TaskActivities {
  return {
    planTask: (taskId) => planTask(deps, taskId),
    recordStop: (taskId, subject, verdict) => recordStop(deps, taskId, subject, verdict),
    packEvidence: (taskId, ending) => packEvidence(deps, taskId, ending),
    finishTask: (taskId, ending) => recordEnding(deps, taskId, ending),
    whoCancelled: () => {
      const { workflowExecution } = Context.current().info;
      return whoCancelled(deps.client, deps.namespace, workflowExecution?.workflowId ?? '');
    },
    sweep: () => sweep(deps, () => Context.current().heartbeat()),
  };
}
