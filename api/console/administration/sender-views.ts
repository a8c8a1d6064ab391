/** The markup of the pages of senders. */
import type { Context } from 'koa';
import type { LoadedPlaybook } from '../../../domain/dispatch/playbook/language.ts';
import type { Settings } from '../../../process/settings.ts';
import type { KeyListing } from '../../../store/keys.ts';
import type { SecretGeneration } from '../../../store/secret-generations.ts';
import type { SenderRow } from '../../../store/senders.ts';
import { type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { findingsList, textField, csrfField } from '../form.ts';
import type { FormFinding } from '../route.ts';
import { ownerPath, senderPath, sendersPath } from '../paths.ts';
import { when } from '../page.ts';
import { keysPart } from './keys.ts';

export interface NewSenderForm {
  readonly name: string;
  readonly callbackUrl: string;
  readonly findings: readonly FormFinding[];
}

export function senderListView(ctx: Context, senders: readonly SenderRow[], given: NewSenderForm, now: Date): Html {
  return html`<div class="page-head"><h1>Senders</h1></div>
    ${table({
      label: 'Senders',
      list: 'whole',
      rows: senders,
      empty: 'No senders yet. Create the first one below.',
      columns: [
        {
          heading: 'Sender',
          cell: ({ id, name }) =>
            html`<a href="${senderPath(id)}">${name}</a>
              <div class="quiet mono small">${id}</div>`,
        },
        {
          heading: 'Callback URL',
          cell: ({ callbackUrl }) => callbackUrl ?? html`<span class="quiet">set by each task</span>`,
          class: 'mono small',
        },
        { heading: 'Portals', cell: ({ portals }) => (portals === null ? 'all' : portals.join(', ')) },
        { heading: 'Created', cell: ({ createdAt }) => when(createdAt, now) },
      ],
    })}
    <section class="card narrow-form" aria-labelledby="new">
      <h2 id="new">New sender</h2>
      ${findingsList(given.findings)}
      <form class="stack" method="post" action="${sendersPath}">
        ${csrfField(ctx)}
        ${textField({ name: 'name', label: 'Name', value: given.name, required: true, autocomplete: 'off', maxlength: 255 })}
        ${textField({
          name: 'callback_url',
          label: 'Callback URL',
          type: 'url',
          value: given.callbackUrl,
          autocomplete: 'off',
          hint: 'Optional: where results are sent when a task gives no callback URL.',
        })}
        <p class="actions"><button class="button button-primary">Create sender</button></p>
      </form>
    </section>`;
}

interface ShownSender {
  readonly sender: SenderRow;
  readonly keys: readonly KeyListing[];
  readonly addresses: readonly string[];
  readonly generations: readonly SecretGeneration[];
  readonly playbooks: readonly LoadedPlaybook[];
  readonly settings: Settings;
  readonly now: Date;
}

export function senderView(ctx: Context, shown: ShownSender): Html {
  const { sender, keys, now } = shown;
  return html`<div class="page-head">
      <h1>${sender.name}</h1>
      <a class="button" href="${ownerPath(sender.id)}">View deliveries</a>
      <p><span class="mono">${sender.id}</span>, created ${when(sender.createdAt, now)}</p>
    </div>
    ${keysPart(ctx, { kind: 'sender', keys, action: `${senderPath(sender.id)}/keys`, now })} ${secretsPart(ctx, shown)}
    <div class="grid grid-wide">
      ${callbackPart(ctx, shown)} ${limitsPart(ctx, shown)} ${addressesPart(ctx, shown)} ${portalsPart(ctx, shown)}
    </div>`;
}

const purposes = {
  inbound: {
    title: 'Inbound',
    about:
      'The sender signs its webhooks to us with it. After a rotation, both secrets are accepted for the grace period.',
  },
  outbound: {
    title: 'Outbound',
    about:
      'Our results are signed with it. After a rotation, the old secret signs until the grace period ends, then the new one.',
  },
} as const;

function secretsPart(ctx: Context, { sender, generations, settings, now }: ShownSender): Html {
  const hours = Math.round(settings.DELIVERY_SECRET_GRACE_MS / 3_600_000);
  // A form that is sent again, by a page that is loaded again, does not end the secret that it has just shown.
  const newest = (purpose: 'inbound' | 'outbound'): number =>
    Math.max(0, ...generations.filter((one) => one.purpose === purpose).map(({ generation }) => generation));
  const rotate = (purpose: 'inbound' | 'outbound', atOnce: boolean): Html =>
    html`<form
      method="post"
      action="${senderPath(sender.id)}/secrets"
      data-confirm="${
        atOnce
          ? `Create a new ${purpose} secret and end the old one now?`
          : `Create a new ${purpose} secret? The old one stays valid for ${hours} more hours.`
      }"
    >
      ${csrfField(ctx)}<input type="hidden" name="purpose" value="${purpose}" />
      <input type="hidden" name="seen" value="${newest(purpose)}" />
      ${atOnce ? html`<input type="hidden" name="grace" value="none" />` : null}
      <button
        class="button button-small ${atOnce ? 'button-danger' : ''}"
        aria-label="${atOnce ? `Rotate now (leaked): the ${purpose} secret` : `Rotate the ${purpose} secret`}"
      >
        ${atOnce ? 'Rotate now (leaked)' : 'Rotate'}
      </button>
    </form>`;
  return html`<section class="card" aria-labelledby="secrets">
    <h2 id="secrets">Signing secrets</h2>
    <div class="grid grid-wide">
      ${(['inbound', 'outbound'] as const).map(
        (purpose) =>
          html`<div class="spaced">
            <h3>${purposes[purpose].title}</h3>
            <p class="quiet">${purposes[purpose].about}</p>
            <ul>
              ${generations
                .filter((one) => one.purpose === purpose && (one.validUntil === null || one.validUntil > now))
                .map((one) => html`<li>${generationText(one, now)}</li>`)}
            </ul>
            <div class="actions">${rotate(purpose, false)} ${rotate(purpose, true)}</div>
          </div>`,
      )}
    </div>
  </section>`;
}

function generationText({ generation, validFrom, validUntil }: SecretGeneration, now: Date): Html {
  const begun = validFrom <= now;
  return html`Generation ${generation}, ${begun ? 'since' : 'starts'}
  ${when(validFrom, now)}${validUntil === null ? null : html`, ends ${when(validUntil, now)}`}`;
}

function callbackPart(ctx: Context, { sender }: ShownSender): Html {
  return html`<section class="card" aria-labelledby="callback">
    <h2 id="callback">Callback URL</h2>
    <form class="stack" method="post" action="${senderPath(sender.id)}/callback">
      ${csrfField(ctx)}
      ${textField({
        name: 'callback_url',
        label: 'Callback URL',
        type: 'url',
        value: sender.callbackUrl ?? '',
        autocomplete: 'off',
        hint: 'If empty, results are sent only when a task gives a callback URL. Pending deliveries keep the old URL.',
      })}
      <p class="actions"><button class="button">Save</button></p>
    </form>
  </section>`;
}

function limitsPart(ctx: Context, { sender, settings }: ShownSender): Html {
  const { rateLimit } = sender;
  const action = `${senderPath(sender.id)}/limits`;
  return html`<section class="card" aria-labelledby="limits">
    <h2 id="limits">Rate limits per key</h2>
    <p class="quiet">${rateLimit === null ? 'Using the deployment defaults.' : 'Using its own limits.'}</p>
    <form class="stack" method="post" action="${action}">
      ${csrfField(ctx)}
      ${textField({
        name: 'per_minute',
        label: 'Requests per minute',
        inputmode: 'numeric',
        value: String(rateLimit?.perMinute ?? settings.DISPATCH_RATE_PER_MINUTE),
        required: true,
      })}
      ${textField({
        name: 'burst',
        label: 'Burst',
        inputmode: 'numeric',
        value: String(rateLimit?.burst ?? settings.DISPATCH_RATE_BURST),
        required: true,
      })}
      <p class="actions">
        <button class="button" name="act" value="set">Save</button>
        ${rateLimit === null ? null : html`<button class="button" name="act" value="clear">Use the defaults</button>`}
      </p>
    </form>
  </section>`;
}

function addressesPart(ctx: Context, { sender, addresses, settings }: ShownSender): Html {
  const action = `${senderPath(sender.id)}/addresses`;
  return html`<section class="card" aria-labelledby="addresses">
    <h2 id="addresses">Mail addresses</h2>
    <p class="quiet">
      ${
        settings.MAIL_DOMAIN === ''
          ? 'This deployment does not accept mail (MAIL_DOMAIN is not set).'
          : html`Addresses that may submit tasks by mail to <code>${sender.id}@${settings.MAIL_DOMAIN}</code>.`
      }
    </p>
    ${
      addresses.length === 0
        ? null
        : html`<ul class="waiting-list">
            ${addresses.map(
              (address) =>
                html`<li>
                  <span>${address}</span>
                  <form method="post" action="${action}/remove">
                    ${csrfField(ctx)}<input type="hidden" name="address" value="${address}" /><button
                      class="button button-small"
                      aria-label="Remove ${address}"
                    >
                      Remove
                    </button>
                  </form>
                </li>`,
            )}
          </ul>`
    }
    <form class="stack" method="post" action="${action}">
      ${csrfField(ctx)}
      ${textField({ name: 'address', label: 'Address', type: 'email', required: true, autocomplete: 'off' })}
      <p class="actions"><button class="button">Add</button></p>
    </form>
  </section>`;
}

function portalsPart(ctx: Context, { sender, playbooks }: ShownSender): Html {
  const { portals } = sender;
  return html`<section class="card" aria-labelledby="portals">
    <h2 id="portals">Portals</h2>
    <p class="quiet">
      ${portals === null ? 'All playbooks of the deployment are used for its tasks.' : `In this order: ${portals.join(', ')}.`}
    </p>
    <form class="stack" method="post" action="${senderPath(sender.id)}/portals">
      ${csrfField(ctx)}
      ${playbooks.map(
        (playbook) =>
          html`<div class="field">
            <label for="place-${playbook.id}">${playbook.name}</label>
            <select id="place-${playbook.id}" name="place.${playbook.id}">
              <option value="">not used</option>
              ${playbooks.map((_, index) => placeOption(index, portals?.indexOf(playbook.id) ?? -1))}
            </select>
          </div>`,
      )}
      <p class="actions">
        <button class="button" name="which" value="these">Use these</button>
        ${portals === null ? null : html`<button class="button" name="which" value="all">Use all</button>`}
      </p>
    </form>
  </section>`;
}

function placeOption(index: number, chosen: number): Html {
  const place = index + 1;
  return html`<option value="${place}" ${index === chosen ? html`selected` : null}>
    ${place === 1 ? 'first' : `number ${place}`}
  </option>`;
}
