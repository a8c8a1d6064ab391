/** Counts what a JSON body holds before it is parsed: no shape may bring the process down or hold it up (D60). */
import { openSlices } from '../../process/time-slices.ts';
import { ApiError } from './errors.ts';

/** How much a body may hold. */
export interface ShapeLimits {
  /** Objects and lists. */
  readonly containers: number;
  /** Values, by their commas. */
  readonly values: number;
}

/**
 * Far above what 20,000 events need, and far below what would fill the memory: without it 50 MB of `[[],[],…` become a
 * gigabyte of objects. A body of events has hundreds of bytes for each of its few objects, and no fewer than five for a
 * value, so one that is all brackets and commas is refused before it costs more than its look.
 */
function shapeLimitsOf(bytes: number): ShapeLimits {
  return {
    containers: Math.min(2_000_000, 10_000 + Math.floor(bytes / 16)),
    values: Math.min(5_000_000, 50_000 + Math.floor(bytes / 5)),
  };
}
/** Members of one object: a larger one is built again and again while it grows. */
const membersLimit = 100_000;
/** Where the count of a list begins, so that it never reaches the limit of objects. */
const listMembers = -2_000_000_000;
const [quote, escape, openObject, openList, closeObject, closeList, comma, colon] = Buffer.from('"\\{[}],:');

/** Bytes that are looked at before other requests get their turn: some 3 ms. */
const lookLength = 1_000_000;

/**
 * @returns how many members have a name
 * @throws ApiError bad_json
 */
export async function requireSaneShape(
  bytes: Buffer,
  limits: ShapeLimits = shapeLimitsOf(bytes.length),
): Promise<number> {
  const pause = openSlices();
  const members = new Int32Array(depthLimit + 2);
  const shape: Shape = { depth: 0, containers: 0, values: 0, names: 0, inText: false, members };
  for (let at = 0; at < bytes.length;) {
    at = lookAt(bytes, at, Math.min(at + lookLength, bytes.length), shape, limits);
    await pause();
  }
  return shape.names;
}

interface Shape {
  depth: number;
  containers: number;
  values: number;
  names: number;
  inText: boolean;
  /** Of the object at each depth; far below zero for a list, whose members only count among all values. */
  readonly members: Int32Array;
}

/** @returns where to continue: after an escape that is the byte behind `to` */
function lookAt(bytes: Buffer, from: number, to: number, shape: Shape, limits: ShapeLimits): number {
  const { members } = shape;
  let { depth, containers, values, names, inText } = shape;
  let at = from;
  for (; at < to; at += 1) {
    const byte = bytes[at];
    if (inText) {
      if (byte === escape) at += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === colon) names += 1;
    else if (byte === comma) {
      values += 1;
      if (values > limits.values) throw tooMany(limits.values, 'values', bytes);
      members[depth] = (members[depth] ?? 0) + 1;
      if ((members[depth] ?? 0) >= membersLimit) throw tooMany(membersLimit, 'members in one object', bytes);
    } else if (byte === openObject || byte === openList) {
      depth += 1;
      containers += 1;
      members[depth] = byte === openObject ? 0 : listMembers;
      if (depth > depthLimit)
        throw new ApiError('bad_json', `the body must not be nested deeper than ${depthLimit} levels`);
      if (containers > limits.containers) throw tooMany(limits.containers, 'objects and lists', bytes);
    } else if ((byte === closeObject || byte === closeList) && depth > 0) depth -= 1;
  }
  Object.assign(shape, { depth, containers, values, names, inText });
  return at;
}

function tooMany(limit: number, what: string, bytes: Buffer): ApiError {
  const [most, length] = [limit, bytes.length].map((count) => count.toLocaleString('en-US'));
  return new ApiError('bad_json', `the body must not have more than ${most} ${what} in ${length} bytes`);
}

/** Parses the bytes of a small body as JSON: UTF-8, grammar and depth, each refused with its own sentence (D1, D9). */
export const depthLimit = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** As JSON.parse takes it, with the text that a value was parsed from. */
export type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

/** The library's own type does not know of the third argument. */
export function parsedWith(text: string, revive: Reviver | undefined): unknown {
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]) as unknown;
}

/** @throws ApiError bad_json with what is wrong and where */
export function parseJson(bytes: Buffer, revive?: Reviver): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ApiError('bad_json', 'the body must be UTF-8');
  }
  if (text.trim() === '') throw new ApiError('bad_json', 'the body must be JSON; it is empty');
  let value: unknown;
  try {
    value = parsedWith(text, revive);
  } catch (error) {
    throw new ApiError('bad_json', `the body must be JSON${placeOfFault(error)}`);
  }
  if (namesWithin(value) !== namesWritten(text)) throw memberTwice(text);
  return value;
}

/** How many names a text has that is JSON. */
function namesWritten(text: string): number {
  let names = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === colon) names += 1;
    else if (unit === quote) while (text.charCodeAt((at += 1)) !== quote) if (text.charCodeAt(at) === escape) at += 1;
  }
  return names;
}

/**
 * How many names a parsed value has left. Of two members of one name JSON.parse keeps the last and others the first
 * (RFC 8259, section 4): what was checked or signed elsewhere may not be what is done here.
 * @throws ApiError bad_json for what is nested too deep
 */
export function namesWithin(value: unknown, levels: number = depthLimit): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) throw new ApiError('bad_json', `the body must not be nested deeper than ${depthLimit} levels`);
  let names = 0;
  if (Array.isArray(value)) {
    for (const member of value as unknown[])
      if (typeof member === 'object' && member !== null) names += namesWithin(member, levels - 1);
    return names;
  }
  // What a reviver puts in the place of a number is of a class, and has no names.
  if (Object.getPrototypeOf(value) !== Object.prototype) return 0;
  // A list of the members would be made for each object, and takes twice as long as the look.
  for (const name in value) {
    names += 1;
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof member === 'object' && member !== null) names += namesWithin(member, levels - 1);
  }
  return names;
}

/** @param text the body, where it is short enough to look for the name */
export function memberTwice(text?: string): ApiError {
  const name = text === undefined ? undefined : nameTwiceIn(text);
  return new ApiError('bad_json', `the body must not have a member twice${name === undefined ? '' : `: ${name}`}`);
}

function nameTwiceIn(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (name !== undefined) {
      const names = open.at(-1);
      const plain = JSON.parse(name) as string;
      if (names?.has(plain)) return shownName(plain);
      names?.add(plain);
    }
  }
  return undefined;
}

/** The caller's own word, as far as it fits into a sentence. */
function shownName(name: string): string | undefined {
  return /^[\w.:/-]{1,64}$/.test(name) ? name : undefined;
}

/** V8 quotes the body around a fault; only where it lies is safe to show, and V8 does not always say. */
function placeOfFault(error: unknown): string {
  const words = error instanceof Error ? error.message : '';
  if (words.startsWith('Unexpected end') || words.startsWith('Unterminated')) return '; it ends too early';
  const place = /position \d+(?: \(line \d+ column \d+\))?/.exec(words)?.[0];
  return place === undefined ? '' : `; it stops being so at ${place}`;
}
