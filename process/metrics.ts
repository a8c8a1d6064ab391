/** Metrics of a process itself: processor time, memory, open files, and how busy its event loop is. */
import { performance } from 'node:perf_hooks';
import { Gauge, type Registry, collectDefaultMetrics } from 'prom-client';

/** The longest that a timer can be set to. */
const neverMs = 2 ** 31 - 1;
/**
 * The library takes these from a timer that fires every 10 ms: it wakes an idle process a hundred times a second, for half
 * of all the processor time that the process takes.
 */
const fromTimer = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (of) => `nodejs_eventloop_lag_${of}_seconds`,
);

/** Registers them, by the names that every Node process has, and the share of time in which the event loop was busy. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: neverMs });
  for (const name of fromTimer) registry.removeSingleMetric(name);
  let before = performance.eventLoopUtilization();
  registry.registerMetric(
    new Gauge({
      name: 'nodejs_eventloop_utilization_ratio',
      help: 'Share of the time since the last look in which the event loop was busy.',
      registers: [],
      collect() {
        const now = performance.eventLoopUtilization();
        this.set(performance.eventLoopUtilization(now, before).utilization);
        before = now;
      },
    }),
  );
}
