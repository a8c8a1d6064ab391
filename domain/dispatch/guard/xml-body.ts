/**
 * The strict grammar of a body in XML (SOAP), and the one form in which it is sent: elements with text or with elements,
 * never both; no document type, comment, processing instruction or entity of its own, so that every parser reads the same.
 */
import type { BodyField } from './json-body.ts';

interface ReadXml {
  readonly fields: readonly BodyField[];
  readonly text: string;
}

interface Element {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: Element[];
  text: string;
}

const deepest = 16;
const mostElements = 1_000;
const mostAttributes = 100;
const name = String.raw`[A-Za-z_][A-Za-z0-9_-]{0,99}(?::[A-Za-z_][A-Za-z0-9_-]{0,99})?`;
const declaration = /^<\?xml version="1\.0"(?: encoding="utf-8")?(?: standalone="(?:yes|no)")?\s*\?>\s*/i;
const token = new RegExp(
  String.raw`<(${name})((?:\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(/?)>|</(${name})\s*>|<!\[CDATA\[([\s\S]*?)\]\]>|([^<]+)`,
  'gy',
);
const attribute = new RegExp(String.raw`(${name})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'g');

/** @returns undefined when the text is not in the grammar */
export function readXml(given: string): ReadXml | undefined {
  const text = given.replace(/^\uFEFF/, '').trim();
  const root = parsed(text.replace(declaration, ''));
  if (root === undefined) return undefined;
  const fields: BodyField[] = [];
  return collect(root, root.name, fields)
    ? { fields, text: `<?xml version="1.0" encoding="utf-8"?>${written(root)}` }
    : undefined;
}

function parsed(text: string): Element | undefined {
  const open: Element[] = [];
  let root: Element | undefined;
  let count = 0;
  let at = 0;
  token.lastIndex = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    at = token.lastIndex;
    const [, begun, given = '', closed, ended, verbatim, words] = found;
    const parent = open.at(-1);
    if (begun !== undefined) {
      const attributes = attributesOf(given);
      if (attributes === undefined || (parent === undefined && root !== undefined)) return undefined;
      const element: Element = { name: begun, attributes, children: [], text: '' };
      parent?.children.push(element);
      root ??= element;
      count += 1;
      if (count > mostElements || open.length >= deepest) return undefined;
      if (closed !== '/') open.push(element);
    } else if (ended !== undefined) {
      if (parent?.name !== ended) return undefined;
      open.pop();
    } else {
      const said = verbatim ?? decoded(words ?? '');
      if (said === undefined || !isXmlText(said)) return undefined;
      if (parent !== undefined) parent.text += said;
      else if (said.trim() !== '') return undefined;
    }
  }
  return at === text.length && open.length === 0 ? root : undefined;
}

function attributesOf(given: string): [string, string][] | undefined {
  const found = new Map<string, string>();
  for (const [, key = '', double, single] of given.matchAll(attribute)) {
    const value = decoded(double ?? single ?? '');
    // An attribute's value loses its line breaks in a parser.
    if (value === undefined || !isXmlText(value) || /[\t\r\n]/.test(value)) return undefined;
    if (found.has(key) || found.size === mostAttributes) return undefined;
    found.set(key, value);
  }
  return [...found];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string | undefined {
  let isKnown = true;
  const plain = text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));|&/gi, (_, decimal, hexadecimal, entity) => {
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    const sign = entity === undefined ? signOf(code) : entities[entity as string];
    isKnown &&= sign !== undefined;
    return sign ?? '';
  });
  return isKnown ? plain : undefined;
}

function signOf(code: number): string | undefined {
  return Number.isInteger(code) && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
    ? String.fromCodePoint(code)
    : undefined;
}

function isXmlText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/u.test(text);
}

/** Every attribute and every text, by the path of its elements; of several of one name the place counts too. */
function collect(element: Element, path: string, fields: BodyField[]): boolean {
  for (const [key, value] of element.attributes) fields.push({ name: `${path}.@${key}`, value, type: 'text' });
  const { children, text } = element;
  if (children.length === 0) {
    if (text !== '') fields.push({ name: path, value: text.replaceAll('\r\n', '\n'), type: 'text' });
    else if (element.attributes.length === 0) fields.push({ name: path, value: '', type: 'text' });
    return true;
  }
  // What is written between elements means something to some servers and nothing to others.
  if (text.trim() !== '') return false;
  const seen = new Map<string, number>();
  return children.every((child) => {
    const isOne = children.filter((other) => other.name === child.name).length === 1;
    const at = seen.get(child.name) ?? 0;
    seen.set(child.name, at + 1);
    return collect(child, `${path}.${child.name}${isOne ? '' : `[${at}]`}`, fields);
  });
}

function written({ name: of, attributes, children, text }: Element): string {
  const given = attributes.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  const inner = children.length === 0 ? escaped(text) : children.map(written).join('');
  return inner === '' ? `<${of}${given}/>` : `<${of}${given}>${inner}</${of}>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
