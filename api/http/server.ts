/** The HTTP server under a service: time limits against callers that drip, and a stop that lets answers finish. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ErrorCode } from './errors.ts';
import { statusOfCode } from './errors.ts';
import { newRequestId } from './request-id.ts';

export interface HttpServer {
  readonly host: string;
  readonly port: number;
  /** Takes no new connection, lets answers that are under way finish, cuts what is left after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

export interface TimeLimits {
  /** By when the head of a request must be there, however slowly its bytes drip. */
  readonly headMs: number;
  /** By when all of it must be there. */
  readonly requestMs: number;
  /** How often both are looked at. */
  readonly checkMs: number;
}

const defaultLimits: TimeLimits = { headMs: 10_000, requestMs: 30_000, checkMs: 2_000 };

export interface HttpServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly limits?: TimeLimits;
  /** Answers every request, failures included; what it promises is waited for by nobody. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

const seconds = 1000;

/** @throws the error of the operating system when the port is taken or the host is not ours */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const limits = options.limits ?? defaultLimits;
  let stopping = false;
  const server = createServer(
    {
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      // Longer than the 60 s after which common proxies let go, so that they close first.
      keepAliveTimeout: 65 * seconds,
      maxHeaderSize: 16_384,
      noDelay: true,
    },
    (request, response) => {
      if (stopping) response.setHeader('Connection', 'close');
      void options.handler(request, response);
    },
  );
  server.on('clientError', answerBrokenRequest);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: options.host,
    port,
    stop: (graceMs = 10 * seconds) => {
      stopping = true;
      return stopServer(server, graceMs);
    },
  };
}

async function stopServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A keep-alive connection whose answer was under way when the stop began is idle only later.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

const codeOfParserError: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
const reasonPhrase: Partial<Record<ErrorCode, string>> = {
  bad_request: 'Bad Request',
  headers_too_large: 'Request Header Fields Too Large',
  request_timeout: 'Request Timeout',
};
const sentenceOfCode: Partial<Record<ErrorCode, string>> = {
  bad_request: 'the request is not valid HTTP',
  headers_too_large: 'the request headers must be at most 16 kB',
  request_timeout: 'the request took too long to arrive',
};

/** What never becomes a request, because it is no HTTP or too slow, gets an answer of the same shape. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = codeOfParserError[error.code ?? ''] ?? 'bad_request';
  const body = JSON.stringify({ error: sentenceOfCode[code], code });
  socket.end(
    `HTTP/1.1 ${statusOfCode[code]} ${reasonPhrase[code] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${newRequestId()}\r\nConnection: close\r\n\r\n${body}`,
  );
}
