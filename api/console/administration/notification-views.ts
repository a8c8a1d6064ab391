/** The markup of the page of notifications. */
import type { Context } from 'koa';
import {
  channelNames,
  channels,
  eventNames,
  notificationEvents,
  notificationMoments,
} from '../../../domain/notifications/rule.ts';
import { type TypedRule, requesterRole } from '../../../domain/notifications/rule.ts';
import { roles } from '../../../domain/people/roles.ts';
import type { NotificationRule } from '../../../store/notification-rules.ts';
import { notificationsCountedAtMost } from '../../../store/notification-log.ts';
import type { NotificationStatus } from '../../../store/notifications.ts';
import type { LoggedNotification } from '../../../store/notification-log.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { findingsList, selectField, textField, csrfField } from '../form.ts';
import type { FormFinding } from '../route.ts';
import { when } from '../page.ts';
import { addressOf, listLinks, listSummary, zoneText } from '../pagination.ts';
import { notificationsPath } from '../paths.ts';

/** The filter of the log as it is in the address; days such as `2026-11-22`. */
export interface LogFilter {
  readonly status: NotificationStatus | undefined;
  readonly from: string | undefined;
  readonly until: string | undefined;
}

interface NotificationsPage {
  readonly rules: readonly NotificationRule[];
  readonly people: readonly { readonly id: string; readonly name: string; readonly email: string }[];
  readonly senders: readonly { readonly id: string; readonly name: string }[];
  readonly filter: LogFilter;
  /** How many the filter finds, up to `notificationsCountedAtMost`. */
  readonly total: number;
  readonly log: { readonly notifications: readonly LoggedNotification[]; readonly next: string | null };
  readonly typed: TypedRule;
  readonly finding: FormFinding | null;
  readonly hasRelay: boolean;
  readonly now: Date;
}

export function notificationsView(ctx: Context, page: NotificationsPage): Html {
  const { rules, log, filter, total, hasRelay } = page;
  return html`<div class="page-head">
      <h1>Notifications</h1>
      <p>Who is notified of approvals, escalated tasks, portals and lanes, and how. Each message links to its page.</p>
    </div>
    ${!hasRelay && html`<p class="notice">Mail is not set up: set <code>MAIL_RELAY_URL</code> and <code>MAIL_FROM</code>.</p>`}
    <section aria-labelledby="rules">
      <h2 id="rules" class="section-title">Rules</h2>
      ${table({
        label: 'Table of notification rules',
        list: 'whole',
        rows: rules,
        empty: 'There are no rules yet, so nobody is notified.',
        columns: [
          { heading: 'Name', cell: ({ label }) => label },
          { heading: 'Events', cell: ({ events }) => events.map((event) => eventNames[event]).join(', ') },
          { heading: 'Channel', cell: ({ channel }) => channelNames[channel] },
          { heading: 'To', cell: recipientOf },
          { heading: 'Work of', cell: ({ senderId }) => senderId ?? 'every sender' },
          {
            heading: 'Timing',
            cell: ({ dailyHour }) => (dailyHour === null ? 'Immediately' : `Daily at ${hourText(dailyHour)}`),
          },
          { heading: 'Actions', headingHidden: true, cell: (rule) => ruleActs(ctx, rule) },
        ],
      })}
    </section>
    ${ruleForm(ctx, page)}
    <section aria-labelledby="log">
      <h2 id="log" class="section-title">Log</h2>
      ${logFilter(ctx, filter)}
      ${
        total > 0 &&
        listSummary({
          total,
          countedAtMost: notificationsCountedAtMost,
          nouns: ['notification', 'notifications'],
          file: addressOf(`${notificationsPath}.csv`, { ...filter }),
        })
      }
      ${logTable(ctx, page)}
      ${listLinks(ctx, (place) => addressOf(notificationsPath, { ...filter, ...place }), log.next, {
        firstWords: 'Newest',
        nextWords: 'Older notifications',
      })}
    </section>`;
}

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00 UTC`;

function recipientOf({ role, personEmail, toRequester, urlHost }: NotificationRule): Content {
  if (toRequester) return 'Who asked for the task';
  if (role !== null) return `Role ${role} and above`;
  return personEmail ?? urlHost;
}

function ruleActs(ctx: Context, { id, label }: NotificationRule): Html {
  return html`<div class="actions">
    <form method="post" action="${notificationsPath}/${id}/test">
      ${csrfField(ctx)}<button class="button button-small" aria-label="Send test by ${label}">Send test</button>
    </form>
    <form method="post" action="${notificationsPath}/${id}/remove" data-confirm="Delete this rule?">
      ${csrfField(ctx)}<button class="button button-small button-danger" aria-label="Delete ${label}">Delete</button>
    </form>
  </div>`;
}

function ruleForm(ctx: Context, { people, senders, typed, finding }: NotificationsPage): Html {
  return html`<details class="card" ${finding !== null && html`open`}>
    <summary>Add rule</summary>
    ${finding !== null && findingsList([finding])}
    <form class="stack" method="post" action="${notificationsPath}" autocomplete="off">
      ${csrfField(ctx)}
      ${textField({ name: 'label', label: 'Name', required: true, maxlength: 255, value: typed.label })}
      <fieldset>
        <legend>Events</legend>
        ${notificationEvents.map(
          (event) =>
            html`<label class="check"
              ><input type="checkbox" name="events" value="${event}" ${typed.events.includes(event) && html`checked`} />
              ${notificationMoments[event]}</label
            >`,
        )}
      </fieldset>
      ${selectField({
        name: 'channel',
        label: 'Channel',
        value: typed.channel,
        options: channels.map((value) => ({ value, text: channelNames[value] })),
      })}
      ${selectField({
        name: 'role',
        label: 'Mail to a role',
        value: typed.role,
        any: 'No role',
        options: [
          ...roles.map((value) => ({ value, text: `${value} and above` })),
          { value: requesterRole, text: 'Who asked for the task' },
        ],
      })}
      ${selectField({
        name: 'person',
        label: 'Or mail to a person',
        value: typed.personId ?? '',
        any: 'No person',
        options: people.map(({ id, name, email }) => ({ value: id, text: `${name} (${email})` })),
      })}
      ${textField({
        name: 'url',
        label: 'Webhook URL (Slack, Teams)',
        type: 'password',
        autocomplete: 'off',
        hint: 'The incoming webhook. It is encrypted when stored and never shown again.',
      })}
      ${selectField({
        name: 'sender',
        label: 'Work of',
        value: typed.senderId,
        any: 'Every sender',
        options: senders.map(({ id, name }) => ({ value: id, text: name })),
      })}
      ${selectField({
        name: 'daily_hour',
        label: 'Timing',
        value: typed.dailyHour,
        any: 'Immediately',
        options: Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), text: `Daily at ${hourText(hour)}` })),
      })}
      <p class="actions"><button class="button button-primary">Add rule</button></p>
    </form>
  </details>`;
}

const badges: Readonly<Record<NotificationStatus, readonly [look: string, text: string]>> = {
  pending: ['badge-wait', 'Pending'],
  retrying: ['badge-warn', 'Retrying'],
  delivered: ['badge-ok', 'Sent'],
  failed: ['badge-bad', 'Failed permanently'],
  skipped: ['badge-muted', 'Not needed'],
};

function logFilter(ctx: Context, { status, from = '', until = '' }: LogFilter): Html {
  return html`<form class="filters" method="get" action="${notificationsPath}" role="search" aria-label="Log">
    ${selectField(
      {
        name: 'status',
        label: 'Outcome',
        value: status,
        any: 'Any',
        options: Object.entries(badges).map(([value, [, text]]) => ({ value, text })),
      },
      'log-',
    )}
    ${textField({ name: 'from', label: `From (${zoneText(ctx)})`, type: 'date', value: from }, 'log-')}
    ${textField({ name: 'until', label: 'Until', type: 'date', value: until }, 'log-')}
    <div class="actions"><button class="button">Filter</button></div>
  </form>`;
}

function logTable(ctx: Context, { log, filter, now }: NotificationsPage): Content {
  return table({
    label: 'Table of notifications',
    list: 'page',
    rows: log.notifications,
    empty: Object.values(filter).some((value) => value !== undefined)
      ? 'No notifications match these filters.'
      : 'Nothing was sent yet.',
    columns: [
      { heading: 'When', cell: ({ createdAt }) => when(createdAt, now) },
      {
        heading: 'What',
        namesRow: true,
        cell: ({ items, event }) =>
          items.length === 1
            ? (items[0]?.title ?? event)
            : `${items.length} events, the first: ${items[0]?.title ?? event}`,
      },
      { heading: 'Channel', cell: ({ channel }) => channelNames[channel] },
      { heading: 'To', cell: ({ recipient }) => recipient },
      {
        heading: 'Outcome',
        cell: ({ id, status, detail, nextAttemptAt }) => {
          const [look, text] = badges[status];
          return html`<span class="badge ${look}">${text}</span>
            ${detail !== null && html`<div class="quiet small">${detail}</div>`}
            ${nextAttemptAt !== null && html`<div class="quiet small">next ${when(nextAttemptAt, now)}</div>`}
            ${
              status === 'failed' &&
              html`<form method="post" action="${notificationsPath}/log/${id}/again">
                ${csrfField(ctx)}<button class="button button-small">Send again</button>
              </form>`
            }`;
        },
      },
      { heading: 'Attempts', number: true, cell: ({ attempts }) => attempts },
    ],
  });
}
