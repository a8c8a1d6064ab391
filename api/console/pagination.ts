/** What pages with a list share: the links to its other pages, and the filters in its address. */
import type { Context } from 'koa';
import { type Content, html } from '../http/html.ts';

export interface PageLinks {
  /** The address of the first page; null where this is it. */
  readonly first: string | null;
  /** The address of the page before this one. */
  readonly previous?: string | null;
  /** The address of the next page; null on the last. */
  readonly next: string | null;
  readonly firstWords?: string;
  readonly nextWords?: string;
}

export function pageLinks({
  first,
  previous = null,
  next,
  firstWords = 'First page',
  nextWords = 'Next page',
}: PageLinks): Content {
  if (first === null && next === null) return null;
  return html`<nav class="actions" aria-label="Pages">
    ${first !== null && html`<a class="button" href="${first}">${firstWords}</a>`}
    ${previous !== null && html`<a class="button" href="${previous}" rel="prev">Previous page</a>`}
    ${next !== null && html`<a class="button" href="${next}" rel="next">${nextWords}</a>`}
  </nav>`;
}

// The way back through the pages of a list: the cursors of the pages before, in the address, the latest last.

const longest = 40;
const separator = '.';

export interface TrailStep {
  readonly cursor: string;
  readonly trail: string;
}

/** Of an address; what was not made here counts as not given. */
export function trailIn(text: unknown): string {
  return typeof text === 'string' && text.length <= 6000 && /^[A-Za-z0-9_.-]+$/.test(text) ? text : '';
}

/** One page on from the page with this cursor; empty for the first one. */
export function pageOn(here: TrailStep, next: string): TrailStep {
  const before = here.trail === '' ? [] : here.trail.split(separator);
  const trail = here.cursor === '' ? before : [...before, here.cursor];
  return { cursor: next, trail: trail.slice(-longest).join(separator) };
}

/** One page back; null on the first page. */
export function pageBack({ cursor, trail }: TrailStep): TrailStep | null {
  if (cursor === '') return null;
  const before = trail === '' ? [] : trail.split(separator);
  return { cursor: before.at(-1) ?? '', trail: before.slice(0, -1).join(separator) };
}

// Filters in the address of a page: what is empty or makes no sense counts as not given.

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
