/** Reads of lanes (D46, D49): the view of every step or of one, and the evidence of a step. */
import type { Context } from 'koa';
import { evidenceCsv, evidenceTables } from '../../domain/lanes/table-csv.ts';
import type { EvidenceTable } from '../../domain/lanes/table-csv.ts';
import { laneView } from '../../domain/lanes/lane-view.ts';
import { oneOf, printable, readQuery } from '../http/query.ts';
import { answerTagged } from './answer-tagged.ts';
import type { LanesDeps } from './deps.ts';
import { evidenceOf, stepNamed, stepsIn } from './find-steps.ts';
import type { StepName } from './find-steps.ts';
import { workspaceOf } from './workspace-caller.ts';

type Handler = (ctx: Context) => Promise<void>;
type Deps = Pick<LanesDeps, 'pool' | 'now'>;

export const lanesQuery = { queue: printable(128, 'Only steps of this queue.') };

/** GET /v1/lanes */
export function getLanes({ pool }: Deps): Handler {
  return async (ctx) => {
    const { no, timeZone } = workspaceOf(ctx);
    const { queue } = readQuery(ctx, lanesQuery, 'invalid_request');
    const rows = await stepsIn(pool, no, queue);
    answerTagged(ctx, JSON.stringify({ steps: rows.map((row) => laneView(row, timeZone)) }));
  };
}

/** GET /v1/steps/{queue}/{step} */
export function getStep({ pool }: Deps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const { no, timeZone } = workspaceOf(ctx);
    answerTagged(ctx, JSON.stringify(laneView(await stepNamed(pool, no, pathOf(ctx)), timeZone)));
  };
}

const tables = Object.keys(evidenceTables) as EvidenceTable[];
export const evidenceQuery = {
  table: oneOf(tables, 'Which table, with Accept: text/csv.', { enum: tables, default: 'weeks' }),
};

/** GET /v1/steps/{queue}/{step}/evidence; as CSV one of its tables */
export function getEvidence({ pool, now }: Deps): Handler {
  return async (ctx) => {
    const { table = 'weeks' } = readQuery(ctx, evidenceQuery, 'invalid_request');
    const { no } = workspaceOf(ctx);
    const pack = await evidenceOf({ pool, now }, no, await stepNamed(pool, no, pathOf(ctx)));
    if (ctx.accepts('json', 'csv') === 'csv') {
      answerTagged(ctx, evidenceCsv(pack, table), 'text/csv; charset=utf-8');
      return;
    }
    // The same evidence has the same tag, whenever it was asked for.
    const { generated_at: _, ...content } = pack;
    answerTagged(ctx, JSON.stringify(pack), 'application/json', JSON.stringify(content));
  };
}

function pathOf(ctx: Context): StepName {
  return ctx['params'] as StepName;
}
