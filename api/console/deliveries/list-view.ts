/** The markup of the list of deliveries with the health of endpoints above it. */
import { subjectOf } from '../../../domain/dispatch/task-title.ts';
import type { Context } from 'koa';
import { endpointHealth } from '../../../domain/delivery/health.ts';
import { counted } from '../../../domain/lanes/sentences.ts';
import {
  type BoardDelivery,
  deliveriesCountedAtMost,
  type deliverySortKeys,
} from '../../../store/deployment-deliveries.ts';
import { type EndpointDay, type EndpointRow, deliveriesLookedAt } from '../../../store/endpoint-health.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { type ColumnSort, table } from '../../http/table.ts';
import { asChoices, selectField, csrfField } from '../form.ts';
import { person, when } from '../page.ts';
import { addressOf, columnSort, dayRange, listSummary, madeSort, orderField } from '../pagination.ts';
import { may } from '../route.ts';
import {
  answerTexts,
  deliveryBadge,
  durationText,
  errorText,
  healthBadge,
  hostOf,
  stateWord,
} from './delivery-text.ts';
import { type DeliveryFilter, deliveryEvents, deliveryStates, recoverSpans } from './filter.ts';
import { deliveriesPath, deliveryPath, ownerPath, webhooksPath } from '../paths.ts';

interface DeliveryList {
  readonly filter: DeliveryFilter;
  /** The filters that the person keeps under a name. */
  readonly savedViews: Content;
  readonly deliveries: readonly BoardDelivery[];
  readonly endpoints: readonly EndpointRow[];
  /** Whom to choose from; null if there are too many. */
  readonly owners: readonly { readonly id: string; readonly name: string }[] | null;
  /** Of the owner that is filtered by. */
  readonly days: readonly EndpointDay[];
  /** How many the filters find, up to `deliveriesCountedAtMost`. */
  readonly total: number;
  /** Whether all endpoints are here. */
  readonly hasAllEndpoints: boolean;
  /** To the other pages. */
  readonly links: Content;
  readonly now: Date;
}

export function deliveryListView(ctx: Context, list: DeliveryList): Html {
  const { filter } = list;
  return html`<div class="page-head">
      <h1>Deliveries</h1>
      <a class="button" href="${webhooksPath}">Lane webhooks</a>
      <a class="button" href="${deliveriesPath}/events">Events</a>
      <p>Task results and lane webhooks: what was sent, how receivers responded, and what to resend.</p>
    </div>
    ${endpointsPart(list)} ${endpointDaysPart(list.days)} ${list.savedViews} ${filterForm(ctx, list)} ${summary(list)}
    ${deliveryTable(list)} ${list.links} ${may(person(ctx), 'recoverDeliveries') ? recoverForm(ctx, filter) : null}`;
}

function summary({ filter, total, deliveries }: DeliveryList): Content {
  if (deliveries.length === 0) return null;
  return listSummary({
    total,
    countedAtMost: deliveriesCountedAtMost,
    nouns: ['delivery', 'deliveries'],
    file: addressOf(`${deliveriesPath}/export.csv`, { ...filter }),
  });
}

function endpointsPart({ endpoints, hasAllEndpoints, now, filter }: DeliveryList): Content {
  if (endpoints.length === 0) return null;
  return html`<section aria-labelledby="endpoints">
    <h2 id="endpoints" class="section-title">Endpoints</h2>
    ${table({
      label: 'Table of endpoints',
      list: hasAllEndpoints ? 'whole' : 'page',
      rows: endpoints,
      columns: [
        {
          heading: 'Endpoint',
          cell: ({ origin, ownerId }) =>
            html`${filter.owner === undefined ? html`<a href="${ownerPath(ownerId)}">${hostOf(origin)}</a>` : hostOf(origin)}
              <div class="quiet mono small">${ownerId}</div>`,
        },
        { heading: 'Health', cell: (row) => endpointState(row, now) },
        { heading: 'Last success', cell: ({ lastSuccessAt }) => whenever(lastSuccessAt, now) },
        {
          heading: 'Last failure',
          cell: ({ lastFailureAt, lastError }) =>
            html`${whenever(lastFailureAt, now)}
            ${lastError !== null && html`<div class="small">${errorText(lastError)}</div>`}`,
        },
        { heading: 'Failed permanently', cell: ({ exhausted }) => exhausted, number: true },
      ],
    })}
  </section>`;
}

const whenever = (at: Date | null, now: Date): Html =>
  at === null ? html`<span class="quiet">never</span>` : when(at, now);

function endpointState(row: EndpointRow, now: Date): Html {
  const { state, consecutive_failures: failures } = endpointHealth(row);
  return html`${healthBadge(state)}
  ${
    state === 'failing' &&
    row.failuresSince !== null &&
    html`<div class="quiet small">
      ${counted(failures, 'failure')} in a row, the first ${when(row.failuresSince, now)}
    </div>`
  }`;
}

function filterForm(ctx: Context, { filter, owners }: DeliveryList): Html {
  const { about, status, event, sort = '' } = filter;
  return html`<form class="filters" method="get" action="${deliveriesPath}" role="search" aria-label="Deliveries">
    ${selectField({ name: 'status', label: 'Status', value: status, any: 'Any', options: deliveryStates.map((state) => ({ value: state, text: stateWord(state) })) })}
    ${selectField({ name: 'event', label: 'Event', value: event, any: 'Any', options: asChoices(deliveryEvents) })}
    ${ownerField(filter.owner, owners)}
    <div class="grow">
      <label for="about">Task or event</label>
      <input id="about" name="about" value="${about ?? ''}" placeholder="tsk_… or evt_…" autocomplete="off" />
    </div>
    ${dayRange(ctx, 'From', filter)}
    ${orderField(sort, [
      ['event', 'Event'],
      ['status', 'Status'],
    ])}
    <div class="actions">
      <button class="button">Filter</button>
    </div>
  </form>`;
}

function ownerField(owner: string | undefined, owners: DeliveryList['owners']): Html {
  const [name, label] = ['owner', 'Sender or webhook'];
  if (owners === null)
    return html`<div class="grow">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" value="${owner ?? ''}" placeholder="snd_… or wh_…" autocomplete="off" />
    </div>`;
  const known = owners.map(({ id, name: text }) => ({ value: id, text }));
  // One that was deleted keeps its deliveries.
  const deleted = owner === undefined || owners.some(({ id }) => id === owner) ? [] : asChoices([owner]);
  return selectField({ name, label, value: owner, any: 'Any', options: [...known, ...deleted] });
}

function deliveryTable({ deliveries, filter, now }: DeliveryList): Content {
  const orderedBy = (order: string): string => addressOf(deliveriesPath, { ...filter, sort: order || undefined });
  const sort = (key: (typeof deliverySortKeys)[number]): ColumnSort => columnSort(key, filter.sort ?? '', orderedBy);
  return table({
    label: 'Deliveries',
    list: 'page',
    rows: deliveries,
    empty: nothing(filter),
    columns: [
      {
        heading: 'Event',
        sort: sort('event'),
        cell: ({ id, event, url, task }) =>
          html`<a href="${deliveryPath(id)}">${event}</a>
            <div class="quiet small">${task && html`${subjectOf(task)}, `}to ${hostOf(url)}</div>`,
      },
      {
        heading: 'Status',
        sort: sort('status'),
        cell: ({ status, nextAttemptAt, attempts }) =>
          html`${deliveryBadge(status)}
          ${
            nextAttemptAt !== null &&
            attempts > 0 &&
            html`<div class="quiet small">next ${when(nextAttemptAt, now)}</div>`
          }`,
      },
      { heading: 'Last attempt', cell: (delivery) => lastAttempt(delivery, now) },
      {
        heading: 'Owner',
        cell: ({ ownerId, ownerName }) => html`<a href="${ownerPath(ownerId)}">${ownerName ?? ownerId}</a>`,
      },
      {
        heading: 'Queued',
        cell: ({ createdAt }) => when(createdAt, now),
        sort: madeSort(filter.sort ?? '', orderedBy),
      },
    ],
  });
}

function lastAttempt({ lastAt, lastStatus, lastError, lastDurationMs, attempts }: BoardDelivery, now: Date): Html {
  return html`${answerTexts(lastStatus, lastError)}
  ${
    lastAt !== null &&
    html`<div class="quiet small">attempt ${attempts}, ${when(lastAt, now)}, ${durationText(lastDurationMs ?? 0)}</div>`
  }`;
}

function nothing(filter: DeliveryFilter): Html {
  if (Object.values(filter).some((value) => value !== undefined))
    return html`<div class="empty">
      <p>No deliveries match these filters.</p>
      <p class="actions"><a class="button" href="${deliveriesPath}">Show all</a></p>
    </div>`;
  return html`<div class="empty">
    <p>Nothing has been sent yet.</p>
    <p>
      Task results are sent when the task or its sender has a callback URL; lane events are sent to subscribed webhooks.
    </p>
  </div>`;
}

function recoverForm(ctx: Context, { owner, event, about }: DeliveryFilter): Html {
  const whose = [
    owner === undefined ? 'of every sender and webhook' : `of ${owner}`,
    ...(event === undefined ? [] : [`with the event ${event}`]),
    ...(about === undefined ? [] : [`about ${about}`]),
  ].join(', ');
  const filters = Object.entries({ owner, event, about }).filter(([, value]) => value !== undefined);
  return html`<section class="card" aria-labelledby="recover">
    <h2 id="recover">Resend failed deliveries</h2>
    <p class="quiet">
      Queues every delivery that failed permanently in this time span, ${whose}, as the filters above say. Receivers
      recognise repeats by the delivery's id.
    </p>
    <form class="filters" method="post" action="${deliveriesPath}/recover" data-confirm="Resend all of them?">
      ${csrfField(ctx)} ${filters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <div>
        <label for="since">Failed within</label>
        <select id="since" name="since">
          ${recoverSpans.map(({ value, text }) => html`<option value="${value}">${text}</option>`)}
        </select>
      </div>
      <div class="actions"><button class="button">Resend</button></div>
    </form>
  </section>`;
}

// Success rate and latency of an owner's endpoints, day by day.

/** @param days of two weeks */
function endpointDaysPart(days: readonly EndpointDay[]): Content {
  if (days.length === 0) return null;
  return html`<section aria-labelledby="days">
    <h2 id="days" class="section-title">Last 14 days</h2>
    <p class="quiet">By day (UTC), of the newest ${deliveriesLookedAt.toLocaleString('en-US')} deliveries.</p>
    ${table<EndpointDay>({
      label: 'Success rate and latency by day',
      rows: days,
      columns: [
        { heading: 'Day', cell: ({ day }) => day, namesRow: true, class: 'nowrap' },
        { heading: 'Endpoint', cell: ({ origin }) => hostOf(origin) },
        { heading: 'Attempts', cell: ({ attempts }) => attempts, number: true },
        {
          heading: 'Success rate',
          number: true,
          cell: ({ attempts, acknowledged }) =>
            html`<meter min="0" max="1" low="0.9" high="0.99" optimum="1" value="${acknowledged / attempts}"></meter>
              ${rate(acknowledged, attempts)}`,
        },
        { heading: 'Median', cell: ({ medianMs }) => durationText(medianMs), number: true },
        { heading: '95th percentile', cell: ({ p95Ms }) => durationText(p95Ms), number: true },
      ],
    })}
  </section>`;
}

/** Rounded down, so that 100 % means all. */
function rate(acknowledged: number, attempts: number): string {
  return `${Math.floor((1000 * acknowledged) / attempts) / 10} %`;
}
