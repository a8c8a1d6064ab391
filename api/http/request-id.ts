/** Gives every request a name that its answer and its log lines carry (D1). */
import { v7 } from 'uuid';
import type { Middleware } from 'koa';

const printable = /^[\x20-\x7e]{1,128}$/;

export function newRequestId(): string {
  return `req_${v7()}`;
}

/** The caller's own id if it can be repeated, else a new one. */
export function requestIdFor(given: string): string {
  return given !== '' && printable.test(given) ? given : newRequestId();
}

export function requestId(): Middleware {
  return async (ctx, next) => {
    const id = requestIdFor(ctx.get('X-Request-Id'));
    ctx.state['requestId'] = id;
    ctx.set('X-Request-Id', id);
    await next();
  };
}
