/** The workflow start of a task, as the outbox keeps it. */
import { defaultOutagePatience } from '../domain/dispatch/own-outage.ts';
import type { TaskRun } from '../domain/dispatch/task-run.ts';
import type { Priority, TaskType } from '../domain/dispatch/task.ts';
import type { TaskParams } from '../domain/dispatch/task-schemas.ts';
import { taskTitle } from '../domain/dispatch/task-title.ts';
import type { Settings } from '../process/settings.ts';
import type { PendingStart } from './starts.ts';
import { workflowIds } from './names.ts';

interface StartableTask {
  readonly id: string;
  readonly senderId: string;
  readonly taskType: TaskType;
  readonly params: TaskParams;
  readonly priority: Priority;
}

/** D12. */
const enginePriority: Record<Priority, number> = { high: 1, normal: 3, low: 5 };

/** What a run is given about portals that are down (asked again after 2 s, then ever more rarely, up to once a minute) and of lost workers. */
export function portalRetry(
  settings: Pick<Settings, 'PORTAL_UNAVAILABLE_AFTER_MS' | 'PORTAL_SILENCE_MS' | 'OUTAGE_PATIENCE_MS'>,
): Omit<TaskRun, 'taskId'> {
  return {
    portalUnavailableAfterMs: settings.PORTAL_UNAVAILABLE_AFTER_MS,
    silenceMs: settings.PORTAL_SILENCE_MS,
    portalRetry: { firstMs: 2_000, maxMs: 60_000 },
    outagePatience: { ...defaultOutagePatience, totalMs: settings.OUTAGE_PATIENCE_MS },
  };
}

export function taskStart(
  task: StartableTask,
  retry: Omit<TaskRun, 'taskId'>,
): Omit<PendingStart, 'claim'> & { taskQueue: 'tasks' } {
  const run: TaskRun = { about: taskTitle(task), taskId: task.id, ...retry };
  return {
    workflowId: workflowIds.task(task.id),
    workflowType: 'task',
    taskQueue: 'tasks',
    arguments: [run],
    priority: enginePriority[task.priority],
    fairnessKey: task.senderId,
    searchAttributes: { TaskType: task.taskType, Sender: task.senderId, State: 'queued' },
    summary: summaryOf(task),
  };
}

/** Says what the task is about to somebody in the Temporal UI; numbers only, no free text of the caller's. */
function summaryOf(task: StartableTask): string {
  const { action, pro, invoice_number, dispute_id, claim_id, chargeback_id } = task.params;
  const target = pro ?? invoice_number ?? dispute_id ?? claim_id ?? chargeback_id;
  return [task.taskType, action, target].filter((part) => part !== undefined).join(' ');
}
