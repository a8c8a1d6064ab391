/** The services that a deployment may use: the mail relay, the issuer of sign-in, the blob store. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import * as client from 'openid-client';
import { isLoopbackHost } from '../../process/base-url.ts';
import type { Settings } from '../../process/settings.ts';
import { openBlobStore } from '../../store/blobs/open-blob-store.ts';
import { BlobStoreError } from '../../store/outages.ts';
import { type Check, asking, broken, doubtful, errorText, fine } from './check.ts';

// The relay that replies to mails go to: it answers, over TLS where it is asked to, and accepts the login.

const timeoutMs = 10_000;

/** What to do, by the code that nodemailer gives the error. */
const adviceOf: Readonly<Record<string, string>> = {
  EAUTH: 'set user and password in MAIL_RELAY_URL to a login that the relay takes',
  ETLS: 'see that the relay has a certificate of its name; smtps:// is for TLS from the first byte (port 465)',
  EDNS: 'see that the host of MAIL_RELAY_URL has an address',
};

/** Nothing to check where no mail is taken. */
export async function checkMail({ MAIL_DOMAIN, MAIL_RELAY_URL }: Settings): Promise<Check[]> {
  if (MAIL_RELAY_URL === '')
    return MAIL_DOMAIN === ''
      ? []
      : [
          doubtful(
            'Mail relay',
            'not set',
            'set MAIL_RELAY_URL, and senders of mails get replies; until then what is no task is refused with 550',
          ),
        ];
  // Never the whole address: it may hold a password.
  const { host } = new URL(MAIL_RELAY_URL);
  const transport = createTransport({
    url: MAIL_RELAY_URL,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const ask = async (): Promise<Check[]> => {
    await transport.verify();
    return [fine('Mail relay', `${host} answers and takes mail from here`)];
  };
  try {
    return await asking('Mail relay', ask, (error) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      return broken(
        'Mail relay',
        `${host}: ${errorText(error)}`,
        adviceOf[code] ?? 'see that the relay of MAIL_RELAY_URL answers from here; replies wait until it does',
      );
    });
  } finally {
    transport.close();
  }
}

// The OpenID Connect issuer that people sign in through: it answers, is who it is set to be, and can end sessions.

const issuerTimeoutSeconds = 10;
const issuerCheck = 'Issuer of sign-in';

/** Nothing to check where none is set. */
export async function checkIssuer(settings: Settings): Promise<Check[]> {
  const { CONSOLE_OIDC_ISSUER: address, CONSOLE_OIDC_CLIENT_ID: clientId } = settings;
  if (address === '') return [];
  const ask = async (): Promise<Check[]> => {
    const issuer = new URL(address);
    const found = await client.discovery(issuer, clientId, {}, client.None(), {
      timeout: issuerTimeoutSeconds,
      execute: isLoopbackHost(issuer.hostname) ? [client.allowInsecureRequests] : [],
    });
    return [
      found.serverMetadata().end_session_endpoint === undefined
        ? doubtful(
            issuerCheck,
            `${address} answers, and has no address to end sessions`,
            'let people know that signing out here leaves them signed in there',
          )
        : fine(issuerCheck, `${address} answers`),
    ];
  };
  return asking(issuerCheck, ask, (error) =>
    broken(
      issuerCheck,
      `${address}: ${errorText(error)}`,
      'set CONSOLE_OIDC_ISSUER to the address under which /.well-known/openid-configuration answers from here, over HTTPS',
    ),
  );
}

// The blob store: a small object is written, read and removed, as a worker does with evidence.

const blobTimeoutMs = 15_000;

/** Nothing to check for the folder store: the disk is another check. */
export async function checkBlobs(settings: Settings): Promise<Check[]> {
  if (settings.BLOB_STORE === 'folder') return [];
  const where = `bucket ${settings.BLOB_S3_BUCKET} at ${settings.BLOB_S3_ENDPOINT || settings.BLOB_S3_REGION}`;
  const blobs = openBlobStore(settings);
  const key = `evidence/doctor/${randomUUID()}`;
  const bytes = Buffer.from('written by admin doctor, and removed');
  const ask = async (): Promise<Check[]> => {
    await inTime(blobTimeoutMs, async () => {
      await blobs.put(key, bytes);
      const read = await blobs.get(key);
      await blobs.remove(key);
      if (read?.equals(bytes) !== true) throw new Error('what was written came back as something else');
    });
    return [fine('Blob store', `${where} takes, gives and removes an object`)];
  };
  try {
    return await asking('Blob store', ask, (failure) => {
      // The store's own error says what to do.
      const error = failure instanceof BlobStoreError ? failure.cause : failure;
      return broken('Blob store', `${where}: ${wordsOf(error)}`, adviceFor(error));
    });
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
