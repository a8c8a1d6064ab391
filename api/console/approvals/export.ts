/** GET /console/approvals/export.csv: what waits and what was decided, newest requests first. */
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import type { Context } from 'koa';
import { listSettled, listWaiting } from '../../../store/approvals-shown.ts';
import type { ShownApproval } from '../../../store/approvals-shown.ts';
import { exportLimit, sendExport } from '../csv-export.ts';
import type { ExportColumn } from '../csv-export.ts';
import type { DispatchConsoleDeps } from '../dispatch-deps.ts';

const columns: readonly ExportColumn<ShownApproval>[] = [
  ['change', taskTitle],
  ['amount', ({ amountCents }) => (amountCents === null ? null : (amountCents / 100).toFixed(2))],
  ['status', ({ status }) => status],
  ['reason', ({ reason }) => reason],
  ['decided_by', ({ decidedBy }) => decidedBy],
  ['note', ({ note }) => note],
  ['sender', ({ senderName }) => senderName],
  ['requested_by', ({ requestedBy }) => requestedBy?.email ?? requestedBy?.name],
  ['requested_at', ({ requestedAt }) => requestedAt],
  ['expires_at', ({ expiresAt }) => expiresAt],
  ['decided_at', ({ decidedAt }) => decidedAt],
  ['task', ({ taskId }) => taskId],
  ['id', ({ id }) => id],
];

export function getApprovalExport({ pool }: DispatchConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const [waiting, settled] = await Promise.all([listWaiting(pool, exportLimit), listSettled(pool, exportLimit)]);
    sendExport(ctx, 'approvals', [...waiting, ...settled].slice(0, exportLimit), columns);
  };
}
