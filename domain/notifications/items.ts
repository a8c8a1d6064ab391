/** What notifications say of a task or a lane. */
import type { StepName } from '../lanes/event.ts';
import type { Approval } from '../dispatch/approval.ts';
import type { MetChange } from '../dispatch/portal-change.ts';
import type { TaskParams } from '../dispatch/task-schemas.ts';
import { taskTitle } from '../dispatch/task-title.ts';
import type { TaskType } from '../dispatch/task.ts';
import type { HookEvent } from '../lanes/hook-event.ts';
import type { Alert, LaneChange, SignoffRequest } from '../lanes/moves.ts';
import { laneName } from '../lanes/sentences.ts';
import { type NotificationEvent, type NotificationItem, eventNames } from './rule.ts';

interface NotifiedTask {
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

// What notifications say of the steps of a workspace: one item for each kind of event that one commit announces.

const day = 86_400_000;
/** What took effect longer ago is history that was imported, and no news to anybody. */
const newsMs = 7 * day;
/** Of more steps the item says how many there are. */
const namedSteps = 10;

interface News extends StepName {
  readonly event: Extract<NotificationEvent, 'lane_changed' | 'drift_alert' | 'signoff_requested'>;
  readonly at: string;
  /** Beside the name of its step. */
  readonly text: string;
  /** In the title where it is the only one. */
  readonly brief: string;
}

/**
 * @param events that one commit announces
 * @param now by the wall clock
 */
export function laneItems(workspace: string, events: readonly HookEvent[], now: Date): NotificationItem[] {
  const fresh = events.flatMap((event) => {
    const age = now.getTime() - Date.parse(event.at);
    return age <= newsMs && age >= -day ? (newsOf(event) ?? []) : [];
  });
  return kinds.flatMap(({ event, title, titleOfMany, page, action }) => {
    const news = fresh.filter((one) => one.event === event);
    const [first] = news;
    if (first === undefined) return [];
    const left = news.length - namedSteps;
    return [
      {
        event,
        at: first.at,
        title: news.length === 1 ? `${title}: ${first.brief}` : `${titleOfMany}: ${news.length}`,
        facts: [
          ...news.slice(0, namedSteps).map(({ queue, step, text }) => ({ label: `${queue}, ${step}`, text })),
          ...(left > 0 ? [{ label: 'More', text: `${left} in the console` }] : []),
          { label: 'Workspace', text: workspace },
        ],
        service: 'lanes' as const,
        path: page(workspace, news.length === 1 ? first : null),
        action,
      },
    ];
  });
}

const stepPage = (workspace: string, only: News | null): string =>
  only === null
    ? `/console/lanes/${workspace}`
    : `/console/lanes/${workspace}/${encodeURIComponent(only.queue)}/${encodeURIComponent(only.step)}`;

const kinds: readonly {
  readonly event: News['event'];
  readonly title: string;
  readonly titleOfMany: string;
  readonly page: (workspace: string, only: News | null) => string;
  readonly action: string;
}[] = [
  {
    event: 'lane_changed',
    title: 'Lane changed',
    titleOfMany: 'Lane changes',
    page: stepPage,
    action: 'Open the lanes',
  },
  {
    event: 'drift_alert',
    title: 'Drift alert',
    titleOfMany: 'Drift alerts',
    page: stepPage,
    action: 'Open the lanes',
  },
  {
    event: 'signoff_requested',
    title: 'Sign-off requested',
    titleOfMany: 'Sign-offs requested',
    page: (workspace) => `/console/lanes/${workspace}/signoffs`,
    action: 'Review and sign off',
  },
];

/** Undefined for what nobody is notified of. */
function newsOf({ type, queue, step, at, data }: HookEvent): News | undefined {
  if (queue === null || step === null) return undefined;
  const of = { queue, step, at };
  if (type === 'lane.changed') {
    const { from, to, reason } = data as LaneChange;
    const move = `${laneName(from)} to ${laneName(to)}`;
    return { ...of, event: 'lane_changed', text: `${move}. ${reason}`, brief: `${step}, ${move}` };
  }
  if (type === 'drift.alert') return { ...of, event: 'drift_alert', text: (data as Alert).detail, brief: step };
  if (type === 'signoff.requested' && (data as SignoffRequest).purpose === 'promote')
    return { ...of, event: 'signoff_requested', text: 'It has earned Auto', brief: step };
  return undefined;
}
