/** One delivery: what it sends and to whom, every attempt with its answer, and sending it again. */
import type { Context } from 'koa';
import type { HandlerOf } from '../../http/api-route.ts';
import { recover, retry } from '../../../commands/deliveries.ts';
import { isRefused } from '../../../commands/refusal.ts';
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import { isId } from '../../../process/ids.ts';
import type { AttemptRow, DeliveryOwner } from '../../../store/deliveries.ts';
import { type BoardDelivery, type ShownDelivery, readShownDelivery } from '../../../store/deployment-deliveries.ts';
import { engineAddress } from '../../../temporal/engine-address.ts';
import { workflowUrl } from '../../../temporal/ui-links.ts';
import { ApiError, granted, notFound } from '../../http/errors.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { factList, table } from '../../http/table.ts';
import { csrfField, field } from '../form.ts';
import { actorOf, linkTo, person, redirect, sendPage, when } from '../page.ts';
import { type ConsoleDeps, may } from '../route.ts';
import { deliveriesPath, deliveryPath, ownerPath } from '../paths.ts';
import { deliveryEvents, recoverSpans } from './filter.ts';
import { answerTexts, deliveryBadge, durationText } from './delivery-text.ts';

const shownBytes = 20_000;

/** @throws ApiError not_found */
function deliveryIdIn(ctx: Context): string {
  const { id } = ctx['params'] as { readonly id: string };
  if (!isId('delivery', id)) throw notFound('delivery');
  return id;
}

export function getDelivery(deps: ConsoleDeps): (ctx: Context) => Promise<void> {
  const ui = { url: deps.settings.TEMPORAL_UI_URL, namespace: engineAddress().namespace };
  return async (ctx) => {
    const shown = await readShownDelivery(deps.pool, deliveryIdIn(ctx));
    if (shown === undefined) throw notFound('delivery');
    const { delivery } = shown;
    const open = delivery.status === 'pending' || delivery.status === 'retrying';
    sendPage(deps, ctx, {
      title: delivery.event,
      section: 'deliveries',
      crumbs: [{ text: 'Deliveries', href: deliveriesPath }],
      ...(open ? { refreshSeconds: 10 } : {}),
      body: view(ctx, shown, {
        now: deps.now(),
        subject: subjectLink(deps, ctx, delivery),
        workflow: workflowUrl(ui, delivery.id),
        retry: may(person(ctx), 'retryDelivery'),
      }),
    });
  };
}

function subjectLink(deps: ConsoleDeps, ctx: Context, { subjectId, task }: BoardDelivery): Content {
  return subjectId.startsWith('tsk_')
    ? html`<a href="${linkTo(deps, ctx, 'dispatch', `/console/tasks/${subjectId}`)}"
          >${task ? taskTitle(task) : subjectId}</a
        >
        ${task && html`<span class="quiet">${subjectId}</span>`}`
    : subjectId;
}

interface Frame {
  readonly now: Date;
  readonly subject: Content;
  readonly workflow: string | null;
  readonly retry: boolean;
}

function view(ctx: Context, { delivery, body, attempts }: ShownDelivery, frame: Frame): Html {
  const { now } = frame;
  return html`<div class="page-head">
      <h1>${delivery.event}</h1>
      ${deliveryBadge(delivery.status)}
    </div>
    <section class="card" aria-label="About this delivery">
      ${factList([
        ['Delivery', delivery.id, 'mono'],
        ['About', frame.subject, 'mono'],
        ['To', delivery.url, 'mono'],
        [
          delivery.ownerKind === 'sender' ? 'Sender' : 'Webhook of',
          html`<a href="${ownerPath(delivery.ownerId)}">${delivery.ownerName ?? delivery.ownerId}</a>`,
        ],
        ['Queued', when(delivery.createdAt, now)],
        ['Next attempt', delivery.nextAttemptAt && when(delivery.nextAttemptAt, now)],
        ['Finished', delivery.finishedAt && when(delivery.finishedAt, now)],
      ])}
      <div class="actions">
        ${
          frame.retry
            ? html`<form method="post" action="${deliveryPath(delivery.id)}/retry">
                ${csrfField(ctx)}<button class="button button-primary">${retryText(delivery)}</button>
              </form>`
            : null
        }
        ${frame.workflow === null ? null : html`<a class="button" href="${frame.workflow}">Workflow</a>`}
      </div>
    </section>
    <section aria-labelledby="attempts">
      <h2 id="attempts" class="section-title">Attempts</h2>
      ${attemptTable(attempts, now)}
    </section>
    <section aria-labelledby="body">
      <h2 id="body" class="section-title">Body</h2>
      <p class="quiet">Every attempt sends exactly these bytes; each attempt signs them again.</p>
      <pre class="card body-text" tabindex="0">${bodyText(body)}</pre>
    </section>`;
}

function retryText({ status }: BoardDelivery): string {
  return status === 'pending' || status === 'retrying' ? 'Try now' : 'Send again';
}

function attemptTable(attempts: readonly AttemptRow[], now: Date): Content {
  return table({
    label: 'Table of attempts',
    list: 'whole',
    rows: attempts.toReversed(),
    empty: 'No attempts yet. The first is made by a worker that serves the deliveries queue.',
    columns: [
      { heading: 'No.', cell: ({ n }) => n, number: true },
      { heading: 'When', cell: ({ at }) => when(at, now) },
      { heading: 'Response', cell: answerBadge },
      { heading: 'Duration', cell: ({ durationMs }) => durationText(durationMs), number: true },
      { heading: 'Response body', cell: excerptOf },
      { heading: 'Request headers', cell: headersOf },
    ],
  });
}

function answerBadge({ responseStatus, error }: AttemptRow): Html {
  const taken = responseStatus !== null && responseStatus >= 200 && responseStatus < 300 && error === null;
  return html`<span class="badge ${taken ? 'badge-ok' : 'badge-bad'}">${answerTexts(responseStatus, error)}</span>`;
}

function excerptOf({ excerpt }: AttemptRow): Content {
  if (excerpt === null || excerpt === '') return html`<span class="quiet">empty</span>`;
  return html`<code class="excerpt" tabindex="0">${excerpt}</code>`;
}

function headersOf({ requestHeaders }: AttemptRow): Content {
  if (!requestHeaders) return html`<span class="quiet">not recorded</span>`;
  const lines = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return html`<details>
    <summary>${lines.length} headers</summary>
    <pre class="small" tabindex="0">${lines.join('\n')}</pre>
  </details>`;
}

/** JSON with line breaks, so that people can read it; cut where it is long. */
function bodyText(body: Buffer): string {
  const text = body.toString('utf8');
  const shown = text.length > shownBytes ? text : pretty(text);
  return shown.length > shownBytes ? `${shown.slice(0, shownBytes)}\n… ${body.length} bytes in all` : shown;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Acts on deliveries: send one again, and all that failed in a span. */
export const postRetry: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const id = deliveryIdIn(ctx);
  const retried = await retry(deps, id, actorOf(ctx));
  if (isRefused(retried) && retried.refused === 'invalid_request')
    return redirect(ctx, deliveryPath(id), 'Its webhook was deleted; nothing more is sent to it.');
  const { how } = granted(retried);
  redirect(ctx, deliveryPath(id), how === 'queued' ? 'The delivery is queued again.' : 'Retrying now.');
};

export const postRecover: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const span = recoverSpans.find(({ value }) => value === field(ctx, 'since'));
  if (span === undefined) throw new ApiError('bad_request', 'choose since when the deliveries failed');
  const owner = ownerOf(field(ctx, 'owner'));
  const event = deliveryEvents.find((one) => one === field(ctx, 'event'));
  const subjectId = field(ctx, 'about');
  const failed = {
    since: new Date(deps.now().getTime() - span.ms),
    ...(event === undefined ? {} : { event }),
    ...(subjectId === '' ? {} : { subjectId }),
  };
  const queued = await recover(deps, failed, actorOf(ctx), owner === null ? undefined : { owner });
  redirect(ctx, owner === null ? deliveriesPath : ownerPath(owner.id), recoveredText(queued, span.text));
};

/** @throws ApiError bad_request */
function ownerOf(id: string): DeliveryOwner | null {
  if (id === '') return null;
  if (isId('sender', id)) return { kind: 'sender', id };
  if (isId('hook', id)) return { kind: 'hook', id };
  throw new ApiError('bad_request', 'the owner must be the id of a sender (snd_…) or of a webhook (wh_…)');
}

function recoveredText(queued: number, span: string): string {
  if (queued === 0) return `No delivery failed in ${span}.`;
  return `${queued} ${queued === 1 ? 'delivery' : 'deliveries'} queued again.`;
}
