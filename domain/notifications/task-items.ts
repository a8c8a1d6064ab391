/** What notifications say of a task. */
import type { Approval } from '../dispatch/approval.ts';
import type { MetChange } from '../dispatch/portal-change.ts';
import { taskTitle } from '../dispatch/task-title.ts';
import type { TaskType } from '../dispatch/task.ts';
import type { TaskParams } from '../dispatch/task-schemas.ts';
import { type NotificationEvent, type NotificationItem, eventNames } from './rule.ts';

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

/**
 * @param said the question or the answer; null for a delegation
 * @param by who asked, answered or delegated: an address
 */
export function discussionItem(
  event: Extract<NotificationEvent, 'approval_delegated' | 'approval_question' | 'approval_answered'>,
  task: NotifiedTask,
  about: {
    readonly approval: Pick<Approval, 'id' | 'reason' | 'expiresAt'>;
    readonly by: string;
    readonly said: string | null;
    readonly at: string;
  },
): NotificationItem {
  const { approval, by, said, at } = about;
  const isQuestion = event === 'approval_question';
  return {
    event,
    at,
    title: `${eventNames[event]}: ${taskTitle(task)}`,
    facts: [
      ...(said === null ? [] : [{ label: isQuestion ? 'Question' : 'Answer', text: said }]),
      { label: 'By', text: by },
      { label: 'Reason', text: approval.reason },
      { label: 'Decide by', text: minuteText(approval.expiresAt) },
      { label: 'Task', text: task.id },
    ],
    service: 'dispatch',
    path: isQuestion ? `/console/tasks/${task.id}` : `/console/approvals/${approval.id}`,
    action: isQuestion ? 'Answer' : 'Review and decide',
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

/** What a notification says of a portal. */
interface NotifiedChange extends MetChange {
  readonly playbookId: string;
  readonly portalName: string;
  readonly version: string;
  readonly taskType: TaskType;
}

export function changedItem(
  { playbookId, portalName, version, taskType, page, expected, found }: NotifiedChange,
  at: Date,
): NotificationItem {
  return {
    event: 'portal_changed',
    at: at.toISOString(),
    title: `Portal changed: ${portalName}`,
    facts: [
      { label: 'Page', text: page },
      { label: 'Expected', text: expected },
      { label: 'Found', text: found },
      { label: 'Playbook', text: `${playbookId} ${version}, ${taskType}` },
      { label: 'Tasks', text: 'They wait until a version that fits is released.' },
    ],
    service: 'dispatch',
    path: `/console/administration/portals/${playbookId}`,
    action: 'Open the playbook',
  };
}
