import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { openDeliveryMetrics } from '../../activities/delivery/metrics.ts';
import { openMetrics } from '../../api/dispatch/metrics.ts';
import { openLanesMetrics } from '../../api/lanes/metrics.ts';
import type { Pool } from '../../store/database.ts';

const folder = join(import.meta.dirname, '../../deploy/monitoring');

/** Of the engine's SDK, as a worker served them under /metrics, with the labels used; the rest is asked of our code. */
const ofTheSdk: Readonly<Record<string, readonly string[]>> = {
  temporal_workflow_task_execution_failed_total: [],
  temporal_activity_schedule_to_start_latency_milliseconds_bucket: ['task_queue', 'le'],
  temporal_worker_task_slots_available: ['worker_type', 'task_queue'],
};
/** Prometheus adds these itself. */
const ofPrometheus = ['job', 'instance'];

interface Known {
  readonly labels: readonly string[];
}

/** A metric as the library keeps it. */
interface Named {
  readonly name: string;
  readonly type: string;
  readonly labelNames?: readonly string[];
}

/** Every metric that a process exports, with the names that histograms have besides. */
function exported(): Map<string, Known> {
  const workerRegistry = new Registry();
  openDeliveryMetrics(workerRegistry);
  // Nothing is collected: only the names are asked.
  const pool = {} as Pool;
  const found = new Map<string, Known>([['up', { labels: [] }]]);
  for (const registry of [openMetrics(pool).registry, openLanesMetrics(pool).registry, workerRegistry])
    for (const metric of registry.getMetricsAsArray()) {
      const { name, type, labelNames = [] } = metric as unknown as Named;
      found.set(name, { labels: labelNames });
      if (type === 'histogram')
        for (const end of ['_bucket', '_count', '_sum']) found.set(`${name}${end}`, { labels: [...labelNames, 'le'] });
    }
  for (const [name, labels] of Object.entries(ofTheSdk)) found.set(name, { labels });
  return found;
}

/** The metrics of a query with the labels that it selects by. */
function* asked(query: string): Generator<{ name: string; labels: string[] }> {
  const words = /\b(up|(?:lanekeeper|temporal|process|nodejs)_[a-z0-9_]+)\b(?:\{([^}]*)\})?/g;
  for (const [, name = '', selector = ''] of query.matchAll(words))
    yield { name, labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label ?? '') };
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

function queries(): Map<string, string> {
  const found = new Map<string, string>();
  const { groups } = parse(readFileSync(join(folder, 'alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] };
  for (const { alert, expr, labels, annotations } of groups.flatMap(({ rules }) => rules)) {
    assert.ok(['page', 'ticket'].includes(labels.severity), alert);
    assert.ok(annotations.summary !== '' && annotations.description.length > 20, `${alert} says what to do`);
    found.set(alert, expr);
  }
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const { panels } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    for (const { title, targets } of panels)
      targets.forEach(({ expr }, place) => found.set(`${file}: ${title} ${place}`, expr));
  }
  return found;
}

describe('alert rules and dashboards', () => {
  it('ask only for metrics that the processes export, by labels that these have', () => {
    const known = exported();
    const all = queries();
    assert.ok(all.size > 20);
    for (const [where, query] of all) {
      const metrics = [...asked(query)];
      assert.ok(metrics.length > 0, where);
      for (const { name, labels } of metrics) {
        const metric = known.get(name);
        assert.ok(metric, `${where} asks for ${name}, which nothing exports`);
        for (const label of labels)
          assert.ok([...metric.labels, ...ofPrometheus].includes(label), `${where}: ${name} has no label ${label}`);
      }
    }
  });
});
