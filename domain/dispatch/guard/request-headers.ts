/** Headers of a request that may leave: an allow-list, because a header can send a server to another act (D61). */

/** What browsers send by themselves. */
const browserHeaders =
  /^(?:accept(?:-charset|-encoding|-language)?|cache-control|connection|content-length|content-type|cookie|device-memory|dnt|dpr|host|if-(?:match|modified-since|none-match|range|unmodified-since)|origin|pragma|priority|purpose|range|referer|save-data|sec-[a-z0-9-]+|te|upgrade-insecure-requests|user-agent|viewport-width)$/;
/** Names under which frameworks send the token against forged requests; they say nothing of what is asked for. */
const tokenHeaders = new Set([
  'x-requested-with',
  'x-csrf-token',
  'x-csrftoken',
  'x-xsrf-token',
  'csrf-token',
  'requestverificationtoken',
  'x-request-verification-token',
]);

function isAllowed(header: string, declared: readonly string[]): boolean {
  const name = header.toLowerCase();
  return browserHeaders.test(name) || tokenHeaders.has(name) || declared.some((one) => one.toLowerCase() === name);
}

/** The first header that neither a browser sends by itself nor the playbook declares; it keeps a write from leaving. */
export function undeclaredHeader(
  headers: Readonly<Record<string, string>>,
  declared: readonly string[],
): string | undefined {
  return Object.keys(headers).find((name) => !isAllowed(name, declared));
}

/** The headers with which a request is sent; others are left out. */
export function sentHeaders(
  headers: Readonly<Record<string, string>>,
  declared: readonly string[],
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isAllowed(name, declared)));
}
