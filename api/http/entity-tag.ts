/** Conditional reads: whether the caller already has what an answer would carry (RFC 9110, section 13.1.2). */
import type { Context } from 'koa';

/**
 * Whether If-None-Match names the ETag of the answer. Koa's `fresh` says no to every request with `Cache-Control: no-cache`,
 * which browsers and HTTP clients send together with the tag when they are told to ask again; the RFC knows no such exception.
 * @param ctx an answer whose ETag is set
 */
export function hasEntity(ctx: Context): boolean {
  const tag = ctx.response.get('ETag').replace(/^W\//, '');
  const known = ctx.get('If-None-Match');
  if (known.trim() === '*') return true;
  return tag !== '' && known.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}
