/** The deliveries of both services: how endpoints do, what was sent, what failed; all filters stand in the address. */
import type { Context } from 'koa';
import { decodeCursor } from '../../../store/cursor.ts';
import { listBoardDeliveries } from '../../../store/delivery-board.ts';
import { listEndpoints } from '../../../store/endpoint-health.ts';
import { addressOf, cursorFilter } from '../lanes/filters.ts';
import { sendPage } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { filterIn } from './filter.ts';
import { deliveryListView } from './list-view.ts';
import { deliveriesPath } from './paths.ts';

const pageSize = 50;
/** Those that fail stand first; more than these are found by their owner. */
const endpointsAtMost = 20;

export function getDeliveryList(deps: ConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const filter = filterIn(ctx);
    const { owner: ownerId, about: subjectId, ...rest } = filter;
    const after = decodeCursor(cursorFilter(ctx) ?? '');
    const [{ deliveries, next }, endpoints] = await Promise.all([
      listBoardDeliveries(deps.pool, {
        ...rest,
        limit: pageSize,
        ...(ownerId === undefined ? {} : { ownerId }),
        ...(subjectId === undefined ? {} : { subjectId }),
        ...(after === undefined ? {} : { after }),
      }),
      listEndpoints(deps.pool, { limit: endpointsAtMost, ...(ownerId === undefined ? {} : { ownerId }) }),
    ]);
    const older = next === null ? null : addressOf(deliveriesPath, { ...filter, cursor: next });
    sendPage(deps, ctx, {
      title: 'Deliveries',
      section: 'deliveries',
      // A page in the past stands still; the first one is where things happen.
      ...(after === undefined ? { refreshSeconds: 15 } : {}),
      body: deliveryListView(ctx, { filter, deliveries, endpoints, older, now: deps.now() }),
    });
  };
}
