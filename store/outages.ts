/** Whether an error says that a part of this deployment is unavailable, rather than that something is wrong with the work. */
import { setTimeout as delay } from 'node:timers/promises';
import type { OwnOutage } from '../domain/dispatch/own-outage.ts';

/**
 * Classes of SQLSTATE in which PostgreSQL is unavailable or cannot do work: 08 connection, 53 resources (disk full, too
 * many connections), 57 operator and statement timeout, 58 system; a server that is a read-only standby (25006), and a
 * transaction that was rolled back because this side was silent for too long (25P03).
 */
const serverStates = /^(?:08|53|57|58)[0-9A-Z]{3}$|^25(?:006|P03)$/;

const networkText: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  ENOTFOUND: 'its name does not resolve',
  EAI_AGAIN: 'its name does not resolve',
};

/** What pg says, without a code, when a connection ends under it, gives no answer, or none comes free in time. */
const connectionText: readonly (readonly [RegExp, string])[] = [
  [/^Connection terminated/, 'connection lost'],
  [/^Query read timeout/, 'no answer in time'],
  [/^timeout exceeded when trying to connect/, 'no connection came free in time'],
  [/^Client has encountered a connection error/, 'connection lost'],
  [/^Client was closed/, 'connection lost'],
  [/^Cannot use a pool after/, 'this process is shutting down'],
];

/** An operation of the blob store failed; the store's own error is the cause. */
export class BlobStoreError extends Error {
  readonly code = 'blob_store_unavailable';
  constructor(cause: unknown) {
    super(`the blob store failed: ${(cause as Error).message}`, { cause });
    this.name = 'BlobStoreError';
  }
}

/** @returns undefined for every other error, such as a defect or bad data */
export function outageOf(error: unknown): OwnOutage | undefined {
  if (error instanceof BlobStoreError) return { part: 'blob_store', reason: reasonOf(error.cause) ?? 'it failed' };
  const reason = reasonOf(error);
  return reason === undefined ? undefined : { part: 'database', reason };
}

interface OutagePatience {
  /** Five minutes by default. */
  readonly patienceMs?: number;
  readonly againAfterMs?: number;
  readonly onOutage?: (error: unknown) => void;
  /** Ends the patience. */
  readonly signal?: AbortSignal;
}

/**
 * Runs `work`, which may run twice, again for as long as the database or the blob store is away: one that starts beside
 * us, or on a machine without time, answers late.
 * @throws the last error when the patience has ended, and any other error at once
 */
export async function throughOutages<T>(
  work: () => Promise<T>,
  { patienceMs = 300_000, againAfterMs = 500, onOutage, signal }: OutagePatience = {},
): Promise<T> {
  const began = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isOver = signal?.aborted === true || performance.now() - began >= patienceMs;
      if (isOver || outageOf(error) === undefined) throw error;
      onOutage?.(error);
    }
    await delay(againAfterMs, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  }
}

/** Never the error's own message: it may name hosts, and ends up in records. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return firstReason(error.errors);
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (serverStates.test(code)) return stateText(code);
  const words = networkText[code] ?? diskText[code];
  if (words !== undefined) return words;
  return connectionText.find(([form]) => form.test(error.message))?.[1];
}

const diskText: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'the disk is read-only',
  EIO: 'the disk failed',
};

function firstReason(errors: readonly unknown[]): string | undefined {
  for (const error of errors) {
    const reason = reasonOf(error);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function stateText(code: string): string {
  if (code === '53100') return 'the disk is full';
  if (code.startsWith('53')) return 'it has no resources free';
  if (code === '57014') return 'a statement took longer than its limit';
  if (code === '25006') return 'it is read-only';
  if (code === '25P03') return 'a transaction was silent for too long';
  if (code.startsWith('57P')) return 'it is shutting down or starting';
  return 'connection lost';
}
