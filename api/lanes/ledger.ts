/** GET /v1/ledger (D47): one row a step and closed week, as JSON or as CSV. */
import type { Context } from 'koa';
import type { HandlerOf } from '../http/api-route.ts';
import { withShownGates } from '../../domain/lanes/review/gate.ts';
import { ledgerColumns, tableCsv } from '../../domain/lanes/table-csv.ts';
import { hasStep, ledgerCursorAfter, ledgerPlaceIn, readLedger } from '../../store/lanes/lanes.ts';
import { pageOf } from '../../store/cursor.ts';
import { notFound } from '../http/errors.ts';
import { cursor, nextCursor, pageSize, printable, readQuery } from '../http/query.ts';
import { answerTagged } from '../http/entity-tag.ts';
import type { LanesDeps, LanesRoute } from './deps.ts';
import { workspaceOf } from './workspace-caller.ts';
import { answer, csv, json, ref } from '../http/openapi-parts.ts';

export const ledgerLimit = { default: 500, max: 5000 } as const;

const ledgerQuery = {
  queue: printable(128, 'Only steps of this queue.'),
  step: printable(128, 'Only this step.'),
  limit: pageSize(ledgerLimit),
  cursor: cursor('ledger', ledgerPlaceIn),
};

const getLedger: HandlerOf<Pick<LanesDeps, 'pool'>> =
  ({ pool }) =>
  async (ctx) => {
    const { no } = workspaceOf(ctx);
    const { queue, step, cursor: after, limit = ledgerLimit.default } = readQuery(ctx, ledgerQuery, 'invalid_request');
    if (queue !== undefined && !(await hasStep(pool, no, { queue }))) throw notFound('queue');
    if (step !== undefined && !(await hasStep(pool, no, { queue, step }))) throw notFound('step');
    const rows = await readLedger(pool, no, { limit, queue, step, after });
    const { page, next: place } = pageOf(rows, limit, ledgerCursorAfter);
    const next = nextCursor(ctx, ledgerQuery, place);
    if (wantsCsv(ctx, next)) answerTagged(ctx, tableCsv(ledgerColumns, page), 'text/csv; charset=utf-8');
    else answerTagged(ctx, JSON.stringify({ rows: page.map(withShownGates), next_cursor: next }));
  };

/** Whether a list is asked for as CSV, which has no place for the next page beside its rows: the header names it. */
function wantsCsv(ctx: Context, next: string | null): boolean {
  if (ctx.accepts('json', 'csv') !== 'csv') return false;
  const query = new URLSearchParams(ctx.querystring);
  query.set('cursor', next ?? '');
  if (next !== null) ctx.set('Link', `<${ctx.path}?${query.toString()}>; rel="next"`);
  return true;
}

interface CountedPage<Row> {
  readonly items: readonly Row[];
  readonly total: number;
  readonly next: string | null;
}

/** A page of a list whose rows are counted, as JSON or as CSV. */
export function answerCounted<Row>(
  ctx: Context,
  { items, total, next }: CountedPage<Row>,
  columns: Parameters<typeof tableCsv<Row>>[0],
): void {
  ctx.vary('Accept');
  if (!wantsCsv(ctx, next)) ctx.body = { items, total, next_cursor: next };
  else {
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = tableCsv(columns, items);
  }
}

export const ledgerRoutes: readonly LanesRoute[] = [
  {
    method: 'GET',
    path: '/v1/ledger',
    needs: 'read',
    operation: 'listLedger',
    tag: 'lanes',
    summary: 'One row a step and closed week',
    query: ledgerQuery,
    answers: { 200: answer('A page.', { ...json(ref('Ledger')), ...csv }) },
    errors: ['not_found'],
    handle: getLedger,
  },
];
