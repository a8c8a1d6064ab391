/** Notes every attempt in its endpoint's health, and tells the log and the metrics what that changed. */
import { endpointHealth } from '../../domain/delivery/health.ts';
import type { EndedAttempt, EndpointRecord, EndpointSignal } from '../../domain/delivery/health.ts';
import type { Log } from '../../process/logging.ts';
import type { Pool } from '../../store/database.ts';
import type { DeliveryOwnerKind } from '../../store/deliveries.ts';
import { noteAttempt } from '../../store/endpoint-health.ts';
import type { DeliveryMetrics } from './metrics.ts';

export interface WatchDeps {
  readonly pool: Pool;
  readonly metrics: DeliveryMetrics;
  readonly log: Log;
}

export interface WatchedDelivery {
  readonly id: string;
  readonly ownerKind: DeliveryOwnerKind;
  readonly ownerId: string;
  readonly url: string;
}

const lines: Record<EndpointSignal, { readonly level: 'info' | 'warn'; readonly text: string }> = {
  'endpoint.failing': { level: 'warn', text: 'an endpoint began to fail' },
  'endpoint.recovered': { level: 'info', text: 'an endpoint has recovered' },
  'endpoint.exhausted': { level: 'warn', text: 'a delivery to an endpoint ran out of attempts' },
};

/**
 * Never throws: the attempt is on record already, and what is known of the endpoint comes second.
 * @returns what is known now; undefined when it could not be noted
 */
export async function watchEndpoint(
  deps: WatchDeps,
  delivery: WatchedDelivery,
  attempt: EndedAttempt,
): Promise<EndpointRecord | undefined> {
  const { ownerKind, ownerId, url } = delivery;
  const { origin, host } = new URL(url);
  try {
    const { record, signals } = await noteAttempt(deps.pool, { ownerKind, ownerId, origin }, attempt);
    for (const signal of signals) {
      const { level, text } = lines[signal];
      deps.metrics.signal(host, signal);
      deps.log[level](
        { signal, owner_kind: ownerKind, owner_id: ownerId, host, delivery_id: delivery.id, ...endpointHealth(record) },
        text,
      );
    }
    return record;
  } catch (error) {
    deps.log.warn({ err: error, owner_id: ownerId, host }, 'the health of an endpoint could not be noted');
    return undefined;
  }
}
