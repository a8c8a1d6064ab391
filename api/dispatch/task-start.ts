/** The workflow start of a task, as the outbox keeps it. */
import type { Priority } from '../../domain/dispatch/task.ts';
import type { Settings } from '../../process/settings.ts';
import type { TaskRow } from '../../store/tasks.ts';
import type { WorkflowStart } from '../../store/workflow-starts.ts';
import { workflowIds } from '../../temporal/workflow-ids.ts';

/** D12. */
const enginePriority: Record<Priority, number> = { high: 1, normal: 3, low: 5 };

export function taskStart(task: TaskRow, settings: Settings): WorkflowStart {
  return {
    workflowId: workflowIds.task(task.id),
    workflowType: 'task',
    taskQueue: 'tasks',
    arguments: [
      { taskId: task.id, portalUnavailableAfterMs: settings.PORTAL_UNAVAILABLE_AFTER_MS, portalRetry: { firstMs: 1000, maxMs: 60_000 } },
    ],
    priority: enginePriority[task.priority],
    fairnessKey: task.senderId,
    searchAttributes: { TaskType: task.taskType, Sender: task.senderId, State: 'queued' },
    summary: summaryOf(task),
  };
}

/** Says what the task is about to somebody in the Temporal UI; numbers only, no free text of the caller's. */
function summaryOf(task: TaskRow): string {
  const { action, pro, invoice_number, dispute_id, claim_id, chargeback_id } = task.params;
  const target = pro ?? invoice_number ?? dispute_id ?? claim_id ?? chargeback_id;
  return [task.taskType, action, target].filter((part) => part !== undefined).join(' ');
}
