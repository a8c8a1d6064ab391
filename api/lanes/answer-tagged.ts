/** Answers a read that rarely changes: with an ETag, so that who has it already is told so in a few bytes (304). */
import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { hasEntity } from '../http/entity-tag.ts';

/** @param content what the tag stands for, where that is not all of the text */
export function answerTagged(ctx: Context, text: string, type = 'application/json', content = text): void {
  ctx.set('ETag', `"${createHash('sha256').update(`${type} ${content}`).digest('base64url').slice(0, 22)}"`);
  // Kept by the caller, asked for again each time.
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.vary('Accept');
  ctx.status = 200;
  if (hasEntity(ctx)) {
    ctx.status = 304;
    return;
  }
  ctx.type = type;
  ctx.body = text;
}
