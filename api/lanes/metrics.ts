/** What the lanes API measures of itself, for Prometheus. */
import { Counter, type Histogram, Registry } from 'prom-client';
import { collectProcessMetrics } from '../../process/metrics.ts';
import type { Pool } from '../../store/database.ts';
import {
  connectionsGauge,
  failingEndpointsGauge,
  heldDeliveriesGauge,
  requestHistogram,
} from '../http/service-metrics.ts';

export interface LanesMetrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly eventsTaken: Counter<'fate'>;
  readonly routesAnswered: Counter<'decision'>;
}

export function openLanesMetrics(pool: Pool): LanesMetrics {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const requestSeconds = requestHistogram(
    registry,
    'lanekeeper_lanes_http_request_seconds',
    [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  );
  const eventsTaken = new Counter({
    name: 'lanekeeper_lanes_events_total',
    help: 'Events by result: accepted, duplicate or rejected.',
    labelNames: ['fate'],
    registers: [registry],
  });
  const routesAnswered = new Counter({
    name: 'lanekeeper_lanes_routes_total',
    help: 'Route questions by decision: human_only, propose, act_alone, or unknown for a step that is not there.',
    labelNames: ['decision'],
    registers: [registry],
  });
  registry.registerMetric(failingEndpointsGauge(pool, 'hook'));
  registry.registerMetric(heldDeliveriesGauge(pool, 'hook'));
  registry.registerMetric(connectionsGauge('lanekeeper_lanes_database_connections', pool));
  return { registry, requestSeconds, eventsTaken, routesAnswered };
}
