/** What a person is notified of by mail: their choice for each event, and the hour of their digest. */
import type { Context } from 'koa';
import type { HandlerOf } from '../../http/handler.ts';
import { eventNames, notificationEvents, notificationMoments } from '../../../domain/notifications/event.ts';
import type { NotificationEvent } from '../../../domain/notifications/event.ts';
import { inTransaction } from '../../../store/database.ts';
import { type Choice, type NotificationChoices, choices, saveChoices } from '../../../store/notification-choices.ts';
import { type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { csrfField, field } from '../form.ts';
import { selectField } from '../fields.ts';
import { person, redirect } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';

const choiceNames: Readonly<Record<Choice, string>> = {
  none: 'No mail',
  at_once: 'Immediately',
  daily: 'Daily digest',
};

export function notificationsCard(ctx: Context, { events, digestHour }: NotificationChoices, hasRelay: boolean): Html {
  return html`<section class="card" aria-labelledby="notifications">
    <h2 id="notifications">Notifications by mail</h2>
    ${!hasRelay && html`<p class="notice notice-warn">This deployment sends no mail yet: no mail relay is set.</p>`}
    <form method="post" action="/console/account/notifications" class="stack">
      ${csrfField(ctx)}
      ${table<NotificationEvent>({
        label: 'Table of notifications by mail',
        class: 'mail-choices',
        rows: notificationEvents,
        columns: [
          {
            heading: 'Event',
            namesRow: true,
            cell: (event) => html`${eventNames[event]}<small class="moment">${notificationMoments[event]}</small>`,
          },
          {
            heading: 'Mail',
            cell: (event) =>
              html`<select name="${event}" aria-label="${eventNames[event]}">
                <option value="">As the rules say</option>
                ${choices.map(
                  (choice) =>
                    html`<option value="${choice}" ${events[event] === choice && html`selected`}>
                      ${choiceNames[choice]}
                    </option>`,
                )}
              </select>`,
          },
        ],
      })}
      ${selectField({
        name: 'digest_hour',
        label: 'Daily digest at',
        value: String(digestHour),
        options: Array.from({ length: 24 }, (_, hour) => ({
          value: String(hour),
          text: `${String(hour).padStart(2, '0')}:00 UTC`,
        })),
      })}
      <p class="actions"><button class="button">Save notifications</button></p>
    </form>
    <p class="quiet">The rules of the deployment name roles and people; what you choose here counts before them.</p>
  </section>`;
}

/** POST /console/account/notifications */
export const postNotifications: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const events: Partial<Record<NotificationEvent, Choice>> = {};
  for (const event of notificationEvents) {
    const choice = choices.find((one) => one === field(ctx, event));
    if (choice !== undefined) events[event] = choice;
  }
  const hour = field(ctx, 'digest_hour');
  const digestHour = /^(\d|1\d|2[0-3])$/.test(hour) ? Number(hour) : 6;
  await inTransaction(deps.pool, (q) => saveChoices(q, person(ctx).personId, { events, digestHour }));
  redirect(ctx, '/console/account#notifications', 'Your notifications are saved.');
};
