/**
 * The one strict grammar of each content type, and the one form in which a judged body is sent (D61). What fits the
 * grammar in more than one way is not read at all; what is read is written again from its fields, so that the server
 * gets what was judged and never the page's own bytes.
 */

export type BodyContent = 'form' | 'multipart' | 'json' | 'none';

export interface RequestBody {
  readonly contentType: string;
  /** As UTF-8; of a form with files, one character a byte. */
  readonly text: string;
}

/** Of a member of a JSON body; fields of forms are always texts. */
export type FieldType = 'text' | 'number' | 'boolean' | 'null' | 'empty';

export interface BodyField {
  /** For JSON the path of the member, such as `lines[0].code`. */
  readonly name: string;
  /** Of a file its name. */
  readonly value: string;
  readonly type: FieldType;
  /** Content of a file, one character a byte. */
  readonly file?: string;
}

export interface ReadBody {
  readonly fields: readonly BodyField[];
  /** What is sent; one character a byte. */
  readonly sent: { readonly contentType: string; readonly bytes: string } | null;
}

const deepest = 16;
const mostFields = 1_000;

/**
 * @param mediaType of JSON, where the portal takes it under another name, such as `application/merge-patch+json`
 * @returns undefined when the body is not what it says, or can be read in more than one way
 */
export function readBody(
  body: RequestBody | null,
  content: BodyContent,
  mediaType = 'application/json',
): ReadBody | undefined {
  if (content === 'none') return body === null || body.text === '' ? { fields: [], sent: null } : undefined;
  if (body === null) return undefined;
  if (content === 'form') return readForm(body);
  return content === 'json' ? readJson(body, mediaType) : readMultipart(body);
}

/** Whether the browser's own bytes are those that would be sent. */
export function isCanonical(body: RequestBody | null, read: ReadBody): boolean {
  if (body === null || read.sent === null) return body === null || body.text === '';
  return read.sent.bytes === body.text || read.sent.bytes === toBytes(body.text);
}

const formType = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;
/** What browsers and `encodeURIComponent` leave as it is; `;` separates fields for some servers. */
const formText = /^(?:[A-Za-z0-9*\-._+!'()~,:@/$[\]=&]|%[0-9A-Fa-f]{2})*$/;

function readForm({ contentType, text }: RequestBody): ReadBody | undefined {
  if (!formType.test(contentType.trim()) || !formText.test(text)) return undefined;
  const fields: BodyField[] = [];
  for (const pair of text === '' ? [] : text.split('&')) {
    const cut = pair.indexOf('=');
    const name = cut > 0 ? decoded(pair.slice(0, cut)) : undefined;
    const value = decoded(pair.slice(cut + 1));
    if (name === undefined || value === undefined || !isName(name) || value.includes('\0')) return undefined;
    fields.push({ name, value, type: 'text' });
  }
  if (fields.length > mostFields) return undefined;
  const bytes = fields.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join('&');
  return { fields, sent: { contentType: 'application/x-www-form-urlencoded', bytes } };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** As the URL standard serializes a form. */
function encoded(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

/** No control characters, no surrounding blanks, and nothing that a server's parser gives a meaning. */
function isName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return name !== '' && name.trim() === name && !/[\u0000-\u001f\u007f"\\]/.test(name) && name !== '__proto__';
}

/** Of OData, by which a server reads the same members; any other keeps a body from being read. */
const jsonParameter =
  /^(?:IEEE754Compatible=(?:true|false)|odata=(?:verbose|minimalmetadata|fullmetadata|nometadata)|odata\.metadata=(?:minimal|full|none)|odata\.streaming=(?:true|false))$/i;

/** The content type under which a JSON body is sent; undefined where it says that it is something else. */
function jsonType(contentType: string, mediaType: string): string | undefined {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  if (type.toLowerCase() !== mediaType.toLowerCase()) return undefined;
  const kept = parameters.filter((part) => !/^charset=utf-8$/i.test(part));
  if (parameters.length - kept.length > 1 || !kept.every((part) => jsonParameter.test(part))) return undefined;
  const names = kept.map((part) => part.toLowerCase().replace(/=.*/, ''));
  return new Set(names).size === names.length ? [mediaType, ...kept].join(';') : undefined;
}

function readJson({ contentType, text }: RequestBody, mediaType: string): ReadBody | undefined {
  const type = jsonType(contentType, mediaType);
  if (type === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // A scalar or an empty list at the top has no members to declare; those of a batch are `[0].query` and so on.
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (!hasPlainTokens(text)) return undefined;
  const fields: BodyField[] = [];
  if (!collect('', value, 0, fields)) return undefined;
  return { fields, sent: { contentType: type, bytes: toBytes(JSON.stringify(value)) } };
}

/** Every scalar, and every empty object or list, with its path and type. */
function collect(at: string, part: unknown, depth: number, fields: BodyField[]): boolean {
  if (depth > deepest || fields.length >= mostFields) return false;
  if (Array.isArray(part) && part.length > 0)
    return part.every((item, index) => collect(`${at}[${index}]`, item, depth + 1, fields));
  if (typeof part === 'object' && part !== null && !Array.isArray(part)) {
    const members = Object.entries(part);
    // A dot or bracket in a name would be read as a path.
    if (members.some(([name]) => !isName(name) || /[.[\]]/.test(name))) return false;
    if (members.length > 0)
      return members.every(([name, inner]) => collect(at === '' ? name : `${at}.${name}`, inner, depth + 1, fields));
  }
  if (typeof part === 'string') {
    if (/\p{Surrogate}/u.test(part)) return false;
    fields.push({ name: at, value: part, type: 'text' });
  } else if (typeof part === 'number') fields.push({ name: at, value: String(part), type: 'number' });
  else if (typeof part === 'boolean') fields.push({ name: at, value: String(part), type: 'boolean' });
  else if (part === null) fields.push({ name: at, value: 'null', type: 'null' });
  else if (at !== '') fields.push({ name: at, value: Array.isArray(part) ? '[]' : '{}', type: 'empty' });
  return true;
}

/**
 * Whether a valid JSON text reads the same in every parser: no member named twice (JSON.parse keeps the last, others
 * the first), and no number that a double cannot hold exactly as it is written.
 */
function hasPlainTokens(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  for (const [token, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]|-?\d[\d.eE+-]*/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (/^[-\d]/.test(token)) {
      if (!/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(token) || token.replace(/[-.]/g, '').length > 15) return false;
    } else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, token.length - colon.length)) as string;
      const names = open.at(-1);
      if (names?.has(name) === true) return false;
      names?.add(name);
    }
  }
  return true;
}

const multipartType = /^multipart\/form-data; ?boundary=("?)([A-Za-z0-9'()+_,\-./:=?]{1,70})\1$/i;
const disposition = /^Content-Disposition: form-data; name="([^"\r\n\\]*)"(?:; filename="([^"\r\n\\]*)")?$/i;
const partType = /^Content-Type: [A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+(?:; ?charset=utf-8)?$/i;

function readMultipart({ contentType, text }: RequestBody): ReadBody | undefined {
  const boundary = multipartType.exec(contentType.trim())?.[2];
  if (boundary === undefined) return undefined;
  const delimiter = `\r\n--${boundary}`;
  const parts = `\r\n${text}`.split(delimiter);
  const last = parts.at(-1);
  // Nothing before the first delimiter or after the last, and no line that only begins with one.
  if (parts.length < 2 || parts[0] !== '' || (last !== '--\r\n' && last !== '--')) return undefined;
  const fields: BodyField[] = [];
  const types: (string | undefined)[] = [];
  for (const part of parts.slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n');
    if (!part.startsWith('\r\n') || end < 2) return undefined;
    const head = fromBytes(part.slice(2, end));
    const content = part.slice(end + 4);
    const [first = '', second, ...more] = head?.split('\r\n') ?? [];
    const said = disposition.exec(first);
    if (head === undefined || said === null || more.length > 0) return undefined;
    if (second !== undefined && !partType.test(second)) return undefined;
    const [, name = '', filename] = said;
    if (!isName(name) || content.includes(`--${boundary}`)) return undefined;
    if (filename === undefined) {
      const value = fromBytes(content);
      if (value === undefined || value.includes('\0')) return undefined;
      fields.push({ name, value, type: 'text' });
    } else fields.push({ name, value: filename, type: 'text', file: content });
    types.push(second);
  }
  return fields.length > mostFields ? undefined : { fields, sent: multipartOf(fields, types) };
}

/** @param types the Content-Type line of each part, where it has one */
function multipartOf(fields: readonly BodyField[], types: readonly (string | undefined)[]): ReadBody['sent'] {
  const all = fields.map(({ name, value, file }) => `${name}${value}${file ?? ''}`).join('');
  let boundary = 'LanekeeperFormBoundary';
  for (let n = 0; toBytes(all).includes(boundary); n++) boundary = `LanekeeperFormBoundary${n}`;
  const parts = fields.map(({ name, value, file }, n) => {
    const filename = file === undefined ? '' : `; filename="${value}"`;
    const type = file === undefined ? '' : `${types[n] ?? 'Content-Type: application/octet-stream'}\r\n`;
    const content = file ?? toBytes(value);
    return `--${boundary}\r\n${toBytes(`Content-Disposition: form-data; name="${name}"${filename}`)}\r\n${type}\r\n${content}\r\n`;
  });
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: `${parts.join('')}--${boundary}--\r\n`,
  };
}

/** UTF-8 bytes of a text, one character a byte. */
function toBytes(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** Text whose characters are the bytes of UTF-8; undefined when they are not. */
function fromBytes(bytes: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes, (character) => character.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}
