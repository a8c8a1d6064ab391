/** The filters of the list of deliveries as they stand in its address. */
import type { Context } from 'koa';
import type { DeliveryState } from '../../../domain/delivery/schedule.ts';
import { taskEvents } from '../../../domain/dispatch/task-event.ts';
import { hookEventTypes } from '../../../domain/lanes/hook-event.ts';
import type { BoardDeliveryFilter } from '../../../store/delivery-board.ts';
import { choiceFilter, textFilter } from '../lanes/filters.ts';

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
}

export function filterIn(ctx: Context): DeliveryFilter {
  const [owner, about] = [textFilter(ctx, 'owner'), textFilter(ctx, 'about')];
  const status = choiceFilter(ctx, 'status', deliveryStates);
  const event = choiceFilter(ctx, 'event', deliveryEvents);
  return {
    ...(owner === undefined ? {} : { owner }),
    ...(about === undefined ? {} : { about }),
    ...(status === undefined ? {} : { status }),
    ...(event === undefined ? {} : { event }),
  };
}

/** The filters as the store lists by them. */
export function boardFilter({
  owner: ownerId,
  about: subjectId,
  ...rest
}: DeliveryFilter): Omit<BoardDeliveryFilter, 'limit' | 'after'> {
  return {
    ...rest,
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(subjectId === undefined ? {} : { subjectId }),
  };
}
