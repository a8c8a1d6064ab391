/** What both services measure of themselves for Prometheus, each under names of its own. */
import { Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Pool } from '../../store/database.ts';

/** @param buckets upper bounds, s */
export function requestHistogram(
  registry: Registry,
  name: string,
  buckets: number[],
): Histogram<'method' | 'route' | 'status'> {
  return new Histogram({
    name,
    help: 'Time from the head of a request to its answer, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
}

export function connectionsGauge(name: string, pool: Pool): Gauge<'state'> {
  return new Gauge({
    name,
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
