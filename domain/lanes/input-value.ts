/** The form in which values of watched inputs are counted: short, of bounded precision, and marked with their type. */
import type { Value } from './event.ts';

/** How often a value of a watched feature was seen. */
export interface InputCount {
  readonly feature: string;
  /** See `inputValue`. */
  readonly value: string;
  readonly n: number;
}

export const missing = '-';
const otherType = '?';
/** Longer texts count as one value when they begin alike: a mix is about categories, not about prose. */
const longestText = 120;

/**
 * `t:<text>`, `n:<number with three significant digits>`, `b:true`, `-` for a missing value and `?` for any other type.
 * Three digits keep the count of distinct numbers small; bins and ranges are made of and asked with the same digits.
 */
export function inputValue(value: Value | undefined): string {
  if (value === undefined || value === null) return missing;
  if (typeof value === 'string')
    return `t:${value.length <= longestText ? value : Array.from(value).slice(0, longestText).join('')}`;
  if (typeof value === 'number') return `n:${rounded(value)}`;
  return typeof value === 'boolean' ? `b:${value}` : otherType;
}

/** The number that a counted value represents; undefined when it is none. */
export function countedNumber(value: string): number | undefined {
  return value.startsWith('n:') ? Number(value.slice(2)) : undefined;
}

/** The value that is counted so, shown as `otherwise` where it is of none of the types that are counted apart. */
export function countedValue<T>(counted: string, otherwise: T): string | number | boolean | null | T {
  if (counted === missing) return null;
  const number = countedNumber(counted);
  if (number !== undefined) return number;
  if (counted.startsWith('b:')) return counted === 'b:true';
  return counted.startsWith('t:') ? counted.slice(2) : otherwise;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
