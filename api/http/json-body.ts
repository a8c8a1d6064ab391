/** Reads a JSON body: media type and size, each refused with its own sentence (D1, D9). */
import type { Context } from 'koa';
import { ApiError } from './errors.ts';
import { parseJsonInSlices } from './json-in-slices.ts';
import { readRawBody } from './raw-body.ts';

export const bodyLimit = 1_000_000;
/** Several times what a hundred tasks or the longest definition hold. */
const bodyShape = { containers: 20_000, values: 100_000 };

/**
 * The body as a JSON value. Text is not judged here: control characters and halves of surrogate pairs are
 * refused member by member, by the schemas. A member named `__proto__` is a plain member.
 * @throws ApiError unsupported_media_type, too_large, bad_json
 */
export async function readJsonBody(ctx: Context, limit: number = bodyLimit): Promise<unknown> {
  requireJson(ctx);
  return parseJsonInSlices(await readRawBody(ctx, limit), bodyShape);
}

/** The media type of the body in lower case, without parameters; empty when none is given. */
export function mediaTypeOf(ctx: Context): string {
  return mediaTypeIn(ctx.get('Content-Type'));
}

function mediaTypeIn(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** @throws ApiError unsupported_media_type */
export function requireJson(ctx: Context): void {
  requireJsonType(ctx.get('Content-Type'));
}

/** As `requireJson`, for handlers that work without Koa. */
export function requireJsonType(contentType: string): void {
  if (contentType === 'application/json') return;
  const type = mediaTypeIn(contentType);
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type))
    throw new ApiError('unsupported_media_type', 'Content-Type must be application/json');
}
