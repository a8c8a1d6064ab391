/** Reads the address of a request into facts that can be compared, refusing what can be read two ways. */
import type { RequestBody } from './request-body.ts';

export interface CanonicalUrl {
  readonly origin: string;
  /** Every segment decoded and encoded again the one usual way. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** The session that a Java server, or SAP's, writes behind a path: it says who asks, and nothing of what. */
const sessionInPath =
  /;(?:jsessionid=[A-Za-z0-9._!~-]{8,128}|sap-contextid=SID(?:%3a|:)[A-Za-z0-9]{1,20}(?:%3a|:)[a-z0-9.-]{1,60}_[A-Z0-9]{3}_\d{2}(?:%3a|:)[A-Za-z0-9_-]{3,80}-(?:ATT|NEW))(?=$|[?#])/;

/** An address or path without it, for what is compared and recorded. */
export function withoutSession(address: string): string {
  return address.replace(sessionInPath, '');
}

/** Longer than any server takes; nothing of a longer one is read. */
export const longestAddress = 8_000;

/** The one reading of an address, or undefined when servers and browsers may read it differently. */
export function canonicalUrl(address: string): CanonicalUrl | undefined {
  if (address.length > longestAddress) return undefined;
  // The URL parser drops tabs and line breaks and turns backslashes; nobody writes such an address in good faith.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f\\]/.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '')
    return undefined;
  const segments: string[] = [];
  const given = withoutSession(url.pathname).split('/').slice(1);
  for (const [index, segment] of given.entries()) {
    const decoded = decodeOnce(segment);
    // oxlint-disable-next-line no-control-regex
    if (decoded === undefined || /[/\\;\u0000-\u001f\u007f]/.test(decoded) || /%[0-9a-f]{2}/i.test(decoded))
      return undefined;
    if (decoded === '.' || decoded === '..') return undefined;
    if (decoded === '' && index < given.length - 1) return undefined;
    // A server that folds its paths would read another one, such as K for the Kelvin sign.
    if (decoded.normalize('NFKC') !== decoded || decoded.toLowerCase().toUpperCase() !== decoded.toUpperCase())
      return undefined;
    segments.push(encodeURIComponent(decoded));
  }
  return { origin: url.origin, path: `/${segments.join('/')}`, query: queryOf(url) };
}

/** As browsers read it, and beside it the fields of servers that part them at a `;` as well. */
function queryOf({ search, searchParams }: URL): [name: string, value: string][] {
  const fields = [...searchParams];
  if (!search.includes(';')) return fields;
  return [...fields, ...new URLSearchParams(search.slice(1).replaceAll(';', '&'))];
}

/** Undefined where it is no text with escapes. */
export function decodeOnce(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Method, origin and path, with the names but not the values of query fields: fit for a record that people read. */
export function describeRequest(method: string, address: string): string {
  if (address.length > longestAddress || !URL.canParse(address)) return `${method} ${address.slice(0, 100)}`;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${method} ${url.protocol}…`;
  const names = [...new Set(url.searchParams.keys())];
  return `${method} ${url.origin}${withoutSession(url.pathname)}${names.length > 0 ? `?${names.join('&')}` : ''}`.slice(
    0,
    500,
  );
}

// What is known of a request that is about to leave.

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
