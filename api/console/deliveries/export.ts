/** GET /console/deliveries/export.csv: the deliveries that the filters of the list find. */
import type { Context } from 'koa';
import { decodeCursor } from '../../../store/cursor.ts';
import { listBoardDeliveries } from '../../../store/delivery-board.ts';
import type { BoardDelivery } from '../../../store/delivery-board.ts';
import { exportPage, readAllPages, sendExport } from '../csv-export.ts';
import type { ExportColumn } from '../csv-export.ts';
import type { ConsoleDeps } from '../route.ts';
import { boardFilter, filterIn } from './filter.ts';
import { hostOf } from './words.ts';

const columns: readonly ExportColumn<BoardDelivery>[] = [
  ['event', ({ event }) => event],
  ['about', ({ subjectId }) => subjectId],
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

export function getDeliveryExport({ pool }: ConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const filter = boardFilter(filterIn(ctx));
    const rows = await readAllPages<BoardDelivery, string>(async (cursor) => {
      const after = cursor === null ? undefined : decodeCursor(cursor);
      const found = await listBoardDeliveries(pool, {
        ...filter,
        limit: exportPage,
        ...(after === undefined ? {} : { after }),
      });
      return { rows: found.deliveries, next: found.next };
    });
    sendExport(ctx, 'deliveries', rows, columns);
  };
}
