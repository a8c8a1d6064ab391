/** What the dispatch API measures of itself, for Prometheus. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Pool } from '../../store/database.ts';
import { countStarts } from '../../store/workflow-starts.ts';
import { failingEndpointsGauge } from '../http/failing-endpoints.ts';
import { heldDeliveriesGauge } from '../http/held-deliveries.ts';

export interface DispatchMetrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly tasksTaken: Counter<'task_type' | 'channel' | 'fate'>;
}

export function openMetrics(pool: Pool): DispatchMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requestSeconds = new Histogram({
    name: 'lanekeeper_http_request_seconds',
    help: 'Time from the head of a request to its answer, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const tasksTaken = new Counter({
    name: 'lanekeeper_tasks_taken_total',
    help: 'Task inputs by what became of them: new, duplicate or rejected.',
    labelNames: ['task_type', 'channel', 'fate'],
    registers: [registry],
  });
  registry.registerMetric(poolGauge(pool));
  registry.registerMetric(startsGauge(pool));
  registry.registerMetric(failingEndpointsGauge(pool, 'sender'));
  registry.registerMetric(heldDeliveriesGauge(pool, 'sender'));
  return { registry, requestSeconds, tasksTaken };
}

function poolGauge(pool: Pool): Gauge<'state'> {
  return new Gauge({
    name: 'lanekeeper_database_connections',
    help: 'Connections of the pool, and requests that wait for one.',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

function startsGauge(pool: Pool): Gauge {
  return new Gauge({
    name: 'lanekeeper_workflow_starts_waiting',
    help: 'Workflow starts in the outbox that the engine has not confirmed yet; NaN while the database is away.',
    registers: [],
    async collect() {
      this.set(
        await countStarts(pool).then(
          ({ waiting }) => waiting,
          () => NaN,
        ),
      );
    },
  });
}
