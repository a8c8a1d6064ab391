/** Reads the body of a request: as JSON, or as the bytes that came, up to the limit of its route (D9); signatures are over these. */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { openSlices } from '../../process/time-slices.ts';
import { heedRefusal, refusalOfBody, unlessRefused } from './broken-request.ts';
import { ApiError } from './errors.ts';
import { parseExactJson } from './json-in-slices.ts';

/**
 * @param limit bytes
 * @throws ApiError too_large (also for chunked bodies), unsupported_media_type (compressed), bad_request (broken off)
 */
export function readRawBody(ctx: Context, limit: number): Promise<Buffer> {
  return readBodyOf(ctx.req, limit);
}

/** As `readRawBody`, for handlers that work without Koa. @throws ApiError also request_timeout */
export function readBodyOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  const length = Number(request.headers['content-length'] ?? Infinity);
  const isPlain = request.readable && request.headers['content-encoding'] === undefined && !arrived.has(request);
  if (isPlain && length <= smallBytes && length <= limit) return readSmall(request, length);
  return unlessRefused(request, readWhole(request, limit));
}

/** Nearly all bodies are no larger; what reads any stream takes longer than their bytes. */
const smallBytes = 16_384;

function readSmall(request: IncomingMessage, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const settled = (): void => {
      unheed();
      request.off('data', take).off('end', end).off('close', breakOff).off('error', breakOff);
    };
    const fail = (error: ApiError): void => {
      settled();
      reject(error);
    };
    const breakOff = (): void => fail(new ApiError('bad_request', 'the request body is incomplete'));
    const take = (piece: Buffer): void => {
      pieces.push(piece);
      bytes += piece.length;
    };
    const end = (): void => {
      if (bytes !== length) return breakOff();
      settled();
      const [only] = pieces;
      resolve(pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces));
    };
    let unheed = (): void => {};
    request.on('data', take).on('end', end).on('close', breakOff).on('error', breakOff);
    unheed = heedRefusal(request, fail);
  });
}

async function readWhole(request: IncomingMessage, limit: number): Promise<Buffer> {
  const before = arrived.get(request);
  if (before !== undefined) {
    arrived.delete(request);
    return before;
  }
  requireUncompressed(request);
  const length = request.headers['content-length'];
  if (length === undefined) return readUnsized(request, limit);
  if (Number(length) > limit) throw tooLarge(limit);
  return readSized(request, Number(length));
}

function requireUncompressed(request: IncomingMessage): void {
  const encoding = (request.headers['content-encoding'] ?? '').toLowerCase();
  if (encoding !== '' && encoding !== 'identity')
    throw new ApiError('unsupported_media_type', 'the body must be sent without Content-Encoding');
}

/**
 * As `readBodyOf`, for who wants to know how much of it has arrived.
 * @param arrives called with the bytes of each piece before they are kept
 */
export function readBodyByPieces(
  request: IncomingMessage,
  limit: number,
  arrives: (bytes: number) => void,
): Promise<Buffer> {
  const read = async (): Promise<Buffer> => {
    requireUncompressed(request);
    if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
    return readUnsized(request, limit, arrives);
  };
  return unlessRefused(request, read());
}

/**
 * Each piece is put where it belongs as it comes: fifty megabytes joined at the end would hold others up.
 * @param length what the head of the request says, which is what Node lets through at most
 */
async function readSized(request: IncomingMessage, length: number): Promise<Buffer> {
  const body = Buffer.allocUnsafe(length);
  let at = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) at += (chunk as Buffer).copy(body, at);
  } catch (error) {
    if (request.destroyed && !request.complete) throw new ApiError('bad_request', 'the request body is incomplete');
    throw error;
  }
  if (at < length) throw new ApiError('bad_request', 'the request body is incomplete');
  return body;
}

const blockBytes = 65_536;

/** A body in chunks, which may be as small as they like: kept by themselves they would take many times their size. */
async function readUnsized(
  request: IncomingMessage,
  limit: number,
  arrives: (bytes: number) => void = () => undefined,
): Promise<Buffer> {
  const full: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      if (full.length * blockBytes + used + bytes.length > limit) throw tooLarge(limit);
      arrives(bytes.length);
      for (let at = 0; at < bytes.length;) {
        if (used === block.length) {
          if (used > 0) full.push(block);
          block = Buffer.allocUnsafe(blockBytes);
          used = 0;
        }
        const copied = bytes.copy(block, used, at);
        at += copied;
        used += copied;
      }
    }
  } catch (error) {
    if (request.destroyed && !request.complete) throw new ApiError('bad_request', 'the body broke off');
    throw error;
  }
  return joined([...full, block.subarray(0, used)]);
}

/** Fifty megabytes at once would hold others up. */
async function joined(blocks: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(blocks.reduce((sum, { length }) => sum + length, 0));
  const pause = openSlices();
  let at = 0;
  for (const block of blocks) {
    at += block.copy(whole, at);
    await pause();
  }
  return whole;
}

function tooLarge(limit: number): ApiError {
  return new ApiError('too_large', `the body must be at most ${limit.toLocaleString('en-US')} bytes`);
}

/** A body up to this that is refused is passed over, so that the connection can be used again. */
const passedOverBytes = 1_000_000;

/**
 * Whether the answer must end the connection: the rest of a large or endless body is not waited for. The server takes
 * care that the caller gets to see the answer (`lingeringClose`).
 */
export function endsConnection(request: IncomingMessage): boolean {
  if (request.complete) return false;
  if (refusalOfBody(request) !== undefined) return true;
  const length = request.headers['content-length'];
  return length === undefined || !(Number(length) <= passedOverBytes);
}

const arrived = new WeakMap<IncomingMessage, Buffer>();

/** Reads a body now that `readRawBody` gives later, so that nothing else is held while it arrives. */
export async function awaitBody(request: IncomingMessage, limit: number): Promise<void> {
  arrived.set(request, await readBodyOf(request, limit));
}

// Reads a JSON body: media type and size, each refused with its own sentence (D1, D9).

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
  return parseExactJson(await readRawBody(ctx, limit), bodyShape);
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
  requireUtf8(contentType);
}

/**
 * A body that says it is in another encoding is not read as UTF-8: what its sender meant may be something else.
 * @throws ApiError unsupported_media_type
 */
export function requireUtf8(contentType: string): void {
  for (const [, name = '', quoted, plain = ''] of contentType.matchAll(
    /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g,
  )) {
    const charset = (quoted ?? plain).trim();
    if (name.toLowerCase() === 'charset' && charset !== '' && !/^(?:utf-?8|us-ascii)$/i.test(charset))
      throw new ApiError('unsupported_media_type', `${mediaTypeIn(contentType)} must be UTF-8`);
  }
}
