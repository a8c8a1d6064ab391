/** One outbound HTTP exchange: bounded in time and size, no redirect followed, the address guard in front. */
import { Client, errors } from 'undici';
import type { buildConnector, Dispatcher } from 'undici';

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** For the whole exchange: name, connection, request, answer with its body. */
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

export interface Exchange {
  /** Null when no status line arrived. A failure may come after it, in the middle of the body. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What was read of the body, at most `responseBytes`. */
  readonly body: Buffer;
  readonly failure: ExchangeFailure | null;
  /** For our own log only: the error may name addresses. */
  readonly cause?: unknown;
  readonly durationMs: number;
}

/**
 * Sends a POST over a connection of its own and reads the answer. Whatever the other side does is a result, never
 * an exception. A kept connection would save a handshake, but each attempt has to be judged by all addresses of
 * its host (D14), and a kept one can be closed by the other side in the moment it is used.
 */
export async function exchange(request: OutboundRequest, connect: buildConnector.connector): Promise<Exchange> {
  const began = performance.now();
  const url = new URL(request.url);
  const client = new Client(url.origin, { connect, pipelining: 0 });
  let cut: 'timeout' | 'interrupted' | undefined;
  // undici looks at a request's signal only once it is connected, so the client itself is ended.
  const end = (why: typeof cut): void => {
    cut ??= why;
    void client.destroy().catch(() => {});
  };
  const interrupt = (): void => end('interrupted');
  const timer = setTimeout(() => end('timeout'), request.timeoutMs);
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
    failure = cut ?? failureOf(error);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', interrupt);
    end(undefined);
  }
  const durationMs = Math.round(performance.now() - began);
  return {
    status,
    headers,
    body: Buffer.concat(chunks),
    failure,
    durationMs,
    ...(cause === undefined ? {} : { cause }),
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
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  EPROTO: 'tls',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
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
