/** What an HTTP server answers to bytes that are no request, or to one that it cannot carry out: in the form of every refusal. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUIDv7 } from 'node:crypto';

/** Codes of the table in api/http/errors.ts, with the status and the sentence that they have before anything is read. */
const refusals = {
  bad_request: [400, 'Bad Request', 'the request is not valid HTTP'],
  method_not_allowed: [405, 'Method Not Allowed', 'CONNECT is not allowed here'],
  request_timeout: [408, 'Request Timeout', 'the request took too long to arrive'],
  too_large: [413, 'Payload Too Large', 'the body has more around it than in it'],
  expectation_failed: [417, 'Expectation Failed', 'Expect must be 100-continue, or left out'],
  headers_too_large: [431, 'Request Header Fields Too Large', 'the request headers must be at most 16 kB'],
} as const satisfies Record<string, readonly [status: number, phrase: string, sentence: string]>;
export type HttpRefusal = keyof typeof refusals;
export const httpRefusals = Object.keys(refusals) as HttpRefusal[];

const codeOfParserError: Readonly<Record<string, HttpRefusal>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Why Node gave a connection up, by the error of its `clientError` event. */
export const refusalOfClient = ({ code = '' }: NodeJS.ErrnoException): HttpRefusal =>
  codeOfParserError[code] ?? 'bad_request';

export const refusalSentence = (code: HttpRefusal): string => refusals[code][2];

export function newRequestId(): string {
  return `req_${randomUUIDv7()}`;
}

function fieldsOf(body: string): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': newRequestId(),
    Connection: 'close',
  };
}

const bodyOf = (code: HttpRefusal): string => JSON.stringify({ error: refusalSentence(code), code });

/** Answers a request that Node has parsed. */
export function refuse(response: ServerResponse, code: HttpRefusal): void {
  const body = bodyOf(code);
  response.writeHead(refusals[code][0], fieldsOf(body)).end(body);
}

/** The answer to what never became a request. */
export function rawRefusal(code: HttpRefusal): string {
  const [status, phrase] = refusals[code];
  const body = bodyOf(code);
  const fields = Object.entries(fieldsOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${phrase}\r\n${fields.join('')}\r\n${body}`;
}

/** Node's own answers to CONNECT and to an expectation that nobody meets have no body. */
export function refuseConnectAndExpect(server: Server): void {
  server.on('checkExpectation', (_request, response) => refuse(response, 'expectation_failed'));
  server.on('connect', (_request, stream) => {
    const socket = stream as Socket;
    socket.on('error', () => socket.destroy());
    socket.end(rawRefusal('method_not_allowed'), () => socket.destroy());
  });
}

/** For a small server whose answers are short: refuses what is no request, and ends its connection. */
export function refuseBrokenRequests(server: Server): void {
  refuseConnectAndExpect(server);
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end(rawRefusal(refusalOfClient(error)), () => socket.destroy());
  });
}
