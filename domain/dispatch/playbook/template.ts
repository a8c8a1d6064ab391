/** Fills and matches the templates of the playbook language. */

const place = /\{\{\s*([a-z_][a-z0-9_.]*)(?:\[\])?\s*\}\}/g;
/** Each entry of an input that is a list: `{{add_accessorials[]}}`. */
const entries = /^\{\{\s*([a-z_][a-z0-9_.]*)\[\]\s*\}\}$/;

/** Stands for the user name in addresses that say who is signed in. */
export const accountPlace = 'account.username';

export type Values = Readonly<Record<string, string>>;

/** Names of the places in a template, in order of appearance. */
export function placesIn(template: string): string[] {
  return [...template.matchAll(place)].map((match) => match[1] ?? '');
}

/** Templates of which those that stand for a list become its entries; of a list that is empty, none. */
export function eachOf(templates: readonly string[], values: Values): readonly string[] {
  return templates.flatMap((template) => {
    const name = entries.exec(template)?.[1];
    return name === undefined ? [template] : (values[name] ?? '').split(',').flatMap((one) => one.trim() || []);
  });
}

/** Each entry of a list by its word, in the order of the list; undefined where one has none. */
export function wordsOfList(list: string, are: Readonly<Record<string, string>> = {}): string | undefined {
  const words = eachOf(['{{list[]}}'], { list }).map((entry) => are[entry]);
  return words.includes(undefined) ? undefined : words.join(', ');
}

/** The inputs of which a template takes the entries. */
export function listsIn(template: string): string[] {
  return [...template.matchAll(/\{\{\s*([a-z_][a-z0-9_.]*)\[\]\s*\}\}/g)].map((match) => match[1] ?? '');
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
    // A star would stand for anything.
    encoded[name] = encodeURIComponent(value).replaceAll('*', '%2A');
  }
  return fillTemplate(template, encoded);
}

interface AddressTemplate {
  readonly path: string;
  /** Members of the query, decoded, with their places; the value `*` stands for any. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** What is behind `#` or `#!`; null where nothing is said of it. */
  readonly route: string | null;
}

/** As somebody copies it from a browser: the gate compares addresses without the session of a Java server. */
const copiedSession = /;(?:jsessionid|sap-contextid)=[^/]*$/i;

/** Parts of an address template: `/app?view=all#/bills/{{pro}}` is the route `/bills/{{pro}}` of the page `/app`. */
/** @param given the query of an address that is compared: members whose names have a star are called as there */
export function addressOf(template: string, given: AddressTemplate['query'] = []): AddressTemplate {
  const [, before = '', route] = /^([^#]*)(?:#!?(.*))?$/s.exec(template) ?? [];
  const mark = before.indexOf('?');
  return {
    path: (mark < 0 ? before : before.slice(0, mark)).replace(copiedSession, ''),
    query: mark < 0 ? [] : namedAs(queryOf(before.slice(mark + 1)), given),
    route: route ?? null,
  };
}

/** A star in a name stands for a number that the portal makes up, such as Wicket's of a page (`?4-1.0-form-save`). */
function namedAs(query: AddressTemplate['query'], given: AddressTemplate['query']): AddressTemplate['query'] {
  return query.map(([name, value]) => {
    if (!name.includes('*')) return [name, value];
    const pattern = new RegExp(`^${name.split('*').map(escaped).join('\\d{1,6}')}$`);
    const [found, ...others] = given.filter(([other]) => pattern.test(other));
    return [found === undefined || others.length > 0 ? name : found[0], value];
  });
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** As browsers read it, and beside it the members of servers that part them at a `;` as well, as of a page's address. */
function queryOf(text: string): AddressTemplate['query'] {
  const members = [...new URLSearchParams(text)];
  return text.includes(';') ? [...members, ...new URLSearchParams(text.replaceAll(';', '&'))] : members;
}

/** Whether the query of an address has every member that its template names, as often and with these values. */
export function queryMatches(
  template: AddressTemplate['query'],
  query: readonly (readonly [name: string, value: string])[],
  values: Values,
): boolean {
  return template.every(([name]) => {
    const wanted = template.filter(([other]) => other === name);
    const given = query.filter(([other]) => other === name);
    return (
      given.length === wanted.length &&
      wanted.every(([, value], n) => value === '*' || valueMatches(value, given[n]?.[1] ?? '', values))
    );
  });
}

/** A star inside a value stands for letters and digits, such as the number of a session between colons. */
export function valueMatches(wanted: string, given: string, values?: Values): boolean {
  const parts = wanted.split('*').map((part) => (values === undefined ? part : fillTemplate(part, values)));
  if (parts.includes(undefined)) return false;
  const pattern = parts.map((part) => escaped(part ?? '')).join('\\w*');
  return new RegExp(`^${pattern}$`).test(given);
}

/**
 * Whether a canonical path (no query) is one that the template stands for. A place stands for exactly its value;
 * with no values at all it stands for any one segment, as the lint needs it. A query or route
 * in the template does not count.
 */
export function pathMatches(template: string, path: string, values?: Values): boolean {
  const { path: plain } = addressOf(template);
  const filled = values === undefined ? plain.replace(place, '*') : fillPath(plain, values);
  if (filled === undefined) return false;
  return segmentsMatch(filled.split('/').map(canonicalSegment), path.split('/'));
}

/** A segment as canonical addresses have it, with its stars: `@@file` is `%40%40file` there. */
function canonicalSegment(segment: string): string {
  return segment.replace(/(?:(?!%2A)[^*])+/g, (part) => {
    try {
      return encodeURIComponent(decodeURIComponent(part));
    } catch {
      return part;
    }
  });
}

function segmentsMatch(pattern: readonly string[], path: readonly string[]): boolean {
  for (let i = 0; i < pattern.length; i++) {
    const wanted = pattern[i];
    if (wanted === '**') return path.length >= i;
    const given = path[i];
    if (given === undefined) return false;
    if (wanted === '*') {
      if (given === '') return false;
    } else if (!segmentMatches(wanted ?? '', given)) return false;
  }
  return path.length === pattern.length;
}

/** A star inside a segment stands for the rest of it, such as a suffix that the portal makes up: `pod_*.pdf`. */
function segmentMatches(wanted: string, given: string): boolean {
  const [first = '', ...rest] = wanted.split('*').map((part) => part.replaceAll('%2A', '*'));
  if (rest.length === 0) return first === given;
  const last = rest.pop() ?? '';
  if (given.length < first.length + last.length || !given.startsWith(first) || !given.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = given.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= given.length - last.length;
}

/** Whether two path templates can stand for a common path; their queries and routes do not count. */
export function pathsOverlap(a: string, b: string): boolean {
  const parts = (template: string): string[] =>
    addressOf(template).path.replace(place, '*').split('/').map(canonicalSegment);
  return patternsMeet(parts(a), parts(b));
}

function segmentsMeet(a: string, b: string): boolean {
  if (a === '*' || b === '*' || a === b) return true;
  return a.includes('*') ? b.includes('*') || segmentMatches(a, b) : b.includes('*') && segmentMatches(b, a);
}

function patternsMeet(a: readonly string[], b: readonly string[]): boolean {
  const [first, ...restA] = a;
  const [second, ...restB] = b;
  if (first === undefined || second === undefined) return first === second || first === '**' || second === '**';
  if (first === '**') return b.some((_, index) => patternsMeet(restA, b.slice(index))) || patternsMeet(restA, []);
  if (second === '**') return patternsMeet(b, a);
  return segmentsMeet(first, second) && patternsMeet(restA, restB);
}

/** What addresses that a template stands for look like, to tell links apart; undefined where a value is missing. */
export function addressPattern(template: string, values: Values): string | undefined {
  const { path, query } = addressOf(template);
  const filled = fillPath(path, values);
  if (filled === undefined) return undefined;
  const parts = filled.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '[^?]*';
    return part === '*' ? '[^?/]+' : escaped(part);
  });
  return `^${parts.join('')}${query.length === 0 ? '(?:\\?|$)' : '\\?'}`;
}
