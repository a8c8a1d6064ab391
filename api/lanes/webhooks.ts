/** Webhooks of a workspace (D40): make, list, delete, test with a ping, and rotate the secret. */
import type { Context } from 'koa';
import {
  createWebhook,
  deleteWebhook as removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../../commands/lanes/webhooks.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import { hookEventTypes } from '../../domain/lanes/hook-event.ts';
import type { HookEventType } from '../../domain/lanes/hook-event.ts';
import { endpointHealth } from '../../domain/delivery/health.ts';
import { judgeCallbackUrl } from '../../process/outbound/address.ts';
import { readHookHealth } from '../../store/endpoint-health.ts';
import { listHooks } from '../../store/lanes/hooks.ts';
import type { HookAct, HookRow } from '../../store/lanes/hooks.ts';
import { granted, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { readQuery } from '../http/query.ts';
import type { LanesDeps } from './deps.ts';
import { keyActor, workspaceOf } from './workspace-caller.ts';
import { isId } from '../../process/ids.ts';
import { readMembers } from '../http/read-members.ts';
import { webhookRequest } from './request-schemas.ts';

type Handler = (ctx: Context) => Promise<void>;

/** POST /v1/webhooks */
export function postWebhook(deps: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const workspace = workspaceOf(ctx);
    const wanted = webhookIn(await readJsonBody(ctx), deps.settings.DISPATCH_ALLOW_LOOPBACK);
    const made = granted(await createWebhook(deps, workspace, { ...wanted, actor: actorOf(ctx) }));
    const { id, url, events, secret, createdAt } = made;
    ctx.status = 201;
    ctx.body = { id, url, events, secret, created_at: createdAt.toISOString() };
  };
}

/** GET /v1/webhooks */
export function getWebhooks({ pool }: Pick<LanesDeps, 'pool'>): Handler {
  return async (ctx) => {
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
}

/** DELETE /v1/webhooks/{id} */
export function deleteWebhook(deps: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    granted(await removeWebhook(deps, actIn(ctx)));
    ctx.status = 204;
  };
}

/** POST /v1/webhooks/{id}/test */
export function postWebhookTest(deps: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const sent = granted(await testWebhook(deps, actIn(ctx)));
    ctx.status = 202;
    ctx.body = { id: sent.deliveryId, event_id: sent.eventId, queued: true };
  };
}

/** POST /v1/webhooks/{id}/rotate */
export function postWebhookRotation(deps: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const act = actIn(ctx);
    const rotated = granted(await rotateWebhookSecret(deps, act));
    ctx.body = {
      id: act.hookId,
      secret: rotated.secret,
      old_valid_until: rotated.oldValidUntil.toISOString(),
    };
  };
}

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
  return keyActor(workspaceOf(ctx));
}

/** @throws ApiError invalid_request with every finding */
function webhookIn(body: unknown, allowLoopback: boolean): { url: string; events: HookEventType[] } {
  const whole = 'the body must be an object with url and events';
  const { given, findings, accepted } = readMembers(body, webhookRequest, { code: 'invalid_request', whole });
  const { url, events } = given;
  if (url === undefined) findings.push('url is required');
  else if (typeof url !== 'string') findings.push('url must be a string');
  else {
    const judged = judgeCallbackUrl(url, { allowLoopback }, 'url');
    if (!judged.ok) findings.push(judged.sentence);
  }
  findings.push(...eventFindings(events));
  const read = accepted();
  // In the order of the table, whatever order they came in.
  const wanted = new Set<string>(read.events);
  return { url: read.url, events: hookEventTypes.filter((type) => wanted.has(type)) };
}

/** Far above as many types as there are. */
const longestEventList = 100;

function eventFindings(events: unknown): string[] {
  if (events === undefined) return ['events is required'];
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
