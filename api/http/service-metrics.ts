/** What both services measure of themselves for Prometheus, each under names of its own. */
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Pool } from '../../store/database.ts';
import type { DeliveryOwnerKind } from '../../store/deliveries.ts';
import { countHeld } from '../../store/delivery-slots.ts';
import { countFailing, failingHosts } from '../../store/endpoint-health.ts';

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

// Deliveries that are held back from endpoints with a long line, for Prometheus.

/** @param ownerKind whose deliveries: those of senders, or of hooks */
export function heldDeliveriesGauge(pool: Pool, ownerKind: DeliveryOwnerKind): Gauge {
  return new Gauge({
    name: 'lanekeeper_deliveries_held',
    help: 'Deliveries whose attempts have not begun, because their endpoint answers more slowly than they come; NaN while the database is away.',
    registers: [],
    async collect() {
      this.set(await countHeld(pool, ownerKind).catch(() => NaN));
    },
  });
}

// The endpoints of webhooks that fail now, for Prometheus: by host, and only so many hosts.

/** Hosts with a label of their own, those that fail longest; the endpoints on the others count as `other`. */
const hostLabels = 100;

/** @param ownerKind whose endpoints: those of senders, or of hooks */
export function failingEndpointsGauge(pool: Pool, ownerKind: DeliveryOwnerKind): Gauge<'host'> {
  return new Gauge({
    name: 'lanekeeper_endpoints_failing',
    help: 'Endpoints that fail now and have not recovered, by host; no value while the database is away.',
    labelNames: ['host'],
    registers: [],
    async collect() {
      this.reset();
      try {
        const [hosts, all] = await Promise.all([
          failingHosts(pool, ownerKind, hostLabels),
          countFailing(pool, ownerKind),
        ]);
        for (const { host, endpoints } of hosts) this.set({ host }, endpoints);
        this.set({ host: 'other' }, Math.max(0, all - hosts.reduce((sum, { endpoints }) => sum + endpoints, 0)));
      } catch {
        this.reset();
      }
    },
  });
}
