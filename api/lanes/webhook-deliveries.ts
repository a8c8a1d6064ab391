/** The delivery log of a workspace (D40, D56): every attempt, and sending again what did not arrive. */
import type { HandlerOf } from '../http/api-route.ts';
import { recover, retry } from '../../commands/deliveries.ts';
import { hookEventTypes } from '../../domain/lanes/hook-event.ts';
import { cursorOf, pageOf } from '../../store/cursor.ts';
import { type LogPlace, type LoggedAttempt, readHookLog } from '../../store/lanes/hook-deliveries.ts';
import { granted } from '../http/errors.ts';
import { readJsonBody } from '../http/read-body.ts';
import { cursor, idOf, nextCursor, oneOf, pageSize, printable, readQuery } from '../http/query.ts';
import { readFailedSpan, recoverSchema } from '../http/read-members.ts';
import type { LanesDeps, LanesRoute } from './deps.ts';
import { workspaceOf, actorOf } from './workspace-caller.ts';
import { permissions } from '../../commands/permissions.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { answer, bodyErrors, json, ref, string, whole, inPath } from '../http/openapi-parts.ts';
import { webhookLogStatuses } from './webhook-schemas.ts';

const webhookLogLimit = { default: 50, max: 500 } as const;
const place = cursorOf('instant', 'id', 'count');
function placeIn(text: string): LogPlace | undefined {
  const [at, id, attempt] = place.decode(text) ?? [];
  return at === undefined || id === undefined || attempt === undefined ? undefined : { at, id, attempt };
}
const webhookLogQuery = {
  webhook_id: idOf('hook', 'Only to this webhook.'),
  status: oneOf(webhookLogStatuses, 'Only attempts with this result; pending: deliveries that wait for an attempt.'),
  limit: pageSize(webhookLogLimit),
  cursor: cursor('webhook deliveries', placeIn),
};

/** GET /v1/webhooks/deliveries */
const getWebhookDeliveries: HandlerOf<Pick<LanesDeps, 'pool'>> =
  ({ pool }) =>
  async (ctx) => {
    const given = readQuery(ctx, webhookLogQuery, 'invalid_request');
    const { webhook_id: hookId, status, limit = webhookLogLimit.default, cursor: after } = given;
    const rows = await readHookLog(pool, workspaceOf(ctx).no, { limit, hookId, status, after });
    const { page, next } = pageOf(rows, limit, ({ at, id, attempt }) => place.encode([at, id, attempt]));
    ctx.body = { deliveries: page.map(presentAttempt), next_cursor: nextCursor(ctx, webhookLogQuery, next) };
  };

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

/** POST /v1/webhooks/deliveries/{id}/retry: one that has ended is sent again; one that waits makes its next attempt now. */
const postDeliveryRetry: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  const { id } = ctx['params'] as { id: string };
  granted(await retry(deps, id, actorOf(ctx), { workspace: workspaceOf(ctx) }));
  ctx.status = 202;
  ctx.body = { id, queued: true };
};

const recoverable = {
  event: oneOf([...hookEventTypes, 'ping'], 'Only deliveries of this event.'),
  about: printable(128, 'Only deliveries about this event of lanes, by its id.'),
};

/** POST /v1/webhooks/deliveries/recover */
const postDeliveryRecovery: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  const span = readFailedSpan(await readJsonBody(ctx), recoverable);
  const queued = await recover(deps, span, actorOf(ctx), { workspace: workspaceOf(ctx) });
  ctx.status = 202;
  ctx.body = { queued };
};

export const webhookDeliveryExamples = { recoverDeliveries: { since: '2026-11-20T08:00:00Z' } };

const deliveryId: JsonSchema = inPath('id', 'Id of the delivery.', 'dl_01997d1f-6f0a-8cc1-a0a4-3a1f6d2b9c55');

export const webhookDeliveryRoutes: readonly LanesRoute[] = [
  {
    method: 'GET',
    path: '/v1/webhooks/deliveries',
    needs: 'read',
    operation: 'listDeliveries',
    tag: 'webhooks',
    summary: 'Every attempt, newest first; or what waits for its next one',
    query: webhookLogQuery,
    answers: {
      200: answer(
        'A page.',
        json(
          whole({
            deliveries: { type: 'array', maxItems: webhookLogLimit.max, items: ref('DeliveryAttempt') },
            next_cursor: { type: ['string', 'null'] },
          }),
        ),
      ),
    },
    errors: [],
    handle: getWebhookDeliveries,
  },
  {
    method: 'POST',
    path: '/v1/webhooks/deliveries/recover',
    needs: permissions.manageWebhooks.key,
    operation: 'recoverDeliveries',
    repeatable: true,
    tag: 'webhooks',
    summary: 'Send all again that failed in a span of time',
    body: json(recoverSchema(recoverable), { sinceYesterday: webhookDeliveryExamples.recoverDeliveries }),
    answers: { 202: answer('How many are on their way.', json(whole({ queued: { type: 'integer', minimum: 0 } }))) },
    errors: bodyErrors,
    handle: postDeliveryRecovery,
  },
  {
    method: 'POST',
    path: '/v1/webhooks/deliveries/{id}/retry',
    needs: permissions.manageWebhooks.key,
    operation: 'retryDelivery',
    tag: 'webhooks',
    summary: 'Send one again, or make the next attempt of one that waits now',
    parameters: [deliveryId],
    answers: { 202: answer('It is on its way.', json(whole({ id: string, queued: { const: true } }))) },
    errors: ['not_found', 'webhook_deleted'],
    handle: postDeliveryRetry,
  },
];
