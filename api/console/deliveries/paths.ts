/** Addresses of the pages of deliveries. */
export const deliveriesPath = '/console/deliveries';

export const deliveryPath = (deliveryId: string): string => `${deliveriesPath}/${deliveryId}`;

/** The deliveries of one sender or hook. */
export function ownerPath(ownerId: string): string {
  return `${deliveriesPath}?${new URLSearchParams({ owner: ownerId }).toString()}`;
}

export const webhooksPath = `${deliveriesPath}/webhooks`;
export const webhookPath = (hookId: string): string => `${webhooksPath}/${hookId}`;
