/** The line before an endpoint: when it is long, new deliveries are held back, and each attempt that ends calls others. */
import type { Log } from '../../process/logging.ts';
import type { Pool } from '../../store/database.ts';
import type { DeliveryOwnerKind } from '../../store/deliveries.ts';
import type { Endpoint } from '../../store/endpoint-health.ts';
import { holdBack, letGo } from '../../store/held-deliveries.ts';
import type { FullOrigin } from './origin-slots.ts';

export interface LinedUp {
  readonly ownerKind: DeliveryOwnerKind;
  readonly ownerId: string;
  readonly url: string;
}

/** A line that takes longer to be served is a long one; endpoints that answer in milliseconds never have it. */
const longLineMs = 1_000;

/** Notes that a delivery found no slot: where the line is long, those that are still to come are held back. */
export async function lengthenLine(pool: Pool, delivery: LinedUp, { lineMs }: FullOrigin): Promise<void> {
  if (lineMs >= longLineMs) await holdBack(pool, endpointOf(delivery));
}

/**
 * Lets held deliveries follow one whose attempt has ended: as many as left the line, or two when nobody stands back, so
 * that an endpoint that has recovered is served ever faster until its slots are full. Never throws: the attempt is on
 * record already, and what nobody lets go is found by the sweep.
 * @param first whether it was the delivery's first attempt; those who come again have left the line before
 */
export async function shortenLine(
  { pool, wakeStarts, log }: { readonly pool: Pool; readonly wakeStarts: () => void; readonly log: Log },
  delivery: LinedUp,
  { first, othersWait }: { readonly first: boolean; readonly othersWait: boolean },
): Promise<void> {
  const next = othersWait ? (first ? 1 : 0) : 2;
  if (next === 0) return;
  try {
    if ((await letGo(pool, endpointOf(delivery), next)) > 0) wakeStarts();
  } catch (error) {
    log.warn({ err: error, owner_id: delivery.ownerId }, 'deliveries that are held back could not be let go');
  }
}

function endpointOf({ ownerKind, ownerId, url }: LinedUp): Endpoint {
  return { ownerKind, ownerId, origin: new URL(url).origin };
}
