/** Reads the form that brings a CSV file: whose tasks, and the file or the text pasted in its place. */
import { Busboy } from '@fastify/busboy';
import type { BusboyFileStream, BusboyHeaders, BusboyInstance } from '@fastify/busboy';
import type { Context } from 'koa';
import { unlessRefused } from '../../http/broken-request.ts';
import { ApiError } from '../../http/errors.ts';
import { mediaTypeOf } from '../../http/json-body.ts';
import { openSlices } from '../../../process/time-slices.ts';

export interface SentFile {
  readonly senderId: string;
  readonly fileName: string;
  /** Empty where neither a file nor a text was given. */
  readonly content: Buffer;
}

/** Five thousand rows with long instructions. */
const mostBytes = 10_000_000;
const longestName = 200;

/** @throws ApiError unsupported_media_type, too_large, bad_request */
export async function readSentFile(ctx: Context): Promise<SentFile> {
  if (mediaTypeOf(ctx) !== 'multipart/form-data')
    throw new ApiError('unsupported_media_type', 'this address accepts form submissions only');
  const fields = new Map<string, string>();
  const chunks: Buffer[] = [];
  let fileName = '';
  let tooLarge = false;
  const arrival = new Promise<void>((resolve, reject) => {
    const broken = (): void => reject(new ApiError('bad_request', 'the form is incomplete or malformed'));
    const reader = parserOf(ctx, broken);
    reader.on('field', (name: string, value: string, _nameCut: boolean, valueCut: boolean) => {
      tooLarge ||= valueCut;
      fields.set(name, value);
    });
    reader.on('file', (_name: string, stream: BusboyFileStream, name: string | undefined) => {
      fileName = plainName(name ?? '');
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => (tooLarge = true));
      stream.on('error', broken);
    });
    reader.on('finish', resolve);
    reader.on('error', broken);
    // What the form of ours never sends is not read to its end.
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) reader.on(limit, broken);
    feed(ctx, reader, broken).catch(broken);
  });
  await unlessRefused(ctx.req, arrival);
  if (tooLarge) throw new ApiError('too_large', `the file must be at most ${mostBytes.toLocaleString('en-US')} bytes`);
  const file = Buffer.concat(chunks);
  const pasted = fields.get('text') ?? '';
  return {
    senderId: fields.get('sender') ?? '',
    fileName: file.length > 0 && fileName !== '' ? fileName : 'pasted.csv',
    content: file.length > 0 ? file : Buffer.from(pasted.trim() === '' ? '' : pasted),
  };
}

/** In pieces: some bytes cost the parser a microsecond each, and others wait for the turn to end. */
const pieceBytes = 8_192;

async function feed(ctx: Context, reader: BusboyInstance, broken: () => void): Promise<void> {
  const pause = openSlices();
  let isOver = false;
  for (const end of ['error', 'partsLimit', 'fieldsLimit', 'filesLimit'] as const)
    reader.on(end, () => (isOver = true));
  for await (const bytes of ctx.req.iterator({ destroyOnReturn: false })) {
    const chunk = bytes as Buffer;
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      if (isOver) return;
      reader.write(chunk.subarray(at, at + pieceBytes));
      await pause();
    }
  }
  if (ctx.req.readableAborted) broken();
  else reader.end();
}

function parserOf(ctx: Context, broken: () => void): BusboyInstance {
  try {
    return new Busboy({
      headers: ctx.req.headers as BusboyHeaders,
      limits: { files: 1, fileSize: mostBytes, fields: 10, fieldSize: mostBytes, parts: 12 },
    });
  } catch {
    // A content type without a boundary.
    broken();
    throw new ApiError('bad_request', 'the form is malformed');
  }
}

function plainName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cs}/\\]/gu, '').slice(0, longestName);
}
