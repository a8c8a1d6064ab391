/** What was sent of a task: each delivery with its attempts. */
import type { AttemptRow, DeliveryRow } from '../../../store/deliveries.ts';
import { html } from '../../http/html.ts';
import type { Content, Html } from '../../http/html.ts';
import { deliveryPath } from '../deliveries/paths.ts';
import { when } from '../page.ts';

const badges: Readonly<Record<DeliveryRow['status'], string>> = {
  pending: 'badge-muted',
  retrying: 'badge-warn',
  delivered: 'badge-ok',
  failed: 'badge-bad',
};

export function deliveriesCard(deliveries: readonly DeliveryRow[], now: Date): Content {
  if (deliveries.length === 0) return null;
  return html`<section aria-labelledby="deliveries">
    <h2 id="deliveries">Deliveries</h2>
    <ul class="deliveries">
      ${deliveries.map((delivery) => item(delivery, now))}
    </ul>
  </section>`;
}

function item(delivery: DeliveryRow, now: Date): Html {
  const { id, event, status, url, attempts, nextAttemptAt, createdAt } = delivery;
  return html`<li>
    <p>
      <strong>${event}</strong> <span class="badge ${badges[status]}">${status}</span> ${when(createdAt, now)}
      ${nextAttemptAt && attempts.length > 0 && html`<span class="quiet">next attempt ${when(nextAttemptAt, now)}</span>`}
    </p>
    <p class="url">${url}</p>
    ${
      attempts.length === 0
        ? html`<p class="note">No attempt yet.</p>`
        : html`<details ${status === 'failed' && html`open`}>
            <summary>${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}</summary>
            <ol class="attempts">
              ${attempts.map((attempt) => attemptItem(attempt, now))}
            </ol>
          </details>`
    }
    <p class="note">
      <a href="${deliveryPath(id)}"><code>${id}</code></a>
    </p>
  </li>`;
}

function attemptItem({ at, responseStatus, error, durationMs, excerpt }: AttemptRow, now: Date): Html {
  return html`<li>
    ${when(at, now)}: ${responseStatus ?? error ?? 'no answer'}
    ${responseStatus !== null && error !== null && `(${error})`}
    <span class="quiet">${durationMs} ms</span>
    ${excerpt !== null && excerpt !== '' && html`<br /><code>${excerpt.slice(0, 300)}</code>`}
  </li>`;
}
