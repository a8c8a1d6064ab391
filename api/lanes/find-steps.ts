/** Finds what a caller names: the steps of a queue, one step, and its evidence. */
import { evidencePack } from '../../domain/lanes/evidence-pack.ts';
import type { EvidencePack } from '../../domain/lanes/evidence-pack.ts';
import { readEvidence } from '../../store/lanes/read-evidence.ts';
import { readSteps } from '../../store/lanes/read-lanes.ts';
import type { StepRow } from '../../store/lanes/read-lanes.ts';
import { notFound } from '../http/errors.ts';
import type { LanesDeps } from './deps.ts';

export interface StepName {
  readonly queue: string;
  readonly step: string;
}

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

const idForm = /^[\p{L}\p{N}\p{M}._:/#@-]{1,128}$/u;

export async function evidenceOf(
  { pool, now }: Pick<LanesDeps, 'pool' | 'now'>,
  workspaceNo: number,
  row: StepRow,
): Promise<EvidencePack> {
  const { dataClock, ...stored } = await readEvidence(pool, workspaceNo, row.no);
  return evidencePack(row, stored, dataClock?.getTime() ?? null, now().getTime());
}
