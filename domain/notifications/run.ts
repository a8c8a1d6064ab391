/** What the workflow of a notification and its activity say to each other, and what follows an attempt. */
import { defaultJitter, judgeAttempt } from '../delivery/retry-schedule.ts';
import type { NextStep } from '../delivery/retry-schedule.ts';

/** The argument of the `notification` workflow. */
export interface NotificationRun {
  readonly notificationId: string;
}

export type NotificationStep =
  /** `skipped`: what it was about is over. `gone`: its row is not there any more. */
  | { readonly state: 'delivered' | 'failed' | 'skipped' | 'gone'; readonly detail: string }
  /** It is not due yet, or the attempt failed and there is another one. */
  | { readonly state: 'waiting'; readonly waitMs: number; readonly attempts: number; readonly detail: string };

/** `refused`: the other side said that trying again is of no use. */
export type AttemptWord = 'sent' | 'refused' | 'failed';

export interface NotificationOutcome {
  readonly word: AttemptWord;
  /** Never an address of a webhook: it is a secret. */
  readonly detail: string;
  readonly retryAfterMs: number | null;
}

/**
 * What follows an attempt: as for deliveries, but for the refusals.
 * @param made attempts with this one
 * @param random from 0 up to 1
 */
export function afterAttempt(
  { word, retryAfterMs }: NotificationOutcome,
  waitsMs: readonly number[],
  made: number,
  random: number,
): NextStep {
  if (word === 'sent') return { state: 'delivered' };
  if (word === 'refused') return { state: 'failed' };
  const waitedMs = waitsMs.slice(0, made - 1).reduce((sum, wait) => sum + wait, 0);
  return judgeAttempt(
    { waitsMs, jitter: defaultJitter, made, waitedMs },
    { responseStatus: null, error: 'other', retryAfterMs, random, goneEnds: false },
  );
}

/** Slack and Teams answer 2xx for taken; 429 and 5xx pass, and so do 408 and 425; everything else stays as it is. */
export function webhookWord(status: number): AttemptWord {
  if (status >= 200 && status < 300) return 'sent';
  return status === 408 || status === 425 || status === 429 || status >= 500 ? 'failed' : 'refused';
}
