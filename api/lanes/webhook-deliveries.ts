/** The delivery log of a workspace (D40, D56): every attempt, and sending again what did not arrive. */
import type { Handler } from '../http/handler.ts';
import { recover, retry } from '../../commands/deliveries.ts';
import { cursorOf } from '../../store/cursor.ts';
import { readHookLog } from '../../store/lanes/hook-log.ts';
import type { LoggedAttempt, LogPlace } from '../../store/lanes/hook-log.ts';
import { granted } from '../http/errors.ts';
import { cursor, oneOf, pageSize, printable, readQuery } from '../http/query.ts';
import { readFailedSpan } from '../http/read-members.ts';
import { readJsonBody } from '../http/json-body.ts';
import type { LanesDeps } from './deps.ts';
import { actorOf } from './webhooks.ts';
import { workspaceOf } from './workspace-caller.ts';

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

/** POST /v1/webhooks/deliveries/{id}/retry: one that is over is sent again; one that waits makes its next attempt now. */
export function postDeliveryRetry(deps: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const { id } = ctx['params'] as { id: string };
    granted(await retry(deps, id, actorOf(ctx), { workspace: workspaceOf(ctx) }));
    ctx.status = 202;
    ctx.body = { id, queued: true };
  };
}

/** POST /v1/webhooks/deliveries/recover */
export function postDeliveryRecovery(deps: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const span = readFailedSpan(await readJsonBody(ctx), 'invalid_request');
    const queued = await recover(deps, span, actorOf(ctx), { workspace: workspaceOf(ctx) });
    ctx.status = 202;
    ctx.body = { queued };
  };
}
