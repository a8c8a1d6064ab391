/** JSON Schemas as data, and the types that the compiler derives from them: a shape is declared once. */

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The schema of an object, with its members by name: of what `ObjectOf` is derived from. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

declare const shape: unique symbol;

/** A schema that a table makes: the type of its values comes from the table. */
export interface SchemaOf<T> extends JsonSchema {
  readonly [shape]?: T;
}

/** What a value is that fits a schema declared `as const`; what the keywords here do not say is `unknown`. */
export type ValueOf<S> = typeof shape extends keyof S
  ? S extends { readonly [shape]?: infer T }
    ? T
    : never
  : ValueOfKeywords<S>;

type ValueOfKeywords<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly type: infer T }
      ? T extends readonly (infer Each)[]
        ? ValueOfType<Each, S>
        : ValueOfType<T, S>
      : unknown;

type ValueOfType<T, S> = T extends 'string'
  ? string
  : T extends 'integer' | 'number'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? ValueOf<S extends { readonly items: infer I } ? I : never>[]
          : T extends 'object'
            ? S extends { readonly properties: infer P }
              ? ObjectOf<P, S extends { readonly required: readonly (infer R)[] } ? R : never>
              : Readonly<Record<string, S extends { readonly additionalProperties: infer A } ? ValueOf<A> : unknown>>
            : unknown;

/** @typeParam R names of the members that are required */
export type ObjectOf<P, R = never> = { readonly [K in keyof P as K extends R ? K : never]: ValueOf<P[K]> } & {
  readonly [K in keyof P as K extends R ? never : K]?: ValueOf<P[K]>;
};

/**
 * Patterns as schemas show them to others. Our own check texts with `\p{…}` and look-ahead, which many engines of
 * regular expressions cannot read: a provider of models that meets one in a tool refuses the whole list of tools.
 */

/**
 * What is not ASCII stands for itself: no escape of it is read by every engine. `\u2028` is unknown to Go's, and `\x9f` is
 * half a character to Ruby's. In JSON they are written as escapes.
 */
const separators = '\u2028\u2029';
const controls = '\\x00-\\x1f\\x7f-\u009f';
/** Everything but the ASCII characters that no id has. Letters of other scripts have no portable name. */
const notOfIds = '\\x00-\\x22\\x24-\\x2c\\x3b-\\x3f\\x5b-\\x5e\\x60\\x7b-\u009f';
const notOfIdsNorDot = '\\x00-\\x22\\x24-\\x2c\\x2e\\x3b-\\x3f\\x5b-\\x5e\\x60\\x7b-\u009f';

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
  '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\p{Cs}]*$': '^[^\\x00-\\x08\\x0b-\\x1f\\x7f-\u009f]*$',
};

const firstOfOthers = 0xa0;
const firstOfSurrogates = 0xd800;
const afterSurrogates = 0xe000;
const endOfPlane = 0xffff;

/**
 * The id of a queue or step for a schema that takes nothing we refuse: letters, digits and marks span by span, some 3 kB.
 * Scripts beyond the Basic Multilingual Plane are left out, because engines differ in how they count their characters.
 */
export function exactIdSchema(): JsonSchema {
  const letter = /^[\p{L}\p{N}\p{M}]$/u;
  const spans: string[] = [];
  let from: number | undefined;
  for (let code = firstOfOthers; code <= endOfPlane; code++) {
    const fits = (code < firstOfSurrogates || code >= afterSurrogates) && letter.test(String.fromCharCode(code));
    if (fits) from ??= code;
    else if (from !== undefined) {
      const [first, last] = [String.fromCharCode(from), String.fromCharCode(code - 1)];
      spans.push(from === code - 1 ? first : `${first}-${last}`);
      from = undefined;
    }
  }
  return { pattern: `^[A-Za-z0-9._:/#@${spans.join('')}-]+$`, not: { enum: ['.', '..'] } };
}

/** Underscores too: no host should have them, and names of buckets and services do. */
const restOfLabel = '([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?';
const labels = `([A-Za-z0-9_]${restOfLabel}\\.)*`;
/** The last label begins with a letter, as that of every domain does: else it would be read as an address. */
const hostName = `${labels}[A-Za-z]${restOfLabel}\\.?`;
const thisMachine = `(${labels}[Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt]\\.?|127\\.0\\.0\\.1)`;
/** Up to 65535. */
const port = '([1-9][0-9]{0,3}|[1-5][0-9]{4}|6([0-4][0-9]{3}|5([0-4][0-9]{2}|5([0-2][0-9]|3[0-5]))))';
/**
 * No blanks of any script, nothing invisible, no backslash and no control, said by what remains: a class of what is
 * excluded would let in the invisible characters beyond the Basic Multilingual Plane, whose ranges engines read differently.
 */
const ofUrls =
  '!-\\x5b\\x5d-~\u00a1-\u00ac\u00ae-\u034e\u0350-\u061b\u061d-\u115e\u1161-\u167f\u1681-\u17b3\u17b6-\u180a' +
  '\u1810-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\u3163\u3165-\ud7ff\ue000-\ufdff\ufe10-\ufefe' +
  '\uff00-\uff9f\uffa1-\uffef\ufffc\ufffd';
const urlRest = `(:${port}?)?([/?#][${ofUrls}]*)?`;

/**
 * A URL that we send to. Those of this machine are taken where the deployment allows them: in a trial. Which addresses
 * are special, and which letters of other scripts a host name may have, no pattern says: hosts are in ASCII and by name.
 * The format `uri` is narrower: it has ASCII only, and `/é` is taken and comes back as it was sent.
 */
export const receiverUrlSchema = {
  pattern: `^([Hh][Tt][Tt][Pp][Ss]://${hostName}|[Hh][Tt][Tt][Pp]://${thisMachine})${urlRest}$`,
} as const;

const aHostName = new RegExp(`^${hostName}$`);

/** Whether a host, in ASCII, has a name that the pattern of receivers takes too. */
export const isHostName = (host: string): boolean => aHostName.test(host);

/** Whether a pattern has only what every engine reads: no look-around, no classes by property, no `\u`, no `\x` beyond ASCII. */
export function isPortable(pattern: string): boolean {
  return /^(?:[^\\(]|\\(?:x[0-7][0-9a-f]|[.$])|\((?!\?))*$/.test(pattern);
}

/**
 * A schema, or a document that holds some, with every pattern in its portable form.
 * @throws Error for a pattern that is not portable and has no such form in the table
 */
export function withPortablePatterns<T>(schema: T): T {
  return portable(schema) as T;
}

/**
 * A JSON text in which what nobody sees is written as an escape, and so are U+2028 and U+2029, at which readers of lines
 * (server-sent events, YAML, older JavaScript) cut it. It says the same.
 */
export function visibleJson(json: string): string {
  return json.replace(/(?! )[\p{Z}\p{Cf}\u007f-\u009f\p{Default_Ignorable_Code_Point}]/gu, (found) =>
    Array.from({ length: found.length }, (_, n) => `\\u${found.charCodeAt(n).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** What each keyword is about; all others are about values of any type. */
const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
  ],
};
const ofSomeType: ReadonlySet<string> = new Set(Object.values(keywordsOf).flat());
const dataKeywords: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'required']);

/**
 * A schema in which each `type` is one: validators of providers of models, and generators of clients in Go, take no list of
 * them. It allows the same.
 * @param nulls `listed`: one type or null stays a list, which generators know
 */
export function withSingleTypes(schema: JsonSchema, nulls: 'listed' | 'apart' = 'apart'): JsonSchema {
  const { type, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      dataKeywords.has(keyword) ? value : singleWithin(keyword, value, nulls),
    ]),
  );
  const isKept = !Array.isArray(type) || (nulls === 'listed' && type.length === 2 && type.includes('null'));
  if (isKept) return type === undefined ? rest : { type, ...rest };
  const pick = (wanted: (keyword: string) => boolean): JsonSchema =>
    Object.fromEntries(Object.entries(rest).filter(([keyword]) => wanted(keyword)));
  const { anyOf, ...others } = pick((keyword) => !ofSomeType.has(keyword));
  const each = (type as string[]).map((one) => ({
    type: one,
    ...pick((keyword) => keywordsOf[one]?.includes(keyword) === true),
  }));
  return anyOf === undefined ? { ...others, anyOf: each } : { ...others, allOf: [{ anyOf }, { anyOf: each }] };
}

/** @param keyword what holds the value: that of `properties` has schemas by names, which are no keywords */
function singleWithin(keyword: string, value: unknown, nulls: 'listed' | 'apart'): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((one: unknown) =>
      typeof one === 'object' && one !== null ? withSingleTypes(one as JsonSchema, nulls) : one,
    );
  if (keyword === 'properties' || keyword === 'patternProperties' || keyword === '$defs')
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, withSingleTypes(one as JsonSchema, nulls)]),
    );
  return withSingleTypes(value as JsonSchema, nulls);
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
