/** Deliveries that are held back from endpoints with a long line, for Prometheus. */
import { Gauge } from 'prom-client';
import type { Pool } from '../../store/database.ts';
import type { DeliveryOwnerKind } from '../../store/deliveries.ts';
import { countHeld } from '../../store/delivery-slots.ts';

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
