/** Acts on deliveries: send one again, and all that failed in a span. */
import type { Context } from 'koa';
import { recoverDeliveries, retryDelivery } from '../../../store/deployment-deliveries.ts';
import type { DeliveryOwner } from '../../../store/deliveries.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { field } from '../form.ts';
import { actorOf, redirect } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { deliveryIdIn } from './detail.ts';
import { deliveriesPath, deliveryPath, ownerPath } from './paths.ts';
import { recoverSpans } from './recover-spans.ts';

export function postRetry(deps: ConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const id = deliveryIdIn(ctx);
    const found = await retryDelivery(deps.pool, id, actorOf(ctx));
    if (found === undefined) throw notFound('delivery');
    if (found === 'owner_gone')
      return redirect(ctx, deliveryPath(id), 'Its webhook was deleted; nothing more is sent to it.');
    if (found === 'queued') deps.wakeStarts();
    else await askNow(deps, id);
    redirect(ctx, deliveryPath(id), found === 'queued' ? 'The delivery is queued again.' : 'Retrying now.');
  };
}

async function askNow(deps: ConsoleDeps, deliveryId: string): Promise<void> {
  try {
    await deps.askRetryNow(deliveryId);
  } catch (error) {
    const sentence = 'the delivery waits, and the engine cannot be asked to hurry right now; try again shortly';
    throw Object.assign(new ApiError('unavailable', sentence), { cause: error });
  }
}

export function postRecover(deps: ConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const span = recoverSpans.find(({ value }) => value === field(ctx, 'since'));
    if (span === undefined) throw new ApiError('bad_request', 'choose since when the deliveries failed');
    const owner = ownerOf(field(ctx, 'owner'));
    const queued = await recoverDeliveries(deps.pool, {
      span: { since: new Date(deps.now().getTime() - span.ms) },
      actor: actorOf(ctx),
      ...(owner === null ? {} : { owner }),
    });
    if (queued > 0) deps.wakeStarts();
    redirect(ctx, owner === null ? deliveriesPath : ownerPath(owner.id), recoveredWords(queued, span.text));
  };
}

/** @throws ApiError bad_request */
function ownerOf(id: string): DeliveryOwner | null {
  if (id === '') return null;
  if (/^snd_[0-9a-f-]{36}$/.test(id)) return { kind: 'sender', id };
  if (/^wh_[0-9a-f-]{36}$/.test(id)) return { kind: 'hook', id };
  throw new ApiError('bad_request', 'the owner must be the id of a sender (snd_…) or of a webhook (wh_…)');
}

function recoveredWords(queued: number, span: string): string {
  if (queued === 0) return `No delivery failed in ${span}.`;
  return `${queued} ${queued === 1 ? 'delivery' : 'deliveries'} queued again.`;
}
