/** What a sender's receiver is sent about a task (document 1 §7, D18): the events, when each goes out, and its body. */
import type { TaskRecord } from './task-record.ts';

export const taskEventMoments = {
  'task.completed': 'The work is done and checked',
  'task.escalated': 'A person has to take over',
  'task.rejected': 'Refused, expired, or the facts do not support it',
  'task.failed': 'Technical failure after all retries; nothing was written',
  'task.approval_needed': 'The task waits for a person’s decision',
} as const;

export type TaskEvent = keyof typeof taskEventMoments;
export const taskEvents = Object.keys(taskEventMoments) as readonly TaskEvent[];

/** The body of a result webhook (D18); `id` and `client` repeat headers, because only the body is signed. */
export interface TaskEventBody {
  readonly id: string;
  readonly event: TaskEvent;
  readonly created_at: string;
  readonly client: string;
  readonly task: TaskRecord;
}
