/** The endpoints of webhooks that fail now, for Prometheus: by host, and only so many hosts. */
import { Gauge } from 'prom-client';
import type { Pool } from '../../store/database.ts';
import type { DeliveryOwnerKind } from '../../store/deliveries.ts';
import { countFailing, failingHosts } from '../../store/endpoint-health.ts';

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
