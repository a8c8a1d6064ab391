/** Requests as no HTTP library sends them, byte by byte, and what every HTTP server here may answer to them. */
import { connect } from 'node:net';

export interface RawRequest {
  readonly title: string;
  /** Written as it is; `KEY` is replaced by a key of the service. */
  readonly bytes: string;
  /** The status of each answer on the connection; 0 where it may be closed without one. */
  readonly statuses: readonly number[];
  /** Whether our side of the connection is ended behind the bytes. */
  readonly ends?: true;
}

const host = 'Host: x\r\n';
const close = 'Connection: close\r\n';
const get = (target: string, more = ''): string => `GET ${target} HTTP/1.1\r\n${host}${close}${more}\r\n`;
const post = (path: string, more: string, body = ''): string =>
  `POST ${path} HTTP/1.1\r\n${host}${close}Authorization: Bearer KEY\r\nContent-Type: application/json\r\n${more}\r\n${body}`;
const chunked = 'Transfer-Encoding: chunked\r\n';

/** What is wrong, or strange, in the line of the request and its head; the paths are those of all servers. */
export const strangeHeads: readonly RawRequest[] = [
  { title: 'an absolute target', bytes: get('http://x/healthz'), statuses: [200] },
  { title: 'an absolute target in capitals', bytes: get('HTTP://X/healthz'), statuses: [200] },
  { title: 'an absolute target of another host', bytes: get('http://elsewhere.example:1/healthz'), statuses: [200] },
  { title: 'an absolute target whose host is broken', bytes: get('http://[/'), statuses: [400] },
  { title: 'an absolute target whose port is broken', bytes: get('http://x:99999999/'), statuses: [400] },
  { title: 'an absolute target without a host', bytes: get('http:///healthz'), statuses: [400] },
  { title: 'an absolute target without a path', bytes: get('http://x'), statuses: [200, 302, 303, 404] },
  { title: 'an absolute target of another scheme', bytes: get('ftp://x/healthz'), statuses: [400] },
  { title: 'a target that is a file', bytes: get('file:///etc/passwd'), statuses: [400] },
  { title: 'a target without a slash', bytes: get('healthz'), statuses: [400] },
  { title: 'two slashes', bytes: get('//'), statuses: [404] },
  { title: 'two slashes and a broken host', bytes: get('//[/'), statuses: [404] },
  { title: 'two slashes and a port', bytes: get('//x:99999999'), statuses: [404] },
  { title: 'five hundred slashes', bytes: get('/'.repeat(500)), statuses: [404] },
  { title: 'backslashes', bytes: get('/\\\\[/'), statuses: [404] },
  { title: 'dots', bytes: get('/../../../etc/passwd'), statuses: [404] },
  { title: 'encoded dots and slashes', bytes: get('/%2e%2e%2f%2e%2e%2fetc'), statuses: [404] },
  { title: 'an asterisk', bytes: get('*'), statuses: [400] },
  { title: 'OPTIONS *', bytes: `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`, statuses: [400, 404, 405] },
  { title: 'half an escape', bytes: get('/%'), statuses: [400, 404] },
  { title: 'an escape that is none', bytes: get('/%zz'), statuses: [400, 404] },
  { title: 'an escape that is no UTF-8', bytes: get('/%E0%A4%A'), statuses: [400, 404] },
  { title: 'an escaped half of a surrogate pair', bytes: get('/%ED%A0%80'), statuses: [400, 404] },
  { title: 'an escaped NUL', bytes: get('/%00'), statuses: [400, 404] },
  { title: 'half an escape in the query', bytes: get('/healthz?a=%'), statuses: [200, 400] },
  { title: 'an escaped NUL in the query', bytes: get('/healthz?a=%00'), statuses: [200, 400] },
  { title: 'a query of nothing but marks', bytes: get(`/healthz?${'?'.repeat(300)}`), statuses: [200, 400] },
  { title: 'a fragment', bytes: get('/healthz#part'), statuses: [200, 400, 404] },
  { title: 'a fragment and a broken host', bytes: get('/#http://[/'), statuses: [302, 303, 400, 404] },
  { title: 'a byte above 127 in the target', bytes: get('/h\u00e9'), statuses: [400, 404] },
  { title: 'a target of 100 kB', bytes: get(`/${'a'.repeat(100_000)}`), statuses: [431] },
  { title: 'a header field of 100 kB', bytes: get('/', `X-Long: ${'a'.repeat(100_000)}\r\n`), statuses: [431] },
  { title: 'five thousand header fields', bytes: get('/', 'X: y\r\n'.repeat(5_000)), statuses: [404, 431] },
  { title: 'a header field without a colon', bytes: get('/', 'Nothing\r\n'), statuses: [400] },
  { title: 'a header field with a blank before its colon', bytes: get('/', 'X : y\r\n'), statuses: [400] },
  { title: 'a header field without a name', bytes: get('/', ': y\r\n'), statuses: [400] },
  { title: 'a folded header field', bytes: get('/healthz', 'X-Fold: a\r\n b\r\n'), statuses: [200, 400] },
  { title: 'a NUL in a header field', bytes: get('/', 'X: a\0b\r\n'), statuses: [400] },
  { title: 'a carriage return in a header field', bytes: get('/', 'X: a\rb\r\n'), statuses: [400] },
  { title: 'a byte above 127 in a header field', bytes: get('/healthz', 'X: \u00e9\r\n'), statuses: [200, 400] },
  {
    title: 'header fields named like members of objects',
    bytes: get('/healthz', '__proto__: a\r\nconstructor: b\r\n'),
    statuses: [200],
  },
  { title: 'no Host', bytes: `GET /healthz HTTP/1.1\r\n${close}\r\n`, statuses: [400] },
  { title: 'two Hosts', bytes: get('/healthz', 'Host: y\r\n'), statuses: [400] },
  {
    title: 'two keys',
    bytes: get('/healthz', 'Authorization: Bearer a\r\nauthorization: Bearer b\r\n'),
    statuses: [400],
  },
  {
    title: 'the same key twice',
    bytes: get('/healthz', 'X: y\r\nAuthorization: a\r\nAuthorization: a\r\n'),
    statuses: [200],
  },
  {
    title: 'two types of content',
    bytes: get('/healthz', 'Content-Type: text/csv\r\nContent-Type: application/json\r\n'),
    statuses: [400],
  },
  { title: 'a path in capitals', bytes: get('/HEALTHZ'), statuses: [404] },
  { title: 'an empty Host', bytes: `GET /healthz HTTP/1.1\r\nHost:\r\n${close}\r\n`, statuses: [200, 400] },
  {
    title: 'a Host that is none',
    bytes: `GET /healthz HTTP/1.1\r\nHost: [//\\?#\r\n${close}\r\n`,
    statuses: [200, 400],
  },
  { title: 'HTTP/1.0 without a Host', bytes: 'GET /healthz HTTP/1.0\r\n\r\n', statuses: [200] },
  { title: 'HTTP/0.9', bytes: 'GET /healthz\r\n\r\n', statuses: [400] },
  { title: 'HTTP/1.2', bytes: `GET /healthz HTTP/1.2\r\n${host}${close}\r\n`, statuses: [200, 400] },
  { title: 'HTTP/9.9', bytes: `GET /healthz HTTP/9.9\r\n${host}${close}\r\n`, statuses: [400] },
  { title: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', statuses: [400] },
  { title: 'a TLS greeting', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', statuses: [400] },
  { title: 'blanks', bytes: `${' '.repeat(50)}\r\n\r\n`, statuses: [400] },
  { title: 'NULs', bytes: '\0'.repeat(50), statuses: [400] },
  { title: 'empty lines before a request', bytes: `\r\n\r\n${get('/healthz')}`, statuses: [200, 400] },
  { title: 'lines that end in LF', bytes: get('/healthz').replaceAll('\r\n', '\n'), statuses: [200, 400] },
  { title: 'a method of our own', bytes: `BREW / HTTP/1.1\r\n${host}\r\n`, statuses: [400] },
  { title: 'a method in small letters', bytes: `get /healthz HTTP/1.1\r\n${host}\r\n`, statuses: [400] },
  { title: 'CONNECT', bytes: `CONNECT x:80 HTTP/1.1\r\n${host}\r\n`, statuses: [400, 405] },
  { title: 'TRACE', bytes: `TRACE /healthz HTTP/1.1\r\n${host}${close}\r\n`, statuses: [200, 400, 404, 405, 501] },
  {
    title: 'a protocol to change to',
    bytes: `GET /healthz HTTP/1.1\r\n${host}Connection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    statuses: [200, 400],
  },
  { title: 'an expectation that nobody meets', bytes: get('/healthz', 'Expect: miracles\r\n'), statuses: [417] },
  {
    title: 'two requests at once',
    bytes: `GET /healthz HTTP/1.1\r\n${host}\r\n${get('/healthz')}`,
    statuses: [200, 200],
  },
  {
    title: 'a request and then no HTTP',
    bytes: `GET /healthz HTTP/1.1\r\n${host}\r\nthis is no HTTP\r\n\r\n`,
    statuses: [200, 400],
  },
  { title: 'a request behind which its sender ends', bytes: get('/healthz'), statuses: [200], ends: true },
  { title: 'half a head behind which its sender ends', bytes: 'GET /healthz HTT', statuses: [400, 0], ends: true },
  { title: 'a GET with a body that never comes', bytes: get('/healthz', 'Content-Length: 10\r\n'), statuses: [200] },
];

/** Bodies that are not as long as they say, or not of the form they say; `path` takes JSON. */
export const brokenBodies = (path: string): readonly RawRequest[] => [
  { title: 'a negative length', bytes: post(path, 'Content-Length: -1\r\n'), statuses: [400] },
  { title: 'a length that is no number', bytes: post(path, 'Content-Length: 1e3\r\n'), statuses: [400] },
  { title: 'a length in hexadecimal', bytes: post(path, 'Content-Length: 0x10\r\n'), statuses: [400] },
  { title: 'an empty length', bytes: post(path, 'Content-Length:\r\n'), statuses: [400] },
  {
    title: 'a length beyond all numbers',
    bytes: post(path, 'Content-Length: 99999999999999999999999\r\n'),
    statuses: [400],
  },
  {
    title: 'a length of nine petabytes',
    bytes: post(path, 'Content-Length: 9007199254740993\r\n', '{}'),
    statuses: [413],
  },
  {
    title: 'two equal lengths',
    bytes: post(path, 'Content-Length: 2\r\nContent-Length: 2\r\n', '{}'),
    statuses: [400],
  },
  { title: 'two lengths', bytes: post(path, 'Content-Length: 2\r\nContent-Length: 3\r\n', '{}'), statuses: [400] },
  { title: 'two lengths in one field', bytes: post(path, 'Content-Length: 2, 2\r\n', '{}'), statuses: [400] },
  {
    title: 'a length and chunks',
    bytes: post(path, `Content-Length: 2\r\n${chunked}`, '2\r\n{}\r\n0\r\n\r\n'),
    statuses: [400],
  },
  { title: 'a length that no byte follows', bytes: post(path, 'Content-Length: 10\r\n'), statuses: [408] },
  {
    title: 'a length that half the bytes follow',
    bytes: post(path, 'Content-Length: 10\r\n', '{"a":'),
    statuses: [408],
  },
  {
    title: 'a large length that few bytes follow',
    bytes: post(path, 'Content-Length: 900000\r\n', '{"a":'),
    statuses: [408],
  },
  {
    title: 'a length behind which its sender ends',
    bytes: post(path, 'Content-Length: 10\r\n', '{'),
    statuses: [400, 0],
    ends: true,
  },
  {
    title: 'a whole body behind which its sender ends',
    bytes: post(path, 'Content-Length: 2\r\n', '{}'),
    statuses: [400, 422],
    ends: true,
  },
  {
    title: 'a member twice behind which its sender ends',
    bytes: post(path, 'Content-Length: 13\r\n', '{"a":1,"a":2}'),
    statuses: [400],
    ends: true,
  },
  {
    title: 'an expected body that never comes',
    bytes: post(path, 'Content-Length: 10\r\nExpect: 100-continue\r\n'),
    statuses: [100, 408],
  },
  { title: 'chunks without an end', bytes: post(path, chunked, '2\r\n{}\r\n'), statuses: [408] },
  { title: 'chunks without a size', bytes: post(path, chunked, '\r\n{}\r\n0\r\n\r\n'), statuses: [400] },
  { title: 'a chunk whose size is no number', bytes: post(path, chunked, 'zz\r\n{}\r\n0\r\n\r\n'), statuses: [400] },
  { title: 'a negative chunk', bytes: post(path, chunked, '-2\r\n{}\r\n0\r\n\r\n'), statuses: [400] },
  { title: 'a chunk beyond all numbers', bytes: post(path, chunked, `${'f'.repeat(30)}\r\n{}\r\n`), statuses: [400] },
  { title: 'a chunk longer than it says', bytes: post(path, chunked, '1\r\n{}\r\n0\r\n\r\n'), statuses: [400] },
  {
    title: 'a chunk with 20 kB of extensions',
    bytes: post(path, chunked, `2;${'e'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    statuses: [400, 413, 431],
  },
  {
    title: 'trailers of 20 kB',
    bytes: post(path, chunked, `2\r\n{}\r\n0\r\nX: ${'t'.repeat(20_000)}\r\n\r\n`),
    statuses: [400, 422, 431],
  },
  {
    title: 'twenty thousand chunks of a byte each',
    bytes: post(path, chunked, `${'1\r\n \r\n'.repeat(20_000)}2\r\n{}\r\n0\r\n\r\n`),
    statuses: [413],
  },
  {
    title: 'twenty thousand chunks of sixteen bytes each',
    bytes: post(path, chunked, `${`10\r\n${' '.repeat(16)}\r\n`.repeat(20_000)}2\r\n{}\r\n0\r\n\r\n`),
    statuses: [400, 413, 422],
  },
  { title: 'a coding that nobody knows', bytes: post(path, 'Transfer-Encoding: miracles\r\n', '{}'), statuses: [400] },
  {
    title: 'chunks that are not the last coding',
    bytes: post(path, 'Transfer-Encoding: chunked, gzip\r\n', '2\r\n{}\r\n0\r\n\r\n'),
    statuses: [400],
  },
];

/** Sends one request and reads until the other side closes. @returns what came, with the connection's own end */
export async function sendRaw(port: number, request: RawRequest, key = ''): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise<void>((resolve) => {
    socket.once('end', resolve).once('error', () => resolve());
  });
  const bytes = Buffer.from(request.bytes.replace('KEY', key), 'latin1');
  if (request.ends) socket.end(bytes);
  else socket.write(bytes);
  await closed;
  socket.destroy();
  return Buffer.concat(chunks).toString('latin1');
}

/** The statuses of the answers in what came. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}
