/** Counts route calls in memory and adds them to the day of the workspace and of each step in batches (D38): a crash loses a second of them. */
import type { Log } from '../../process/logging.ts';
import type { Queryable } from '../../store/database.ts';
import { addRouteCounts } from '../../store/lanes/routes.ts';

interface Caller {
  readonly no: number;
  readonly timeZone: string;
}

export interface RouteCounter {
  /** Counts answers given to a workspace. */
  add(workspace: Caller, calls: number): void;
  /** Counts an answer about a step that is there; the workspace's own count is `add`. */
  addStep(workspace: Caller, step: { readonly queue: string; readonly step: string }): void;
  /** Answers of this process that are not kept yet. */
  waiting(workspaceNo: number): number;
  /** Adds what is left. */
  stop(): Promise<void>;
}

interface Counts {
  calls: number;
  readonly timeZone: string;
  /** By queue, then by step. */
  readonly steps: Map<string, Map<string, number>>;
}

const flushEveryMs = 900;

export function openRouteCounter(q: Queryable, log: Log): RouteCounter {
  let counts = new Map<number, Counts>();
  let underWay: typeof counts = new Map();

  const flush = async (): Promise<void> => {
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    underWay = taken;
    const now = new Date();
    const rows = [...taken].map(([workspaceNo, { calls, timeZone, steps }]) => ({
      workspaceNo,
      calls,
      day: dayOf(now, timeZone),
      steps: [...steps].flatMap(([queue, of]) => [...of].map(([step, n]) => ({ queue, step, calls: n }))),
    }));
    try {
      await addRouteCounts(q, rows);
    } catch (error) {
      log.warn({ err: error }, 'route calls could not be counted; they are added later');
      for (const [no, { calls, timeZone, steps }] of taken) {
        add({ no, timeZone }, calls);
        for (const [queue, of] of steps) for (const [step, n] of of) addStep({ no, timeZone }, { queue, step }, n);
      }
    } finally {
      underWay = new Map();
    }
  };
  const countsOf = ({ no, timeZone }: Caller): Counts => {
    const known = counts.get(no);
    if (known) return known;
    const made = { calls: 0, timeZone, steps: new Map<string, Map<string, number>>() };
    counts.set(no, made);
    return made;
  };
  const add = (workspace: Caller, calls: number): void => {
    countsOf(workspace).calls += calls;
  };
  const addStep: (...given: [...Parameters<RouteCounter['addStep']>, calls?: number]) => void = (
    workspace,
    { queue, step },
    calls = 1,
  ) => {
    const { steps } = countsOf(workspace);
    let of = steps.get(queue);
    if (of === undefined) steps.set(queue, (of = new Map()));
    of.set(step, (of.get(step) ?? 0) + calls);
  };

  let flushing: Promise<void> = Promise.resolve();
  const ticker = setInterval(() => {
    flushing = flushing.then(flush);
  }, flushEveryMs);
  ticker.unref();
  return {
    add,
    addStep: (workspace, step) => addStep(workspace, step),
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
