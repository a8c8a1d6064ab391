/** What a person is notified of: by mail, with a choice for each event and the hour of the digest, and in browsers. */
import type { Context } from 'koa';
import {
  type NotificationEvent,
  eventNames,
  notificationEvents,
  notificationMoments,
} from '../../../domain/notifications/rule.ts';
import type { DeploymentSecret } from '../../../process/deployment-secret.ts';
import { isId } from '../../../process/ids.ts';
import { checkCallbackUrl } from '../../../process/outbound/address-guard.ts';
import { currentPushKeys, pushKeysOf } from '../../../process/secrets.ts';
import { inTransaction } from '../../../store/database.ts';
import { type Choice, type NotificationChoices, choices, saveChoices } from '../../../store/notification-rules.ts';
import { queuePushTest } from '../../../store/notifications.ts';
import {
  type ListedPushDevice,
  addPushDevice,
  listPushDevices,
  pushDevicesPerPerson,
  removePushDevice,
} from '../../../store/push-devices.ts';
import type { HandlerOf } from '../../http/api-route.ts';
import { type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { selectField, csrfField, field } from '../form.ts';
import { person, redirect, when } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { pushScriptPath } from '../static.ts';
import { shownAgent } from './sessions.ts';

const choiceNames: Readonly<Record<Choice, string>> = {
  none: 'No mail',
  at_once: 'Immediately',
  daily: 'Daily digest',
};

export function notificationsCard(ctx: Context, { events, digestHour }: NotificationChoices, hasRelay: boolean): Html {
  const zone = person(ctx).timeZone?.replaceAll('_', ' ') ?? 'UTC';
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
          text: `${String(hour).padStart(2, '0')}:00 ${zone}`,
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

// Notifications in the browser: those that are turned on, one to turn on, a test and a way to remove each.

const path = '/console/account/push';

export async function pushCard(deps: ConsoleDeps, ctx: Context, now: Date): Promise<Html> {
  const devices = await listPushDevices(deps.pool, person(ctx).personId);
  return html`<section class="card" aria-labelledby="push">
    <h2 id="push">Notifications in the browser</h2>
    <p>
      What you are mailed at once is also shown by every browser that you turn on here, even while the console is
      closed. What is shown contains no amounts and no names of people unless the deployment allows it.
    </p>
    ${deviceList(ctx, devices, deps.deploymentSecret, now)}
    <form
      method="post"
      action="${path}"
      data-push-key="${currentPushKeys(deps.deploymentSecret).publicKey}"
      class="stack"
    >
      ${csrfField(ctx)}
      <input type="hidden" name="endpoint" /><input type="hidden" name="p256dh" /><input type="hidden" name="auth" />
      <p class="actions"><button class="button">Notify me in this browser</button></p>
      <p role="status" class="quiet"></p>
    </form>
    <script src="${pushScriptPath}" defer></script>
  </section>`;
}

/** A list and no table: on a phone the buttons are below the name. */
function deviceList(
  ctx: Context,
  devices: readonly ListedPushDevice[],
  secret: DeploymentSecret,
  now: Date,
): Html | null {
  if (devices.length === 0) return null;
  const act = (id: string, verb: string, text: string, label: string): Html =>
    html`<form method="post" action="${path}/${id}/${verb}">
      ${csrfField(ctx)}<button class="button button-small">
        ${text}<span class="visually-hidden"> ${label}</span>
      </button>
    </form>`;
  return html`<ul class="found" aria-label="Browsers with notifications">
    ${devices.map(
      ({ id, label, createdAt, lastSentAt, serverKey }) =>
        html`<li>
          <strong>${label}</strong>
          <span class="quiet">
            turned on ${when(createdAt, now)},
            ${lastSentAt === null ? 'nothing sent yet' : html`last sent ${when(lastSentAt, now)}`}
          </span>
          ${pushKeysOf(secret, serverKey) === undefined && html`<span class="badge badge-warn">Turn on again</span>`}
          <div class="actions">
            ${act(id, 'test', 'Send a test', `to ${label}`)} ${act(id, 'remove', 'Remove', label)}
          </div>
        </li>`,
    )}
  </ul>`;
}

/** POST /console/account/push */
export const postPush: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const [endpoint, p256dh, auth] = [field(ctx, 'endpoint'), field(ctx, 'p256dh'), field(ctx, 'auth')];
  const judged = checkCallbackUrl(
    endpoint,
    { allowLoopback: deps.settings.DISPATCH_ALLOW_LOOPBACK },
    'the push service',
  );
  const isWhole = Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16;
  if (!judged.ok || !isWhole) {
    redirect(
      ctx,
      `${path.replace('/push', '')}#push`,
      'This browser gave no address to send to. Notifications need JavaScript.',
    );
    return;
  }
  const id = await addPushDevice(deps.pool, person(ctx).personId, {
    endpoint,
    p256dh,
    auth,
    serverKey: currentPushKeys(deps.deploymentSecret).publicKey,
    label: shownAgent(ctx.get('User-Agent')),
  });
  const sentence =
    id === undefined
      ? `You have ${pushDevicesPerPerson} browsers already: remove one first.`
      : 'Notifications are on for this browser. Send a test to see one.';
  redirect(ctx, '/console/account#push', sentence);
};

/** POST /console/account/push/{id}/test */
export const postPushTest: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const id = idIn(ctx);
  const queued =
    id !== undefined && (await inTransaction(deps.pool, (q) => queuePushTest(q, person(ctx).personId, id, deps.now())));
  deps.wakeStarts();
  redirect(ctx, '/console/account#push', queued ? 'The test is on its way.' : 'This browser was removed.');
};

/** POST /console/account/push/{id}/remove */
export const postPushRemoval: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const id = idIn(ctx);
  if (id !== undefined) await removePushDevice(deps.pool, id, person(ctx).personId);
  redirect(ctx, '/console/account#push', 'Notifications are off for that browser.');
};

function idIn(ctx: Context): string | undefined {
  const { id = '' } = ctx['params'] as { id?: string };
  return isId('pushDevice', id) ? id : undefined;
}
