/** What the log and the metrics hear of an attempt, and of what it changed about its endpoint. */
import { endpointHealth } from '../../domain/delivery/health.ts';
import type { EndpointSignal } from '../../domain/delivery/health.ts';
import type { AttemptOutcome } from '../../domain/delivery/attempt.ts';
import type { NextStep } from '../../domain/delivery/retry-schedule.ts';
import type { Log } from '../../process/logging.ts';
import type { DeliveryToSend } from '../../store/delivery-attempts.ts';
import type { NotedAttempt } from '../../store/endpoint-health.ts';
import type { DeliveryMetrics } from './metrics.ts';

const signalLines: Record<EndpointSignal, { readonly level: 'info' | 'warn'; readonly text: string }> = {
  'endpoint.failing': { level: 'warn', text: 'an endpoint began to fail' },
  'endpoint.recovered': { level: 'info', text: 'an endpoint has recovered' },
  'endpoint.exhausted': { level: 'warn', text: 'a delivery to an endpoint ran out of attempts' },
};

export function reportSignals(
  { metrics, log }: { readonly metrics: DeliveryMetrics; readonly log: Log },
  delivery: Pick<DeliveryToSend, 'id' | 'ownerKind' | 'ownerId' | 'url'>,
  { record, signals }: NotedAttempt,
): void {
  const { host } = new URL(delivery.url);
  for (const signal of signals) {
    const { level, text } = signalLines[signal];
    metrics.signal(host, signal);
    log[level](
      {
        signal,
        owner_kind: delivery.ownerKind,
        owner_id: delivery.ownerId,
        host,
        delivery_id: delivery.id,
        ...endpointHealth(record),
      },
      text,
    );
  }
}

/** One line for an attempt, with everything that is known of it but the body. */
export function logAttempt(
  log: Log,
  delivery: DeliveryToSend,
  n: number,
  outcome: AttemptOutcome,
  next: NextStep,
  cause: unknown,
): void {
  log[next.state === 'failed' ? 'warn' : 'info'](
    {
      delivery_id: delivery.id,
      owner_id: delivery.ownerId,
      subject_id: delivery.subjectId,
      event: delivery.event,
      host: new URL(delivery.url).host,
      attempt: n,
      status: outcome.responseStatus,
      error: outcome.error,
      duration_ms: outcome.durationMs,
      state: next.state,
      ...(outcome.retryAfterMs === null ? {} : { retry_after_ms: outcome.retryAfterMs }),
      ...(next.state === 'retrying' ? { wait_ms: next.waitMs } : {}),
      ...(cause instanceof Error ? { cause: cause.message } : {}),
    },
    'delivery attempt',
  );
}
