/**
 * The strict grammar of a call by GWT-RPC: a version, flags, a table of strings, and numbers that say which of them are
 * the method, the types and the values. Strings are `strings[4]`, counted from 0, and the numbers are one field `call`.
 */
import type { BodyField } from './json-body.ts';

const gwtType = /^text\/x-gwt-rpc(?:; ?charset=utf-8)?$/i;
const mostStrings = 500;

export function readGwtCall(contentType: string, text: string): BodyField[] | undefined {
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
