/** Gives every request a name that its answer and its log lines carry (D1). */
import { v7 } from 'uuid';
import type { Middleware } from 'koa';

const printable = /^[\x20-\x7e]{1,128}$/;

export function newRequestId(): string {
  return `req_${v7()}`;
}

export function requestId(): Middleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    const id = printable.test(given) ? given : newRequestId();
    ctx.state['requestId'] = id;
    ctx.set('X-Request-Id', id);
    await next();
  };
}
