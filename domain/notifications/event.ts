/** What people can be notified of, and what a notification says of it. */

/** What lists and forms call them. */
export const eventNames = {
  approval_requested: 'Approval requested',
  approval_reminder: 'Approval due soon',
  approval_delegated: 'Approval delegated',
  approval_question: 'Question to the requester',
  approval_answered: 'Question answered',
  task_escalated: 'Task escalated',
  portal_unreachable: 'Portal unreachable',
  portal_changed: 'Portal changed',
  lane_changed: 'Lane changed',
  drift_alert: 'Drift alert',
  signoff_requested: 'Sign-off requested',
  test: 'Test',
} as const;

/** When each is sent, in words. */
export const notificationMoments = {
  approval_requested: 'A task needs an approval',
  approval_reminder: 'An approval is about to expire without a decision',
  approval_delegated: 'An approval is delegated; the new approver is always notified',
  approval_question: 'An approver asks the requester, who is always notified',
  approval_answered: 'The requester answers the approver, who is always notified',
  task_escalated: 'A task is escalated to people',
  portal_unreachable: 'A task ends because its portal did not respond',
  portal_changed: 'A canary or two tasks found that a portal no longer fits its playbook; tasks wait for a new version',
  lane_changed: 'A step is promoted or demoted by the rules, a sign-off or a pin',
  drift_alert: 'A step shows input shift, outcome drift or a critical error, or an agent skips items',
  signoff_requested: 'A step that moves money has earned Auto and needs a sign-off',
} as const;
export type NotificationEvent = keyof typeof notificationMoments;
export const notificationEvents = Object.keys(notificationMoments) as readonly NotificationEvent[];

export function isNotificationEvent(text: string): text is NotificationEvent {
  return (notificationEvents as readonly string[]).includes(text);
}

/** What one event says. Its texts may be a portal's: they are escaped for the channel when the message is made. */
export interface NotificationItem {
  readonly event: NotificationEvent | 'test';
  /** ISO 8601. */
  readonly at: string;
  /** Shown in previews and on lock screens: no amounts and no names of people. */
  readonly title: string;
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  /** The page that it leads to. */
  readonly service: 'dispatch' | 'lanes';
  readonly path: string;
  /** What the link says. */
  readonly action: string;
}

/** What a rule can name. */
export const channels = ['mail', 'slack', 'teams'] as const;
/** `push` goes beside a mail to each browser that its reader turned on. */
export type NotificationChannel = (typeof channels)[number] | 'push';
export const channelNames: Readonly<Record<NotificationChannel, string>> = {
  mail: 'Mail',
  slack: 'Slack',
  teams: 'Teams',
  push: 'Browser',
};

/** The next time of a daily digest, at least a minute ahead, so that what is added now is still in it. */
export function nextDigest(now: Date, hour: number): Date {
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour));
  while (at.getTime() < now.getTime() + 60_000) at.setUTCDate(at.getUTCDate() + 1);
  return at;
}

const day = 86_400_000;

/** A day before the deadline; of a shorter approval at half of its time. */
export function reminderTime(requestedAt: Date, expiresAt: Date): Date {
  const span = expiresAt.getTime() - requestedAt.getTime();
  return new Date(expiresAt.getTime() - Math.min(day, span / 2));
}
