/** The delivery log of a workspace (D40, D56): every attempt, and sending again what did not arrive. */
import type { Context } from 'koa';
import { cursorOf } from '../../store/cursor.ts';
import { recoverHookDeliveries, sendHookDeliveryAgain } from '../../store/lanes/hook-deliveries.ts';
import { readHookLog } from '../../store/lanes/hook-log.ts';
import type { LoggedAttempt, LogPlace } from '../../store/lanes/hook-log.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { readFailedSpan } from '../http/failed-span.ts';
import { readJsonBody } from '../http/json-body.ts';
import { cursor, oneOf, pageSize, printable, readQuery } from '../http/query.ts';
import type { LanesDeps } from './deps.ts';
import { actorOf } from './webhooks.ts';
import { workspaceOf } from './workspace-caller.ts';

type Handler = (ctx: Context) => Promise<void>;

export const webhookLogLimit = { default: 50, max: 500 } as const;
/** `pending` asks for what waits for its next attempt, the first one included. */
export const webhookLogStatuses = ['delivered', 'retrying', 'failed', 'pending'] as const;

const place = cursorOf('instant', 'id', 'count');
function placeIn(text: string): LogPlace | undefined {
  const [at, id, attempt] = place.decode(text) ?? [];
  return at === undefined || id === undefined || attempt === undefined ? undefined : { at, id, attempt };
}
export const webhookLogQuery = {
  webhook_id: printable(128, 'Only to this webhook.'),
  status: oneOf(webhookLogStatuses, 'Only attempts with this result; pending: deliveries that wait for an attempt.'),
  limit: pageSize(webhookLogLimit),
  cursor: cursor(placeIn),
};

/** GET /v1/webhooks/deliveries */
export function getWebhookDeliveries({ pool }: Pick<LanesDeps, 'pool'>): Handler {
  return async (ctx) => {
    const given = readQuery(ctx, webhookLogQuery, 'invalid_request');
    const { webhook_id: hookId, status, limit = webhookLogLimit.default, cursor: after } = given;
    const rows = await readHookLog(pool, workspaceOf(ctx).no, {
      limit,
      ...(hookId === undefined ? {} : { hookId }),
      ...(status === undefined ? {} : { status }),
      ...(after === undefined ? {} : { after }),
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const more = rows.length > limit && last !== undefined;
    ctx.body = {
      deliveries: page.map(presentAttempt),
      next_cursor: more ? place.encode([last.at, last.id, last.attempt]) : null,
    };
  };
}

function presentAttempt(row: LoggedAttempt): object {
  return {
    id: row.id,
    webhook_id: row.hookId,
    event_id: row.eventId,
    type: row.type,
    url: row.url,
    attempt: row.attempt,
    status: row.status,
    response_status: row.responseStatus,
    error: row.error,
    duration_ms: row.durationMs,
    at: row.at.toISOString(),
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  };
}

/** Whatever else stands in the path cannot be a delivery, and some of it (U+0000) the database would choke on. */
const deliveryIdForm = /^dl_[0-9a-z-]{1,64}$/;

/** POST /v1/webhooks/deliveries/{id}/retry: one that is over is sent again; one that waits makes its next attempt now. */
export function postDeliveryRetry({ pool, wakeStarts, askRetryNow }: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const { id } = ctx['params'] as { id: string };
    const found = deliveryIdForm.test(id)
      ? await sendHookDeliveryAgain(pool, workspaceOf(ctx), id, actorOf(ctx))
      : undefined;
    if (found === undefined) throw notFound('delivery');
    if (found === 'owner_gone')
      throw new ApiError('invalid_request', 'the webhook of this delivery was deleted; nothing more is sent to it');
    if (found === 'queued') wakeStarts();
    else await askNow(askRetryNow, id);
    ctx.status = 202;
    ctx.body = { id, queued: true };
  };
}

async function askNow(askRetryNow: LanesDeps['askRetryNow'], id: string): Promise<void> {
  try {
    await askRetryNow(id);
  } catch (error) {
    const sentence = 'the delivery cannot be retried right now; it stays scheduled';
    throw Object.assign(new ApiError('unavailable', sentence, { headers: { 'Retry-After': '5' } }), { cause: error });
  }
}

/** POST /v1/webhooks/deliveries/recover */
export function postDeliveryRecovery({ pool, wakeStarts }: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const span = readFailedSpan(await readJsonBody(ctx), 'invalid_request');
    const queued = await recoverHookDeliveries(pool, workspaceOf(ctx), span, actorOf(ctx));
    if (queued > 0) wakeStarts();
    ctx.status = 202;
    ctx.body = { queued };
  };
}
