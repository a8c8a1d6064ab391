/** Counts route calls in memory and adds them to the workspace's day in batches (D38): a crash loses a second of them. */
import type { Log } from '../../process/logging.ts';
import type { Queryable } from '../../store/database.ts';
import { addRouteCounts } from '../../store/lanes/read-routes.ts';

export interface RouteCounter {
  /** Counts answers given to a workspace. */
  add(workspace: { readonly no: number; readonly timeZone: string }, calls: number): void;
  /** Answers of this process that are not kept yet. */
  waiting(workspaceNo: number): number;
  /** Adds what is left. */
  stop(): Promise<void>;
}

const flushEveryMs = 900;

export function openRouteCounter(q: Queryable, log: Log): RouteCounter {
  let counts = new Map<number, { calls: number; timeZone: string }>();
  let underWay: typeof counts = new Map();

  const flush = async (): Promise<void> => {
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    underWay = taken;
    const now = new Date();
    const rows = [...taken].map(([workspaceNo, { calls, timeZone }]) => ({
      workspaceNo,
      calls,
      day: dayOf(now, timeZone),
    }));
    try {
      await addRouteCounts(q, rows);
    } catch (error) {
      log.warn({ err: error }, 'route calls could not be counted; they are added later');
      for (const [no, { calls, timeZone }] of taken) add({ no, timeZone }, calls);
    } finally {
      underWay = new Map();
    }
  };
  const add = ({ no, timeZone }: { readonly no: number; readonly timeZone: string }, calls: number): void => {
    const known = counts.get(no);
    if (known) known.calls += calls;
    else counts.set(no, { calls, timeZone });
  };

  let flushing: Promise<void> = Promise.resolve();
  const ticker = setInterval(() => {
    flushing = flushing.then(flush);
  }, flushEveryMs);
  ticker.unref();
  return {
    add,
    waiting: (workspaceNo) => (counts.get(workspaceNo)?.calls ?? 0) + (underWay.get(workspaceNo)?.calls ?? 0),
    stop: async () => {
      clearInterval(ticker);
      await flushing;
      await flush();
    },
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The date of a workspace's day by the wall clock, `YYYY-MM-DD` (D50). */
export function dayOf(now: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(now);
}
