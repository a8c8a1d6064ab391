/** Webhooks of a workspace (D40): make, list, delete, test with a ping, and rotate the secret. */
import type { Context } from 'koa';
import { nearestName } from '../../domain/nearest-name.ts';
import { hookEventTypes } from '../../domain/lanes/hook-event.ts';
import type { HookEventType } from '../../domain/lanes/hook-event.ts';
import { endpointHealth } from '../../domain/delivery/health.ts';
import { judgeCallbackUrl } from '../../process/outbound/address.ts';
import { readHookHealth } from '../../store/endpoint-health.ts';
import { pingHook } from '../../store/lanes/hook-deliveries.ts';
import { createHook, deleteHook, hooksPerWorkspace, listHooks, rotateHookSecret } from '../../store/lanes/hooks.ts';
import type { HookAct, HookRow } from '../../store/lanes/hooks.ts';
import { endWorkflows } from '../../temporal/retry-delivery.ts';
import { ApiError, findingsError, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { readQuery } from '../http/query.ts';
import { unknownMember } from '../../commands/input/sentences.ts';
import type { LanesDeps } from './deps.ts';
import { keyActor, workspaceOf } from './workspace-caller.ts';

type Handler = (ctx: Context) => Promise<void>;

/** POST /v1/webhooks */
export function postWebhook({ pool, settings, deploymentSecret }: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const workspace = workspaceOf(ctx);
    const wanted = webhookIn(await readJsonBody(ctx), settings.DISPATCH_ALLOW_LOOPBACK);
    const made = await createHook(pool, workspace, { ...wanted, deploymentSecret, actor: actorOf(ctx) });
    if (made === undefined)
      throw new ApiError('invalid_request', `a workspace has at most ${hooksPerWorkspace} webhooks; delete one first`);
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
export function deleteWebhook({ pool, askRetryNow, log }: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const ended = await deleteHook(pool, actIn(ctx));
    if (ended === undefined) throw notFound('webhook');
    ctx.status = 204;
    endWorkflows(ended, askRetryNow).catch((error: unknown) =>
      log.warn({ err: error }, 'workflows of ended deliveries will end at the time of their next attempt'),
    );
  };
}

/** POST /v1/webhooks/{id}/test */
export function postWebhookTest({ pool, settings, wakeStarts }: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const sent = await pingHook(pool, actIn(ctx), settings.LANES_WEBHOOK_WAITS_MS);
    if (sent === undefined) throw notFound('webhook');
    wakeStarts();
    ctx.status = 202;
    ctx.body = { id: sent.deliveryId, event_id: sent.eventId, queued: true };
  };
}

/** POST /v1/webhooks/{id}/rotate */
export function postWebhookRotation({ pool, settings, deploymentSecret, now }: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const act = actIn(ctx);
    const rotation = { ...act, deploymentSecret, graceMs: settings.DELIVERY_SECRET_GRACE_MS, now: now() };
    const rotated = await rotateHookSecret(pool, rotation);
    if (rotated === undefined) throw notFound('webhook');
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

/** Whatever else stands in the path cannot be a hook, and some of it (U+0000) the database would choke on. */
const hookIdForm = /^wh_[0-9a-z-]{1,64}$/;

/** @throws ApiError not_found */
function actIn(ctx: Context): HookAct {
  const { id } = ctx['params'] as { id: string };
  if (!hookIdForm.test(id)) throw notFound('webhook');
  const { no, id: workspaceId } = workspaceOf(ctx);
  return { workspace: { no, id: workspaceId }, hookId: id, actor: actorOf(ctx) };
}

/** Who acts, for the audit log. */
export function actorOf(ctx: Context): string {
  return keyActor(workspaceOf(ctx));
}

const members = ['url', 'events'];

/** @throws ApiError invalid_request with every finding */
function webhookIn(body: unknown, allowLoopback: boolean): { url: string; events: HookEventType[] } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_request', 'the body must be an object with url and events');
  const { url, events, ...others } = body as Record<string, unknown>;
  const unknown = Object.keys(others).slice(0, 100);
  const findings = unknown.map((name) => unknownMember('', name, members));
  if (url === undefined) findings.push('url is required');
  else if (typeof url !== 'string') findings.push('url must be a string');
  else {
    const judged = judgeCallbackUrl(url, { allowLoopback }, 'url');
    if (!judged.ok) findings.push(judged.sentence);
  }
  findings.push(...eventFindings(events));
  if (findings.length > 0) throw findingsError('invalid_request', findings.slice(0, 100));
  // In the order of the table, whatever order they came in.
  const wanted = new Set(events as string[]);
  return { url: url as string, events: hookEventTypes.filter((type) => wanted.has(type)) };
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
