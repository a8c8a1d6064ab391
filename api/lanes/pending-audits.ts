/** GET /v1/pending-audits: acts of agents that wait for their audit, the oldest first, as JSON or as CSV. */
import type { Context } from 'koa';
import { pendingAuditColumns, tableCsv } from '../../domain/lanes/table-csv.ts';
import type { PendingAuditView } from '../../domain/lanes/pending-audit.ts';
import { hasStep } from '../../store/lanes/read-lanes.ts';
import { auditCursor, countPendingAudits, readPendingAudits } from '../../store/lanes/pending-audits.ts';
import type { AuditPlace, WaitingAudit } from '../../store/lanes/pending-audits.ts';
import { notFound } from '../http/errors.ts';
import { printable, readQuery, wholeNumber } from '../http/query.ts';
import type { Parameter } from '../http/query.ts';
import type { LanesDeps } from './deps.ts';
import { nextAddress } from './ledger.ts';
import { workspaceOf } from './workspace-caller.ts';

export const pendingAuditLimit = { default: 100, max: 1000 } as const;

const cursor: Parameter<AuditPlace> = {
  must: 'be the next_cursor of an earlier answer',
  parse: (text) => auditCursor.decode(text),
};
const parameters = {
  queue: printable(128),
  step: printable(128),
  limit: wholeNumber(1, pendingAuditLimit.max),
  cursor,
};

export function getPendingAudits({ pool }: Pick<LanesDeps, 'pool'>): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { no } = workspaceOf(ctx);
    const {
      queue,
      step,
      cursor: after,
      limit = pendingAuditLimit.default,
    } = readQuery(ctx, parameters, 'invalid_request');
    if (queue !== undefined && !(await hasStep(pool, no, { queue }))) throw notFound('queue');
    if (step !== undefined && !(await hasStep(pool, no, { queue, step }))) throw notFound('step');
    const [rows, total] = await Promise.all([
      readPendingAudits(pool, no, { limit, queue, step, ...(after === undefined ? {} : { after }) }),
      countPendingAudits(pool, no, { queue, step }),
    ]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = rows.length > limit && last ? auditCursor.encode([last.since, last.stepNo, last.item]) : null;
    const items = page.map(pendingAuditView);
    ctx.vary('Accept');
    if (ctx.accepts('json', 'csv') === 'csv') {
      if (next !== null) ctx.set('Link', `<${nextAddress(ctx, next)}>; rel="next"`);
      ctx.type = 'text/csv; charset=utf-8';
      ctx.body = tableCsv(pendingAuditColumns, items);
    } else ctx.body = { items, total, next_cursor: next };
  };
}

/** As lists show it. */
export function pendingAuditView({ since, due, ...row }: WaitingAudit): PendingAuditView {
  const { queue, step, item, lane, agent, required, overdue } = row;
  return { queue, step, item, lane, agent, required, since: since.toISOString(), due: due.toISOString(), overdue };
}
