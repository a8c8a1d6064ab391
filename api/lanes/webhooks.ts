/** Webhooks of a workspace (D40): make, list, change, delete, test with a ping, and rotate the secret. */
import type { Context } from 'koa';
import type { HandlerOf } from '../http/api-route.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook as removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../../commands/lanes/webhooks.ts';
import { endpointHealth } from '../../domain/delivery/health.ts';
import { type HookEventType, hookEventTypes } from '../../domain/lanes/hook-event.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import { isId } from '../../process/ids.ts';
import { checkCallbackUrl } from '../../process/outbound/address-guard.ts';
import { readHookHealth } from '../../store/endpoint-health.ts';
import { type HookAct, type HookRow, listHooks } from '../../store/lanes/hooks.ts';
import { granted, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/read-body.ts';
import { readMembers } from '../http/read-members.ts';
import type { LanesDeps, LanesRoute } from './deps.ts';
import { webhookChangeRequest, webhookRequest } from './request-schemas.ts';
import { workspaceOf, actorOf } from './workspace-caller.ts';
import { permissions } from '../../commands/permissions.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { answer, bodyErrors, json, ref, string, whole, inPath } from '../http/openapi-parts.ts';
import { secret } from './webhook-schemas.ts';

/** POST /v1/webhooks */
const postWebhook: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  const workspace = workspaceOf(ctx);
  const wanted = webhookIn(await readJsonBody(ctx), deps.settings.DISPATCH_ALLOW_LOOPBACK);
  const made = granted(await createWebhook(deps, workspace, { ...wanted, actor: actorOf(ctx) }));
  const { id, url, events, secret, createdAt } = made;
  ctx.status = 201;
  ctx.body = { id, url, events, secret, created_at: createdAt.toISOString() };
};

/** GET /v1/webhooks */
const getWebhooks: HandlerOf<Pick<LanesDeps, 'pool'>> =
  ({ pool }) =>
  async (ctx) => {
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
const postWebhookChange: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  const act = actIn(ctx);
  const wanted = webhookChangeIn(await readJsonBody(ctx), deps.settings.DISPATCH_ALLOW_LOOPBACK);
  const now = (await listHooks(deps.pool, act.workspace.no)).find(({ id }) => id === act.hookId);
  if (now === undefined) throw notFound('webhook');
  const changed = granted(await changeWebhook(deps, act, { url: now.url, events: now.events, ...wanted }));
  const health = await readHookHealth(deps.pool, [changed.id]);
  ctx.body = { ...presentHook(changed), health: endpointHealth(health.get(changed.id)) };
};

/** DELETE /v1/webhooks/{id} */
const deleteWebhook: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  granted(await removeWebhook(deps, actIn(ctx)));
  ctx.status = 204;
};

/** POST /v1/webhooks/{id}/test */
const postWebhookTest: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
  const sent = granted(await testWebhook(deps, actIn(ctx)));
  ctx.status = 202;
  ctx.body = { id: sent.deliveryId, event_id: sent.eventId, queued: true };
};

/** POST /v1/webhooks/{id}/rotate */
const postWebhookRotation: HandlerOf<LanesDeps> = (deps) => async (ctx) => {
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

interface WebhookBody {
  readonly url: string;
  readonly events: readonly HookEventType[];
}

const refusal = { code: 'invalid_request', whole: 'the body must be an object with url and events' } as const;

/** @throws ApiError invalid_request with every finding */
function webhookIn(body: unknown, allowLoopback: boolean): WebhookBody {
  const { given, findings, accepted } = readMembers(body, webhookRequest, refusal);
  if (given.url !== undefined) findings.push(...urlFindings(given.url, allowLoopback));
  if (given.events !== undefined) findings.push(...eventFindings(given.events));
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

export const webhookExamples = {
  postWebhook: { url: 'https://receiver.example/hooks', events: hookEventTypes },
  changeWebhook: { url: 'https://receiver.example/hooks/lanes' },
};

const webhookId: JsonSchema = inPath('id', 'Id of the webhook.', 'wh_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55');

export const webhookRoutes: readonly LanesRoute[] = [
  {
    method: 'POST',
    path: '/v1/webhooks',
    needs: permissions.manageWebhooks.key,
    operation: 'postWebhook',
    tag: 'webhooks',
    summary: 'Make a webhook',
    body: json(webhookRequest, { allEvents: webhookExamples.postWebhook }),
    answers: { 201: answer('The webhook with its secret.', json(ref('CreatedWebhook'))) },
    errors: [...bodyErrors, 'too_many_webhooks'],
    handle: postWebhook,
  },
  {
    method: 'GET',
    path: '/v1/webhooks',
    needs: 'read',
    operation: 'listWebhooks',
    tag: 'webhooks',
    summary: 'The webhooks, oldest first',
    answers: { 200: answer('All of them.', json(whole({ webhooks: { type: 'array', items: ref('Webhook') } }))) },
    errors: [],
    handle: getWebhooks,
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{id}',
    needs: permissions.manageWebhooks.key,
    operation: 'changeWebhook',
    tag: 'webhooks',
    summary: 'Change the address or the events; what is being tried goes to the new address too',
    parameters: [webhookId],
    body: json(webhookChangeRequest, { newAddress: webhookExamples.changeWebhook }),
    answers: { 200: answer('The webhook as it is now.', json(ref('Webhook'))) },
    errors: [...bodyErrors, 'not_found'],
    handle: postWebhookChange,
  },
  {
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    needs: permissions.manageWebhooks.key,
    operation: 'deleteWebhook',
    tag: 'webhooks',
    summary: 'Stop a webhook; what waits for it is ended',
    parameters: [webhookId],
    answers: { 204: answer('Nothing more is sent to it.') },
    errors: ['not_found'],
    handle: deleteWebhook,
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    needs: permissions.manageWebhooks.key,
    operation: 'testWebhook',
    tag: 'webhooks',
    summary: 'Send a ping',
    parameters: [webhookId],
    answers: {
      202: answer('It is on its way.', json(whole({ id: string, event_id: string, queued: { const: true } }))),
    },
    errors: ['not_found'],
    handle: postWebhookTest,
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate',
    needs: permissions.manageWebhooks.key,
    operation: 'rotateWebhookSecret',
    tag: 'webhooks',
    summary: 'Bring a new secret; both sign until the old one ends',
    parameters: [webhookId],
    answers: {
      200: answer(
        'The new secret.',
        json(whole({ id: string, secret, old_valid_until: { ...string, format: 'date-time' } })),
      ),
    },
    errors: ['not_found'],
    handle: postWebhookRotation,
  },
];
