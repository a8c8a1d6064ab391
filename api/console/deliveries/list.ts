/** The deliveries of both services: how endpoints do, what was sent, what failed; all filters stand in the address. */
import type { Context } from 'koa';
import { decodeCursor } from '../../../store/cursor.ts';
import { listBoardDeliveries } from '../../../store/delivery-board.ts';
import { readEndpointDays } from '../../../store/endpoint-days.ts';
import { listEndpoints } from '../../../store/endpoint-health.ts';
import { addressOf, cursorFilter } from '../lanes/filters.ts';
import { sendPage } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { pageBack, pageOn, trailIn } from '../page-trail.ts';
import type { TrailStep } from '../page-trail.ts';
import { boardFilter, filterIn } from './filter.ts';
import { deliveryListView } from './list-view.ts';
import { deliveriesPath } from './paths.ts';

const pageSize = 50;
/** Those that fail stand first; more than these are found by their owner. */
const endpointsAtMost = 20;
const shownDaysMs = 14 * 86_400_000;

export function getDeliveryList(deps: ConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const filter = filterIn(ctx);
    const after = decodeCursor(cursorFilter(ctx) ?? '');
    const [{ deliveries, next }, endpoints, days] = await Promise.all([
      listBoardDeliveries(deps.pool, {
        ...boardFilter(filter),
        limit: pageSize,
        ...(after === undefined ? {} : { after }),
      }),
      listEndpoints(deps.pool, {
        limit: endpointsAtMost,
        ...(filter.owner === undefined ? {} : { ownerId: filter.owner }),
      }),
      filter.owner === undefined
        ? []
        : readEndpointDays(deps.pool, filter.owner, new Date(deps.now().getTime() - shownDaysMs)),
    ]);
    const here = { cursor: cursorFilter(ctx) ?? '', trail: trailIn(ctx.query['trail']) };
    const place = (step: TrailStep): string =>
      addressOf(deliveriesPath, { ...filter, cursor: step.cursor || undefined, trail: step.trail || undefined });
    const older = next === null ? null : place(pageOn(here, next));
    const back = pageBack(here);
    sendPage(deps, ctx, {
      title: 'Deliveries',
      section: 'deliveries',
      // A page in the past stands still; the first one is where things happen.
      ...(after === undefined ? { refreshSeconds: 15 } : {}),
      body: deliveryListView(ctx, {
        filter,
        deliveries,
        endpoints,
        days,
        older,
        newer: back === null ? null : place(back),
        now: deps.now(),
      }),
    });
  };
}
