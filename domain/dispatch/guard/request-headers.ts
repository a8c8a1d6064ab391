/** Headers of a request that may leave: an allow-list, because a header can send a server to another act (D61). */
import { neverClickName } from './never-click.ts';

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

/** By these Turbo, Inertia and htmx say which part of a page they want; the names in them are the page's own. */
const partHeaders =
  /^(?:turbo-frame|x-turbo-request-id|x-inertia(?:-version|-partial-(?:component|data|except))?|hx-(?:request(?:-type)?|boosted|source|target|trigger|trigger-name|current-url|history-restore-request))$/;

function isAllowed(header: string, value: string, declared: readonly string[]): boolean {
  const name = header.toLowerCase();
  if (declared.some((one) => one.toLowerCase() === name)) return true;
  if (partHeaders.test(name))
    return (
      /^[\w .,:/?=&%#-]{0,300}$/.test(value) && (name === 'hx-current-url' || neverClickName(value, []) === undefined)
    );
  return browserHeaders.test(name) || tokenHeaders.has(name);
}

/** The first header that neither a browser sends by itself nor the playbook declares; it keeps a write from leaving. */
export function undeclaredHeader(
  headers: Readonly<Record<string, string>>,
  declared: readonly string[],
): string | undefined {
  return Object.entries(headers).find(([name, value]) => !isAllowed(name, value, declared))?.[0];
}

/** The headers with which a request is sent; others are left out. */
export function sentHeaders(
  headers: Readonly<Record<string, string>>,
  declared: readonly string[],
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name, value]) => isAllowed(name, value, declared)));
}
