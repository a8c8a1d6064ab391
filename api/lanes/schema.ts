/** GET /v1/schema: the JSON Schema of events, as data that validators of callers can use. */
import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { eventSchema } from '../../domain/lanes/event-schema.ts';

export function getEventSchema(): (ctx: Context) => Promise<void> {
  const text = JSON.stringify(eventSchema);
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return async (ctx) => {
    ctx.set('ETag', tag);
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'application/schema+json';
    ctx.body = text;
  };
}
