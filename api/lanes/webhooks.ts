/** Webhooks of a workspace (D40): make, list, change, delete, test with a ping, and rotate the secret. */
import type { Context } from 'koa';
import type { HandlerOf } from '../http/handler.ts';
import { recover, retry } from '../../commands/deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook as removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../../commands/lanes/webhooks.ts';
import { keyActor } from '../../domain/actor.ts';
import { endpointHealth } from '../../domain/delivery/health.ts';
import { type HookEventType, hookEventTypes } from '../../domain/lanes/hook-event.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import { isId } from '../../process/ids.ts';
import { checkCallbackUrl } from '../../process/outbound/address-guard.ts';
import { cursorOf } from '../../store/cursor.ts';
import { readHookHealth } from '../../store/endpoint-health.ts';
import { type LogPlace, type LoggedAttempt, readHookLog } from '../../store/lanes/hook-deliveries.ts';
import { type HookAct, type HookRow, listHooks } from '../../store/lanes/hooks.ts';
import { granted, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/read-body.ts';
import { cursor, oneOf, pageSize, printable, readQuery } from '../http/query.ts';
import { readFailedSpan, readMembers } from '../http/read-members.ts';
import type { LanesDeps } from './deps.ts';
import { webhookChangeRequest, webhookRequest } from './request-schemas.ts';
import { workspaceOf } from './workspace-caller.ts';

/** POST /v1/webhooks */
export const postWebhook: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  readQuery(ctx, {}, 'invalid_request');
  const workspace = workspaceOf(ctx);
  const wanted = webhookIn(await readJsonBody(ctx), deps.settings.DISPATCH_ALLOW_LOOPBACK);
  const made = granted(await createWebhook(deps, workspace, { ...wanted, actor: actorOf(ctx) }));
  const { id, url, events, secret, createdAt } = made;
  ctx.status = 201;
  ctx.body = { id, url, events, secret, created_at: createdAt.toISOString() };
};

/** GET /v1/webhooks */
export const getWebhooks: HandlerOf<Pick<LanesDeps, 'pool'>> =
  ({ pool }) =>
  async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const hooks = await listHooks(pool, workspaceOf(ctx).no);
    const health = await readHookHealth(
      pool,
      hooks.map(({ id }) => id),
    );
    ctx.body = {
      webhooks: hooks.map((hook) => ({ ...presentHook(hook), health: endpointHealth(health.get(hook.id)) })),
    };
  };

/** POST /v1/webhooks/{id}: what is left out stays as it is. */
export const postWebhookChange: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  readQuery(ctx, {}, 'invalid_request');
  const act = actIn(ctx);
  const wanted = webhookChangeIn(await readJsonBody(ctx), deps.settings.DISPATCH_ALLOW_LOOPBACK);
  const now = (await listHooks(deps.pool, act.workspace.no)).find(({ id }) => id === act.hookId);
  if (now === undefined) throw notFound('webhook');
  const changed = granted(await changeWebhook(deps, act, { url: now.url, events: now.events, ...wanted }));
  const health = await readHookHealth(deps.pool, [changed.id]);
  ctx.body = { ...presentHook(changed), health: endpointHealth(health.get(changed.id)) };
};

/** DELETE /v1/webhooks/{id} */
export const deleteWebhook: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  readQuery(ctx, {}, 'invalid_request');
  granted(await removeWebhook(deps, actIn(ctx)));
  ctx.status = 204;
};

/** POST /v1/webhooks/{id}/test */
export const postWebhookTest: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  readQuery(ctx, {}, 'invalid_request');
  const sent = granted(await testWebhook(deps, actIn(ctx)));
  ctx.status = 202;
  ctx.body = { id: sent.deliveryId, event_id: sent.eventId, queued: true };
};

/** POST /v1/webhooks/{id}/rotate */
export const postWebhookRotation: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  readQuery(ctx, {}, 'invalid_request');
  const act = actIn(ctx);
  const rotated = granted(await rotateWebhookSecret(deps, act));
  ctx.body = {
    id: act.hookId,
    secret: rotated.secret,
    old_valid_until: rotated.oldValidUntil.toISOString(),
  };
};

function presentHook({ id, url, events, createdAt }: HookRow): object {
  return { id, url, events, created_at: createdAt.toISOString() };
}

/** @throws ApiError not_found */
function actIn(ctx: Context): HookAct {
  const { id } = ctx['params'] as { id: string };
  if (!isId('hook', id)) throw notFound('webhook');
  const { no, id: workspaceId } = workspaceOf(ctx);
  return { workspace: { no, id: workspaceId }, hookId: id, actor: actorOf(ctx) };
}

/** Who acts, for the audit log. */
export function actorOf(ctx: Context): string {
  return keyActor(workspaceOf(ctx).keyId);
}

interface WebhookBody {
  readonly url: string;
  readonly events: readonly HookEventType[];
}

const refusal = { code: 'invalid_request', whole: 'the body must be an object with url and events' } as const;

/** @throws ApiError invalid_request with every finding */
function webhookIn(body: unknown, allowLoopback: boolean): WebhookBody {
  const { given, findings, accepted } = readMembers(body, webhookRequest, refusal);
  findings.push(...(given.url === undefined ? ['url is required'] : urlFindings(given.url, allowLoopback)));
  findings.push(...(given.events === undefined ? ['events is required'] : eventFindings(given.events)));
  const { url, events } = accepted();
  return { url, events: inOrder(events) };
}

/** @throws ApiError invalid_request with every finding */
function webhookChangeIn(body: unknown, allowLoopback: boolean): Partial<WebhookBody> {
  const { given, findings, accepted } = readMembers(body, webhookChangeRequest, refusal);
  if (given.url !== undefined) findings.push(...urlFindings(given.url, allowLoopback));
  if (given.events !== undefined) findings.push(...eventFindings(given.events));
  if (given.url === undefined && given.events === undefined && findings.length === 0)
    findings.push('the body must have url, events or both');
  const { url, events } = accepted();
  return { ...(url === undefined ? {} : { url }), ...(events === undefined ? {} : { events: inOrder(events) }) };
}

function urlFindings(url: unknown, allowLoopback: boolean): string[] {
  if (typeof url !== 'string') return ['url must be a string'];
  const judged = checkCallbackUrl(url, { allowLoopback }, 'url');
  return judged.ok ? [] : [judged.sentence];
}

/** In the order of the table, whatever order they came in. */
const inOrder = (events: readonly string[]): HookEventType[] => hookEventTypes.filter((type) => events.includes(type));

/** Far above as many types as there are. */
const longestEventList = 100;

function eventFindings(events: unknown): string[] {
  if (!Array.isArray(events)) return ['events must be an array'];
  if (events.length > longestEventList) return [`events must have at most ${longestEventList} members`];
  if (events.length === 0) return [`events must not be empty; there are ${hookEventTypes.join(', ')}`];
  const findings = events.flatMap((event: unknown, n) => {
    if (hookEventTypes.some((type) => type === event)) return [];
    const nearest = typeof event === 'string' ? nearestName(event, hookEventTypes) : undefined;
    const hint = nearest ? `; did you mean ${nearest.name}?` : '';
    return [`events[${n}] must be one of ${hookEventTypes.join(', ')}${hint}`];
  });
  if (findings.length === 0 && new Set(events).size < events.length)
    findings.push('events must not name the same thing twice');
  return findings;
}

// The delivery log of a workspace (D40, D56): every attempt, and sending again what did not arrive.

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
export const getWebhookDeliveries: HandlerOf<Pick<LanesDeps, 'pool'>> =
  ({ pool }) =>
  async (ctx) => {
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
export const postDeliveryRetry: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  readQuery(ctx, {}, 'invalid_request');
  const { id } = ctx['params'] as { id: string };
  granted(await retry(deps, id, actorOf(ctx), { workspace: workspaceOf(ctx) }));
  ctx.status = 202;
  ctx.body = { id, queued: true };
};

/** POST /v1/webhooks/deliveries/recover */
export const postDeliveryRecovery: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  readQuery(ctx, {}, 'invalid_request');
  const span = readFailedSpan(await readJsonBody(ctx), 'invalid_request');
  const queued = await recover(deps, span, actorOf(ctx), { workspace: workspaceOf(ctx) });
  ctx.status = 202;
  ctx.body = { queued };
};
