/** What commands of the application ask of the engine, each opening it for itself: most have nothing to ask. */
import type { DeliveryDeps } from '../commands/deliveries.ts';
import { withEngine } from './with-engine.ts';

export const fromHere: Pick<DeliveryDeps, 'wakeStarts' | 'askRetryNow'> = {
  // The start dispatchers of the APIs and workers look at the outbox by themselves.
  wakeStarts: () => {},
  askRetryNow: async (deliveryId) => {
    const { askRetryNow } = await import('../temporal/retry-delivery.ts');
    return withEngine(({ client }) => askRetryNow(client, deliveryId));
  },
};
