/** Reads a request's body as the bytes that came, up to the limit of its route (D9); signatures are over these. */
import rawBody from 'raw-body';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import type { Context } from 'koa';
import { ApiError } from './errors.ts';

/**
 * How much of a refused body is still read, so that the caller gets to see the answer, before the line is cut: at least
 * this, and twice what the route takes.
 */
const drainBytes = 16_000_000;

/**
 * @param limit bytes
 * @throws ApiError too_large (also for chunked bodies), unsupported_media_type (compressed), bad_request (broken off)
 */
export function readRawBody(ctx: Context, limit: number): Promise<Buffer> {
  return readBodyOf(ctx.req, limit);
}

/** As `readRawBody`, for handlers that work without Koa. */
export async function readBodyOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? '').toLowerCase();
  if (encoding !== '' && encoding !== 'identity')
    throw new ApiError('unsupported_media_type', 'the body must be sent without Content-Encoding');
  const length = request.headers['content-length'] ?? null;
  if (length !== null && Number(length) > largeBytes && Number(length) <= limit)
    return readLarge(request, Number(length));
  try {
    return await rawBody(request, { limit, length });
  } catch (error) {
    const type = error instanceof Error && 'type' in error ? error.type : undefined;
    if (type === 'entity.too.large') {
      drain(request, Math.max(drainBytes, 2 * limit));
      throw new ApiError('too_large', `the body must be at most ${limit.toLocaleString('en-US')} bytes`);
    }
    if (type === 'request.size.invalid' || type === 'request.aborted')
      throw new ApiError('bad_request', 'the body broke off');
    throw error;
  }
}

/** Bodies above this are put where they belong as they come: fifty megabytes joined at the end hold others up. */
const largeBytes = 1_000_000;

/** @param length what the head of the request says, which is what Node lets through at most */
async function readLarge(request: IncomingMessage, length: number): Promise<Buffer> {
  const body = Buffer.allocUnsafe(length);
  let at = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) at += (chunk as Buffer).copy(body, at);
  } catch (error) {
    if (request.destroyed && !request.complete) throw new ApiError('bad_request', 'the body broke off');
    throw error;
  }
  if (at < length) throw new ApiError('bad_request', 'the body broke off');
  return body;
}

/** As much as the largest of all bodies may be over its limit. */
const restBytes = 100_000_000;

/**
 * Reads what still comes of a refused body before it is answered, where the caller has asked for the line to end with
 * the answer (`Connection: close`): cut while the caller writes, it would take the answer with it.
 */
export async function readRestOfBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  if (request.httpVersion === '1.1' && request.headers.connection?.toLowerCase() !== 'close') return;
  const over = new Promise<void>((resolve) => {
    finished(request, () => resolve());
  });
  drain(request, restBytes);
  await over;
}

function drain(request: IncomingMessage, bytes: number): void {
  let left = bytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}
