/**
 * Lets few in at once where a password or a code is judged: each takes a processor and connections to the database
 * that callers of the API need too.
 */
import type { Context } from 'koa';
import { ApiError } from '../../http/errors.ts';

const atOnce = 4;
/** Some two seconds of work; more are a flood, and would only wait for nothing. */
const mostWaiting = 100;
const retryAfterSeconds = 5;

const waiting: (() => void)[] = [];
let inside = 0;

type Handler = (ctx: Context) => Promise<void>;

/** The handler behind the gate. @throws ApiError unavailable where too many wait already */
export function gated(handle: Handler): Handler {
  return async (ctx) => {
    if (inside >= atOnce) {
      if (waiting.length >= mostWaiting) throw tooMany();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else inside += 1;
    try {
      await handle(ctx);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}

function tooMany(): ApiError {
  return new ApiError('unavailable', 'too many people are signing in right now; try again shortly', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}
