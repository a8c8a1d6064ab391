/** Reads what the guard judges from a request that the browser is about to send. */
import type { Request } from 'playwright-core';
import type { RequestFacts, RequestPurpose } from '../domain/dispatch/guard/request-line.ts';
import { inDeadline, openDeadline } from './own-lag.ts';
import type { LagWatch } from './own-lag.ts';
import { carried, registerEngine } from './page-reading.ts';

const subresources = new Set(['stylesheet', 'image', 'media', 'font', 'script', 'texttrack', 'manifest']);

/** What the browser asks for it as; a page has no say in that. */
export function purposeOf(request: Request): Exclude<RequestPurpose, 'document'> {
  if (!request.isNavigationRequest()) return subresources.has(request.resourceType()) ? 'subresource' : 'part';
  try {
    return request.frame().parentFrame() === null ? 'page' : 'frame';
  } catch {
    // A window that is just opening has no frame yet.
    return 'page';
  }
}

export function factsOf(request: Request, purpose: RequestPurpose): RequestFacts {
  const headers = request.headers();
  const bytes = request.postDataBuffer();
  const contentType = headers['content-type'] ?? '';
  const encoding = /^\s*multipart\//i.test(contentType) ? 'latin1' : 'utf8';
  return {
    method: request.method(),
    url: request.url(),
    purpose,
    headers,
    body: bytes === null ? null : { contentType, text: bytes.toString(encoding) },
  };
}

/** The window whose document this request makes; undefined for frames and parts. */
export function mainPageOf(request: Request): object | undefined {
  if (!request.isNavigationRequest()) return undefined;
  try {
    const frame = request.frame();
    return frame.parentFrame() === null ? frame.page() : undefined;
  } catch {
    // A window that is just opening has no frame yet; its first document is found when it has loaded.
    return undefined;
  }
}

const turnEngine = 'page_turn';
const isRegistered = registerEngine(
  turnEngine,
  `(() => {
    const carry = () => document.createElement('data');
    return { query: carry, queryAll: () => [carry()] };
  })()`,
);
/** A script that waits for the answer to its own request (a synchronous XHR) ends no turn before it. */
const longestTurnMs = 250;

/**
 * Waits until the page has ended the turn in which it made a request, and what it asked for in the same turn has been
 * judged: each answer of its main thread comes after the requests that it made before.
 */
export async function endOfTurn(request: Request, lag: LagWatch): Promise<void> {
  await isRegistered;
  const turns = async (): Promise<void> => {
    const frame = request.frame();
    for (let n = 0; n < 2; n += 1) await carried(frame, `${turnEngine}=it`);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const late = (): Error => new Error('the turn did not end');
  // A document that gives way, or a window that just opens, has nothing more to say.
  await inDeadline(turns(), openDeadline(longestTurnMs, lag), late).catch(() => {});
}
