/** Finds what a caller names: the steps of a queue, one step, and its evidence. */
import { type StepName, idForm } from '../../domain/lanes/event.ts';
import type { Context } from 'koa';
import type { HandlerOf } from '../http/api-route.ts';
import { type EvidencePack, evidencePack } from '../../domain/lanes/evidence-pack.ts';
import { laneView } from '../../domain/lanes/lane-view.ts';
import { type EvidenceTable, evidenceCsv, evidenceTables } from '../../domain/lanes/table-csv.ts';
import { readEvidence, type StepRow, readSteps } from '../../store/lanes/lanes.ts';
import { answerTagged } from '../http/entity-tag.ts';
import { notFound } from '../http/errors.ts';
import { oneOf, printable, readQuery } from '../http/query.ts';
import type { LanesDeps, LanesRoute } from './deps.ts';
import { workspaceOf } from './workspace-caller.ts';
import { answer, csv, json, ref, inPath } from '../http/openapi-parts.ts';

/** @param queue all queues where left out. @throws ApiError not_found for a queue without steps */
export async function stepsIn(
  pool: LanesDeps['pool'],
  workspaceNo: number,
  queue: string | undefined,
): Promise<StepRow[]> {
  const rows = await readSteps(pool, workspaceNo, queue === undefined ? {} : { queue });
  if (rows.length === 0 && queue !== undefined) throw notFound('queue');
  return rows;
}

/** @throws ApiError not_found */
export async function stepNamed(
  pool: LanesDeps['pool'],
  workspaceNo: number,
  { queue, step }: StepName,
): Promise<StepRow> {
  // What is no id cannot be a step, and some of it (U+0000) the database would choke on.
  const [row] = idForm.test(queue) && idForm.test(step) ? await readSteps(pool, workspaceNo, { queue, step }) : [];
  if (row === undefined) throw notFound('step');
  return row;
}

export async function evidenceOf(
  { pool, now }: Pick<LanesDeps, 'pool' | 'now'>,
  workspaceNo: number,
  row: StepRow,
): Promise<EvidencePack> {
  const { dataClock, ...stored } = await readEvidence(pool, workspaceNo, row.no);
  return evidencePack(row, stored, dataClock?.getTime() ?? null, now().getTime());
}

// Reads of lanes (D46, D49): the view of every step or of one, and the evidence of a step.

type Deps = Pick<LanesDeps, 'pool' | 'now'>;

const lanesQuery = { queue: printable(128, 'Only steps of this queue.') };

/** GET /v1/lanes */
const getLanes: HandlerOf<Deps> =
  ({ pool }) =>
  async (ctx) => {
    const { no, timeZone } = workspaceOf(ctx);
    const { queue } = readQuery(ctx, lanesQuery, 'invalid_request');
    const rows = await stepsIn(pool, no, queue);
    answerTagged(ctx, JSON.stringify({ steps: rows.map((row) => laneView(row, timeZone)) }));
  };

/** GET /v1/steps/{queue}/{step} */
const getStep: HandlerOf<Deps> =
  ({ pool }) =>
  async (ctx) => {
    const { no, timeZone } = workspaceOf(ctx);
    answerTagged(ctx, JSON.stringify(laneView(await stepNamed(pool, no, pathOf(ctx)), timeZone)));
  };

const tables = Object.keys(evidenceTables) as EvidenceTable[];
const evidenceQuery = {
  table: oneOf(tables, 'Which table, with Accept: text/csv.', { enum: tables, default: 'weeks' }),
};

/** GET /v1/steps/{queue}/{step}/evidence; as CSV one of its tables */
const getEvidence: HandlerOf<Deps> =
  ({ pool, now }) =>
  async (ctx) => {
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

function pathOf(ctx: Context): StepName {
  return ctx['params'] as StepName;
}

const stepInPath = [
  inPath('queue', 'Id of the queue, percent-encoded.', 'invoices'),
  inPath('step', 'Id of the step, percent-encoded.', 'match'),
];

export const laneRoutes: readonly LanesRoute[] = [
  {
    method: 'GET',
    path: '/v1/lanes',
    needs: 'read',
    operation: 'listLanes',
    tag: 'lanes',
    summary: 'The lane of every step',
    query: lanesQuery,
    answers: { 200: answer('The steps.', json(ref('Lanes'))) },
    errors: ['not_found'],
    handle: getLanes,
  },
  {
    method: 'GET',
    path: '/v1/steps/{queue}/{step}',
    needs: 'read',
    operation: 'getLane',
    tag: 'lanes',
    summary: 'The lane of one step',
    parameters: stepInPath,
    answers: { 200: answer('The step.', json(ref('LaneView'))) },
    errors: ['not_found'],
    handle: getStep,
  },
  {
    method: 'GET',
    path: '/v1/steps/{queue}/{step}/evidence',
    needs: 'read',
    operation: 'getEvidence',
    tag: 'lanes',
    summary: 'The evidence pack of a step; as text/csv one of its tables',
    parameters: stepInPath,
    query: evidenceQuery,
    answers: { 200: answer('The pack.', { ...json(ref('EvidencePack')), ...csv }) },
    errors: ['not_found'],
    handle: getEvidence,
  },
];
