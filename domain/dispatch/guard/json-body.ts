/** Reads a JSON text into the members that are judged, refusing what two parsers could read differently. */

/** Of a member of a JSON body; fields of forms are always texts. */
type FieldType = 'text' | 'number' | 'boolean' | 'null' | 'empty';

export interface BodyField {
  /** For JSON the path of the member, such as `lines[0].code`. */
  readonly name: string;
  /** Of a file its name. */
  readonly value: string;
  readonly type: FieldType;
  /** Content of a file, one character a byte. */
  readonly file?: string;
}

const deepest = 16;
/** Of a body of any kind. */
export const mostFields = 1_000;

/** No control characters, no surrounding blanks, and nothing that a server's parser gives a meaning. */
export function isName(name: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return name !== '' && name.trim() === name && !/[\u0000-\u001f\u007f"\\]/.test(name) && name !== '__proto__';
}

/** The members of a JSON text, and the text as it is written again. */
export function readJsonText(
  text: string,
): { readonly fields: readonly BodyField[]; readonly text: string } | undefined {
  let value: unknown;
  try {
    // First, because it ends where there is more than a body may have.
    if (!hasPlainTokens(text)) return undefined;
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // A scalar or an empty list at the top has no members to declare; those of a batch are `[0].query` and so on.
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  const fields: BodyField[] = [];
  if (!collect('', value, 0, fields)) return undefined;
  return { fields, text: JSON.stringify(value) };
}

/** Every scalar, and every empty object or list, with its path and type. */
function collect(at: string, part: unknown, depth: number, fields: BodyField[]): boolean {
  if (depth > deepest || fields.length >= mostFields) return false;
  if (Array.isArray(part) && part.length > 0)
    return part.every((item, index) => collect(`${at}[${index}]`, item, depth + 1, fields));
  if (typeof part === 'object' && part !== null && !Array.isArray(part)) {
    const members = Object.entries(part);
    if (members.some(([name]) => !isName(name) || /[[\]']/.test(name))) return false;
    // A dot in a name would be read as a path.
    const pathOf = (name: string): string =>
      name.includes('.') ? `${at}['${name}']` : at === '' ? name : `${at}.${name}`;
    if (members.length > 0) return members.every(([name, inner]) => collect(pathOf(name), inner, depth + 1, fields));
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

/** A field as deep as it may be has its own opening and closing brackets at every level, and its name. */
const mostTokens = mostFields * (2 * deepest + 4);

/**
 * Whether a JSON text reads the same in every parser, where it is valid: no member named twice (JSON.parse keeps the
 * last, others the first), no number that a double cannot hold exactly as it is written, and no more than is read.
 * @throws SyntaxError for a name that is none
 */
function hasPlainTokens(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  let tokens = 0;
  for (const [token, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]|-?\d[\d.eE+-]*/g)) {
    tokens += 1;
    if (tokens > mostTokens || open.length > deepest + 1) return false;
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
