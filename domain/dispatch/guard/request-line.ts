/** Reads the address and the body of a request into facts that can be compared, refusing what can be read two ways. */

export interface CanonicalUrl {
  readonly origin: string;
  /** Every segment decoded and encoded again the one usual way. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** The one reading of an address, or undefined when servers and browsers may read it differently. */
export function canonicalUrl(address: string): CanonicalUrl | undefined {
  // The URL parser drops tabs and line breaks and turns backslashes; nobody writes such an address in good faith.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f\\]/.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '')
    return undefined;
  const segments: string[] = [];
  const given = url.pathname.split('/').slice(1);
  for (const [index, segment] of given.entries()) {
    const decoded = decodeOnce(segment);
    // oxlint-disable-next-line no-control-regex
    if (decoded === undefined || /[/\\;\u0000-\u001f\u007f]/.test(decoded) || /%[0-9a-f]{2}/i.test(decoded))
      return undefined;
    if (decoded === '.' || decoded === '..') return undefined;
    if (decoded === '' && index < given.length - 1) return undefined;
    segments.push(encodeURIComponent(decoded.normalize('NFC')));
  }
  return { origin: url.origin, path: `/${segments.join('/')}`, query: [...url.searchParams] };
}

function decodeOnce(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Method, origin and path, with the names but not the values of query fields: fit for a record that people read. */
export function describeRequest(method: string, address: string): string {
  if (!URL.canParse(address)) return `${method} ${address.slice(0, 100)}`;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${method} ${url.protocol}…`;
  const names = [...new Set(url.searchParams.keys())];
  return `${method} ${url.origin}${url.pathname}${names.length > 0 ? `?${names.join('&')}` : ''}`.slice(0, 500);
}

export interface RequestBody {
  readonly contentType: string;
  /** As UTF-8; of a form with files, one character a byte. */
  readonly text: string;
}

/** A field of a body; a file's value is its name, and its content stands beside it, one character a byte. */
export type BodyField = readonly [name: string, value: string, file?: string];
export type BodyFields = readonly BodyField[];

/** The fields of a body, or undefined when it is not what it says or cannot be read. */
export function readBody(
  body: RequestBody | null,
  content: 'form' | 'multipart' | 'json' | 'none',
): BodyFields | undefined {
  if (content === 'none') return body === null || body.text === '' ? [] : undefined;
  if (body === null) return undefined;
  const type = body.contentType.split(';')[0]?.trim().toLowerCase();
  if (content === 'form')
    return type === 'application/x-www-form-urlencoded' ? [...new URLSearchParams(body.text)] : undefined;
  if (content === 'json') return type === 'application/json' ? readJson(body.text) : undefined;
  return type === 'multipart/form-data' ? readMultipart(body) : undefined;
}

function readJson(text: string): BodyFields | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const fields: [string, string][] = [];
  const walk = (at: string, part: unknown, depth: number): boolean => {
    if (depth > 8 || fields.length > 500) return false;
    if (Array.isArray(part)) return part.every((item) => walk(at, item, depth + 1));
    if (typeof part === 'object' && part !== null)
      return Object.entries(part).every(([name, inner]) => walk(at === '' ? name : `${at}.${name}`, inner, depth + 1));
    fields.push([at, String(part)]);
    return true;
  };
  if (typeof value !== 'object' || value === null || !walk('', value, 0)) return undefined;
  // JSON.parse keeps the last of two equal names; a server may keep the first.
  return hasRepeatedNames(text) ? undefined : fields;
}

/** Whether an object of a valid JSON text names a member twice. */
function hasRepeatedNames(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g);
  for (const [token, colon] of tokens) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, token.length - colon.length)) as string;
      const names = open.at(-1);
      if (names?.has(name) === true) return true;
      names?.add(name);
    }
  }
  return false;
}

function readMultipart(body: RequestBody): BodyFields | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(body.contentType)?.[1];
  if (boundary === undefined) return undefined;
  const parts = body.text.split(`--${boundary}`);
  if (parts.length < 2 || parts[0]?.trim() !== '' || !/^--\s*$/.test(parts.at(-1) ?? '')) return undefined;
  const fields: BodyField[] = [];
  for (const part of parts.slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n');
    if (end < 0 || !part.endsWith('\r\n')) return undefined;
    const head = fromUtf8(part.slice(0, end));
    const content = part.slice(end + 4, -2);
    const value = fromUtf8(content);
    const names = [...(head ?? '').matchAll(/;\s*name="([^"]*)"/gi)];
    const name = names[0]?.[1];
    if (head === undefined || names.length !== 1 || name === undefined) return undefined;
    if (/;\s*filename\*?\s*=/i.test(head)) {
      const filenames = [...head.matchAll(/;\s*filename="([^"]*)"/gi)];
      const filename = filenames[0]?.[1];
      if (filenames.length !== 1 || filename === undefined || /;\s*filename\*/i.test(head)) return undefined;
      fields.push([name, filename, content]);
    } else if (value === undefined) return undefined;
    else fields.push([name, value]);
  }
  return fields;
}

/** Text whose characters are the bytes of UTF-8; undefined when they are not. */
function fromUtf8(bytes: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes, (character) => character.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}
