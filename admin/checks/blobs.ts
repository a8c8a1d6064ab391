/** The blob store: a small object is written, read and removed, as a worker does with evidence. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Settings } from '../../process/settings.ts';
import { openBlobStore } from '../../store/blobs/open-blob-store.ts';
import { BlobStoreError } from '../../store/outages.ts';
import { type Check, broken, errorText, fine } from './check.ts';

const timeoutMs = 15_000;

/** Nothing to check for the folder store: the disk is another check. */
export async function checkBlobs(settings: Settings): Promise<Check[]> {
  if (settings.BLOB_STORE === 'folder') return [];
  const where = `bucket ${settings.BLOB_S3_BUCKET} at ${settings.BLOB_S3_ENDPOINT || settings.BLOB_S3_REGION}`;
  const blobs = openBlobStore(settings);
  const key = `evidence/doctor/${randomUUID()}`;
  const bytes = Buffer.from('written by admin doctor, and removed');
  try {
    await inTime(timeoutMs, async () => {
      await blobs.put(key, bytes);
      const read = await blobs.get(key);
      await blobs.remove(key);
      if (read?.equals(bytes) !== true) throw new Error('what was written came back as something else');
    });
    return [fine('Blob store', `${where} takes, gives and removes an object`)];
  } catch (failure) {
    // The store's own error says what to do.
    const error = failure instanceof BlobStoreError ? failure.cause : failure;
    return [broken('Blob store', `${where}: ${wordsOf(error)}`, adviceFor(error))];
  } finally {
    blobs.close();
  }
}

/** Compatible servers name their errors in ways of their own, and may answer 404 for a key that they do not know. */
function adviceFor(error: unknown): string {
  const status = statusOf(error);
  if (error instanceof Error && error.name === 'NoSuchBucket')
    return 'make the bucket, or set BLOB_S3_BUCKET to one that is there';
  if (status === 301) return 'set BLOB_S3_REGION to the region of the bucket';
  if (status >= 400 && status < 500)
    return 'set BLOB_S3_ACCESS_KEY_ID and BLOB_S3_SECRET_ACCESS_KEY to a key of this server that may put, get and delete objects in the bucket';
  return 'see that BLOB_S3_ENDPOINT answers from here; evidence waits until it does';
}

function statusOf(error: unknown): number {
  const { $metadata: answer } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return answer?.httpStatusCode ?? 0;
}

/** Servers that answer without a body leave only the name of the error. */
function wordsOf(error: unknown): string {
  const text = errorText(error);
  return text === '' || text === 'UnknownError' ? `it answers with ${statusOf(error)}` : text;
}

// A limit of time for parts that may hang instead of answering.

/** @throws Error that says how long there was no answer */
async function inTime<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const waiting = new AbortController();
  try {
    return await Promise.race([work(), late(limitMs, waiting.signal)]);
  } finally {
    waiting.abort();
  }
}

async function late(limitMs: number, signal: AbortSignal): Promise<never> {
  await setTimeout(limitMs, undefined, { signal });
  throw new Error(`no answer within ${limitMs / 1000} s`);
}
