/** The filters of the task list as they are in its address; what is empty or makes no sense counts as not given. */
import type { Context } from 'koa';
import { channels, outcomeReasons, statuses, taskTypes } from '../../../domain/dispatch/task.ts';
import { type ListPlace, decodeCursor } from '../../../store/cursor.ts';
import { type TaskSearch, taskSortKeys } from '../../../store/search.ts';
import { person } from '../page.ts';
import { chosenOrder, dayFilter, placeInList, spanOf, trailIn } from '../pagination.ts';

const pageSize = 50;

/** Each filter as it is in the address; empty where it is not given. */
export type TaskFilter = Readonly<Record<(typeof filterNames)[number], string>>;
const filterNames = [
  'q',
  'status',
  'type',
  'sender',
  'channel',
  'portal',
  'reason',
  'from',
  'until',
  'stuck',
  'attention',
  'sort',
  'col',
  'cursor',
  'trail',
] as const;

/** The columns of the list besides the task itself; those that are shown unless the address says otherwise come first. */
export const taskColumns = ['status', 'reference', 'sender', 'received', 'portal', 'summary'] as const;
export type TaskColumn = (typeof taskColumns)[number];
const usualColumns = 4;

/** The columns that the address names, in the order of the list. */
export function columnsIn({ col }: Pick<TaskFilter, 'col'>): readonly TaskColumn[] {
  const given = col.split(',');
  const chosen = taskColumns.filter((name) => given.includes(name));
  return chosen.length === 0 ? taskColumns.slice(0, usualColumns) : chosen;
}

export function readTaskFilter(ctx: Context): TaskFilter {
  const given = Object.fromEntries(filterNames.map((name) => [name, textOf(ctx.query[name])])) as TaskFilter;
  return { ...given, trail: trailIn(ctx.query['trail']) };
}

function textOf(value: string | string[] | undefined): string {
  // Boxes that are ticked come one by one.
  const text = (Array.isArray(value) ? value.join(',') : (value ?? '')).trim();
  return text.length <= 255 && !/[\p{Cc}\p{Cs}]/u.test(text) ? text : '';
}

/** What of the tasks that need a person: all, those that nobody owns, or those of the person who looks. */
const attentions = ['open', 'unowned'] as const;

/**
 * The filter as the store searches by it, for the person who looks.
 * @param after the place in the list; left out for its beginning
 */
export function searchOf(ctx: Context, filter: TaskFilter, after?: ListPlace): TaskSearch {
  const search: { -readonly [Name in keyof TaskSearch]: TaskSearch[Name] | undefined } = {
    text: filter.q || undefined,
    status: statuses.find((status) => status === filter.status),
    taskType: taskTypes.find((type) => type === filter.type),
    senderId: filter.sender || undefined,
    channel: channels.find((channel) => channel === filter.channel),
    outcomeReason: outcomeReasons.find((reason) => reason === filter.reason),
    portal: filter.portal || undefined,
    attention: attentions.find((attention) => attention === filter.attention),
    ownerId: filter.attention === 'mine' ? person(ctx).personId : undefined,
    ...spanOf(ctx, { from: dayFilter(ctx, 'from'), until: dayFilter(ctx, 'until') }),
    order: filter.sort === 'oldest' ? 'oldest' : chosenOrder(filter.sort, taskSortKeys),
    after,
    limit: pageSize,
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as unknown as TaskSearch;
}

/** @throws ApiError for a cursor of another list */
export const placeOf = (ctx: Context): ListPlace | undefined => placeInList(ctx, decodeCursor);

/** The address of the list with these filters in place of its own. */
export function listAddress(filter: TaskFilter, change: Partial<TaskFilter> = {}, path = '/console/tasks'): string {
  const query = listQuery(filter, change);
  return query === '' ? path : `${path}?${query}`;
}

export function listQuery(filter: TaskFilter, change: Partial<TaskFilter> = {}): string {
  const given = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
  return new URLSearchParams(given).toString();
}

/** Whether anything narrows the list. */
export function isNarrowed(filter: TaskFilter): boolean {
  return filterNames.some((name) => !['cursor', 'trail', 'sort', 'col'].includes(name) && filter[name] !== '');
}
