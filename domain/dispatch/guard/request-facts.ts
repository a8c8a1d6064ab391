/** What is known of a request that is about to leave. */
import type { RequestBody } from './request-body.ts';

/**
 * What a request is for, as the browser says: the document of a window or of a frame, a picture, style, script or font,
 * any other part of a page (what its scripts ask for), or a document that a step fetches.
 */
export type RequestPurpose = 'page' | 'frame' | 'subresource' | 'part' | 'document';

export interface RequestFacts {
  readonly method: string;
  readonly url: string;
  readonly purpose: RequestPurpose;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | null;
  /** The request follows from a redirect of this one. */
  readonly redirectedFrom?: { readonly method: string; readonly status: number };
}
