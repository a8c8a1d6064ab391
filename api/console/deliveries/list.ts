/** The deliveries of both services: how endpoints do, what was sent, what failed; all filters are in the address. */
import { subjectOf } from '../../../domain/dispatch/task-title.ts';
import type { HandlerOf } from '../../http/api-route.ts';
import {
  type BoardDelivery,
  countBoardDeliveries,
  listBoardDeliveries,
  listDeliveryOwners,
} from '../../../store/deployment-deliveries.ts';
import { decodeCursor } from '../../../store/cursor.ts';
import { listEndpoints, readEndpointDays } from '../../../store/endpoint-health.ts';
import { type ExportColumn, exportPage, readAllPages, sendExport } from '../csv-export.ts';
import { addressOf, placeInList, listLinks, pageWords, queryOf } from '../pagination.ts';
import { sendPage } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { savedViewsOf, savedViewsPart } from '../saved-views.ts';
import { boardFilter, filterIn } from './filter.ts';
import { deliveryListView } from './list-view.ts';
import { deliveriesPath } from '../paths.ts';
import { hostOf } from './delivery-text.ts';

const pageSize = 50;
/** Those that fail are first; more than these are found by their owner. */
const endpointsAtMost = 20;
/** With more, the filter takes an id. */
const ownersAtMost = 300;
const shownDaysMs = 14 * 86_400_000;

export const getDeliveryList: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const filter = filterIn(ctx);
  const after = placeInList(ctx, decodeCursor);
  const [saved, { deliveries, next }, total, endpoints, days, owners] = await Promise.all([
    savedViewsOf(deps, ctx, 'deliveries'),
    listBoardDeliveries(deps.pool, { ...boardFilter(ctx, filter), limit: pageSize, after }),
    countBoardDeliveries(deps.pool, boardFilter(ctx, filter)),
    listEndpoints(deps.pool, { limit: endpointsAtMost, ownerId: filter.owner }),
    filter.owner === undefined
      ? []
      : readEndpointDays(deps.pool, filter.owner, new Date(deps.now().getTime() - shownDaysMs)),
    listDeliveryOwners(deps.pool, ownersAtMost + 1),
  ]);
  const links = listLinks(
    ctx,
    (place) => addressOf(deliveriesPath, { ...filter, ...place }),
    next,
    pageWords(filter.sort ?? '', 'deliveries'),
  );
  sendPage(deps, ctx, {
    title: 'Deliveries',
    section: 'deliveries',
    // A page in the past does not change; the first one does.
    ...(after === undefined ? { refreshSeconds: 15 } : {}),
    body: deliveryListView(ctx, {
      filter,
      savedViews: savedViewsPart(ctx, {
        list: 'deliveries',
        query: queryOf({ ...filter }),
        saved,
      }),
      deliveries,
      endpoints,
      owners: owners.length > ownersAtMost ? null : owners,
      days,
      total,
      hasAllEndpoints: endpoints.length < endpointsAtMost,
      links,
      now: deps.now(),
    }),
  });
};

/** GET /console/deliveries/export.csv: the deliveries that the filters of the list find. */
const columns: readonly ExportColumn<BoardDelivery>[] = [
  ['event', ({ event }) => event],
  ['about', ({ subjectId }) => subjectId],
  ['record', ({ task }) => task && subjectOf(task)],
  ['owner', ({ ownerName }) => ownerName],
  // Paths of callback URLs often carry a token.
  ['receiver', ({ url }) => hostOf(url)],
  ['status', ({ status }) => status],
  ['attempts', ({ attempts }) => attempts],
  ['last_status', ({ lastStatus }) => lastStatus],
  ['last_error', ({ lastError }) => lastError],
  ['last_duration_ms', ({ lastDurationMs }) => lastDurationMs],
  ['created_at', ({ createdAt }) => createdAt],
  ['finished_at', ({ finishedAt }) => finishedAt],
  ['id', ({ id }) => id],
];

export const getDeliveryExport: HandlerOf<ConsoleDeps> =
  ({ pool }) =>
  async (ctx) => {
    const filter = boardFilter(ctx, filterIn(ctx));
    const rows = await readAllPages<BoardDelivery, string>(async (cursor) => {
      const after = cursor === null ? undefined : decodeCursor(cursor);
      const found = await listBoardDeliveries(pool, { ...filter, limit: exportPage, after });
      return { rows: found.deliveries, next: found.next };
    });
    sendExport(ctx, 'deliveries', rows, columns);
  };
