/** Whether an address is one of a page: its path and query, and its route where the page is one that a script shows (`#/…`). */
import type { Page } from '../playbook/language.ts';
import type { PathTemplate } from '../playbook/target.ts';
import { type Values, addressOf, fillTemplate, pathMatches, queryMatches } from '../playbook/template.ts';
import { type CanonicalUrl, canonicalUrl, decodeOnce } from './request-line.ts';

export function isAddressOf(paths: readonly PathTemplate[], address: string, values: Values): boolean {
  const url = canonicalUrl(address);
  if (url === undefined) return false;
  return paths.some((template) => {
    const { query, route } = addressOf(template, url.query);
    if (!pathMatches(template, url.path, values) || !queryMatches(query, url.query, values)) return false;
    return route === null || isRoute(route, address, values);
  });
}

/** Whether its scripts may yet lead an address to the page, because only what is behind the `#` differs. */
export function mayLeadTo(paths: readonly PathTemplate[], address: string, values: Values): boolean {
  const [document = ''] = address.split('#');
  const routed = paths.flatMap((template) =>
    addressOf(template).route === null ? [] : template.split('#').slice(0, 1),
  );
  return isAddressOf(routed, document, values);
}

/** A member of the query that none of the page's addresses has; undefined when all are declared. */
export function undeclaredMember(page: Page, url: CanonicalUrl, values: Values): string | undefined {
  const known = page.paths
    .filter(
      (template) =>
        pathMatches(template, url.path, values) &&
        queryMatches(addressOf(template, url.query).query, url.query, values),
    )
    .map((template) => new Set([...page.query, ...addressOf(template, url.query).query.map(([name]) => name)]));
  if (known.some((names) => url.query.every(([name]) => names.has(name)))) return undefined;
  const [names = new Set(page.query)] = known;
  return url.query.find(([name]) => !names.has(name))?.[0];
}

/** A document has the query that its path declares, and no more. */
export function isDocument(template: string, url: CanonicalUrl, values: Values): boolean {
  const { query } = addressOf(template, url.query);
  return (
    pathMatches(template, url.path, values) &&
    queryMatches(query, url.query, values) &&
    url.query.length === query.length
  );
}

/** A route is read like a path, with its own query; what is behind `#` without a slash is one text. */
function isRoute(wanted: string, address: string, values: Values): boolean {
  const fragment = /#!?(.*)$/s.exec(address)?.[1];
  if (fragment === undefined) return false;
  if (!wanted.startsWith('/')) return decodeOnce(fragment) === fillTemplate(wanted, values);
  // A script reads these as they are written, an address does not.
  if (!fragment.startsWith('/') || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(fragment.split('?')[0] ?? '')) return false;
  const url = canonicalUrl(`http://route.invalid${fragment}`);
  return (
    url !== undefined &&
    pathMatches(wanted, url.path, values) &&
    queryMatches(addressOf(wanted, url.query).query, url.query, values)
  );
}
