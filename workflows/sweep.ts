/**
 * The sweep, started by its Schedule: an activity that finds lost work and has it started again, repeated for an hour, so that
 * the list of workflows does not fill with sweeps.
 */
import { proxyActivities, sleep } from '@temporalio/workflow';
import type { SweepReport } from '../domain/dispatch/task-run.ts';
import type { TaskActivities } from '../activities/dispatch/task-activities.ts';

const engine = proxyActivities<Pick<TaskActivities, 'sweep'>>({
  summary: 'Find work whose workflow was lost',
  // A hundred open tasks take some 10 ms; a hundred thousand must fit too.
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '20 seconds',
  // The next sweep is never far; retrying a failed one at length would only skip it.
  retry: { maximumAttempts: 2 },
});

/** Left out by who wants a single one: a person, a test, Schedules of earlier versions. */
export interface SweepRounds {
  readonly everyMs: number;
  readonly rounds: number;
}

/** @returns the report of the last one. One that fails ends the run; the Schedule starts the next. */
export async function sweep(given?: SweepRounds): Promise<SweepReport> {
  const { everyMs, rounds } = given ?? { everyMs: 0, rounds: 1 };
  let report = await engine.sweep();
  for (let done = 1; done < rounds; done += 1) {
    await sleep(everyMs, { summary: 'until the next sweep' });
    report = await engine.sweep();
  }
  return report;
}
