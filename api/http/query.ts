/** Reads query parameters by a table of them; what is unknown, doubled or wrong is refused, all at once (D16). */
import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { unknownMember } from '../../commands/input/sentences.ts';
import { type JsonSchema, receiverUrlSchema } from '../../domain/json-schema.ts';
import { anyInstantPattern, anyYear, readInstant } from '../../domain/lanes/instant.ts';
import { idPrefixes, isId } from '../../process/ids.ts';
import { type ErrorCode, findingsError } from './errors.ts';

export interface Parameter<T> {
  /** The end of the sentence "<name> must …". */
  readonly must: string;
  readonly parse: (text: string) => T | undefined;
  /** What the OpenAPI description says of it. */
  readonly about: string;
  readonly schema: JsonSchema;
  /** Of a cursor: the list that it continues with. */
  readonly list?: string;
}

export const oneOf = <const T extends string>(
  values: readonly T[],
  about: string,
  schema: JsonSchema = { enum: values },
): Parameter<T> => ({
  must: `be one of ${values.join(', ')}`,
  parse: (text) => values.find((value) => value === text),
  about,
  schema,
});

/** As schemas count them: an emoji is one character. */
export const printable = (longest: number, about: string): Parameter<string> => {
  const form = new RegExp(`^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]{1,${longest}}$`, 'u');
  return {
    must: `be 1 to ${longest} printable characters`,
    // A length first: what is far too long is not searched.
    parse: (text) => (text.length <= 2 * longest && form.test(text) ? text : undefined),
    about,
    schema: printableText(longest),
  };
};

export const printablePattern = '^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]+$';
const printableText = (longest: number): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: longest,
  pattern: printablePattern,
});

/** The id of a thing. One that is no such id would find nothing, which reads as if there were none. */
export const idOf = (kind: 'task' | 'key' | 'hook', about: string): Parameter<string> => ({
  must: `be the id of a ${kind === 'hook' ? 'webhook' : kind}, such as ${idPrefixes[kind]}_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c54`,
  parse: (text) => (isId(kind, text) ? text : undefined),
  about,
  schema: { type: 'string', pattern: `^${idPrefixes[kind]}_[0-9a-z-]{1,64}$` },
});

/** The address of a receiver, whole or its origin. */
export const receiverUrl = (about: string): Parameter<string> => ({
  must: 'be a URL, or the beginning of one up to its port, such as https://receiver.example',
  parse: (text) =>
    text.length <= 2048 && /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) ? text : undefined,
  about,
  schema: { type: 'string', ...receiverUrlSchema },
});

interface PageLimit {
  readonly default: number;
  readonly max: number;
}

/** How many rows a page has: from 1 to the most there may be. */
export const pageSize = ({ default: usual, max }: PageLimit): Parameter<number> => ({
  must: `be a whole number from 1 to ${max}`,
  parse: (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    return value >= 1 && value <= max ? value : undefined;
  },
  about: 'Size of a page.',
  schema: { type: 'integer', minimum: 1, maximum: max, default: usual },
});

const cursorForm = 'be the next_cursor of an earlier answer';

/**
 * Where a page begins: what an earlier answer said, which callers do not read.
 * @param list its name: a place in one list says nothing in another
 */
export const cursor = <T>(
  list: string,
  parse: (text: string) => T | undefined,
): Parameter<T> & { readonly list: string } => ({
  must: cursorForm,
  parse: (text) => parse(text.slice(0, -sealLength)),
  about: 'The next_cursor of an earlier answer to the same question: of this list, with the same filters.',
  schema: { type: 'string', minLength: 1 },
  list,
});

/** A cursor ends with this many characters about its list and filters: no secret, but a slip is noticed. */
export const sealLength = 8;
const ofThePage: ReadonlySet<string> = new Set(['cursor', 'limit']);

export function sealOf(list: string, given: Iterable<readonly [string, string]>): string {
  const filters = [...given].filter(([name]) => !ofThePage.has(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([list, filters]))
    .digest('base64url')
    .slice(0, sealLength);
}

/** The cursor of the next page of what this request asks for. */
export function nextCursor(
  ctx: Pick<Context, 'querystring'>,
  { cursor: { list } }: { readonly cursor: { readonly list: string } },
  place: string | null,
): string | null {
  return place === null ? null : `${place}${sealOf(list, new Map(new URLSearchParams(ctx.querystring)))}`;
}

/** The end of the sentence "<name> must …". */
export const timeForm = 'be a time in ISO 8601 with an offset, such as 2026-11-20T08:00:00Z';

/** D3: any offset, but not none. */
export function parseTime(text: string): Date | undefined {
  const at = readInstant(text, anyYear);
  return at === undefined ? undefined : new Date(at);
}

export const time = (about: string): Parameter<Date> => ({
  must: timeForm,
  about,
  schema: { type: 'string', pattern: anyInstantPattern },
  // A plus sign that was not percent-encoded arrives as a blank.
  parse: (text) => parseTime(text.replace(/ (?=\d\d:\d\d$)/, '+')),
});

const findingLimit = 100;

type Values<Table> = { readonly [Name in keyof Table]: Table[Name] extends Parameter<infer T> ? T | undefined : never };

/**
 * @param code what a refusal is called: dispatch and lanes differ in it (D1, D16)
 * @throws ApiError with every finding
 */
export function readQuery<const Table extends Readonly<Record<string, Parameter<unknown>>>>(
  ctx: Pick<Context, 'querystring'>,
  table: Table,
  code: ErrorCode = 'invalid_query',
): Values<Table> {
  const findings: string[] = [];
  const values: Record<string, unknown> = {};
  // Each once: asking for all values of every name takes quadratic time.
  const given = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(ctx.querystring))
    if (given.has(name)) repeated.add(name);
    else given.set(name, value);
  for (const [name, first] of given) {
    if (findings.length >= findingLimit) break;
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined;
    if (parameter === undefined) findings.push(unknownMember('', name, Object.keys(table), 'parameter'));
    else if (repeated.has(name)) findings.push(`${name} must be given once`);
    else if ((values[name] = parameter.parse(first)) === undefined) findings.push(`${name} must ${parameter.must}`);
    else if (parameter.list !== undefined && !first.endsWith(sealOf(parameter.list, given)))
      findings.push(`${name} must ${cursorForm} of this list with the same filters`);
  }
  if (findings.length > 0) throw findingsError(code, findings.toSorted());
  return values as Values<Table>;
}
