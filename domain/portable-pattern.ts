/**
 * Patterns as schemas show them to others. Our own check texts with `\p{…}` and look-ahead, which many engines of
 * regular expressions cannot read: a provider of models that meets one in a tool refuses the whole list of tools.
 */

/** U+2028 and U+2029 stand for themselves: no escape of them is read by every engine. */
const separators = '\u2028\u2029';
const controls = '\\x00-\\x1f\\x7f-\\x9f';
/** Everything but the ASCII characters that no id has. Letters of other scripts have no portable name. */
const notOfIds = '\\x00-\\x22\\x24-\\x2c\\x3b-\\x3f\\x5b-\\x5e\\x60\\x7b-\\x9f';
const notOfIdsNorDot = '\\x00-\\x22\\x24-\\x2c\\x2e\\x3b-\\x3f\\x5b-\\x5e\\x60\\x7b-\\x9f';

/** What we check by → what is shown. The shown one takes all that ours takes; the words beside it say the rest. */
export const portablePatterns: Readonly<Record<string, string>> = {
  '^(?!\\.{1,2}$)[\\p{L}\\p{N}\\p{M}._:/#@-]*$': `^(\\.{0,2}[^${notOfIdsNorDot}][^${notOfIds}]*|\\.{3}[^${notOfIds}]*)?$`,
  '^[\\p{L}\\p{N}\\p{M}._:/#@-]*$': `^[^${notOfIds}]*$`,
  '^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]*$': `^[^${controls}${separators}]*$`,
  '^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]+$': `^[^${controls}${separators}]+$`,
  '^(?!__proto__$)[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]*$': `^[^${controls}${separators}]*$`,
  '^(?!__proto__$)[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]+$': `^[^${controls}${separators}]+$`,
  '^(?!__proto__$)': '^',
  '^[^\\p{Cs}\\u0000]*$': '^[^\\x00]*$',
  '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\p{Cs}]*$': '^[^\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]*$',
};

/** Whether a pattern has only what every engine reads: no look-around, no classes by property, no `\u`. */
export function isPortable(pattern: string): boolean {
  return /^(?:[^\\(]|\\(?:x[0-9a-f]{2}|[.$])|\((?!\?))*$/.test(pattern);
}

/**
 * A schema, or a document that holds some, with every pattern in its portable form.
 * @throws Error for a pattern that is not portable and has no such form in the table
 */
export function withPortablePatterns<T>(schema: T): T {
  return portable(schema) as T;
}

function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== 'object' || value === null) return value;
  const pairs: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (name === 'pattern' && typeof member === 'string') pairs.push([name, portableForm(member)]);
    else pairs.push([name, portable(member)]);
  }
  return Object.fromEntries(pairs);
}

function portableForm(pattern: string): string {
  const shown = portablePatterns[pattern] ?? pattern;
  if (!isPortable(shown)) throw new Error(`pattern ${pattern} has no portable form`);
  return shown;
}
