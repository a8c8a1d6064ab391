/** What people can be notified of, and what may be typed for a rule: validated once for command line and console. */
import { type Judged, atField, checkName } from '../administration/input.ts';
import { type NextStep, defaultJitter, judgeAttempt } from '../delivery/retry-schedule.ts';
import { localInstant, offsets } from '../lanes/week.ts';
import { type Role, isRole, roles } from '../people/roles.ts';

type RuleTarget =
  | { readonly channel: 'mail'; readonly role: Role }
  | { readonly channel: 'mail'; readonly personId: string }
  /** Who asked for the task. */
  | { readonly channel: 'mail'; readonly requester: true }
  | { readonly channel: 'slack' | 'teams'; readonly url: string };

export interface NewRule {
  readonly label: string;
  readonly events: readonly NotificationEvent[];
  readonly to: RuleTarget;
  /** Null: of every sender. */
  readonly senderId: string | null;
  /** Null: at once. */
  readonly dailyHour: number | null;
}

/** In place of a role: who asked for the task. */
export const requesterRole = 'requester';

/** As it was typed; empty where nothing was. */
export interface TypedRule {
  readonly label: string;
  readonly events: readonly string[];
  readonly channel: string;
  /** A role, or `requester` for who asked for the task. */
  readonly role: string;
  /** Of the person, looked up by the caller; null where nobody was named, undefined where there is no such person. */
  readonly personId: string | null | undefined;
  readonly url: string;
  readonly senderId: string;
  readonly dailyHour: string;
}

const refused = (
  field: string,
  sentence: string,
): { readonly ok: false; readonly sentence: string; readonly field: string } => ({ ok: false, sentence, field });

/** @param checkUrl of the address guard */
export function checkRule(
  typed: TypedRule,
  checkUrl: (url: string) => { readonly ok: true } | { readonly ok: false; readonly sentence: string },
): Judged<NewRule> {
  const label = atField(checkName(typed.label, 'a name'), 'label');
  if (!label.ok) return label;
  const events = [...new Set(typed.events)].filter(isNotificationEvent);
  if (events.length === 0 || typed.events.some((event) => !isNotificationEvent(event)))
    return refused('events', `events are one or more of ${notificationEvents.join(', ')}`);
  const to = judgeTarget(typed, checkUrl);
  if (!to.ok) return to;
  if (typed.dailyHour !== '' && !/^(\d|1\d|2[0-3])$/.test(typed.dailyHour))
    return refused('daily_hour', 'the hour of the digest is a whole number from 0 to 23 (UTC)');
  return {
    ok: true,
    value: {
      label: label.value,
      events,
      to: to.value,
      senderId: typed.senderId === '' ? null : typed.senderId,
      dailyHour: typed.dailyHour === '' ? null : Number(typed.dailyHour),
    },
  };
}

function judgeTarget(
  { channel, role, personId, url }: TypedRule,
  checkUrl: Parameters<typeof checkRule>[1],
): Judged<RuleTarget> {
  if (channel === 'mail') {
    if (url !== '') return refused('url', 'mail goes to a role or a person and has no webhook URL');
    if (personId === undefined)
      return refused('person', 'nobody has that address; people are added with person invite');
    if ((role === '') === (personId === null)) return refused('role', 'mail goes either to a role or to a person');
    if (personId !== null) return { ok: true, value: { channel, personId } };
    if (role === requesterRole) return { ok: true, value: { channel, requester: true } };
    return isRole(role)
      ? { ok: true, value: { channel, role } }
      : refused('role', `roles are ${roles.join(', ')}, or ${requesterRole}`);
  }
  if (channel !== 'slack' && channel !== 'teams') return refused('channel', 'channels are mail, slack and teams');
  if (role !== '' || personId !== null)
    return refused('role', 'a role or a person is for mail; Slack and Teams have a webhook URL');
  if (url === '') return refused('url', 'Slack and Teams need the URL of an incoming webhook');
  const judged = checkUrl(url);
  return judged.ok ? { ok: true, value: { channel, url } } : refused('url', judged.sentence);
}

// What the workflow of a notification and its activity say to each other, and what follows an attempt.

/** The argument of the `notification` workflow. */
export interface NotificationRun {
  readonly notificationId: string;
}

export type NotificationStep =
  /** `skipped`: what it was about has ended. `gone`: its row is not there any more. */
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

const day = 86_400_000;

/** The next time of a daily digest, at least a minute ahead, so that what is added now is still in it. */
export function nextDigest(now: Date, hour: number, timeZone = 'UTC'): Date {
  const offsetAt = offsets(timeZone);
  const today = Math.floor((now.getTime() + offsetAt(now.getTime())) / day) * day;
  for (let date = today; ; date += day) {
    const at = localInstant(date + hour * 3_600_000, offsetAt);
    if (at >= now.getTime() + 60_000) return new Date(at);
  }
}

/** A day before the deadline; of a shorter approval at half of its time. */
export function reminderTime(requestedAt: Date, expiresAt: Date): Date {
  const span = expiresAt.getTime() - requestedAt.getTime();
  return new Date(expiresAt.getTime() - Math.min(day, span / 2));
}
