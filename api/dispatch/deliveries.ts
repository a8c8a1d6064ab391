/** Deliveries of results (D28): list them, send one again, send all again that failed since a time. */
import type { Context } from 'koa';
import { listDeliveries, recoverFailed, sendAgain } from '../../store/deliveries.ts';
import type { AttemptRow, DeliveryFilter, DeliveryOwner, DeliveryRow, FailedSince } from '../../store/deliveries.ts';
import { decodeCursor } from '../../store/cursor.ts';
import type { ListPlace } from '../../store/cursor.ts';
import { callerOf } from '../http/bearer-key.ts';
import { ApiError, findingsError, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { oneOf, printable, readQuery, wholeNumber } from '../http/query.ts';
import type { Parameter } from '../http/query.ts';
import { unknownMember } from '../http/sentences.ts';
import type { DispatchDeps } from './deps.ts';
import { listLimit } from './task-query.ts';

type Handler = (ctx: Context) => Promise<void>;
type Deps = Pick<DispatchDeps, 'pool' | 'wakeStarts' | 'askRetryNow'>;

const cursor: Parameter<ListPlace> = { must: 'be the next_cursor of an earlier answer', parse: decodeCursor };
const parameters = {
  task_id: printable(100),
  status: oneOf(['pending', 'retrying', 'delivered', 'failed']),
  limit: wholeNumber(1, listLimit.max),
  cursor,
};

/** GET /api/deliveries */
export function getDeliveries(deps: Deps): Handler {
  return async (ctx) => {
    const { task_id, status, limit, cursor: after } = readQuery(ctx, parameters);
    const filter: DeliveryFilter = {
      limit: limit ?? listLimit.default,
      ...(task_id === undefined ? {} : { subjectId: task_id }),
      ...(status === undefined ? {} : { status }),
      ...(after === undefined ? {} : { after }),
    };
    const { deliveries, next } = await listDeliveries(deps.pool, ownerOf(ctx), filter);
    ctx.body = { deliveries: deliveries.map(presentDelivery), next_cursor: next };
  };
}

/** POST /api/deliveries/{id}/retry: one that is over is sent again; one that waits makes its next attempt now. */
export function postRetry(deps: Deps): Handler {
  return async (ctx) => {
    const { id } = ctx['params'] as { id: string };
    const found = deliveryIdForm.test(id) ? await sendAgain(deps.pool, ownerOf(ctx), id) : undefined;
    if (found === undefined) throw notFound('delivery');
    if (found === 'queued') deps.wakeStarts();
    else await askNow(deps, id);
    ctx.status = 202;
    ctx.body = { id, queued: true };
  };
}

async function askNow(deps: Deps, id: string): Promise<void> {
  try {
    await deps.askRetryNow(id);
  } catch (error) {
    throw Object.assign(
      new ApiError('unavailable', 'the delivery waits and cannot be asked to hurry right now; try again shortly', {
        headers: { 'Retry-After': '5' },
      }),
      { cause: error },
    );
  }
}

/** POST /api/deliveries/recover */
export function postRecover(deps: Deps): Handler {
  return async (ctx) => {
    const queued = await recoverFailed(deps.pool, ownerOf(ctx), readSpan(await readJsonBody(ctx)));
    if (queued > 0) deps.wakeStarts();
    ctx.status = 202;
    ctx.body = { queued };
  };
}

const ownerOf = (ctx: Context): DeliveryOwner => ({ kind: 'sender', id: callerOf(ctx).ownerId });

/** Whatever else stands in the path cannot be a delivery, and some of it (U+0000) the database would choke on. */
const deliveryIdForm = /^dl_[0-9a-z-]{1,64}$/;

/** @throws ApiError invalid_query with every finding */
function readSpan(body: unknown): FailedSince {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_query', 'the body must be an object with since');
  const { since: sinceText, until: untilText, ...others } = body as Record<string, unknown>;
  const findings = Object.keys(others).map((name) => unknownMember('', name, ['since', 'until']));
  const since = readTime(sinceText);
  const until = untilText === undefined ? undefined : readTime(untilText);
  if (sinceText === undefined) findings.push('since is required');
  else if (since === null) findings.push(`since ${timeForm}`);
  if (until === null) findings.push(`until ${timeForm}`);
  else if (since && until && until <= since) findings.push('until must be later than since');
  if (findings.length > 0 || !since || until === null)
    throw findingsError('invalid_query', findings.toSorted().slice(0, 100));
  return until === undefined ? { since } : { since, until };
}

const timeForm = 'must be a time in ISO 8601 with an offset, such as 2026-11-20T08:00:00Z';

/** D3: any offset is taken, a time without one is not. */
function readTime(value: unknown): Date | null {
  if (typeof value !== 'string') return null;
  if (!/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)$/.test(value)) return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time;
}

function presentDelivery(row: DeliveryRow): Record<string, unknown> {
  return {
    id: row.id,
    task_id: row.subjectId,
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
