/** Finds the route of a request: literal segments and `:name` segments, nothing else. */

import type { Route } from './application.ts';

export interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

export type Routing = Found | { readonly allowed: readonly string[] };

/**
 * @param path the decoded-segment-free path, as it came
 * @returns the route, or the methods the path does take (none: unknown path)
 * @throws URIError when a segment is not proper percent-encoding
 */
export function findRoute(routes: readonly Route[], method: string, path: string): Routing {
  const allowed: string[] = [];
  for (const route of routes) {
    const params = matchPath(route.path, path);
    if (params === null) continue;
    if (route.method === method) return { route, params };
    allowed.push(route.method);
  }
  return { allowed };
}

function matchPath(template: string, path: string): Record<string, string> | null {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = decodeURIComponent(value);
    else if (segment !== value) return null;
  }
  return params;
}
