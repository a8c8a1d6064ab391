/** One canonical form of a JSON value, for digests (RFC 8785). */

/** SHA-256 of a text's UTF-8, as lower-case hex. */
export type Sha256 = (text: string) => string;

/**
 * The canonical form of a JSON value (RFC 8785): no white space, members sorted by UTF-16 code units, numbers
 * and strings as ECMAScript writes them. A member whose value is undefined is left out.
 * @throws TypeError for what is not JSON: a number that is not finite, half of a surrogate pair, a function
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (/\p{Cs}/u.test(value)) throw new TypeError('half of a surrogate pair has no JSON form');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} has no JSON form`);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
