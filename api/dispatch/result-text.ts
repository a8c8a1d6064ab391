/** How types, statuses and outcome reasons read on pages. */
import type { OutcomeReason, Status, TaskType } from '../../domain/dispatch/task.ts';

export const statusText: Readonly<Record<Status, string>> = {
  queued: 'Queued',
  running: 'Running',
  awaiting_approval: 'Awaiting approval',
  completed: 'Completed',
  escalated: 'Escalated',
  rejected: 'Rejected',
  failed: 'Failed',
};

export const reasonTexts: Readonly<Record<OutcomeReason, string>> = {
  already_done: 'Already done: it was found on file and not repeated.',
  guard_stopped: 'Stopped by the guard; it was not done.',
  uncertain_write: 'It is not certain whether the portal accepted the change. Check the portal.',
  conflicting_record: 'The portal holds another record of the same fact. Nothing was written.',
  needs_person: 'A person has to take over.',
  approval_refused: 'The approval was refused.',
  approval_expired: 'The approval expired without a decision.',
  facts_do_not_support: 'The facts do not support the work.',
  not_found: 'The portal has no such record.',
  portal_refused: 'The portal refused.',
  portal_unavailable: 'The portal could not be reached. Nothing was written.',
  internal_error: 'It failed for a technical reason of this service. Nothing was written.',
};

/** The outcome's reason as a sentence; null where there is none, or where the summary says the same already. */
export function reasonSentence(task: {
  readonly outcomeReason: OutcomeReason | null;
  readonly summary: string | null;
}): string | null {
  if (task.outcomeReason === null) return null;
  const sentence = reasonTexts[task.outcomeReason];
  return task.summary?.includes(sentence) ? null : sentence;
}

const dateForm = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** `21 Nov 2026, 10:00:03 UTC`. */
export function timeText(at: Date): string {
  return `${dateForm.format(at)}, ${at.toISOString().slice(11, 19)} UTC`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** An amount of the API as people read it: `2500.00` is `$2,500.00`. */
export function dollars(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return `$${Number(whole).toLocaleString('en-US')}.${fraction}`;
}

/** The amount of an approval: a net change with its direction, another amount as it is. */
export function signedDollars(amount: string, taskType: TaskType): string {
  if (amount.startsWith('-')) return `−${dollars(amount.slice(1))}`;
  return `${taskType === 'tms_correction' ? '+' : ''}${dollars(amount)}`;
}
