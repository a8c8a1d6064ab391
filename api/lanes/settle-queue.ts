/** GET /v1/settle-queue (D39): disagreements that wait for somebody to say who was right, as JSON or as CSV. */
import { type WaitingView, tableCsv, waitingColumns } from '../../domain/lanes/table-csv.ts';
import {
  type WaitingDisagreement,
  countWaiting,
  readSettleQueue,
  settleCursor,
} from '../../store/lanes/disagreements.ts';
import type { HandlerOf } from '../http/handler.ts';
import { ref, answer, csv, json } from '../http/openapi-parts.ts';
import { cursor, nextCursor, pageSize, readQuery } from '../http/query.ts';
import type { LanesDeps, LanesRoute } from './deps.ts';
import { nextAddress } from './ledger.ts';
import { workspaceOf } from './workspace-caller.ts';

export const settleLimit = { default: 50, max: 500 } as const;

const settleQueueQuery = {
  limit: pageSize(settleLimit),
  cursor: cursor('settle queue', (text) => settleCursor.decode(text)),
};

const getSettleQueue: HandlerOf<Pick<LanesDeps, 'pool'>> =
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
    const place =
      rows.length > limit && last ? settleCursor.encode([last.severity, last.since, last.stepNo, last.item]) : null;
    const next = nextCursor(ctx, settleQueueQuery, place);
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

export const settleQueueRoutes: readonly LanesRoute[] = [
  {
    method: 'GET',
    path: '/v1/settle-queue',
    needs: 'read',
    operation: 'listSettleQueue',
    tag: 'lanes',
    summary: 'Disagreements that wait, most severe first, then oldest; also as text/csv',
    query: settleQueueQuery,
    answers: { 200: answer('A page.', { ...json(ref('SettleQueue')), ...csv }) },
    errors: ['invalid_request'],
    handle: getSettleQueue,
  },
];
