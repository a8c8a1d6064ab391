/** Deliveries of results (D28): list them, send one again, send all again that failed since a time. */
import type { Handler } from '../http/handler.ts';
import { keyActor } from '../../domain/actor.ts';
import type { Context } from 'koa';
import { recover, retry } from '../../commands/deliveries.ts';
import { taskEvents } from '../../domain/dispatch/task-record.ts';
import { listDeliveries, readDelivery } from '../../store/deliveries.ts';
import type { AttemptRow, DeliveryFilter, DeliveryOwner, DeliveryRow } from '../../store/deliveries.ts';
import { decodeCursor } from '../../store/cursor.ts';
import { callerOf } from '../http/bearer-key.ts';
import { granted, notFound } from '../http/errors.ts';
import { cursor, oneOf, pageSize, printable, readQuery, time } from '../http/query.ts';
import { readFailedSpan } from '../http/read-members.ts';
import { readJsonBody } from '../http/json-body.ts';
import type { DispatchDeps } from './deps.ts';
import { listLimit } from './task-query.ts';
import { isId } from '../../process/ids.ts';

type Deps = Pick<DispatchDeps, 'pool' | 'wakeStarts' | 'askRetryNow'>;

export const deliveryQuery = {
  task_id: printable(100, 'Only those of one task.'),
  status: oneOf(['pending', 'retrying', 'delivered', 'failed'], 'Only those in this state.'),
  event: oneOf([...taskEvents, 'ping'], 'Only those of this event.'),
  since: time('Only those made at or after this time.'),
  until: time('Only those made before this time.'),
  key: printable(100, 'Only those of tasks that the key with this id submitted.'),
  endpoint: printable(2048, 'Only those to this URL, or to this origin (scheme, host and port).'),
  limit: pageSize(listLimit),
  cursor: cursor(decodeCursor),
};

/** GET /api/deliveries */
export function getDeliveries(deps: Deps): Handler {
  return async (ctx) => {
    const { task_id, status, event, since, until, key, endpoint, limit, cursor: after } = readQuery(ctx, deliveryQuery);
    const filter: DeliveryFilter = {
      limit: limit ?? listLimit.default,
      ...(task_id === undefined ? {} : { subjectId: task_id }),
      ...(status === undefined ? {} : { status }),
      ...(event === undefined ? {} : { event }),
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
      ...(key === undefined ? {} : { submittedByKey: key }),
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(after === undefined ? {} : { after }),
    };
    const { deliveries, next } = await listDeliveries(deps.pool, ownerOf(ctx), filter);
    ctx.body = { deliveries: deliveries.map(presentDelivery), next_cursor: next };
  };
}

/** GET /api/deliveries/{id} */
export function getDelivery(deps: Pick<Deps, 'pool'>): Handler {
  return async (ctx) => {
    readQuery(ctx, {});
    const { id } = ctx['params'] as { id: string };
    const found = isId('delivery', id) ? await readDelivery(deps.pool, ownerOf(ctx), id) : undefined;
    if (found === undefined) throw notFound('delivery');
    ctx.body = presentDelivery(found);
  };
}

/** POST /api/deliveries/{id}/retry: one that is over is sent again; one that waits makes its next attempt now. */
export function postRetry(deps: Deps): Handler {
  return async (ctx) => {
    const { id } = ctx['params'] as { id: string };
    granted(await retry(deps, id, actorOf(ctx), { owner: ownerOf(ctx) }));
    ctx.status = 202;
    ctx.body = { id, queued: true };
  };
}

/** POST /api/deliveries/recover */
export function postRecover(deps: Deps): Handler {
  return async (ctx) => {
    const span = readFailedSpan(await readJsonBody(ctx), 'invalid_query');
    const queued = await recover(deps, span, actorOf(ctx), { owner: ownerOf(ctx) });
    ctx.status = 202;
    ctx.body = { queued };
  };
}

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
