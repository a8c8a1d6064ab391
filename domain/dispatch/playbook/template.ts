/** Fills and matches the templates of the playbook language. */

const place = /\{\{\s*([a-z_][a-z0-9_.]*)\s*\}\}/g;

export type Values = Readonly<Record<string, string>>;

/** Names of the places in a template, in order of appearance. */
export function placesIn(template: string): string[] {
  return [...template.matchAll(place)].map((match) => match[1] ?? '');
}

/** The template with its places filled, or undefined when a value is missing. */
export function fillTemplate(template: string, values: Values): string | undefined {
  let missing = false;
  const filled = template.replace(place, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) missing = true;
    return value ?? '';
  });
  return missing ? undefined : filled;
}

/** A path template with its places filled and encoded; undefined when a value is missing or would change the path. */
export function fillPath(template: string, values: Values): string | undefined {
  const encoded: Record<string, string> = {};
  for (const name of placesIn(template)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '' || value === '.' || value === '..') return undefined;
    encoded[name] = encodeURIComponent(value);
  }
  return fillTemplate(template, encoded);
}

/** Path and route of an address template: `/app#/bills/{{pro}}` is the route `/bills/{{pro}}` of the page `/app`. */
export function routeOf(template: string): { readonly path: string; readonly route: string | null } {
  const [path = '', route] = template.split(/#!?/);
  return { path, route: route ?? null };
}

/**
 * Whether a canonical path (no query) is one that the template stands for. A place stands for exactly its value;
 * with no values at all it stands for any one segment, as the lint needs it. A route in the template does not count.
 */
export function pathMatches(template: string, path: string, values?: Values): boolean {
  const { path: plain } = routeOf(template);
  const filled = values === undefined ? plain.replace(place, '*') : fillPath(plain, values);
  if (filled === undefined) return false;
  return segmentsMatch(filled.split('/'), path.split('/'));
}

function segmentsMatch(pattern: readonly string[], path: readonly string[]): boolean {
  for (let i = 0; i < pattern.length; i++) {
    const wanted = pattern[i];
    if (wanted === '**') return path.length >= i;
    const given = path[i];
    if (given === undefined) return false;
    if (wanted === '*') {
      if (given === '') return false;
    } else if (wanted !== given) return false;
  }
  return path.length === pattern.length;
}

/** Whether two path templates can stand for a common path. */
export function pathsOverlap(a: string, b: string): boolean {
  return patternsMeet(a.replace(place, '*').split('/'), b.replace(place, '*').split('/'));
}

function patternsMeet(a: readonly string[], b: readonly string[]): boolean {
  const [first, ...restA] = a;
  const [second, ...restB] = b;
  if (first === undefined || second === undefined) return first === second || first === '**' || second === '**';
  if (first === '**') return b.some((_, index) => patternsMeet(restA, b.slice(index))) || patternsMeet(restA, []);
  if (second === '**') return patternsMeet(b, a);
  return (first === '*' || second === '*' || first === second) && patternsMeet(restA, restB);
}
