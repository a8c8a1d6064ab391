/** Studies a step from its workspace's log: people beside each other, agents beside each other, and the time spared. */
import { readEvent } from '../../domain/lanes/event.ts';
import { openStudy } from '../../domain/lanes/study/study.ts';
import type { Study } from '../../domain/lanes/study/study.ts';
import type { Queryable } from '../database.ts';
import { readLog } from './event-log.ts';
import type { StepRow } from './read-lanes.ts';

export interface StepStudy extends Study {
  /** Items that an agent did in Auto and nobody looked at. */
  readonly alone: number;
  /** These times the median of the minutes that people take; null where no work of people has a beginning. */
  readonly sparedMinutes: number | null;
}

/** Events that are taken before others have their turn. */
const turnEvery = 500;

/**
 * @param q a transaction with one snapshot
 * @param turn called now and then
 */
export async function studyStep(
  q: Queryable,
  workspaceNo: number,
  { no, queue, step, state }: Pick<StepRow, 'no' | 'queue' | 'step' | 'state'>,
  turn: () => Promise<void> | void = () => {},
): Promise<StepStudy> {
  const study = openStudy({ queue, step }, state.definition.fields);
  let [after, seen] = [0, 0];
  for (;;) {
    const page = await readLog(q, workspaceNo, after);
    if (page.length === 0) break;
    for (const { seq, events } of page) {
      after = seq;
      for (const wire of events ?? []) {
        if (wire.queue === queue) study.add(readEvent(wire));
        if ((seen += 1) % turnEvery === 0) await turn();
      }
    }
  }
  const alone = await countAlone(q, workspaceNo, no);
  const result = study.result();
  const { medianMinutes } = result.timed;
  return { ...result, alone, sparedMinutes: medianMinutes === null ? null : medianMinutes * alone };
}

async function countAlone(q: Queryable, workspaceNo: number, stepNo: number): Promise<number> {
  const found = await q.query<{ alone: number }>(
    `select count(*)::int as alone from lane_items
      where workspace_no = $1 and step_no = $2 and state->>'e' = 'auto' and state->>'r' is null`,
    [workspaceNo, stepNo],
  );
  return found.rows[0]?.alone ?? 0;
}
