/** Studies a step from its workspace's log: people beside each other, agents beside each other, and the time spared. */
import { readEvent } from '../../domain/lanes/event.ts';
import { openStudy } from '../../domain/lanes/study/study.ts';
import type { Study } from '../../domain/lanes/study/study.ts';
import type { Queryable } from '../database.ts';
import { readLog } from './event-log.ts';
import { readPeopleTime, readSparedWork } from './people-times.ts';
import type { StepRow } from './read-lanes.ts';

export interface StepStudy extends Study {
  /** Items that an agent did in Auto and nobody looked at. */
  readonly alone: number;
  /** What people take, of their items with `started_at`; null where there is none. */
  readonly timed: { readonly items: number; readonly meanMinutes: number | null };
  /** The mean times the items; null where it is. */
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
  const { items, meanMs } = await readPeopleTime(q, workspaceNo, no);
  const [{ alone } = { alone: 0 }] = await readSparedWork(q, workspaceNo, [no]);
  const meanMinutes = meanMs === null ? null : meanMs / 60_000;
  return {
    ...study.result(),
    alone,
    timed: { items, meanMinutes },
    sparedMinutes: meanMinutes === null ? null : meanMinutes * alone,
  };
}
