/** Reads what the guard judges from a request that the browser is about to send. */
import type { Request } from 'playwright-core';
import type { RequestFacts, RequestPurpose } from '../domain/dispatch/guard/request-facts.ts';

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
