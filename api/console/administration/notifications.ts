/** The rules of notifications and the log of what was sent, on one page; a webhook's URL is written here and never shown. */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import { addRule, sendAgain, testRule } from '../../../commands/notifications.ts';
import { isRefused } from '../../../commands/refusal.ts';
import type { TypedRule } from '../../../domain/notifications/rule.ts';
import { listNotificationRules, removeNotificationRule } from '../../../store/notification-rules.ts';
import { notificationStatuses } from '../../../store/notifications.ts';
import { countNotifications, listNotifications } from '../../../store/notification-log.ts';
import type { LoggedNotification, NotificationFilter } from '../../../store/notification-log.ts';
import { listPeople } from '../../../store/people.ts';
import { listSenders } from '../../../store/senders.ts';
import { decodeCursor } from '../../../store/cursor.ts';
import { notFound } from '../../http/errors.ts';
import { field, form } from '../form.ts';
import { actorOf, redirect, sendPage } from '../page.ts';
import { type ExportColumn, exportPage, readAllPages, sendExport } from '../csv-export.ts';
import { choiceFilter, placeInList, dayFilter, spanOf } from '../pagination.ts';
import type { ConsoleDeps, FormFinding } from '../route.ts';
import { type LogFilter, notificationsView } from './notification-views.ts';
import { administrationCrumb, notificationsPath } from '../paths.ts';

const pageRows = 50;

const untyped: TypedRule = {
  label: '',
  events: [],
  channel: 'mail',
  role: '',
  personId: null,
  url: '',
  senderId: '',
  dailyHour: '',
};

export const getNotifications: HandlerOf<ConsoleDeps> = (deps) => (ctx) => show(deps, ctx, untyped, null);

async function show(deps: ConsoleDeps, ctx: Context, typed: TypedRule, finding: FormFinding | null): Promise<void> {
  const { pool } = deps;
  const after = placeInList(ctx, decodeCursor);
  const filter = filterIn(ctx);
  const [rules, people, senders, log, total] = await Promise.all([
    listNotificationRules(pool),
    listPeople(pool),
    listSenders(pool),
    listNotifications(pool, { ...searchOf(ctx, filter), limit: pageRows, ...(after ? { after } : {}) }),
    countNotifications(pool, searchOf(ctx, filter)),
  ]);
  sendPage(deps, ctx, {
    title: 'Notifications',
    section: 'administration',
    crumbs: [administrationCrumb],
    status: finding === null ? 200 : 422,
    body: notificationsView(ctx, {
      rules,
      people: people.filter(({ disabledAt }) => disabledAt === null),
      senders,
      filter,
      log,
      total,
      typed,
      finding,
      hasRelay: deps.settings.MAIL_RELAY_URL !== '',
      now: deps.now(),
    }),
  });
}

/** Of the log, as it is in the address. */
function filterIn(ctx: Context): LogFilter {
  return {
    status: choiceFilter(ctx, 'status', notificationStatuses),
    from: dayFilter(ctx, 'from'),
    until: dayFilter(ctx, 'until'),
  };
}

function searchOf(ctx: Context, filter: LogFilter): NotificationFilter {
  return { status: filter.status, ...spanOf(ctx, filter) };
}

const columns: readonly ExportColumn<LoggedNotification>[] = [
  ['created_at', ({ createdAt }) => createdAt],
  ['event', ({ event }) => event],
  ['title', ({ items }) => items.map(({ title }) => title).join('; ')],
  ['about', ({ subjectId }) => subjectId],
  ['rule', ({ label }) => label],
  ['channel', ({ channel }) => channel],
  ['recipient', ({ recipient }) => recipient],
  ['status', ({ status }) => status],
  ['attempts', ({ attempts }) => attempts],
  ['detail', ({ detail }) => detail],
  ['finished_at', ({ finishedAt }) => finishedAt],
  ['id', ({ id }) => id],
];

/** GET /console/administration/notifications.csv: the notifications that the filters of the log find. */
export const getNotificationFile: HandlerOf<ConsoleDeps> =
  ({ pool }) =>
  async (ctx) => {
    const filter = searchOf(ctx, filterIn(ctx));
    const rows = await readAllPages<LoggedNotification, string>(async (cursor) => {
      const after = cursor === null ? undefined : decodeCursor(cursor);
      const found = await listNotifications(pool, { ...filter, limit: exportPage, ...(after ? { after } : {}) });
      return { rows: found.notifications, next: found.next };
    });
    sendExport(ctx, 'notifications', rows, columns);
  };

export const postNotificationRule: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { pool } = deps;
  const person = field(ctx, 'person');
  const senders = await listSenders(pool);
  const sender = field(ctx, 'sender');
  const typed: TypedRule = {
    label: field(ctx, 'label'),
    events: form(ctx).getAll('events'),
    channel: field(ctx, 'channel'),
    role: field(ctx, 'role'),
    personId: person === '' ? null : (await listPeople(pool)).find(({ id }) => id === person)?.id,
    url: field(ctx, 'url'),
    senderId: sender,
    dailyHour: field(ctx, 'daily_hour'),
  };
  // Without this a sender that is gone would be every sender.
  if (sender !== '' && !senders.some(({ id }) => id === sender))
    return show(
      deps,
      ctx,
      { ...typed, url: '', senderId: '' },
      {
        field: 'sender',
        sentence: 'there is no such sender; choose one, or every sender',
      },
    );
  // In the words of the form, which shows no names of events.
  if (typed.events.length === 0)
    return show(deps, ctx, { ...typed, url: '' }, { field: 'events', sentence: 'choose at least one event' });
  const rule = await addRule(deps, typed, actorOf(ctx));
  if (isRefused(rule))
    return show(deps, ctx, { ...typed, url: '' }, { field: rule.field ?? 'label', sentence: rule.findings[0] });
  redirect(ctx, notificationsPath, `The rule “${rule.label}” is in force.`);
};

export const postNotificationRuleRemoval: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id } = ctx['params'] as { readonly id: string };
  if (!(await removeNotificationRule(deps.pool, id, actorOf(ctx)))) throw notFound('notification rule');
  redirect(ctx, notificationsPath, 'The rule is deleted.');
};

export const postNotificationTest: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id } = ctx['params'] as { readonly id: string };
  const queued = await testRule(deps, id, actorOf(ctx));
  redirect(
    ctx,
    notificationsPath,
    queued === 0
      ? 'Nothing was sent: nobody has the role of this rule.'
      : 'A test message is on its way; see the log below.',
  );
};

export const postNotificationAgain: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id } = ctx['params'] as { readonly id: string };
  const again = await sendAgain(deps, id, actorOf(ctx));
  redirect(
    ctx,
    notificationsPath,
    again === undefined
      ? 'Nothing was sent again: it did not fail, its rule was deleted, or it is on its way again already.'
      : 'The notification is on its way again; see the log below.',
  );
};
