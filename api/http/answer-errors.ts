/** The only place that turns errors into answers: what is meant for the caller goes out, nothing else does. */
import type { Context, Middleware } from 'koa';
import type { Log } from '../../process/logging.ts';
import { IngestError } from '../../store/lanes/ingest-request.ts';
import { outageOf } from '../../store/outages.ts';
import { ApiError, statusOfCode, unavailable } from './errors.ts';
import { endsConnection } from './read-body.ts';
import { judgeBody } from './refused-bodies.ts';

/** Whether an error means that a part of this deployment is unavailable for now, so that trying again is right. */
export function isAway(error: unknown): boolean {
  return outageOf(error) !== undefined;
}

/** Any error as one that may be shown. */
export function shownError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof IngestError)
    return error.code === 'unavailable'
      ? unavailable(error.message)
      : Object.assign(new ApiError('invalid_request', error.message), { cause: error });
  if (isAway(error)) return unavailable('the service cannot process this right now; try again shortly');
  return new ApiError('internal', 'internal error; find it in the log by the request id');
}

/** Whether the log has to say what happened, because the answer does not. */
export function isUnexpected(error: unknown): boolean {
  return !(error instanceof ApiError) && !(error instanceof IngestError);
}

/** Writes an error as the answer (D1). */
function answerError(ctx: Context, error: ApiError): void {
  ctx.status = statusOfCode[error.code];
  if (error.extras.headers) ctx.set({ ...error.extras.headers });
  ctx.body = {
    error: error.message,
    code: error.code,
    ...(error.extras.details ? { details: error.extras.details } : {}),
    ...error.extras.members,
  };
}

export function answerErrors(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) throw new ApiError('not_found', 'there is no such path');
    } catch (error) {
      const shown = shownError(error);
      if (isUnexpected(error))
        log.error(
          { request_id: ctx.state['requestId'] as unknown, method: ctx.method, path: ctx.path, err: error },
          'request failed',
        );
      if (endsConnection(ctx.req)) ctx.set('Connection', 'close');
      answerError(ctx, shown);
    } finally {
      judgeBody(ctx.req, ctx.status >= 400 && ctx.status < 500 ? 1 : 0);
    }
  };
}
