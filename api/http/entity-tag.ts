/** Conditional reads, and files that browsers keep: whether the caller already has what an answer would carry (RFC 9110, section 13.1.2). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Context } from 'koa';
import type { HandlerOf } from './api-route.ts';

/**
 * Whether If-None-Match names the ETag of the answer. Koa's `fresh` says no to every request with `Cache-Control: no-cache`,
 * which browsers and HTTP clients send together with the tag when they are asked to revalidate; the RFC knows no such exception.
 * @param ctx an answer whose ETag is set
 */
export function hasEntity(ctx: Context): boolean {
  const tag = ctx.response.get('ETag').replace(/^W\//, '');
  const known = ctx.get('If-None-Match');
  if (known.trim() === '*') return true;
  return tag !== '' && known.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}

// Answers a read that rarely changes: with an ETag, so that a caller that has it already gets a few bytes (304).

/** @param content what the tag identifies, where that is not all of the text */
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

// Styles and scripts, at addresses that change with their content.

export interface Asset {
  readonly type: string;
  readonly tag: string;
  readonly text: string;
}

/** @param files their texts become one */
export function readAsset(type: string, files: readonly string[]): Asset {
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  return { type, tag: createHash('sha256').update(text).digest('hex').slice(0, 16), text };
}

export const serveAsset: HandlerOf<Asset> =
  ({ type, tag, text }) =>
  async (ctx) => {
    ctx.set({
      'Content-Type': type,
      'Cache-Control': ctx.query['v'] === tag ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
      ETag: `"${tag}"`,
    });
    ctx.status = 200;
    if (hasEntity(ctx)) ctx.status = 304;
    else ctx.body = text;
  };
