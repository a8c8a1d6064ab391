/** Whether an address is one of a page: its path, and its route where the page is one that a script shows (`#/…`). */
import type { PathTemplate } from '../playbook/language.ts';
import { pathMatches, routeOf } from '../playbook/template.ts';
import type { Values } from '../playbook/template.ts';
import { canonicalUrl } from './request-line.ts';

export function isAddressOf(paths: readonly PathTemplate[], address: string, values: Values): boolean {
  const url = canonicalUrl(address);
  if (url === undefined) return false;
  const route = canonicalRoute(address);
  return paths.some((template) => {
    const { route: wanted } = routeOf(template);
    if (!pathMatches(template, url.path, values)) return false;
    return wanted === null || (route !== undefined && pathMatches(wanted, route, values));
  });
}

/** The path that stands behind `#` or `#!`, read like that of an address; undefined when it is none. */
function canonicalRoute(address: string): string | undefined {
  const fragment = /#!?(\/[^?]*)/.exec(address)?.[1];
  // A script reads these as they are written, an address does not.
  const isBent = fragment !== undefined && /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(fragment);
  return fragment === undefined || isBent ? undefined : canonicalUrl(`http://route.invalid${fragment}`)?.path;
}
