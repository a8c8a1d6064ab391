/** Reads of lanes (D46, D49): the view of every step or of one, and the evidence of a step. */
import type { Context } from 'koa';
import { evidencePack } from '../../domain/lanes/evidence-pack.ts';
import { evidenceCsv, evidenceTables } from '../../domain/lanes/table-csv.ts';
import type { EvidenceTable } from '../../domain/lanes/table-csv.ts';
import { laneView } from '../../domain/lanes/lane-view.ts';
import { readEvidence } from '../../store/lanes/read-evidence.ts';
import { readSteps } from '../../store/lanes/read-lanes.ts';
import type { StepRow } from '../../store/lanes/read-lanes.ts';
import { notFound } from '../http/errors.ts';
import { oneOf, printable, readQuery } from '../http/query.ts';
import { answerTagged } from './answer-tagged.ts';
import type { LanesDeps } from './deps.ts';
import { workspaceOf } from './workspace-caller.ts';

type Handler = (ctx: Context) => Promise<void>;
type Deps = Pick<LanesDeps, 'pool' | 'now'>;

/** GET /v1/lanes */
export function getLanes({ pool }: Deps): Handler {
  return async (ctx) => {
    const { no, timeZone } = workspaceOf(ctx);
    const { queue } = readQuery(ctx, { queue: printable(128) }, 'invalid_request');
    const rows = await readSteps(pool, no, queue === undefined ? {} : { queue });
    if (rows.length === 0 && queue !== undefined) throw notFound('queue');
    answerTagged(ctx, JSON.stringify({ steps: rows.map((row) => laneView(row, timeZone)) }));
  };
}

/** GET /v1/steps/{queue}/{step} */
export function getStep({ pool }: Deps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const { timeZone } = workspaceOf(ctx);
    answerTagged(ctx, JSON.stringify(laneView(await stepIn(pool, ctx), timeZone)));
  };
}

const tables = oneOf(Object.keys(evidenceTables) as EvidenceTable[]);

/** GET /v1/steps/{queue}/{step}/evidence; as CSV one of its tables */
export function getEvidence({ pool, now }: Deps): Handler {
  return async (ctx) => {
    const { table = 'weeks' } = readQuery(ctx, { table: tables }, 'invalid_request');
    const { no } = workspaceOf(ctx);
    const step = await stepIn(pool, ctx);
    const { dataClock, ...stored } = await readEvidence(pool, no, step.no);
    const pack = evidencePack(step, stored, dataClock?.getTime() ?? null, now().getTime());
    if (ctx.accepts('json', 'csv') === 'csv') {
      answerTagged(ctx, evidenceCsv(pack, table), 'text/csv; charset=utf-8');
      return;
    }
    // The same evidence has the same tag, whenever it was asked for.
    const { generated_at: _, ...content } = pack;
    answerTagged(ctx, JSON.stringify(pack), 'application/json', JSON.stringify(content));
  };
}

/** @throws ApiError not_found */
async function stepIn(pool: Deps['pool'], ctx: Context): Promise<StepRow> {
  const { queue, step } = ctx['params'] as { readonly queue: string; readonly step: string };
  // What is no id cannot be a step, and some of it (U+0000) the database would choke on.
  const [row] =
    idForm.test(queue) && idForm.test(step) ? await readSteps(pool, workspaceOf(ctx).no, { queue, step }) : [];
  if (row === undefined) throw notFound('step');
  return row;
}

const idForm = /^[\p{L}\p{N}\p{M}._:/#@-]{1,128}$/u;
