/** Who follows up on a task that needs a person, and when that is done (issue 18). */
import { noteLimit } from './approval-input.ts';
import { type Status, isFinal } from './task.ts';

export interface FollowedTask {
  readonly status: Status;
  /** When somebody marked it as done, or a later task took the work over. */
  readonly handledAt: Date | null;
}

/** Whether it ended so that a person has to do something. */
export function endedForPerson(status: Status): boolean {
  return status === 'escalated' || status === 'failed';
}

/** Whether it ended so and nobody has done it yet. */
export function needsPerson({ status, handledAt }: FollowedTask): boolean {
  return endedForPerson(status) && handledAt === null;
}

/** Whether somebody can own it: work under way may be stuck, and what ended for a person is theirs until it is done. */
export function mayBeOwned(task: FollowedTask): boolean {
  return !isFinal(task.status) || needsPerson(task);
}

/** What is wrong with a comment or a note, as parts of sentences. */
export function noteFindings(note: string): string[] {
  if (note === '') return ['a note is required: what was done, or what others need to know'];
  return note.length > noteLimit ? [`note must have at most ${noteLimit} characters`] : [];
}
