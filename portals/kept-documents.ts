/**
 * Documents that a run keeps: what a click asks for as its document is taken in the place of the window that would show it, and what a
 * playbook names by its address is fetched.
 */
import { isDocument } from '../domain/dispatch/guard/page-address.ts';
import { leadsToPage, type RequestRules } from '../domain/dispatch/guard/request-gate.ts';
import { canonicalUrl, type RequestFacts } from '../domain/dispatch/guard/request-line.ts';
import type { Verdict } from '../domain/dispatch/guard/verdict.ts';
import { DriverError, type FetchedDocument } from './driver.ts';
import { type Keeping, type Opening, StoppedError } from './gate.ts';
import { isRedirect, longestChain, nextHop, retryAfter } from './redirects.ts';
import type { APIResponse, Page } from 'playwright-core';

interface KeptDocuments {
  /** What a click asks for as its document, once. */
  keepingOf(address: string): Keeping | undefined;
  /** Reads the answer, or what it redirects to; undefined where that is none that can be kept, which `keeping` then says. */
  keep(keeping: Keeping, first: APIResponse, from: string): Promise<Buffer | undefined>;
  /** What a link with `download` asks for passes by the library's routing, and reaches nobody; we fetch it in its place. */
  download(url: string): Promise<void>;
  fetch(url: string, timeoutMs: number, maxBytes: number): Promise<FetchedDocument>;
  /** A window that a click opened for its document is closed, whenever it comes. */
  addWindow(page: Page): void;
  /** Whether a window that comes after its click was for a document. */
  takesLateWindow(): boolean;
  /** The click is done. @param expected windows that it opens and that have not come */
  close(expected: number): void;
}

const unreachable = (): DriverError => new DriverError('unreachable', 'the document could not be fetched');

/** @param given.judge decides on a request for a document, and records that */
export function openKeptDocuments(given: {
  readonly rules: Pick<RequestRules, 'origins' | 'assetOrigins' | 'pages' | 'values'>;
  readonly opening: () => Opening | undefined;
  readonly judge: (facts: RequestFacts) => Verdict;
  readonly get: (url: string, timeoutMs?: number) => Promise<APIResponse>;
}): KeptDocuments {
  const { rules, opening, judge, get } = given;
  const windows: Page[] = [];
  let lateWindows = 0;

  function keepingOf(address: string): Keeping | undefined {
    const { keeping, documents, values } = opening() ?? { documents: [], values: {} };
    const url = canonicalUrl(address);
    if (keeping === undefined || keeping.isAsked || url === undefined) return undefined;
    return documents.some((template) => isDocument(template, url, values)) ? keeping : undefined;
  }

  /** Portals keep documents elsewhere, behind an address that they sign: on an origin that the playbook names. */
  async function followed(first: APIResponse, from: string, timeoutMs?: number): Promise<APIResponse> {
    let response = first;
    for (let [n, url] = [0, from]; n < longestChain && isRedirect(response); n += 1) {
      const next = nextHop('GET', url, response.status(), response, 'document');
      if (next === undefined || leadsToPage(next.url, rules)) break;
      if (![...rules.origins, ...rules.assetOrigins].includes(new URL(next.url).origin)) break;
      if (judge(next).verdict === 'stopped') break;
      ({ url } = next);
      response = await get(url, timeoutMs);
    }
    return response;
  }

  async function keep(keeping: Keeping, response: APIResponse): Promise<Buffer | undefined> {
    const document = await documentOf(response, keeping.maxBytes).catch((error: unknown) => {
      if (!(error instanceof DriverError)) throw error;
      keeping.error = error;
      return undefined;
    });
    if (document !== undefined) keeping.document = document;
    return document?.bytes;
  }

  return {
    keepingOf,
    async keep(keeping, first, from) {
      const end = await followed(first, from).catch(() => undefined);
      if (end === undefined) keeping.error = unreachable();
      return end && (await keep(keeping, end));
    },
    async download(url) {
      const keeping = keepingOf(url);
      if (keeping === undefined) return;
      keeping.isAsked = true;
      if (judge(asDocument(url)).verdict === 'stopped') return;
      try {
        await keep(keeping, await followed(await get(url), url));
      } catch {
        keeping.error ??= unreachable();
      }
    },
    async fetch(url, timeoutMs, maxBytes) {
      const verdict = judge(asDocument(url));
      if (verdict.verdict === 'stopped') throw new StoppedError(verdict);
      const response = await get(url, timeoutMs)
        .then((first) => followed(first, url, timeoutMs))
        .catch((error: Error) => Promise.reject(failedFetch(error)));
      const document = await documentOf(response, maxBytes);
      await response.dispose();
      return document;
    },
    addWindow(page) {
      if (opening()?.keeping !== undefined) windows.push(page);
    },
    takesLateWindow() {
      if (lateWindows === 0) return false;
      lateWindows -= 1;
      return true;
    },
    close(expected) {
      if (opening()?.keeping?.isDocument === true) lateWindows = expected;
      for (const page of windows.splice(0)) void page.close().catch(() => {});
    },
  };
}

const asDocument = (url: string): RequestFacts => ({
  method: 'GET',
  url,
  purpose: 'document',
  headers: {},
  body: null,
});

export const isTimeout = ({ message }: Error): boolean => /timed? ?out/i.test(message);

/** Why a document was not had from the portal. */
export const failedFetch = (error: Error): DriverError =>
  isTimeout(error) ? new DriverError('timeout', 'the document could not be fetched') : unreachable();

/** @throws DriverError `too_large` */
async function documentOf(response: APIResponse, maxBytes: number): Promise<FetchedDocument> {
  const headers = response.headers();
  const isLarge = Number(headers['content-length'] ?? 0) > maxBytes;
  const bytes = isLarge ? Buffer.alloc(0) : await response.body();
  if (isLarge || bytes.length > maxBytes)
    throw new DriverError('too_large', `the document is larger than ${maxBytes} bytes`);
  return {
    status: response.status(),
    mediaType: headers['content-type'] ?? '',
    location: headers['location'] ?? null,
    retryAfterMs: retryAfter(headers['retry-after']),
    names: [response.url(), headers['content-disposition'] ?? ''],
    bytes,
  };
}
