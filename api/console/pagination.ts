/** What pages with a list share: the links to its other pages, and the filters in its address. */
import type { Context } from 'koa';
import { ApiError } from '../http/errors.ts';
import { dayStart } from '../../domain/lanes/week.ts';
import { type Content, type Html, html } from '../http/html.ts';
import { sealLength, sealOf } from '../http/query.ts';
import type { ColumnSort } from '../http/table.ts';
import { selectField } from './form.ts';
import { person } from './page.ts';

interface PageLinks {
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

// A place in one list says nothing in another: a cursor ends with a seal of the path and the filters of its list.

const notFilters: ReadonlySet<string> = new Set(['cursor', 'trail']);

/** @param query of the address of a page of the list: what is empty is no filter */
function listSeal(path: string, query: string): string {
  return sealOf(
    path,
    [...new URLSearchParams(query)].filter(([name, value]) => value !== '' && !notFilters.has(name)),
  );
}

/** The cursor of the next page, for the address of this list with these filters. @param address of its first page */
export function sealedCursor(address: string, cursor: string): string {
  const [path = '', query = ''] = address.split('?');
  return `${cursor}${listSeal(path, query)}`;
}

/**
 * The place that the cursor in an address stands for.
 * @returns undefined where the address has none: the first page
 * @throws ApiError for a cursor of another list, or of this one with other filters
 */
export function placeInList<T>(ctx: Context, placeOf: (cursor: string) => T | undefined): T | undefined {
  const given = cursorFilter(ctx) ?? '';
  if (given === '') return undefined;
  const cursor = given.slice(0, -sealLength);
  const place = given === `${cursor}${listSeal(ctx.path, ctx.querystring)}` ? placeOf(cursor) : undefined;
  if (place === undefined) throw ofAnotherList();
  return place;
}

export function ofAnotherList(): ApiError {
  return new ApiError(
    'bad_request',
    'this link is to a page of another list, or of this one with other filters: open the list again',
  );
}

// The way back through the pages of a list: the cursors of the pages before, in the address, the latest last.

const longest = 40;
const separator = '.';

interface TrailStep {
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

/**
 * The links of a list whose place is in its address: to the first page, back through the pages before, and on.
 * @param address of the list with its filters, at a place
 * @param next the cursor of the next page; null on the last
 */
export function listLinks(
  ctx: Context,
  address: (place: { readonly cursor?: string | undefined; readonly trail?: string | undefined }) => string,
  next: string | null,
  words: Pick<PageLinks, 'firstWords' | 'nextWords'> = {},
): Content {
  const here = { cursor: cursorFilter(ctx) ?? '', trail: trailIn(ctx.query['trail']) };
  const back = pageBack(here);
  const at = ({ cursor, trail }: TrailStep): string =>
    address({ cursor: cursor || undefined, trail: trail || undefined });
  return pageLinks({
    first: back === null ? null : address({}),
    previous: back === null ? null : at(back),
    next: next === null ? null : at(pageOn(here, sealedCursor(address({}), next))),
    ...words,
  });
}

interface ListSummary {
  readonly total: number;
  /** More than these were not counted. */
  readonly countedAtMost: number;
  /** Such as `task` and `tasks`. */
  readonly nouns: readonly [one: string, many: string];
  /** The address of the CSV file. */
  readonly file?: string;
}

/** Above a list: how many rows its filters find, and the way to have them as a file. */
export function listSummary({ total, countedAtMost, nouns: [one, many], file }: ListSummary): Html {
  const counted =
    total > countedAtMost
      ? `More than ${countedAtMost.toLocaleString('en-US')} ${many}`
      : `${total.toLocaleString('en-US')} ${total === 1 ? one : many}`;
  return html`<p class="list-summary">
    ${counted} ${file !== undefined && html`<a href="${file}" download>Export CSV</a>`}
  </p>`;
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

/** A day such as `2026-11-22`. */
export function dayFilter(ctx: Context, name: string): string | undefined {
  const text = textFilter(ctx, name);
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

const dayMs = 86_400_000;

interface Days {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

interface Span {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

/** The time of these days, the last one included, in the person's time zone; in UTC where none is set. */
export function spanOf(ctx: Context, { from, until }: Days): Span {
  const zone = zoneOf(ctx);
  const after = until === undefined ? undefined : new Date(Date.parse(until) + dayMs).toISOString().slice(0, 10);
  return {
    from: from === undefined ? undefined : dayStart(from, zone),
    until: after === undefined ? undefined : dayStart(after, zone),
  };
}

/** The fields of a form for the days that a list is filtered by. @param from the label of the first, such as `From` */
export function dayRange(ctx: Context, from: string, days: Days): Html {
  return html`<div>
      <label for="from">${from} (${zoneText(ctx)})</label>
      <input type="date" id="from" name="from" value="${days.from ?? ''}" />
    </div>
    <div>
      <label for="until">Until</label>
      <input type="date" id="until" name="until" value="${days.until ?? ''}" />
    </div>`;
}

const zoneOf = (ctx: Context): string => person(ctx).timeZone ?? 'UTC';

/** The time zone of days in filters, as people read it. */
export const zoneText = (ctx: Context): string => zoneOf(ctx).replaceAll('_', ' ');

// The order of a list in its address: the name of a column, after a minus for the other direction.

interface ChosenOrder<Key extends string> {
  readonly by: Key;
  readonly isDescending: boolean;
}

export function chosenOrder<Key extends string>(sort: string, keys: readonly Key[]): ChosenOrder<Key> | undefined {
  const by = keys.find((key) => key === sort.replace(/^-/, ''));
  return by === undefined ? undefined : { by, isDescending: sort.startsWith('-') };
}

/**
 * The heading of a column that a list can be ordered by: upwards, then downwards, then as it was.
 * @param address of the list in an order
 */
export function columnSort(key: string, sort: string, address: (sort: string) => string): ColumnSort {
  if (sort === key) return { href: address(`-${key}`), order: 'ascending' };
  if (sort === `-${key}`) return { href: address(''), order: 'descending' };
  return { href: address(key), order: null };
}

/** The heading of when rows were made: the newest first, as the list is without an order, or the oldest. */
export function madeSort(sort: string, address: (sort: string) => string): ColumnSort {
  if (sort === '') return { href: address('oldest'), order: 'descending' };
  return { href: address(''), order: sort === 'oldest' ? 'ascending' : null };
}

/** What the links between the pages of a list are called in its order. @param noun of its rows, such as `decisions` */
export function pageWords(sort: string, noun = ''): Pick<PageLinks, 'firstWords' | 'nextWords'> {
  const named = (word: string): string => (noun === '' ? word : `${word} ${noun}`);
  if (sort === '') return { firstWords: named('Newest'), nextWords: named('Older') };
  if (sort === 'oldest') return { firstWords: named('Oldest'), nextWords: named('Newer') };
  return {};
}

/** A choice of the order, for screens on which rows have no headings. @param columns the keys with what they are called */
export function orderField(
  sort: string,
  columns: readonly (readonly [key: string, text: string])[],
  [name, label]: readonly [name: string, label: string] = ['sort', 'Order'],
): Html {
  return selectField({
    name,
    label,
    value: sort,
    any: 'Newest first',
    options: [
      { value: 'oldest', text: 'Oldest first' },
      ...columns.flatMap(([key, text]) => [
        { value: key, text: `${text} ↑` },
        { value: `-${key}`, text: `${text} ↓` },
      ]),
    ],
  });
}

export function cursorFilter(ctx: Context): string | undefined {
  const value = ctx.query['cursor'];
  return typeof value === 'string' ? value : undefined;
}

/** Those of the parameters that have a value. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given).toString();
}

/** An address with those of the parameters that have a value. */
export function addressOf(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = queryOf(parameters);
  return query === '' ? path : `${path}?${query}`;
}
