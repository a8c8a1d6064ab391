/** Parses the bytes of a small body as JSON: UTF-8, grammar and depth, each refused with its own sentence (D1, D9). */
import { ApiError } from './errors.ts';

export const depthLimit = 32;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws ApiError bad_json with what is wrong and where */
export function parseJson(bytes: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ApiError('bad_json', 'the body must be UTF-8');
  }
  if (text.trim() === '') throw new ApiError('bad_json', 'the body must be JSON; it is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiError('bad_json', `the body must be JSON${placeOfFault(error)}`);
  }
  if (deeperThan(value, depthLimit))
    throw new ApiError('bad_json', `the body must not be nested deeper than ${depthLimit} levels`);
  return value;
}

/** V8 quotes the body around a fault; only where it lies is safe to show, and V8 does not always say. */
function placeOfFault(error: unknown): string {
  const words = error instanceof Error ? error.message : '';
  if (words.startsWith('Unexpected end') || words.startsWith('Unterminated')) return '; it ends too early';
  const place = /position \d+(?: \(line \d+ column \d+\))?/.exec(words)?.[0];
  return place === undefined ? '' : `; it stops being so at ${place}`;
}

/** Whether arrays and objects lie within one another more than `levels` deep. */
export function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => deeperThan(member, levels - 1));
}
