/** What a worker measures of deliveries, for Prometheus. Labels carry hosts only, and only so many of them. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { AttemptOutcome } from '../../domain/delivery/attempt.ts';
import { type EndpointSignal, endpointHealth } from '../../domain/delivery/health.ts';
import type { NextStep } from '../../domain/delivery/retry-schedule.ts';
import type { Log } from '../../process/logging.ts';
import type { DeliveryToSend } from '../../store/delivery-attempts.ts';
import type { NotedAttempt } from '../../store/endpoint-health.ts';

type AttemptEnding = 'acknowledged' | 'failed' | 'exhausted' | 'not_known';

export interface DeliveryMetrics {
  attempt(host: string, ending: AttemptEnding, seconds: number): void;
  signal(host: string, signal: EndpointSignal): void;
}

/** Hosts that get a label of their own in one process; those that come later share `other`. */
const hostLabels = 200;

export function openDeliveryMetrics(registry: Registry): DeliveryMetrics {
  const known = new Set<string>();
  const labelOf = (host: string): string => {
    if (known.size < hostLabels) known.add(host);
    return known.has(host) ? host : 'other';
  };
  const seconds = new Histogram({
    name: 'lanekeeper_delivery_attempt_seconds',
    help: 'Time of a delivery attempt, body of the answer included.',
    labelNames: ['ending'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
    registers: [registry],
  });
  const attempts = new Counter({
    name: 'lanekeeper_delivery_attempts_total',
    help: 'Delivery attempts by host and ending: acknowledged, failed, exhausted (the last one, failed too), or not_known (a fault of our own).',
    labelNames: ['host', 'ending'],
    registers: [registry],
  });
  const signals = new Counter({
    name: 'lanekeeper_endpoint_signals_total',
    help: 'Endpoints that began to fail, recovered, or let a delivery run out of attempts.',
    labelNames: ['host', 'signal'],
    registers: [registry],
  });
  return {
    attempt: (host, ending, took) => {
      attempts.inc({ host: labelOf(host), ending });
      seconds.observe({ ending }, took);
    },
    signal: (host, signal) => signals.inc({ host: labelOf(host), signal }),
  };
}

// What the log and the metrics hear of an attempt, and of what it changed about its endpoint.

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
