/** One outbound HTTP exchange: bounded in time and size, no redirect followed, the address guard in front. */
import type { Socket } from 'node:net';
import { Client, type Dispatcher, errors } from 'undici';
import { openPatience } from '../running-time.ts';
import { type GuardedConnector, isOurResource, wasAway } from './connector.ts';

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** For the whole exchange: name, connection, request, answer with its body. Time in which this process ran. */
  readonly timeoutMs: number;
  /** How much of the answer's body is read; the rest is cut off and the status still counts. */
  readonly responseBytes: number;
  /** Ends the exchange early, with the failure `interrupted`. */
  readonly signal?: AbortSignal;
}

/** Why an exchange did not run to its end. */
export type ExchangeFailure =
  | 'dns'
  | 'blocked_address'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'bad_response'
  | 'interrupted'
  | 'other';

/**
 * A fault of ours ended the exchange: our process did not run, our resources ran out, or we were asked to stop.
 * `not_sent`: there was no connection yet. `not_known`: the request may or may not have arrived.
 */
export type OwnFault = 'not_sent' | 'not_known';

export interface Exchange {
  /** Null when no status line arrived. A failure may come after it, in the middle of the body. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What was read of the body, at most `responseBytes`. */
  readonly body: Buffer;
  readonly failure: ExchangeFailure | null;
  /** Null where what happened is what the other side did; else `failure` says nothing about it. */
  readonly ownFault: OwnFault | null;
  /** For our own log only: the error may name addresses. */
  readonly cause?: unknown;
  readonly durationMs: number;
}

/** A process that does not run gives an exchange so many times its limit, by the wall clock, before it gives up. */
const wallTimes = 4;

/**
 * Sends a POST over a connection of its own and reads the answer. Whatever the other side does is a result, never
 * an exception. A kept connection would save a handshake, but each attempt has to be judged by all addresses of
 * its host (D14), and a kept one can be closed by the other side in the moment it is used.
 */
export async function exchange(request: OutboundRequest, connect: GuardedConnector): Promise<Exchange> {
  const began = performance.now();
  const url = new URL(request.url);
  let isConnected = false;
  let cut: 'timeout' | 'starved' | 'interrupted' | undefined;
  const patience = openPatience({ runningMs: request.timeoutMs, wallMs: wallTimes * request.timeoutMs }, (why) =>
    end(why === 'spent' ? 'timeout' : 'starved'),
  );
  const client = new Client(url.origin, {
    pipelining: 0,
    // These would count by the wall clock.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (wanted, callback) =>
      connect({ ...wanted, progress: { waitsForOther: () => patience.begin() } }, (...result) => {
        isConnected = result[0] === null;
        if (result[1] !== null) skipContinue(result[1]);
        callback(...result);
      }),
  });
  // undici looks at a request's signal only once it is connected, so the client itself is ended.
  const end = (why: typeof cut): void => {
    cut ??= why;
    void client.destroy().catch(() => {});
  };
  const interrupt = (): void => end('interrupted');
  if (request.signal?.aborted === true) interrupt();
  request.signal?.addEventListener('abort', interrupt, { once: true });
  let status: number | null = null;
  let headers: Exchange['headers'] = {};
  const chunks: Buffer[] = [];
  let failure: ExchangeFailure | null = null;
  let cause: unknown;
  try {
    const answer = await client.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: request.headers,
      body: request.body,
    });
    status = answer.statusCode;
    headers = answer.headers;
    await readUpTo(answer.body, request.responseBytes, chunks);
  } catch (error) {
    cause = error;
    failure = cut === 'starved' ? 'timeout' : (cut ?? failureOf(error));
  } finally {
    patience.stop();
    request.signal?.removeEventListener('abort', interrupt);
    end(undefined);
  }
  const durationMs = Math.round(performance.now() - began);
  return {
    status,
    headers,
    body: Buffer.concat(chunks),
    failure,
    ownFault: isOurs(failure, cut, patience.lostMs(), isConnected, cause)
      ? isConnected
        ? 'not_known'
        : 'not_sent'
      : null,
    durationMs,
    ...(cause === undefined ? {} : { cause }),
  };
}

/** Failures that a process of ours that did not run can cause at the other side. */
const followsAbsence: ReadonlySet<ExchangeFailure | null> = new Set(['reset', 'timeout', 'other']);
function isOurs(
  failure: ExchangeFailure | null,
  cut: 'timeout' | 'starved' | 'interrupted' | undefined,
  lostMs: number,
  isConnected: boolean,
  cause: unknown,
): boolean {
  // The limit was used up while this process ran.
  if (failure === null || cut === 'timeout') return false;
  if (cut !== undefined) return true;
  if (followsAbsence.has(failure) && wasAway(lostMs)) return true;
  const code = codeOf(cause);
  // An error without a code comes from no socket, but from our own code before there was one.
  return !isConnected && (code === undefined ? failure === 'other' : isOurResource(code));
}

const interim = 'HTTP/1.1 100';
const longestInterim = 16_384;

/**
 * Takes interim answers `100 Continue` from the front of what is read: undici ends a connection on one that it did not
 * ask for, and a client has to accept them (RFC 9110, section 15.2). Old servers send one before every answer.
 */
function skipContinue(socket: Socket): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let held = Buffer.alloc(0);
  let isPast = false;
  socket.read = (size?: number): Buffer | null => {
    const chunk = read(size);
    if (isPast || chunk === null) return chunk;
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const begin = held.toString('latin1', 0, interim.length);
      const end = begin === interim ? held.indexOf('\r\n\r\n') : -1;
      if (end >= 0) held = held.subarray(end + 4);
      else if (interim.startsWith(begin) && held.length < longestInterim) return null;
      else {
        isPast = true;
        return held;
      }
    }
  };
}

/** undici's own `maxResponseSize` would throw the status away with the rest. */
async function readUpTo(body: Dispatcher.ResponseData['body'], limit: number, chunks: Buffer[]): Promise<void> {
  let left = limit;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) return;
  }
}

const failureOfCode: Readonly<Record<string, ExchangeFailure>> = {
  blocked_address: 'blocked_address',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  ENODATA: 'dns',
  EAI_NODATA: 'dns',
  EAI_ADDRFAMILY: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EPROTO: 'tls',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'bad_response',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_response',
};

/** Node's certificate errors carry OpenSSL's names (node:tls, "X509 certificate error codes"). */
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/;

function failureOf(error: unknown): ExchangeFailure {
  if (error instanceof errors.HTTPParserError) return 'bad_response';
  const code = codeOf(error) ?? '';
  return failureOfCode[code] ?? (tlsCode.test(code) ? 'tls' : 'other');
}

/** The error's own code, or that of the error it was made from; several addresses that failed give the first's. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && code !== 'UND_ERR_ABORTED') return code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}
