/**
 * The one strict grammar of each content type, and the one form in which a judged body is sent (D61). What fits the
 * grammar in more than one way is not read at all; what is read is written again from its fields, so that the server
 * gets what was judged and never the page's own bytes.
 */
import { readBatch } from './batch-body.ts';
import { type BodyField, isName, mostFields, readJsonText } from './json-body.ts';
import { readXml } from './xml-body.ts';

export type BodyContent = 'form' | 'multipart' | 'json' | 'xml' | 'batch' | 'gwt' | 'file' | 'none';

export interface RequestBody {
  readonly contentType: string;
  /** As UTF-8; of a file, and of a form with files, one character a byte. */
  readonly text: string;
}

export interface ReadBody {
  readonly fields: readonly BodyField[];
  /** What is sent; one character a byte. */
  readonly sent: { readonly contentType: string; readonly bytes: string } | null;
}

/** What is declared of a body beside its content. */
export interface BodyForm {
  /** Of JSON or XML, where the portal takes it under another name, such as `application/merge-patch+json`. */
  readonly mediaType?: string | undefined;
  /** Fields of a form whose values are JSON texts: their members are judged as fields. */
  readonly json?: readonly string[] | undefined;
}

/** @returns undefined when the body is not what it says, or can be read in more than one way */
export function readBody(
  body: RequestBody | null,
  content: BodyContent,
  { mediaType, json = [] }: BodyForm = {},
): ReadBody | undefined {
  if (content === 'none') return body === null || body.text === '' ? { fields: [], sent: null } : undefined;
  if (body === null) return undefined;
  if (content === 'form') return readForm(body, json);
  if (content === 'multipart') return readMultipart(body, json);
  if (content === 'json') return readJson(body, mediaType ?? 'application/json');
  if (content === 'xml') return readXmlBody(body, mediaType ?? 'text/xml');
  // Which file it is, is for who knows the files to say.
  if (content === 'file') return { fields: [{ name: 'file', value: '', type: 'text', file: body.text }], sent: null };
  if (content === 'gwt') {
    const fields = readGwtCall(body.contentType, body.text);
    // Its grammar leaves one way to write the same call.
    return fields && { fields, sent: { contentType: 'text/x-gwt-rpc; charset=utf-8', bytes: toBytes(body.text) } };
  }
  const batch = readBatch(body.contentType, body.text);
  return batch && { fields: batch.fields, sent: { ...batch.sent, bytes: toBytes(batch.sent.bytes) } };
}

function readXmlBody({ contentType, text }: RequestBody, mediaType: string): ReadBody | undefined {
  const typeOf = (type: string): string =>
    type
      .split(';')
      .map((part) => part.trim())
      .filter((part) => !/^charset="?utf-8"?$/i.test(part))
      .join('; ');
  if (typeOf(contentType).toLowerCase() !== typeOf(mediaType).toLowerCase()) return undefined;
  const read = readXml(text);
  return (
    read && {
      fields: read.fields,
      sent: { contentType: `${typeOf(contentType)}; charset=utf-8`, bytes: toBytes(read.text) },
    }
  );
}

/** Whether the browser's own bytes are those that would be sent. */
export function isCanonical(body: RequestBody | null, read: ReadBody): boolean {
  if (body === null || read.sent === null) return body === null || body.text === '';
  return read.sent.bytes === body.text || read.sent.bytes === toBytes(body.text);
}

const formType = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;
/** What browsers and `encodeURIComponent` leave as it is; `;` separates fields for some servers. */
const formText = /^(?:[A-Za-z0-9*\-._+!'()~,:@/$[\]=&]|%[0-9A-Fa-f]{2})*$/;

/** The fields of a form, and those that are sent for them: a JSON text is judged by its members and written again. */
function withMembers(
  fields: readonly BodyField[],
  json: readonly string[],
  types: readonly (string | undefined)[] = [],
): { readonly judged: readonly BodyField[]; readonly sent: readonly BodyField[] } | undefined {
  const judged: BodyField[] = [];
  const sent: BodyField[] = [];
  for (const [n, field] of fields.entries()) {
    const isJson = json.includes(field.name);
    // A field that is called like a member of one could be taken for it.
    if (!isJson && json.some((name) => field.name.startsWith(`${name}.`) || field.name.startsWith(`${name}[`)))
      return undefined;
    const text = isJson ? jsonTextOf(field, types[n]) : undefined;
    const read = text === undefined ? undefined : readJsonText(text);
    if (isJson && (read === undefined || fields.filter(({ name }) => name === field.name).length > 1)) return undefined;
    if (read === undefined) sent.push(field);
    else sent.push(field.file === undefined ? { ...field, value: read.text } : { ...field, file: toBytes(read.text) });
    for (const member of read?.fields ?? [])
      judged.push({ ...member, name: `${field.name}${member.name.startsWith('[') ? '' : '.'}${member.name}` });
    if (read === undefined) judged.push(field);
  }
  return { judged, sent };
}

/** The text of a field, or of the part that a script makes of a JSON text (`new Blob([…], { type: 'application/json' })`). */
function jsonTextOf({ value, file }: BodyField, type: string | undefined): string | undefined {
  if (file === undefined) return value;
  return value === 'blob' && type === jsonPart ? fromBytes(file) : undefined;
}
const jsonPart = 'Content-Type: application/json';

function readForm({ contentType, text }: RequestBody, json: readonly string[]): ReadBody | undefined {
  if (!formType.test(contentType.trim()) || !formText.test(text)) return undefined;
  const fields: BodyField[] = [];
  // Some scripts end each field with the sign (ASP.NET AJAX, RichFaces); nobody reads a field behind the last one.
  const whole = text.endsWith('&') ? text.slice(0, -1) : text;
  const pairs = whole === '' ? [] : whole.split('&', mostFields + 1);
  if (pairs.length > mostFields) return undefined;
  for (const pair of pairs) {
    const cut = pair.indexOf('=');
    const name = cut > 0 ? decoded(pair.slice(0, cut)) : undefined;
    const value = decoded(pair.slice(cut + 1));
    if (name === undefined || value === undefined || !isName(name) || value.includes('\0')) return undefined;
    fields.push({ name, value, type: 'text' });
  }
  const read = withMembers(fields, json);
  if (read === undefined) return undefined;
  // Written as the URL standard serializes a form.
  const bytes = new URLSearchParams(read.sent.map(({ name, value }): [string, string] => [name, value])).toString();
  return { fields: read.judged, sent: { contentType: 'application/x-www-form-urlencoded', bytes } };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
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
  const read = readJsonText(text);
  if (read === undefined) return undefined;
  // A server that takes it for a form finds one name and nothing else.
  const isForm = /^application\/x-www-form-urlencoded$/i.test(mediaType);
  const neutral = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const sent = isForm ? read.text.replace(/[&=%+;]/g, neutral) : read.text;
  return { fields: read.fields, sent: { contentType: type, bytes: toBytes(sent) } };
}

const multipartType = /^multipart\/form-data; ?boundary=("?)([A-Za-z0-9'()+_,\-./:=?]{1,70})\1$/i;
const disposition = /^Content-Disposition: form-data; name="([^"\r\n\\]*)"(?:; filename="([^"\r\n\\]*)")?$/i;
const partType = /^Content-Type: [A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+(?:; ?charset=utf-8)?$/i;

function readMultipart({ contentType, text }: RequestBody, json: readonly string[]): ReadBody | undefined {
  const boundary = multipartType.exec(contentType.trim())?.[2];
  if (boundary === undefined) return undefined;
  const delimiter = `\r\n--${boundary}`;
  // One before the first delimiter and one after the last.
  const parts = `\r\n${text}`.split(delimiter, mostFields + 3);
  const last = parts.at(-1);
  // Nothing before the first delimiter or after the last, and no line that only begins with one.
  if (parts.length < 2 || parts.length > mostFields + 2 || parts[0] !== '' || (last !== '--\r\n' && last !== '--'))
    return undefined;
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
  const whole = withMembers(fields, json, types);
  return whole && { fields: whole.judged, sent: multipartOf(whole.sent, types) };
}

/** @param types the Content-Type line of each part, where it has one */
function multipartOf(fields: readonly BodyField[], types: readonly (string | undefined)[]): ReadBody['sent'] {
  const texts = fields.flatMap(({ name, value, file }) => [name, value, file ?? '']);
  let boundary = 'LanekeeperFormBoundary';
  for (let n = 0; texts.some((text) => text.includes(boundary)); n++) boundary = `LanekeeperFormBoundary${n}`;
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

// oxlint-disable-next-line no-control-regex
const isAscii = /^[\u0000-\u007f]*$/;
/** Arguments of one call. */
const atOnce = 8_192;

/** UTF-8 bytes of a text, one character a byte. */
function toBytes(text: string): string {
  if (isAscii.test(text)) return text;
  const bytes = new TextEncoder().encode(text);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += atOnce) parts.push(String.fromCharCode(...bytes.subarray(at, at + atOnce)));
  return parts.join('');
}

/** Text whose characters are the bytes of UTF-8; undefined when they are not. */
function fromBytes(bytes: string): string | undefined {
  if (isAscii.test(bytes)) return bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes, (character) => character.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}

// The strict grammar of a call by GWT-RPC: a version, flags, a table of strings, and numbers that say which of them
// are the method, the types and the values. Strings are `strings[4]`, counted from 0, and the numbers are one field
// `call`.

const gwtType = /^text\/x-gwt-rpc(?:; ?charset=utf-8)?$/i;
const mostStrings = 500;

function readGwtCall(contentType: string, text: string): BodyField[] | undefined {
  if (!gwtType.test(contentType.trim()) || !text.endsWith('|')) return undefined;
  const [version = '', flags = '', count = '', ...rest] = text.slice(0, -1).split('|');
  const strings = Number(count);
  if (!/^[5-9]$/.test(version) || !/^\d{1,2}$/.test(flags) || !/^\d{1,3}$/.test(count)) return undefined;
  if (strings < 4 || strings > mostStrings || rest.length <= strings) return undefined;
  const fields: BodyField[] = [];
  for (const [n, written] of rest.slice(0, strings).entries()) {
    const value = unescaped(written);
    if (value === undefined) return undefined;
    fields.push({ name: `strings[${n}]`, value, type: 'text' });
  }
  const numbers = rest.slice(strings);
  // Long numbers are written as letters, dates as those; anything else is no call.
  if (!numbers.every((each) => /^(?:-?\d{1,15}(?:\.\d{1,6})?|[A-Za-z0-9$_]{1,12})$/.test(each))) return undefined;
  return [...fields, { name: 'call', value: [version, flags, ...numbers].join('|'), type: 'text' }];
}

function unescaped(text: string): string | undefined {
  const plain = text.replace(/\\(?:!|\\|u([0-9a-f]{4}))/gi, (whole: string, code: string | undefined) =>
    code === undefined ? (whole === '\\!' ? '|' : '\uE000') : String.fromCharCode(Number.parseInt(code, 16)),
  );
  // oxlint-disable-next-line no-control-regex
  return /\\|[\u0000-\u001f]|\p{Surrogate}/u.test(plain) || text.includes('\uE000')
    ? undefined
    : plain.replaceAll('\uE000', '\\');
}

export interface Upload {
  readonly name: string;
  /** One character a byte. */
  readonly content: string;
}

/** Which part of a file a request carries, where its headers say that it is not the whole. */
export function pieceOf(headers: Readonly<Record<string, string>>): string | undefined {
  const range = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-range')?.[1] ?? '';
  const [, from, to, size] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(range) ?? [];
  const isWhole = from === undefined || (Number(from) === 0 && Number(to) + 1 === Number(size));
  return isWhole ? undefined : range;
}

/** A body that is a file and nothing else (an address that was signed for it, Active Storage, tus in one piece). */
export function asFile(
  body: RequestBody | null,
  { uploads }: { readonly uploads: readonly Upload[] },
): ReadBody | undefined {
  const file = uploads.find(({ content }) => content === body?.text);
  if (body === null || file === undefined || !/^[a-z]+\/[a-z0-9.+-]{1,80}$/i.test(body.contentType)) return undefined;
  return {
    fields: [{ name: 'file', value: file.name, type: 'text' }],
    sent: { contentType: body.contentType, bytes: file.content },
  };
}

/** `~[0-9a-f]{32}`: a token that is the name of its field, as Joomla sends it. It is hexadecimal digits and long, so that it is no word. */
const tokenName = /^~(\[(?:0-9a-f|0-9A-F|0-9a-fA-F)\])\{(\d{2,3})\}$/;

const shortestTokenName = 16;

/** The pattern of the name of such a field; undefined of one that is called by its name. */
export function tokenNameOf(field: string): RegExp | undefined {
  const [, digits, count] = tokenName.exec(field) ?? [];
  return digits === undefined || Number(count) < shortestTokenName ? undefined : new RegExp(`^${digits}{${count}}$`);
}

/** `extra[*]` of `extra[*].code`, where a field is declared of each entry of a list. */
export function entryOf(field: string): string | undefined {
  const [list, ...more] = field.split('[*]');
  return more.length === 1 ? `${list}[*]` : undefined;
}

/**
 * Fields of the entries of a list under the name that is declared for all of them: `extra[0].code` and `extra[1].code` as
 * `extra[*].code`, and `extra` without entries as well. As they came where the entries do not have the same fields, each once:
 * then a code of one entry and a count of another would be judged as one.
 */
export function asEntries(
  fields: readonly BodyField[],
  constraints: readonly { readonly field: string; readonly all_of?: readonly string[] }[],
): readonly BodyField[] {
  const lists = constraints.flatMap(({ field, all_of: every }) => (every && entryOf(field)) ?? []);
  return [...new Set(lists)].reduce((all, list) => underOneName(all, list, constraints), fields);
}

function underOneName(
  fields: readonly BodyField[],
  list: string,
  constraints: readonly { readonly field: string }[],
): readonly BodyField[] {
  const declared = constraints.map(({ field }) => field).filter((field) => entryOf(field) === list);
  const start = list.slice(0, -'[*]'.length);
  const partsOf = (name: string): readonly [place: string, rest: string] | undefined => {
    const [, place, rest] = (name.startsWith(start) && /^\[(\d{1,3})\](.*)$/.exec(name.slice(start.length))) || [];
    return place === undefined || rest === undefined ? undefined : [place, rest];
  };
  const entries = new Map<string, string[]>();
  for (const { name } of fields) {
    const [place, rest] = partsOf(name) ?? [];
    if (place !== undefined && rest !== undefined) entries.set(place, [...(entries.get(place) ?? []), rest]);
  }
  const shapes = [...entries.values()].map((rests) => rests.toSorted().join('\n'));
  const isEven =
    new Set(shapes).size <= 1 && [...entries.values()].every((rests) => new Set(rests).size === rests.length);
  if (!isEven) return fields;
  return fields.map((field) => {
    const rest = partsOf(field.name)?.[1];
    const name = rest === undefined ? undefined : `${list}${rest}`;
    if (name !== undefined && declared.includes(name)) return { ...field, name };
    const isWithout = field.name === start && (field.type === 'null' || field.value === '[]');
    return isWithout && declared[0] !== undefined ? { ...field, name: declared[0] } : field;
  });
}
