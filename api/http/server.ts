/** The HTTP server under a service: time limits against callers that drip, and a stop that lets answers finish. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { limitConnections } from '../../process/connection-limits.ts';
import type { ConnectionLimits } from '../../process/connection-limits.ts';
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
  /** After how long without a byte in either direction a connection is cut. */
  readonly stillMs?: number;
}

const defaultLimits: TimeLimits = { headMs: 10_000, requestMs: 30_000, checkMs: 2_000 };

/** A connection on which nothing moves for so long is cut; longer than any answer of ours takes. */
const stillMs = 900_000;

const defaultConnections: ConnectionLimits = { total: 2_000, perAddress: 500 };

export interface HttpServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly limits?: TimeLimits;
  readonly connections?: ConnectionLimits;
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
      const { socket } = request;
      requestOn.set(socket, request);
      // Before its body has arrived, a request is one of those that are waited for.
      if (request.complete) connections.busy(socket);
      else request.once('end', () => connections.busy(socket));
      response.once('close', () => connections.idle(socket));
      void options.handler(request, response);
    },
  );
  const connections = limitConnections(server, options.connections ?? defaultConnections);
  server.on('connection', lingeringClose);
  server.on('clientError', answerBrokenRequest);
  server.on('checkExpectation', answerExpectation);
  // An answer that nobody reads, or a connection on which nothing moves.
  server.setTimeout(limits.stillMs ?? stillMs);
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

/** How long, and how much, is read of a body that was refused, so that the caller gets to see why. */
const lingerMs = 15_000;
const lingerBytes = 100_000_000;
/** A caller that sends nothing for so long has read the answer, or never will. */
const lingerStillMs = 2_000;

/** The last request of a connection. */
const requestOn = new WeakMap<Socket, IncomingMessage>();

/**
 * Closed while the other side still sends, a connection is reset, and with it goes the answer that it did not read yet
 * (RFC 9112 §9.6); many clients also give up writing, and the answer, when our side ends first. So what still comes is
 * read and dropped for a while before the connection is closed.
 */
function lingeringClose(socket: Socket): void {
  const closeAtOnce = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const request = requestOn.get(socket);
    if (socket.destroyed || request === undefined || request.complete) {
      closeAtOnce();
      return;
    }
    const began = { at: performance.now(), bytes: socket.bytesRead };
    let last = began;
    const watch = setInterval(() => {
      const now = { at: performance.now(), bytes: socket.bytesRead };
      if (now.bytes > last.bytes) last = now;
      const over = request.complete || socket.readableEnded || now.at - last.at > lingerStillMs;
      if (over || now.at - began.at > lingerMs || now.bytes - began.bytes > lingerBytes) closeAtOnce();
    }, 50);
    socket.once('close', () => clearInterval(watch));
    request.resume();
  };
}

/** An expectation that nobody here meets; `100-continue` does not come here. */
function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ error: sentenceOfCode.expectation_failed, code: 'expectation_failed' });
  response.writeHead(statusOfCode.expectation_failed, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': newRequestId(),
    Connection: 'close',
  });
  response.end(body);
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
  expectation_failed: 'Expect must be 100-continue, or left out',
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
