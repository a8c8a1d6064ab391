/** The markup of the pages of webhooks. */
import type { Context } from 'koa';
import { type ListedEndpoint, endpointHealth } from '../../../domain/delivery/health.ts';
import { type HookEventType, hookEventTypes } from '../../../domain/lanes/hook-event.ts';
import type { DeploymentHook, HookRow } from '../../../store/lanes/hooks.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { type Html, html } from '../../http/html.ts';
import { factList, table } from '../../http/table.ts';
import { type FormFinding, may } from '../route.ts';
import { findingsList, selectField, csrfField } from '../form.ts';
import { person, when } from '../page.ts';
import { ownerPath, webhookPath, webhooksPath } from '../paths.ts';
import { healthBadge, hostOf } from './delivery-text.ts';

interface WebhookList {
  readonly hooks: readonly DeploymentHook[];
  readonly health: ReadonlyMap<string, ListedEndpoint>;
  readonly now: Date;
  readonly mayMake: boolean;
}

export function webhookListView({ hooks, health, now, mayMake }: WebhookList): Html {
  const make = mayMake ? html`<a class="button button-primary" href="${webhooksPath}/new">New webhook</a>` : null;
  return html`<div class="page-head">
      <h1>Lane webhooks</h1>
      ${make}
      <p>Where lane changes, drift alerts and sign-off requests are sent. They can also be created by API.</p>
    </div>
    ${table({
      label: 'Webhooks',
      list: 'whole',
      rows: hooks,
      empty: 'No webhooks yet.',
      columns: [
        { heading: 'Webhook', cell: ({ id, url }) => html`<a href="${webhookPath(id)}">${hostOf(url)}</a>` },
        { heading: 'Workspace', cell: ({ workspaceName }) => workspaceName },
        { heading: 'Events', cell: ({ events }) => events.join(', '), class: 'mono small long' },
        { heading: 'Health', cell: ({ id }) => healthBadge(endpointHealth(health.get(id)).state) },
        { heading: 'Created', cell: ({ createdAt }) => when(createdAt, now) },
      ],
    })}`;
}

export const eventText: Readonly<Record<HookEventType, string>> = {
  'lane.changed': 'a step was promoted or demoted',
  'drift.alert': 'inputs or outcomes have drifted, or an audit found a critical error',
  'signoff.requested': 'a step has earned Auto and needs sign-off by a named person',
  'agent.unauthorised': 'an agent acted where its lane did not allow it',
  'audits.waiting': 'audits have waited for a week or longer; at the close of each week',
};

export interface WebhookForm {
  readonly workspace: string;
  readonly url: string;
  readonly events: readonly HookEventType[];
  readonly findings: readonly FormFinding[];
}

export function webhookFormView(ctx: Context, given: WebhookForm, workspaces: readonly WorkspaceRow[]): Html {
  return html`<div class="page-head"><h1>New webhook</h1></div>
    ${findingsList(given.findings)}
    <form class="card narrow-form" method="post" action="${webhooksPath}">
      ${csrfField(ctx)}
      ${selectField({
        name: 'workspace',
        label: 'Workspace',
        value: given.workspace,
        any: 'Select',
        options: workspaces.map(({ id, name }) => ({ value: id, text: name })),
        required: true,
      })}
      <div class="field">
        <label for="url">Endpoint URL</label>
        <input id="url" name="url" type="url" value="${given.url}" required maxlength="2048" placeholder="https://" />
        <small>https, reachable from here; redirects are not followed.</small>
      </div>
      ${eventChoices(given.events)}
      <p class="actions">
        <button class="button button-primary">Create webhook</button>
        <a class="button" href="${webhooksPath}">Cancel</a>
      </p>
    </form>`;
}

function eventChoices(chosen: readonly HookEventType[]): Html {
  return html`<fieldset>
    <legend>Events</legend>
    ${hookEventTypes.map(
      (type) =>
        html`<label class="check">
          <input type="checkbox" name="events" value="${type}" ${chosen.includes(type) ? html`checked` : null} />
          <span><code>${type}</code> <span class="quiet">${eventText[type]}</span></span>
        </label>`,
    )}
  </fieldset>`;
}

interface ShownWebhook {
  readonly hook: HookRow;
  readonly workspaceName: string;
  readonly health: ListedEndpoint | undefined;
  readonly graceMs: number;
  /** The newest generation of its secret. */
  readonly generation: number;
  /** The form that was just sent, and what is wrong with it. */
  readonly edited?: WebhookEdit;
  readonly now: Date;
}

export interface WebhookEdit {
  readonly url: string;
  readonly events: readonly HookEventType[];
  readonly findings: readonly FormFinding[];
}

export function webhookView(ctx: Context, shown: ShownWebhook): Html {
  const { hook, workspaceName, now } = shown;
  const health = endpointHealth(shown.health);
  return html`<div class="page-head">
      <h1>${hostOf(hook.url)}</h1>
      ${healthBadge(health.state)}
    </div>
    <section class="card" aria-label="About this webhook">
      ${factList([
        ['Webhook', hook.id, 'mono'],
        ['Workspace', workspaceName],
        ['Endpoint URL', hook.url, 'mono'],
        ['Events', hook.events.join(', '), 'mono'],
        ['Created', when(hook.createdAt, now)],
        ['Last error', health.last_error, 'mono'],
        ['Deliveries waiting since', shown.health?.holdingSince ? when(shown.health.holdingSince, now) : null],
      ])}
      <p class="actions"><a class="button" href="${ownerPath(hook.id)}">View deliveries</a>${testForm(ctx, hook)}</p>
    </section>
    ${may(person(ctx), 'manageWebhooks') ? html`${editPart(ctx, shown)} ${secretPart(ctx, shown)}` : null}`;
}

function editPart(ctx: Context, { hook, edited }: ShownWebhook): Html {
  const { url, events, findings } = edited ?? { url: hook.url, events: hook.events, findings: [] };
  return html`<details class="card" ${edited !== undefined && html` open`}>
    <summary>Edit</summary>
    ${findingsList(findings)}
    <form class="stack" method="post" action="${webhookPath(hook.id)}/edit">
      ${csrfField(ctx)}
      <div class="field">
        <label for="url">Endpoint URL</label>
        <input id="url" name="url" type="url" value="${url}" required maxlength="2048" aria-describedby="url-hint" />
        <small id="url-hint">Deliveries that are still being tried go to the new address too.</small>
      </div>
      ${eventChoices(events)}
      <p class="actions"><button class="button button-primary">Save</button></p>
    </form>
  </details>`;
}

function testForm(ctx: Context, { id }: HookRow): Html | null {
  if (!may(person(ctx), 'manageWebhooks')) return null;
  return html`<form method="post" action="${webhookPath(id)}/test">
    ${csrfField(ctx)}<button class="button">Send test event</button>
  </form>`;
}

function secretPart(ctx: Context, { hook, graceMs, generation }: ShownWebhook): Html {
  // A form that is sent again, by a page that is loaded again, does not end the secret that it has just shown.
  const seen = html`<input type="hidden" name="seen" value="${generation}" />`;
  return html`<section class="card" aria-labelledby="secret">
    <h2 id="secret">Signing secret</h2>
    <p class="quiet">
      A new secret is shown once. For ${Math.round(graceMs / 3_600_000)} hours deliveries carry signatures of both, so
      you can update the receiver without downtime.
    </p>
    <div class="actions">
      <form method="post" action="${webhookPath(hook.id)}/rotate" data-confirm="Create a new signing secret?">
        ${csrfField(ctx)}${seen}<button class="button">Rotate</button>
      </form>
      <form
        method="post"
        action="${webhookPath(hook.id)}/rotate"
        data-confirm="Create a new secret and end the old one now? Receivers cannot verify deliveries until they have the new one."
      >
        ${csrfField(ctx)}${seen}<input type="hidden" name="grace" value="none" /><button class="button button-danger">
          Rotate now (leaked)
        </button>
      </form>
      <form
        method="post"
        action="${webhookPath(hook.id)}/delete"
        data-confirm="Delete this webhook? Pending deliveries to it will not be sent."
      >
        ${csrfField(ctx)}<button class="button button-danger">Delete</button>
      </form>
    </div>
  </section>`;
}
