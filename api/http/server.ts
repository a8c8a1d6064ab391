/** The HTTP server under a service: time limits against callers that drip, and a stop that lets answers finish. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ConnectionLimits, limitConnections } from '../../process/connection-limits.ts';
import { tracedRequests } from '../../process/tracing.ts';
import { beginAnswer } from '../../process/time-slices.ts';
import { answerBrokenRequests } from './broken-request.ts';

export interface HttpServer {
  readonly host: string;
  readonly port: number;
  /** Takes no new connection, lets answers that are under way finish, cuts what is left after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

interface TimeLimits {
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

interface HttpServerOptions {
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
  const handler = tracedRequests(options.handler);
  let stopping = false;
  const server = createServer(
    {
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      // Longer than the 60 s after which common proxies let go, so that they close first.
      keepAliveTimeout: 65 * seconds,
      maxHeaderSize: 16_384,
      // Answered with the rest of what is broken, in our own form.
      requireHostHeader: false,
      noDelay: true,
    },
    (request, response) => {
      if (stopping) response.setHeader('Connection', 'close');
      if (broken.take(request, response)) return;
      const { socket } = request;
      let answered: (() => void) | undefined;
      // Before its body has arrived, a request is one of those that are waited for.
      const arrived = (): void => {
        connections.busy(socket);
        // Reading may be a stream without end, and writing is what others wait for.
        if (request.method !== 'GET' && !response.closed) answered = beginAnswer();
      };
      if (request.complete) arrived();
      else request.once('end', arrived);
      response.once('close', () => {
        answered?.();
        connections.idle(socket);
      });
      void handler(request, response);
    },
  );
  // A caller that ends its side behind a request still reads the answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  const broken = answerBrokenRequests(server);
  const connections = limitConnections(server, options.connections ?? defaultConnections);
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

async function stopServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A keep-alive connection whose answer was under way when the stop began is idle only later.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
