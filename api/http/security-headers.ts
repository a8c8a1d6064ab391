/** Headers that keep browsers from guessing, framing, caching or sending addresses on. */
import type { Middleware } from 'koa';

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
