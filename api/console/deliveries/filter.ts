/** The filters of the list of deliveries as they are in its address. */
import type { Context } from 'koa';
import type { DeliveryState } from '../../../domain/delivery/retry-schedule.ts';
import { taskEvents } from '../../../domain/dispatch/task-record.ts';
import { hookEventTypes } from '../../../domain/lanes/hook-event.ts';
import { type BoardDeliveryFilter, deliverySortKeys } from '../../../store/deployment-deliveries.ts';
import { choiceFilter, chosenOrder, dayFilter, spanOf, textFilter } from '../pagination.ts';

export const deliveryStates = [
  'pending',
  'retrying',
  'delivered',
  'failed',
] as const satisfies readonly DeliveryState[];
export const deliveryEvents = [...taskEvents, ...hookEventTypes, 'ping'] as const;

export interface DeliveryFilter {
  readonly owner?: string;
  readonly about?: string;
  readonly status?: DeliveryState;
  readonly event?: string;
  /** Days, such as `2026-11-22`. */
  readonly from?: string;
  readonly until?: string;
  /** `oldest`, or what the deliveries are ordered by; left out: the newest first. */
  readonly sort?: string;
}

export function filterIn(ctx: Context): DeliveryFilter {
  const [owner, about] = [textFilter(ctx, 'owner'), textFilter(ctx, 'about')];
  const status = choiceFilter(ctx, 'status', deliveryStates);
  const event = choiceFilter(ctx, 'event', deliveryEvents);
  const [from, until] = [dayFilter(ctx, 'from'), dayFilter(ctx, 'until')];
  const sort = choiceFilter(ctx, 'sort', ['oldest', ...deliverySortKeys.flatMap((key) => [key, `-${key}`])]);
  return { from, until, sort, owner, about, status, event };
}

/** The filters as the store lists by them. */
export function boardFilter(ctx: Context, filter: DeliveryFilter): Omit<BoardDeliveryFilter, 'limit' | 'after'> {
  const { owner: ownerId, about: subjectId, status, event, sort = '' } = filter;
  const order = sort === 'oldest' ? sort : chosenOrder(sort, deliverySortKeys);
  return { status, event, ownerId, subjectId, ...spanOf(ctx, filter), order };
}

/** The spans that people mean when they have failed deliveries sent again. */
const hourMs = 3_600_000;

export const recoverSpans = [
  { value: '1h', text: 'the last hour', ms: hourMs },
  { value: '24h', text: 'the last 24 hours', ms: 24 * hourMs },
  { value: '7d', text: 'the last 7 days', ms: 7 * 24 * hourMs },
  { value: '30d', text: 'the last 30 days', ms: 30 * 24 * hourMs },
] as const;
