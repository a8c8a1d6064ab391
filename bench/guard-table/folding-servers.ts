/**
 * How servers of other kinds fold the fields of a form: PHP and Rails build lists and members from brackets, ASP.NET knows no
 * capitals, servlets answer with the first of several. Two fields that the guard judged as different must stay two.
 */

type Field = readonly [name: string, value: string];
/** The place at which a server keeps a field. */
type Folding = (name: string, seen: Map<string, number>) => string;

/** Lists without a number count on. */
function counted(list: string, seen: Map<string, number>): string {
  const at = seen.get(list) ?? 0;
  seen.set(list, at + 1);
  return `${list}[${at}]`;
}

/** `parse_str` and multipart of PHP: blanks before it fall off, and blanks, dots and an open bracket become `_`. */
const php: Folding = (name, seen) => {
  const kept = name.replace(/^ +/, '').replace(/\0.*$/s, '');
  const open = kept.indexOf('[', 1);
  const isList = open > 0 && kept.includes(']', open);
  const head = (isList ? kept.slice(0, open) : kept).replace(/[ .[]/g, '_');
  if (!isList) return head;
  let path = head;
  for (const [, key = ''] of kept.slice(open).matchAll(/\[([^\]]*)\]/gy))
    path = key === '' ? counted(path, seen) : `${path}[${key.trim()}]`;
  return path;
};

/** Rack and Rails: as PHP, and a name is taken as it is. */
const rack: Folding = (name, seen) => {
  const [head = ''] = /^[^[\]]*/.exec(name) ?? [];
  let path = head;
  for (const [, key = ''] of name.slice(head.length).matchAll(/\[([^[\]]*)\]/g))
    path = key === '' ? counted(path, seen) : `${path}[${key}]`;
  return path;
};

const servers: Readonly<Record<string, Folding>> = {
  PHP: php,
  Rack: rack,
  // Names are compared without regard to capitals, and of several values a handler gets all, joined by commas.
  'ASP.NET': (name) => name.toLowerCase(),
  // As it is; `getParameter` gives the first of several.
  'a servlet': (name) => name,
};

/** @returns in words, the fields of a body that one of these servers puts at the same place though their names differ */
export function foldedTogether(fields: readonly Field[]): string[] {
  return Object.entries(servers).flatMap(([server, fold]) => {
    const seen = new Map<string, number>();
    const places = new Map<string, Set<string>>();
    for (const [name] of fields) {
      const place = fold(name, seen);
      places.set(place, (places.get(place) ?? new Set()).add(name));
    }
    return [...places]
      .filter(([, names]) => names.size > 1)
      .map(
        ([place, names]) =>
          `${server} puts ${[...names].map((name) => JSON.stringify(name)).join(' and ')} at ${place}`,
      );
  });
}
