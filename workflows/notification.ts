/**
 * The story of a notification: it waits until it is due, is sent, and is tried again by the waits that the activity
 * gives until it is accepted, refused or out of attempts.
 */
import { defineSearchAttributeKey } from '@temporalio/common';
import {
  condition,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { NotificationActivities } from '../activities/notifications/index.ts';
import type { NotificationRun, NotificationStep } from '../domain/notifications/rule.ts';

/** A lost worker or a database that is away: again until it works; the record says what was sent already. */
const { sendNotification } = proxyActivities<NotificationActivities>({
  summary: 'Send it, if it is due',
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** Makes the next attempt at once. */
export const retryNow = defineSignal('retryNow');

const state = defineSearchAttributeKey('State', 'KEYWORD');
const waitingOn = defineSearchAttributeKey('WaitingOn', 'KEYWORD');
const dueAt = defineSearchAttributeKey('DueAt', 'DATETIME');

export async function notification(run: NotificationRun): Promise<NotificationStep['state']> {
  let asked = false;
  setHandler(
    retryNow,
    () => {
      asked = true;
    },
    { description: 'Makes the next attempt at once. No input.' },
  );
  for (;;) {
    const now = asked;
    asked = false;
    const step = await sendNotification(run.notificationId, now);
    if (step.state !== 'waiting') {
      setCurrentDetails(step.detail);
      upsertSearchAttributes([
        { key: state, value: step.state },
        { key: waitingOn, value: null },
        { key: dueAt, value: null },
      ]);
      return step.state;
    }
    const due = new Date(Date.now() + step.waitMs);
    setCurrentDetails(`${step.detail} Next at ${due.toISOString()}; send \`retryNow\` to make it now.`);
    upsertSearchAttributes([
      { key: state, value: step.attempts === 0 ? 'pending' : 'retrying' },
      { key: dueAt, value: due },
    ]);
    const summary = step.attempts === 0 ? 'until it is due' : `until attempt ${step.attempts + 1}`;
    await condition(() => asked, Math.max(1, step.waitMs), { summary });
  }
}
