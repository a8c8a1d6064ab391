/** GET /v1/settle-queue (D39): disagreements that wait for somebody to say who was right, as JSON or as CSV. */
import type { HandlerOf } from '../http/handler.ts';
import { countWaiting, readSettleQueue, settleCursor } from '../../store/lanes/disagreements.ts';
import type { WaitingDisagreement } from '../../store/lanes/disagreements.ts';
import { type WaitingView, tableCsv, waitingColumns } from '../../domain/lanes/table-csv.ts';
import { cursor, pageSize, readQuery } from '../http/query.ts';
import type { LanesDeps } from './deps.ts';
import { nextAddress } from './ledger.ts';
import { workspaceOf } from './workspace-caller.ts';

export const settleLimit = { default: 50, max: 500 } as const;

export const settleQueueQuery = {
  limit: pageSize(settleLimit),
  cursor: cursor((text) => settleCursor.decode(text)),
};

export const getSettleQueue: HandlerOf<Pick<LanesDeps, 'pool'>> =
  ({ pool }) =>
  async (ctx) => {
    const { no } = workspaceOf(ctx);
    const { limit = settleLimit.default, cursor: after } = readQuery(ctx, settleQueueQuery, 'invalid_request');
    const [rows, total] = await Promise.all([
      readSettleQueue(pool, no, { limit, ...(after === undefined ? {} : { after }) }),
      countWaiting(pool, no),
    ]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next =
      rows.length > limit && last ? settleCursor.encode([last.severity, last.since, last.stepNo, last.item]) : null;
    const items = page.map(presentWaiting);
    ctx.vary('Accept');
    if (ctx.accepts('json', 'csv') === 'csv') {
      if (next !== null) ctx.set('Link', `<${nextAddress(ctx, next)}>; rel="next"`);
      ctx.type = 'text/csv; charset=utf-8';
      ctx.body = tableCsv(waitingColumns, items);
    } else ctx.body = { items, total, next_cursor: next };
  };

const severityNames = ['minor', 'minor', 'material', 'critical'] as const;

function presentWaiting({ queue, step, item, week, severity, since, found }: WaitingDisagreement): WaitingView {
  return {
    queue,
    step,
    item,
    week,
    severity: severityNames[severity] ?? 'material',
    operator: found?.operator ?? null,
    agent: found?.agent ?? null,
    fields: found?.fields ?? [],
    waiting_since: since.toISOString(),
  };
}
