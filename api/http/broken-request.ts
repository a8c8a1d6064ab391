/**
 * What becomes of requests that are no HTTP, too slow, or broken off, on every HTTP server of the product: an answer of
 * the usual shape where one can still be given, behind the answers to what came before on the same connection, and an
 * end of the connection. What is refused here is never carried out, whatever arrives of it later.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  type HttpRefusal,
  rawRefusal,
  refusalOfClient,
  refusalSentence,
  refuse,
  refuseConnectAndExpect,
} from '../../process/refused-http.ts';
import { ApiError } from './errors.ts';

/** A connection: its answers that are under way, and the request that came last. */
interface Line {
  answers: number;
  last: { readonly request: IncomingMessage; readonly response: ServerResponse } | null;
  broken: boolean;
}

/** Emitted by a request whose body will not arrive as it should. */
const refused = 'refused';
const refusalOf = new WeakMap<IncomingMessage, ApiError>();

/** Why the body of a request is taken no more; undefined while it may still arrive. */
export function refusalOfBody(request: IncomingMessage): ApiError | undefined {
  return refusalOf.get(request);
}

/** Takes no more of a body; anyone who reads it gets `error`, and the answer to it ends the connection. */
export function refuseBody(request: IncomingMessage, error: ApiError): void {
  refusalOf.set(request, error);
  request.emit(refused, error);
}

/** Calls `refuse` when the body of a request is taken no more. @returns what ends that */
export function heedRefusal(request: IncomingMessage, refuse: (error: ApiError) => void): () => void {
  const before = refusalOf.get(request);
  if (before === undefined) request.once(refused, refuse);
  else refuse(before);
  return () => request.off(refused, refuse);
}

/** Waits for work on the body of a request no longer than it may still arrive. @throws ApiError why it may not */
export async function unlessRefused<T>(request: IncomingMessage, work: Promise<T>): Promise<T> {
  let onRefused: ((error: ApiError) => void) | undefined;
  const refusal = new Promise<never>((_resolve, reject) => {
    onRefused = reject;
    request.once(refused, onRefused);
  });
  // Raced first, so that a body that was refused is refused also where its bytes are there after all.
  const before = refusalOf.get(request);
  if (before !== undefined) onRefused?.(before);
  try {
    return await Promise.race([refusal, work]);
  } finally {
    if (onRefused) request.off(refused, onRefused);
    work.catch(() => undefined);
  }
}

interface BrokenRequests {
  /** To be called for every request. @returns whether it was answered here, because it is none that may continue */
  take(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Answers what is broken on this server. */
export function answerBrokenRequests(server: Server): BrokenRequests {
  const lines = new WeakMap<Socket, Line>();
  const lineOf = (socket: Socket): Line => {
    const line = lines.get(socket) ?? { answers: 0, last: null, broken: false };
    lines.set(socket, line);
    return line;
  };
  server.on('connection', (socket) => lingeringClose(socket, () => lines.get(socket)?.last?.request));
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const line = lineOf(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (!line.broken) breakLine(socket, line, refusalOfClient(error));
  });
  refuseConnectAndExpect(server);
  return {
    take: (request, response) => {
      const { socket } = request;
      const line = lineOf(socket);
      // Behind what was not HTTP, nothing is: it could be a part of it.
      if (line.broken) return true;
      line.answers += 1;
      line.last = { request, response };
      response.once('close', () => {
        line.answers -= 1;
      });
      if (isProper(request)) {
        if (request.headers['transfer-encoding'] !== undefined)
          countChunks(request, () => breakLine(socket, line, 'too_large'));
        return false;
      }
      refuse(response, 'bad_request');
      return true;
    },
  };
}

/** Answers, in their order, what can be answered on a connection that is of no more use, and closes it. */
function breakLine(socket: Socket, line: Line, code: HttpRefusal): void {
  line.broken = true;
  const { last } = line;
  if (last === null || last.request.complete) {
    const say = (): void => {
      if (line.answers > 0 || socket.destroyed) return;
      if (socket.writable) socket.write(rawRefusal(code));
      socket.destroySoon();
    };
    // The answers before this one go first.
    if (line.answers > 0) last?.response.once('close', say);
    say();
    return;
  }
  // The body of a request whose answer is under way, or was given before all of it was there.
  if (last.response.closed || last.response.writableFinished) socket.destroySoon();
  else {
    last.response.once('close', () => socket.destroySoon());
    refuseBody(last.request, new ApiError(code, refusalSentence(code)));
    // Its handler answers; one that waits for the body in a way of its own must not wait for ever.
    const patience = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(patience));
  }
}

/** Chunks of a body that may be as small as they like, and how many bytes each further one must have on average. */
const chunksFree = 4_096;
const bytesAChunk = 16;
const inTinyChunks = new WeakSet<IncomingMessage>();

/**
 * Every chunk of a body is a buffer and an event, however small: 50 MB of them, one byte each, would take gigabytes, and
 * hundreds of milliseconds in one turn of the event loop.
 */
function countChunks(request: IncomingMessage, refuse: () => void): void {
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  let isRefused = false;
  request.push = (chunk: Buffer | null, ...more) => {
    if (isRefused && chunk !== null) return true;
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunks > chunksFree + bytes / bytesAChunk && chunk !== null) {
      isRefused = true;
      inTinyChunks.add(request);
      refuse();
      return true;
    }
    return push(chunk, ...more);
  };
}

/** What Node lets through and no handler could read in one way only; makes an absolute target an ordinary one. */
function isProper(request: IncomingMessage): boolean {
  const { headers, rawHeaders, httpVersionMajor, httpVersionMinor } = request;
  if (httpVersionMajor !== 1 || httpVersionMinor > 1) return false;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const field = rawHeaders[at] ?? '';
    if (field.length === 4 && field.toLowerCase() === 'host') hosts += 1;
    // Node keeps the first, others the last: what a proxy has checked must be what counts here.
    else if (field.length === 12 || field.length === 13) {
      const name = field.toLowerCase();
      if ((name === 'content-type' || name === 'authorization') && headers[name] !== rawHeaders[at + 1]) return false;
    }
  }
  if (hosts > 1 || (hosts === 0 && httpVersionMinor === 1)) return false;
  const url = request.url ?? '';
  if (url.startsWith('/')) return true;
  const [, authority = '', path = '/'] = /^https?:\/\/([^/?#]*)([/?].*)?$/i.exec(url) ?? [];
  if (authority === '' || !URL.canParse(`http://${authority}/`)) return false;
  // RFC 9112 §3.2.2: the host of the target counts, and not the field.
  headers.host = authority;
  request.url = path.startsWith('?') ? `/${path}` : path;
  return true;
}

/** How long, and how much, is read of a body that was refused, so that the caller gets to see why. */
const lingerMs = 15_000;
const lingerBytes = 100_000_000;
/** Of a body in tiny chunks, whose every byte is work. */
const lingerChunkBytes = 2_000_000;
/** A caller that sends nothing for so long has read the answer, or never will. */
const lingerStillMs = 2_000;

/**
 * Closed while the other side still sends, a connection is reset, and with it goes the answer that it did not read yet
 * (RFC 9112 §9.6); many clients also give up writing, and the answer, when our side ends first. So what still comes is
 * read and dropped for a while before the connection is closed.
 */
function lingeringClose(socket: Socket, lastRequest: () => IncomingMessage | undefined): void {
  const closeAtOnce = socket.destroySoon.bind(socket);
  let isClosing = false;
  socket.destroySoon = () => {
    const request = lastRequest();
    if (socket.destroyed || request === undefined || request.complete) {
      closeAtOnce();
      return;
    }
    if (isClosing) return;
    isClosing = true;
    const began = { at: performance.now(), bytes: socket.bytesRead };
    let last = began;
    const watch = setInterval(() => {
      const now = { at: performance.now(), bytes: socket.bytesRead };
      if (now.bytes > last.bytes) last = now;
      const over = request.complete || socket.readableEnded || now.at - last.at > lingerStillMs;
      const most = inTinyChunks.has(request) ? lingerChunkBytes : lingerBytes;
      if (over || now.at - began.at > lingerMs || now.bytes - began.bytes > most) closeAtOnce();
    }, 50);
    socket.once('close', () => clearInterval(watch));
    request.resume();
  };
}
