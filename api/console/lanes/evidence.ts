/** Downloads of a step's evidence: the whole pack as JSON, each of its tables as CSV. */
import type { Context } from 'koa';
import { type EvidenceTable, evidenceCsv, evidenceTables } from '../../../domain/lanes/table-csv.ts';
import { type StepName, evidenceOf, stepNamed } from '../../lanes/lanes.ts';
import type { LanesConsoleDeps } from '../route.ts';
import { choiceFilter } from '../pagination.ts';
import { workspaceIn } from './workspace.ts';

export function getEvidence(form: 'json' | 'csv'): (deps: LanesConsoleDeps) => (ctx: Context) => Promise<void> {
  return (deps) => async (ctx) => {
    const { no } = await workspaceIn(deps, ctx);
    const row = await stepNamed(deps.pool, no, ctx['params'] as StepName);
    const pack = await evidenceOf(deps, no, row);
    const name = `${row.queue}-${row.step}`;
    if (form === 'json') {
      sendFile(ctx, `${name}-evidence.json`, 'application/json; charset=utf-8', `${JSON.stringify(pack, null, 2)}\n`);
      return;
    }
    const table = choiceFilter(ctx, 'table', Object.keys(evidenceTables) as EvidenceTable[]) ?? 'weeks';
    sendFile(ctx, `${name}-${table}.csv`, 'text/csv; charset=utf-8', evidenceCsv(pack, table));
  };
}

/** @param name what is no letter, digit, dot or dash becomes a dash */
export function sendFile(ctx: Context, name: string, type: string, text: string): void {
  ctx.status = 200;
  ctx.set({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name.replace(/[^A-Za-z0-9._-]+/g, '-')}"`,
    'Cache-Control': 'private, no-store',
  });
  ctx.body = text;
}
