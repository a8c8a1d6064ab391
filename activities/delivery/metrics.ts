/** What a worker measures of deliveries, for Prometheus. Labels carry hosts only, and only so many of them. */
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { EndpointSignal } from '../../domain/delivery/health.ts';

export type AttemptEnding = 'acknowledged' | 'failed' | 'exhausted' | 'not_known';

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
