/** What notifications say of a task. */
import type { Approval } from '../dispatch/approval.ts';
import { taskTitle } from '../dispatch/task-title.ts';
import type { TaskParams, TaskType } from '../dispatch/task.ts';
import type { NotificationEvent, NotificationItem } from './event.ts';

export interface NotifiedTask {
  readonly id: string;
  readonly senderId: string;
  readonly taskType: TaskType;
  readonly params: TaskParams;
}

export function approvalItem(
  event: 'approval_requested' | 'approval_reminder',
  task: NotifiedTask,
  {
    id,
    reason,
    requestedAt,
    expiresAt,
    needed,
  }: Pick<Approval, 'id' | 'reason' | 'requestedAt' | 'expiresAt' | 'needed'>,
): NotificationItem {
  const begins = event === 'approval_requested' ? 'Approval requested' : 'Approval due soon';
  return {
    event,
    at: requestedAt,
    title: `${begins}: ${taskTitle(task)}`,
    facts: [
      { label: 'Reason', text: reason },
      ...(needed === 2 ? [{ label: 'Needed', text: 'two people' }] : []),
      { label: 'Decide by', text: minuteText(expiresAt) },
      { label: 'Task', text: task.id },
    ],
    service: 'dispatch',
    path: `/console/approvals/${id}`,
    action: 'Review and decide',
  };
}

/** @param at when the task ended */
export function endedItem(
  event: Extract<NotificationEvent, 'task_escalated' | 'portal_unreachable'>,
  task: NotifiedTask,
  summary: string,
  at: Date,
): NotificationItem {
  const begins = event === 'task_escalated' ? 'Task escalated' : 'Portal unreachable';
  return {
    event,
    at: at.toISOString(),
    title: `${begins}: ${taskTitle(task)}`,
    facts: [
      { label: 'What happened', text: summary },
      { label: 'Task', text: task.id },
    ],
    service: 'dispatch',
    path: `/console/tasks/${task.id}`,
    action: 'Open the task',
  };
}

/** Such as `2026-11-23 14:05 UTC`. */
const minuteText = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
