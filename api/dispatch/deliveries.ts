/** Deliveries of results (D28): list them, send one again, send all again that failed since a time. */
import type { Context } from 'koa';
import type { Handler, HandlerOf } from '../http/api-route.ts';
import { recover, retry } from '../../commands/deliveries.ts';
import { callbackFinding, rotateSenderSecret, setCallbackUrl, testEndpoint } from '../../commands/dispatch/senders.ts';
import { keyActor } from '../../domain/actor.ts';
import { taskEvents } from '../../domain/dispatch/task-record.ts';
import { isId } from '../../process/ids.ts';
import { decodeCursor } from '../../store/cursor.ts';
import {
  listDeliveries,
  readDelivery,
  type AttemptRow,
  type DeliveryFilter,
  type DeliveryOwner,
  type DeliveryRow,
} from '../../store/deliveries.ts';
import { readSender } from '../../store/senders.ts';
import { callerOf } from '../http/bearer-key.ts';
import { findingsError, granted, notFound, refusalError } from '../http/errors.ts';
import { readJsonBody } from '../http/read-body.ts';
import { cursor, idOf, nextCursor, oneOf, pageSize, readQuery, receiverUrl, time } from '../http/query.ts';
import { readFailedSpan, readMembers } from '../http/read-members.ts';
import type { DispatchDeps, DispatchRoute } from './deps.ts';
import { endpointInput } from './request-schemas.ts';
import { listLimit, taskId } from './tasks.ts';
import { permissions } from '../../commands/permissions.ts';
import { answer, bodyErrors, json, ref } from '../http/openapi-parts.ts';

type Deps = Pick<DispatchDeps, 'pool' | 'wakeStarts' | 'askRetryNow'>;

const deliveredEvents = [...taskEvents, 'ping'] as const;

const deliveryQuery = {
  task_id: idOf('task', 'Only those of one task.'),
  status: oneOf(['pending', 'retrying', 'delivered', 'failed'], 'Only those in this state.'),
  event: oneOf(deliveredEvents, 'Only those of this event.'),
  since: time('Only those made at or after this time.'),
  until: time('Only those made before this time.'),
  key: idOf('key', 'Only those of tasks that the key with this id submitted.'),
  endpoint: receiverUrl('Only those to this URL, or to this origin (scheme, host and port).'),
  limit: pageSize(listLimit),
  cursor: cursor('deliveries', decodeCursor),
};

/** What can be sent again. */
export const recoverable = {
  event: oneOf(deliveredEvents, 'Only deliveries of this event.'),
  about: idOf('task', 'Only deliveries about this task.'),
};

/** GET /api/deliveries */
const getDeliveries: HandlerOf<Deps> = (deps) => async (ctx) => {
  const { task_id, status, event, since, until, key, endpoint, limit, cursor: after } = readQuery(ctx, deliveryQuery);
  if (since !== undefined && until !== undefined && until <= since)
    throw findingsError('invalid_query', ['until must be later than since']);
  const filter: DeliveryFilter = {
    limit: limit ?? listLimit.default,
    subjectId: task_id,
    status,
    event,
    since,
    until,
    submittedByKey: key,
    endpoint,
    after,
  };
  const { deliveries, next } = await listDeliveries(deps.pool, ownerOf(ctx), filter);
  ctx.body = { deliveries: deliveries.map(presentDelivery), next_cursor: nextCursor(ctx, deliveryQuery, next) };
};

/** GET /api/deliveries/{id} */
const getDelivery: HandlerOf<Pick<Deps, 'pool'>> = (deps) => async (ctx) => {
  const { id } = ctx['params'] as { id: string };
  const found = isId('delivery', id) ? await readDelivery(deps.pool, ownerOf(ctx), id) : undefined;
  if (found === undefined) throw notFound('delivery');
  ctx.body = presentDelivery(found);
};

/** POST /api/deliveries/{id}/retry: one that has ended is sent again; one that waits makes its next attempt now. */
const postRetry: HandlerOf<Deps> = (deps) => async (ctx) => {
  const { id } = ctx['params'] as { id: string };
  granted(await retry(deps, id, actorOf(ctx), { owner: ownerOf(ctx) }));
  ctx.status = 202;
  ctx.body = { id, queued: true };
};

/** POST /api/deliveries/recover */
const postRecover: HandlerOf<Deps> = (deps) => async (ctx) => {
  const span = readFailedSpan(await readJsonBody(ctx), recoverable);
  const queued = await recover(deps, span, actorOf(ctx), { owner: ownerOf(ctx) });
  ctx.status = 202;
  ctx.body = { queued };
};

/** For the audit log. */
const actorOf = (ctx: Context): string => keyActor(callerOf(ctx).keyId);

const ownerOf = (ctx: Context): DeliveryOwner => ({ kind: 'sender', id: callerOf(ctx).ownerId });

function presentDelivery(row: DeliveryRow): Record<string, unknown> {
  return {
    id: row.id,
    // A ping is about no task.
    task_id: row.event === 'ping' ? null : row.subjectId,
    event: row.event,
    url: row.url,
    status: row.status,
    attempts: row.attempts.map(presentAttempt),
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

function presentAttempt(attempt: AttemptRow): Record<string, unknown> {
  return {
    n: attempt.n,
    at: attempt.at.toISOString(),
    response_status: attempt.responseStatus,
    error: attempt.error,
    duration_ms: attempt.durationMs,
    excerpt: attempt.excerpt,
  };
}

// The sender's endpoint, served by itself: where results go by default, a test ping, and the secret that signs.

/** GET /api/endpoint */
const getEndpoint: HandlerOf<Pick<DispatchDeps, 'pool'>> =
  ({ pool }) =>
  async (ctx) => {
    const sender = await readSender(pool, callerOf(ctx).ownerId);
    if (sender === undefined) throw notFound('sender');
    ctx.body = { callback_url: sender.callbackUrl };
  };

/** POST /api/endpoint */
const postEndpoint: HandlerOf<Pick<DispatchDeps, 'pool' | 'settings'>> = (deps) => async (ctx) => {
  const url = callbackUrlIn(await readJsonBody(ctx), deps);
  const refused = await setCallbackUrl(deps, callerOf(ctx).ownerId, url, actorOf(ctx));
  if (refused !== undefined) throw refusalError(refused);
  ctx.body = { callback_url: url };
};

/** POST /api/endpoint/test */
const postEndpointTest: HandlerOf<Pick<DispatchDeps, 'pool' | 'wakeStarts'>> = (deps) => async (ctx) => {
  const sent = granted(await testEndpoint(deps, callerOf(ctx).ownerId, actorOf(ctx)));
  ctx.status = 202;
  ctx.body = { ...sent, queued: true };
};

/** POST /api/endpoint/rotate-secret: as the admin command does it, with the same grace. */
function postSecretRotation(deps: Pick<DispatchDeps, 'pool' | 'settings' | 'deploymentSecret' | 'now'>): Handler {
  return async (ctx) => {
    const rotation = { senderId: callerOf(ctx).ownerId, purpose: 'outbound', actor: actorOf(ctx) } as const;
    const rotated = await rotateSenderSecret(deps, rotation);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      secret: rotated.secret,
      signs_from: rotated.validFrom.toISOString(),
      old_valid_until: rotated.oldValidUntil.toISOString(),
    };
  };
}

/** @throws ApiError with every finding */
function callbackUrlIn(body: unknown, deps: Pick<DispatchDeps, 'settings'>): string | null {
  const whole = 'the body must be an object with callback_url';
  const { given, findings, accepted } = readMembers(body, endpointInput, {
    code: 'invalid_request',
    whole,
    sorted: true,
  });
  const { callback_url: url } = given;
  if (url !== undefined && url !== null && (typeof url !== 'string' || url === '' || url.length > 2048))
    findings.push('callback_url must be text of 1 to 2,048 characters, or null');
  else if (typeof url === 'string') {
    const finding = callbackFinding(deps, url);
    if (finding !== undefined) findings.push(finding);
  }
  return accepted().callback_url;
}

const deliveryId = {
  ...taskId,
  description: 'Id of the delivery.',
  example: 'dl_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55',
};

export const deliveryRoutes: readonly DispatchRoute[] = [
  {
    method: 'GET',
    path: '/api/deliveries',
    needs: 'read',
    operation: 'listDeliveries',
    tag: 'deliveries',
    summary: 'Deliveries of results, newest first',
    query: deliveryQuery,
    answers: { 200: answer('A page.', json(ref('DeliveryList'))) },
    errors: [],
    handle: getDeliveries,
  },
  {
    method: 'GET',
    path: '/api/deliveries/{id}',
    needs: 'read',
    operation: 'getDelivery',
    tag: 'deliveries',
    summary: 'One delivery with its attempts',
    parameters: [deliveryId],
    answers: { 200: answer('The delivery.', json(ref('Delivery'))) },
    errors: ['not_found'],
    handle: getDelivery,
  },
  {
    method: 'GET',
    path: '/api/endpoint',
    needs: 'read or admin',
    operation: 'getEndpoint',
    tag: 'deliveries',
    summary: 'Where results go by default',
    answers: { 200: answer('The endpoint.', json(ref('Endpoint'))) },
    errors: [],
    handle: getEndpoint,
  },
  {
    method: 'POST',
    path: '/api/endpoint',
    needs: permissions.changeEndpoint.key,
    operation: 'setEndpoint',
    repeatable: true,
    tag: 'deliveries',
    summary: 'Set where results go by default',
    description: 'For tasks without a callback_url of their own. Needs a key with the scope admin.',
    body: json(ref('EndpointInput'), { set: { callback_url: 'https://example.com/results' } }),
    answers: { 200: answer('The endpoint as it is now.', json(ref('Endpoint'))) },
    errors: ['invalid_request', ...bodyErrors],
    handle: postEndpoint,
  },
  {
    method: 'POST',
    path: '/api/endpoint/test',
    needs: permissions.changeEndpoint.key,
    operation: 'testEndpoint',
    tag: 'deliveries',
    summary: 'Send a signed ping to the endpoint',
    description: 'One attempt; its delivery shows how it ended. Needs a key with the scope admin.',
    answers: { 202: answer('Queued.', json(ref('QueuedPing'))) },
    errors: ['no_endpoint'],
    handle: postEndpointTest,
  },
  {
    method: 'POST',
    path: '/api/endpoint/rotate-secret',
    needs: permissions.changeEndpoint.key,
    operation: 'rotateEndpointSecret',
    tag: 'deliveries',
    summary: 'Create a new secret that signs results',
    description:
      'The new secret is shown once and signs from the stated time on; have the receiver accept both until then. Needs a key with the scope admin.',
    answers: { 200: answer('The new secret.', json(ref('RotatedSecret'))) },
    errors: [],
    handle: postSecretRotation,
  },
  {
    method: 'POST',
    path: '/api/deliveries/{id}/retry',
    needs: permissions.retryDelivery.key,
    operation: 'retryDelivery',
    tag: 'deliveries',
    summary: 'Send one delivery again',
    parameters: [deliveryId],
    answers: { 202: answer('Queued.', json(ref('QueuedDelivery'))) },
    errors: ['not_found'],
    handle: postRetry,
  },
  {
    method: 'POST',
    path: '/api/deliveries/recover',
    needs: permissions.recoverDeliveries.key,
    operation: 'recoverDeliveries',
    repeatable: true,
    tag: 'deliveries',
    summary: 'Send all deliveries again that failed since a time',
    body: json(ref('RecoverInput'), { since: { since: '2026-11-20T08:00:00Z' } }),
    answers: {
      202: answer(
        'Queued.',
        json({ type: 'object', required: ['queued'], properties: { queued: { type: 'integer' } } }),
      ),
    },
    errors: ['invalid_request', ...bodyErrors],
    handle: postRecover,
  },
];
