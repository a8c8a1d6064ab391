/** Acts on deliveries: send one again, and all that failed in a span. */
import type { Context } from 'koa';
import { recover, retry } from '../../../commands/deliveries.ts';
import { isRefused } from '../../../commands/refusal.ts';
import type { DeliveryOwner } from '../../../store/deliveries.ts';
import { ApiError, granted } from '../../http/errors.ts';
import { field } from '../form.ts';
import { actorOf, redirect } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { deliveryEvents } from './filter.ts';
import { deliveryIdIn } from './detail.ts';
import { deliveriesPath, deliveryPath, ownerPath } from './paths.ts';
import { recoverSpans } from './recover-spans.ts';
import { isId } from '../../../process/ids.ts';

export function postRetry(deps: ConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const id = deliveryIdIn(ctx);
    const retried = await retry(deps, id, actorOf(ctx));
    if (isRefused(retried) && retried.refused === 'invalid_request')
      return redirect(ctx, deliveryPath(id), 'Its webhook was deleted; nothing more is sent to it.');
    const { how } = granted(retried);
    redirect(ctx, deliveryPath(id), how === 'queued' ? 'The delivery is queued again.' : 'Retrying now.');
  };
}

export function postRecover(deps: ConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const span = recoverSpans.find(({ value }) => value === field(ctx, 'since'));
    if (span === undefined) throw new ApiError('bad_request', 'choose since when the deliveries failed');
    const owner = ownerOf(field(ctx, 'owner'));
    const event = deliveryEvents.find((one) => one === field(ctx, 'event'));
    const subjectId = field(ctx, 'about');
    const failed = {
      since: new Date(deps.now().getTime() - span.ms),
      ...(event === undefined ? {} : { event }),
      ...(subjectId === '' ? {} : { subjectId }),
    };
    const queued = await recover(deps, failed, actorOf(ctx), owner === null ? undefined : { owner });
    redirect(ctx, owner === null ? deliveriesPath : ownerPath(owner.id), recoveredWords(queued, span.text));
  };
}

/** @throws ApiError bad_request */
function ownerOf(id: string): DeliveryOwner | null {
  if (id === '') return null;
  if (isId('sender', id)) return { kind: 'sender', id };
  if (isId('hook', id)) return { kind: 'hook', id };
  throw new ApiError('bad_request', 'the owner must be the id of a sender (snd_…) or of a webhook (wh_…)');
}

function recoveredWords(queued: number, span: string): string {
  if (queued === 0) return `No delivery failed in ${span}.`;
  return `${queued} ${queued === 1 ? 'delivery' : 'deliveries'} queued again.`;
}
