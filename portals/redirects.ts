/**
 * Answers of a portal to the gate: where they end, why none came, and what a redirect asks for, as a new request, with the page
 * of ours that goes there in its place.
 */
import http from 'node:http';
import https from 'node:https';
import { parseRetryAfter } from '../domain/delivery/attempt.ts';
import type { APIResponse } from 'playwright-core';
import type { RequestFacts, RequestPurpose } from '../domain/dispatch/guard/request-line.ts';

/**
 * Some servers send more after the end of an answer (Plack's Starlet ends an empty one twice). As in browsers, that is no part of it;
 * Node reports an answer that was complete as broken, and the library's requests cannot be told otherwise.
 */
for (const client of [http, https]) {
  const request = client.request.bind(client) as (...args: unknown[]) => http.ClientRequest;
  const heardToItsEnd = (...args: unknown[]): http.ClientRequest => {
    const sent = request(...args);
    let answer: http.IncomingMessage | undefined;
    const emit = sent.emit.bind(sent);
    sent.emit = (event: string | symbol, ...given: unknown[]): boolean => {
      if (event === 'response') answer = given[0] as http.IncomingMessage;
      const isLeftOver = event === 'error' && answer?.complete === true && isUnread(given[0]);
      return isLeftOver || (emit as (...all: unknown[]) => boolean)(event, ...given);
    };
    return sent;
  };
  Object.assign(client, { request: heardToItsEnd });
}

/** Whether a server sent what is no HTTP. */
function isUnread(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('HPE_');
}

/** Why no answer came, as a sentence: a portal that ends a connection may be well, and may have done what it was sent. */
export function whyUnanswered({ message }: Error, isReading: boolean): string {
  if (/timed? ?out/i.test(message)) return 'the portal did not answer in time';
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/.test(message))
    return 'the portal could not be reached';
  const known = isReading ? '' : '; whether it did what it was sent is not known';
  if (/Parse Error/.test(message)) return `the portal sent an answer that is no HTTP${known}`;
  if (!/ECONNRESET|EPIPE|socket hang up|aborted/i.test(message)) return 'the portal did not answer';
  return `the portal closed the connection without an answer${known}`;
}

const redirects = new Set([301, 302, 303, 307, 308]);
/** Header by which our answers show a page's scripts where a chain ended that the browser has not seen. */
export const redirectedTo = 'lanekeeper-redirected-to';
/** More hops than this in a row are refused. */
export const longestChain = 8;

/** As in browsers, an answer that names no address leads nowhere: it is read as it came (the answer to a server action of Next.js). */
export function isRedirect(response: APIResponse): boolean {
  return redirects.has(response.status()) && response.headers()['location'] !== undefined;
}

/** What a redirect asks for: a 307 or 308 the same again, everything else a GET. */
export function nextHop(
  method: string,
  url: string,
  status: number,
  response: APIResponse,
  purpose: RequestPurpose,
  headers: RequestFacts['headers'] = {},
): RequestFacts | undefined {
  const location = response.headers()['location'];
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const same = status === 307 || status === 308;
  return {
    method: same ? method : method === 'HEAD' ? 'HEAD' : 'GET',
    url: new URL(location, url).href,
    purpose,
    headers: same ? headers : withoutBody(headers),
    body: null,
    redirectedFrom: { method, status },
  };
}

/** A page that continues by itself, which the browser asks for as a new request. */
export function onward(url: string): string {
  const literal = JSON.stringify(url)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
  return `<!doctype html><title>…</title><script>location.replace(${literal})</script>`;
}

function withoutBody(headers: RequestFacts['headers']): RequestFacts['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-/i.test(name)));
}

// What the browser is given of a portal's answer: without what would make it report by itself; and how long to wait.

/** Headers by which a server makes the browser send reports of its own accord, outside any page. */
const reportingHeaders = new Set([
  'report-to',
  'reporting-endpoints',
  'nel',
  'content-security-policy-report-only',
  'expect-ct',
]);
/** The headers without those by which the browser would send requests outside any page. */
export function withoutReports(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !reportingHeaders.has(name.toLowerCase()))
      .map(([name, value]) => [
        name,
        name.toLowerCase() === 'content-security-policy' ? value.replace(/report-(uri|to)[^;]*;?/gi, '') : value,
      ]),
  );
}

/** The headers of an answer whose body the library has decoded. */
export function ofDecoded(headers: Record<string, string>): Record<string, string> {
  const { 'content-encoding': _encoding, 'content-length': _length, ...plain } = headers;
  return plain;
}

/** The body of a document in which every shadow root that HTML declares is open, so that what is in it can be judged. */
export function withOpenRoots(body: Buffer): Buffer {
  const isWide = body[0] === 0xff && body[1] === 0xfe;
  const encoding = isWide ? 'utf16le' : 'latin1';
  const text = body.toString(encoding);
  const opened = text.replace(/(shadowrootmode\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s>"']+)/gi, '$1"open"');
  return opened === text ? body : Buffer.from(opened, encoding);
}

/** `Retry-After` as milliseconds from now. */
export const retryAfter = (value: string | undefined): number | null => parseRetryAfter(value, new Date());
