/** Gets a time stamp (RFC 3161) for the signature file of a closed pack and adds it to the pack. */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import {
  reservedMediaType,
  signatureFile,
  stampFile,
  stampRequestFile,
} from '../../domain/dispatch/evidence/manifest.ts';
import { sha256 } from '../../process/evidence-crypto.ts';
import type { Log } from '../../process/logging.ts';
import { guardedConnector, type GuardedConnector } from '../../process/outbound/connector.ts';
import { exchange, type Exchange, type ExchangeFailure } from '../../process/outbound/request.ts';
import type { Settings } from '../../process/settings.ts';
import { checkTimeStamp, stampRoots, timeStampRequest, type TrustedRoots } from '../../process/time-stamp.ts';
import { type BlobStore } from '../../store/blobs/blob-store.ts';
import type { Pool } from '../../store/database.ts';
import { readFile } from '../../store/evidence.ts';
import { addTimeStamp, recordFailedStamp } from '../../store/time-stamps.ts';
import { namingOutages } from './own-outages.ts';
import { storedFile } from './recorder.ts';

export interface StampActivities {
  stampEvidence(taskId: string): Promise<{ stampedAt: string } | null>;
}

interface StampDeps {
  readonly pool: Pool;
  readonly blobs: BlobStore;
  readonly now: () => Date;
  readonly log: Log;
  readonly authority: StampAuthority | null;
}

export interface StampAuthority {
  readonly url: URL;
  /** Null: a certificate is not checked when its stamp arrives. */
  readonly roots: TrustedRoots | null;
  readonly connect: GuardedConnector;
  readonly timeoutMs: number;
}

/** Answers of authorities have some 3 to 10 kB. */
const answerBytes = 64_000;

/**
 * The authority that the settings name; null where they name none.
 * @throws SettingsError where the file of its certificates cannot be used
 */
export function stampAuthority(settings: Settings): StampAuthority | null {
  const { EVIDENCE_TIME_STAMP_URL: address, EVIDENCE_TIME_STAMP_ALLOW_PRIVATE: allowPrivate } = settings;
  if (address === '') return null;
  return {
    url: new URL(address),
    roots: stampRoots(settings),
    // What is sent is a digest, and what is answered is signed: many authorities answer over http alone.
    connect: guardedConnector({ allowLoopback: allowPrivate, allowPrivate, allowPlain: true }),
    timeoutMs: settings.EVIDENCE_TIME_STAMP_TIMEOUT_MS,
  };
}

/** The activity, on the queue of slow deliveries: however long an authority hangs, no task waits for it. */
export function createStampActivities(
  deps: Omit<StampDeps, 'authority' | 'now'> & { settings: Settings },
): StampActivities {
  const { pool, blobs, log, settings } = deps;
  const stamping: StampDeps = { pool, blobs, log, now: () => new Date(), authority: stampAuthority(settings) };
  return namingOutages<StampActivities>(
    {
      stampEvidence: (taskId) => {
        const { info, cancellationSignal } = Context.current();
        const askedUntil = new Date(info.scheduledTimestampMs + info.scheduleToCloseTimeoutMs);
        return stampEvidence(stamping, taskId, askedUntil, cancellationSignal);
      },
    },
    'engine',
  );
}

/**
 * Asks once. Safe to run twice: the first stamp stays.
 * @param askedUntil when the engine stops asking
 * @throws ApplicationFailure `no_time_stamp` with what the authority answered instead
 */
export async function stampEvidence(
  { pool, blobs, now, log, authority }: StampDeps,
  taskId: string,
  askedUntil: Date,
  signal?: AbortSignal,
): Promise<{ stampedAt: string } | null> {
  if (authority === null) return null;
  const row = await readFile(pool, taskId, signatureFile);
  if (row === undefined || (await readFile(pool, taskId, stampFile)) !== undefined) return null;
  const stamped = await blobs.get(row.blobKey);
  if (stamped === undefined || sha256(stamped) !== row.sha256)
    throw ApplicationFailure.nonRetryable(
      `the stored bytes of ${signatureFile} are not those that were signed`,
      'evidence_lost',
    );
  const request = await timeStampRequest(stamped);
  const { host } = authority.url;
  const found = await ask(authority, request, stamped, now, signal);
  if (!found.ok) {
    log.warn({ task_id: taskId, authority: host, err: found.cause }, `no time stamp: ${found.sentence}`);
    await recordFailedStamp(pool, taskId, { authority: host, lastError: found.sentence, askedUntil });
    throw ApplicationFailure.retryable(`${host}: ${found.sentence}`, 'no_time_stamp');
  }
  const files = await Promise.all([
    storedFile(blobs, taskId, { file: stampRequestFile, mediaType: reservedMediaType(stampRequestFile) }, request),
    storedFile(blobs, taskId, { file: stampFile, mediaType: reservedMediaType(stampFile) }, found.answer),
  ]);
  await addTimeStamp(pool, taskId, row.sha256, files, { authority: host, askedUntil });
  return { stampedAt: found.at.toISOString() };
}

type Found =
  | { readonly ok: true; readonly answer: Uint8Array; readonly at: Date }
  | { readonly ok: false; readonly sentence: string; readonly cause?: unknown };

async function ask(
  { url, roots, connect, timeoutMs }: StampAuthority,
  request: Uint8Array,
  stamped: Uint8Array,
  now: () => Date,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const headers = {
    'content-type': 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    ...(url.username === '' ? {} : { authorization: basic(url) }),
  };
  const answer = await exchange(
    {
      url: url.href,
      headers,
      body: request,
      timeoutMs,
      responseBytes: answerBytes + 1,
      ...(signal === undefined ? {} : { signal }),
    },
    connect,
  );
  const fault = faultOf(answer);
  if (fault !== null) return { ok: false, sentence: fault, cause: answer.cause };
  const check = await checkTimeStamp(answer.body, stamped, { request, roots, now: now() });
  if (check.ok) return { ok: true, answer: answer.body, at: check.stamp.at };
  const type = String(answer.headers['content-type'] ?? '');
  const isOther = check.fault === 'unreadable' && !type.startsWith('application/timestamp-reply');
  return { ok: false, sentence: isOther ? `it answered ${mediaType(type)} instead of a time stamp` : check.sentence };
}

const basic = ({ username, password }: URL): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;

const mediaType = (header: string): string => /^[\w.+/-]{1,60}/.exec(header)?.[0] ?? 'nothing with a type';

/** Why an answer is not looked at, as the rest of a sentence about the authority; null where it is. */
function faultOf({ failure, ownFault, status, body }: Exchange): string | null {
  if (ownFault !== null) return 'its answer was not heard for a fault of our own';
  if (failure !== null) return failures[failure];
  if (status !== null && status >= 300 && status < 400) return `it redirects (${status}), which is not followed`;
  if (status !== 200) return `it answered ${status ?? 'nothing'}`;
  return body.length > answerBytes ? `its answer is larger than ${answerBytes.toLocaleString('en-US')} bytes` : null;
}

const failures: Readonly<Record<ExchangeFailure, string>> = {
  dns: 'its name has no address',
  blocked_address: 'its address is one that nothing is sent to (EVIDENCE_TIME_STAMP_ALLOW_PRIVATE)',
  refused: 'it refused the connection',
  unreachable: 'it cannot be reached',
  tls: 'there was no TLS connection to it',
  timeout: 'it did not answer in time',
  reset: 'it closed the connection',
  bad_response: 'its answer is not HTTP',
  interrupted: 'its answer was not heard for a fault of our own',
  other: 'the exchange with it failed',
};
