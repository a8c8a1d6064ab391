/** What a sender's receiver is told of a task (document 1 §7, D18): the events, and when each goes out. */

export const taskEventMoments = {
  'task.completed': 'The work is done and checked',
  'task.escalated': 'A person has to take over',
  'task.rejected': 'Refused, expired, or the facts do not support it',
  'task.failed': 'Technical failure after all retries; nothing was written',
  'task.approval_needed': 'The task waits for a person’s decision',
} as const;

export type TaskEvent = keyof typeof taskEventMoments;
export const taskEvents = Object.keys(taskEventMoments) as readonly TaskEvent[];
