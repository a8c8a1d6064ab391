/** GET /console/tasks/export.csv: the tasks that the filters of the list find. */
import type { Context } from 'koa';
import { decodeCursor } from '../../../store/cursor.ts';
import { searchTasks } from '../../../store/task-search.ts';
import type { FoundTask } from '../../../store/task-search.ts';
import { exportPage, readAllPages, sendExport } from '../csv-export.ts';
import type { ExportColumn } from '../csv-export.ts';
import type { DispatchConsoleDeps } from '../dispatch-deps.ts';
import { person } from '../page.ts';
import { readTaskFilter, searchOf } from './task-filter.ts';

const columns: readonly ExportColumn<FoundTask>[] = [
  ['pro', ({ params }) => params.pro],
  ['invoice_number', ({ params }) => params.invoice_number],
  ['claim_id', ({ params }) => params.claim_id],
  ['dispute_id', ({ params }) => params.dispute_id],
  ['task_type', ({ taskType }) => taskType],
  ['status', ({ status }) => status],
  ['outcome_reason', ({ outcomeReason }) => outcomeReason],
  ['summary', ({ summary }) => summary],
  ['client_ref', ({ clientRef }) => clientRef],
  ['confirmation_number', ({ confirmationNumber }) => confirmationNumber],
  ['sender', ({ senderName }) => senderName],
  ['channel', ({ channel }) => channel],
  ['requested_by', ({ requestedBy }) => requestedBy?.email ?? requestedBy?.name],
  ['portal', ({ portal }) => portal],
  ['owner', ({ ownerName }) => ownerName],
  ['done_at', ({ handledAt }) => handledAt],
  ['created_at', ({ createdAt }) => createdAt],
  ['finished_at', ({ finishedAt }) => finishedAt],
  ['id', ({ id }) => id],
];

export function getTaskExport({ pool }: DispatchConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const search = searchOf({ ...readTaskFilter(ctx), cursor: '' }, person(ctx).personId);
    const rows = await readAllPages<FoundTask, string>(async (cursor) => {
      const after = cursor === null ? undefined : decodeCursor(cursor);
      const found = await searchTasks(pool, {
        ...search,
        limit: exportPage,
        ...(after === undefined ? {} : { after }),
      });
      return { rows: found.tasks, next: found.next };
    });
    sendExport(ctx, 'tasks', rows, columns);
  };
}
