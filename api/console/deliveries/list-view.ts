/** The markup of the list of deliveries with the health of endpoints above it. */
import type { Context } from 'koa';
import { endpointHealth } from '../../../domain/delivery/health.ts';
import type { BoardDelivery } from '../../../store/delivery-board.ts';
import type { EndpointRow } from '../../../store/endpoint-health.ts';
import { html } from '../../http/html.ts';
import type { Content, Html } from '../../http/html.ts';
import { may } from '../access.ts';
import { csrfField } from '../csrf.ts';
import { person, when } from '../page.ts';
import { deliveryEvents, deliveryStates } from './filter.ts';
import type { DeliveryFilter } from './filter.ts';
import type { DeliveryList } from './list.ts';
import { deliveriesPath, deliveryPath, ownerPath, webhooksPath } from './paths.ts';
import { recoverSpans } from './recover-spans.ts';
import { answerWords, deliveryBadge, durationWords, healthBadge, hostOf } from './words.ts';

export function deliveryListView(ctx: Context, list: DeliveryList): Html {
  const { filter, deliveries, older } = list;
  const narrowed = Object.keys(filter).length > 0;
  return html`<div class="page-head">
      <h1>Deliveries</h1>
      <a class="button" href="${webhooksPath}">Webhooks of lanes</a>
      <p>Results of tasks and webhooks of lanes: what was sent, what came back, and what to send again.</p>
    </div>
    ${endpointsPart(list)} ${filterForm(filter)}
    ${
      deliveries.length === 0
        ? html`<div class="empty">
            <p>${narrowed ? 'No delivery fits these filters.' : 'Nothing has been sent yet.'}</p>
            ${
              narrowed
                ? html`<p class="actions"><a class="button" href="${deliveriesPath}">Show all</a></p>`
                : html`<p>Results go out when tasks have a callback URL, lane events where a webhook wants them.</p>`
            }
          </div>`
        : deliveryTable(list)
    }
    ${older === null ? null : html`<p class="pages"><a class="button" href="${older}">Older deliveries</a></p>`}
    ${may(person(ctx), 'admin') ? recoverForm(ctx, filter) : null}`;
}

function endpointsPart({ endpoints, now, filter }: DeliveryList): Content {
  if (endpoints.length === 0) return null;
  return html`<section aria-labelledby="endpoints">
    <h2 id="endpoints" class="section-title">Endpoints</h2>
    <div class="table-wrap" tabindex="0" role="region" aria-label="Table of endpoints">
      <table>
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            <th scope="col">Health</th>
            <th scope="col">Last success</th>
            <th scope="col">Last failure</th>
            <th scope="col" class="number">Given up</th>
          </tr>
        </thead>
        <tbody>
          ${endpoints.map((row) => endpointRow(row, now, filter.owner === undefined))}
        </tbody>
      </table>
    </div>
  </section>`;
}

function endpointRow(row: EndpointRow, now: Date, linked: boolean): Html {
  const { state, consecutive_failures: failures } = endpointHealth(row);
  const name = hostOf(row.origin);
  return html`<tr>
    <th scope="row">
      ${linked ? html`<a href="${ownerPath(row.ownerId)}">${name}</a>` : name}
      <div class="quiet mono small">${row.ownerId}</div>
    </th>
    <td>
      ${healthBadge(state)}
      ${
        state === 'failing' && row.failuresSince !== null
          ? html`<div class="quiet small">${failures} in a row since ${when(row.failuresSince, now)}</div>`
          : null
      }
    </td>
    <td>${row.lastSuccessAt === null ? html`<span class="quiet">never</span>` : when(row.lastSuccessAt, now)}</td>
    <td>
      ${row.lastFailureAt === null ? html`<span class="quiet">never</span>` : when(row.lastFailureAt, now)}
      ${row.lastError === null ? null : html`<div class="mono small">${row.lastError}</div>`}
    </td>
    <td class="number">${row.exhausted}</td>
  </tr>`;
}

function filterForm({ owner, about, status, event }: DeliveryFilter): Html {
  return html`<form class="filters" method="get" action="${deliveriesPath}" role="search" aria-label="Deliveries">
    <div>
      <label for="status">Status</label>
      <select id="status" name="status">
        ${options(deliveryStates, status)}
      </select>
    </div>
    <div>
      <label for="event">Event</label>
      <select id="event" name="event">
        ${options(deliveryEvents, event)}
      </select>
    </div>
    <div class="grow">
      <label for="owner">Sender or webhook</label>
      <input id="owner" name="owner" value="${owner ?? ''}" placeholder="snd_… or wh_…" autocomplete="off" />
    </div>
    <div class="grow">
      <label for="about">Task or event</label>
      <input id="about" name="about" value="${about ?? ''}" placeholder="tsk_… or evt_…" autocomplete="off" />
    </div>
    <div class="actions">
      <button class="button">Filter</button>
    </div>
  </form>`;
}

function options(choices: readonly string[], chosen: string | undefined): Html {
  return html`<option value="">Any</option>
    ${choices.map(
      (choice) => html`<option value="${choice}" ${choice === chosen ? html`selected` : null}>${choice}</option>`,
    )}`;
}

function deliveryTable({ deliveries, now }: DeliveryList): Html {
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label="Deliveries">
    <table>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Status</th>
          <th scope="col">Last attempt</th>
          <th scope="col">Whose</th>
          <th scope="col">Queued</th>
        </tr>
      </thead>
      <tbody>
        ${deliveries.map((delivery) => deliveryRow(delivery, now))}
      </tbody>
    </table>
  </div>`;
}

function deliveryRow(delivery: BoardDelivery, now: Date): Html {
  const { lastAt, lastDurationMs, nextAttemptAt, attempts } = delivery;
  return html`<tr>
    <th scope="row">
      <a href="${deliveryPath(delivery.id)}">${delivery.event}</a>
      <div class="quiet small">to ${hostOf(delivery.url)}</div>
    </th>
    <td>
      ${deliveryBadge(delivery.status)}
      ${
        nextAttemptAt === null || attempts === 0
          ? null
          : html`<div class="quiet small">next ${when(nextAttemptAt, now)}</div>`
      }
    </td>
    <td>
      ${answerWords(delivery.lastStatus, delivery.lastError)}
      ${
        lastAt === null
          ? null
          : html`<div class="quiet small">
              attempt ${attempts}, ${when(lastAt, now)}, ${durationWords(lastDurationMs ?? 0)}
            </div>`
      }
    </td>
    <td>
      <a href="${ownerPath(delivery.ownerId)}">${delivery.ownerName ?? delivery.ownerId}</a>
    </td>
    <td>${when(delivery.createdAt, now)}</td>
  </tr>`;
}

function recoverForm(ctx: Context, { owner }: DeliveryFilter): Html {
  const whose = owner === undefined ? 'of every sender and webhook' : `of ${owner}`;
  return html`<section class="card" aria-labelledby="recover">
    <h2 id="recover">Send failed deliveries again</h2>
    <p class="quiet">
      Everything that was given up in the span, ${whose}, is queued once more. Receivers know repeats by the delivery's
      id.
    </p>
    <form class="filters" method="post" action="${deliveriesPath}/recover" data-confirm="Send all of them again?">
      ${csrfField(ctx)} ${owner === undefined ? null : html`<input type="hidden" name="owner" value="${owner}" />`}
      <div>
        <label for="since">Failed in</label>
        <select id="since" name="since">
          ${recoverSpans.map(({ value, text }) => html`<option value="${value}">${text}</option>`)}
        </select>
      </div>
      <div class="actions"><button class="button">Send again</button></div>
    </form>
  </section>`;
}
