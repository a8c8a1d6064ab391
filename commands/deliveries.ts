/** Sends deliveries again, on both services: one, or all that failed in a span of time. */
import type { Pool } from '../store/database.ts';
import type { DeliveryOwner } from '../store/deliveries.ts';
import type { FailedSince } from '../store/resend-deliveries.ts';
import { recoverDeliveries, retryDelivery } from '../store/deployment-deliveries.ts';
import { recoverHookDeliveries, sendHookDeliveryAgain } from '../store/lanes/hook-deliveries.ts';
import type { WorkspaceRef } from '../store/lanes/ingest-request.ts';
import { type Refusal, refusal } from './refusal.ts';
import { isId } from '../process/ids.ts';

export interface DeliveryDeps {
  readonly pool: Pool;
  /** Says that workflow starts were committed to the outbox. */
  readonly wakeStarts: () => void;
  /** Has a delivery that waits make its next attempt now; false when its workflow does not run. */
  readonly askRetryNow: (deliveryId: string) => Promise<boolean>;
}

/** Whose deliveries the caller may act on; everybody's where it is left out. */
type DeliveryScope = { readonly owner: DeliveryOwner } | { readonly workspace: WorkspaceRef };

/** @returns `queued`: it was over and is sent again; `asked`: it waited, and makes its next attempt now */
export async function retry(
  { pool, wakeStarts, askRetryNow }: DeliveryDeps,
  deliveryId: string,
  actor: string,
  scope?: DeliveryScope,
): Promise<{ readonly how: 'queued' | 'asked' } | Refusal> {
  const found = isId('delivery', deliveryId) ? await sentAgain(pool, deliveryId, actor, scope) : undefined;
  if (found === undefined) return refusal('not_found', 'there is no such delivery');
  if (found === 'owner_gone')
    return refusal('webhook_deleted', 'the webhook of this delivery was deleted; nothing more is sent to it');
  if (found === 'queued') {
    wakeStarts();
    return { how: 'queued' };
  }
  try {
    await askRetryNow(deliveryId);
  } catch (cause) {
    const sentence = 'the delivery cannot be retried right now; it stays scheduled';
    return refusal('unavailable', sentence, { retryAfterSeconds: 5, cause });
  }
  return { how: 'asked' };
}

async function sentAgain(
  pool: Pool,
  deliveryId: string,
  actor: string,
  scope: DeliveryScope | undefined,
): ReturnType<typeof retryDelivery> {
  if (scope !== undefined && 'workspace' in scope)
    return sendHookDeliveryAgain(pool, scope.workspace, deliveryId, actor);
  return retryDelivery(pool, deliveryId, actor, scope?.owner);
}

/** @returns how many were queued */
export async function recover(
  { pool, wakeStarts }: Pick<DeliveryDeps, 'pool' | 'wakeStarts'>,
  span: FailedSince,
  actor: string,
  scope?: DeliveryScope,
): Promise<number> {
  const queued =
    scope !== undefined && 'workspace' in scope
      ? await recoverHookDeliveries(pool, scope.workspace, span, actor)
      : await recoverDeliveries(pool, { span, actor, ...(scope === undefined ? {} : { owner: scope.owner }) });
  if (queued > 0) wakeStarts();
  return queued;
}
