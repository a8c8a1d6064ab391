/** Filters in the address of a page: what is empty or makes no sense counts as not given. */
import type { Context } from 'koa';

/** Ids and names: printable text up to 128 characters. */
export function textFilter(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name];
  if (typeof value !== 'string' || value.length > 128) return undefined;
  return /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u.test(value) ? value : undefined;
}

export function choiceFilter<const T extends string>(ctx: Context, name: string, choices: readonly T[]): T | undefined {
  const value = ctx.query[name];
  return choices.find((choice) => choice === value);
}

export function cursorFilter(ctx: Context): string | undefined {
  const value = ctx.query['cursor'];
  return typeof value === 'string' ? value : undefined;
}

/** An address with those of the parameters that have a value. */
export function addressOf(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return query === '' ? path : `${path}?${query}`;
}
