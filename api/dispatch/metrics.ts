/** What the dispatch API measures of itself, for Prometheus. */
import { Counter, Gauge, type Histogram, Registry } from 'prom-client';
import { collectProcessMetrics } from '../../process/metrics.ts';
import type { Pool } from '../../store/database.ts';
import { listChanges } from '../../store/portal-changes.ts';
import { countStarts } from '../../store/workflow-starts.ts';
import {
  connectionsGauge,
  failingEndpointsGauge,
  heldDeliveriesGauge,
  requestHistogram,
} from '../http/service-metrics.ts';

export interface DispatchMetrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly tasksTaken: Counter<'task_type' | 'channel' | 'fate'>;
}

export function openMetrics(pool: Pool): DispatchMetrics {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const requestSeconds = requestHistogram(
    registry,
    'lanekeeper_http_request_seconds',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  );
  const tasksTaken = new Counter({
    name: 'lanekeeper_tasks_taken_total',
    help: 'Task inputs by result: new, duplicate or rejected.',
    labelNames: ['task_type', 'channel', 'fate'],
    registers: [registry],
  });
  registry.registerMetric(connectionsGauge('lanekeeper_database_connections', pool));
  registry.registerMetric(startsGauge(pool));
  registry.registerMetric(changedPortalsGauge(pool));
  registry.registerMetric(failingEndpointsGauge(pool, 'sender'));
  registry.registerMetric(heldDeliveriesGauge(pool, 'sender'));
  return { registry, requestSeconds, tasksTaken };
}

function changedPortalsGauge(pool: Pool): Gauge {
  return new Gauge({
    name: 'lanekeeper_portal_changed_tasks_waiting',
    help: 'Tasks that wait because their portal has changed, by playbook and task type; a portal that fits has no value.',
    labelNames: ['playbook', 'task_type'],
    registers: [],
    async collect() {
      this.reset();
      const changes = await listChanges(pool, { confirmed: true }).catch(() => []);
      for (const { playbookId, taskType, tasks } of changes)
        this.set({ playbook: playbookId, task_type: taskType }, tasks);
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
