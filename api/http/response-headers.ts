/** Gives every request a name that its answer and its log lines carry (D1). */
import type { Middleware } from 'koa';
import { newRequestId } from '../../process/refused-http.ts';

const printable = /^[\x20-\x7e]{1,128}$/;

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

/** Headers that keep browsers from guessing, framing, caching or sending addresses on. */
export const securityHeaderFields = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // A page that needs styles or images sets its own policy over this one.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

export function securityHeaders(): Middleware {
  return async (ctx, next) => {
    ctx.set(securityHeaderFields);
    await next();
  };
}
