/** What other rules would have come to, beside what came of the rules of the time: by step and by week. */
import { auditPick } from '../audits.ts';
import type { Lane, StepName } from '../event.ts';
import { pairStateOf } from '../machine/counting.ts';
import type { ItemState } from '../machine/item-state.ts';
import type { LaneChange, LedgerRow } from '../moves.ts';
import { byText } from '../study/study.ts';

/** How items of a step and week were handled, or would have been. */
export interface Handled {
  /** The lane at the close of the week; null where no week was closed. */
  lane: Lane | null;
  decision: LedgerRow['decision'] | null;
  /** Items that a person audits after the agent has acted. */
  audits: number;
  /** Items that the agent does alone and nobody looks at. */
  spared: number;
  /** Of these: wrong, as audits, comparisons or outcomes report them. */
  wrong: number;
  /** Of these: nothing shows whether they are right. */
  unknown: number;
}

export interface WhatIfWeek extends StepName {
  /** YYYYWW. */
  readonly week: number;
  items: number;
  readonly was: Handled;
  readonly would: Handled;
}

export interface WhatIfStep extends Omit<WhatIfWeek, 'week'> {
  readonly moves: { readonly was: readonly LaneChange[]; readonly would: readonly LaneChange[] };
}

export interface WhatIf {
  readonly events: number;
  readonly steps: readonly WhatIfStep[];
  /** Every week of every step; `differs` says which to show. */
  readonly weeks: readonly WhatIfWeek[];
}

/** A stretch of time in which routes of a step were, or would have been, answered alike. */
export interface Stretch {
  /** Epoch ms. */
  readonly from: number;
  readonly lane: Lane;
  readonly auditRate: number;
  readonly seed: string;
}

const nothing = (): Handled => ({ lane: null, decision: null, audits: 0, spared: 0, wrong: 0, unknown: 0 });

interface Tally {
  /** A closed week, as it was or would have been. */
  week(side: 'was' | 'would', row: Pick<LedgerRow, 'queue' | 'step' | 'week' | 'lane' | 'decision'>): void;
  /** An item that was done. */
  item(place: { queue: string; step: string; item: string }, done: DoneItem, stretches: Stretches): void;
  result(events: number, changes: Readonly<Record<'was' | 'would', readonly LaneChange[]>>): WhatIf;
}

/** Those of a step, oldest first: in truth, as far as the ledger goes, and under the other rules. */
type Stretches = Readonly<Record<'was' | 'would', readonly Stretch[]>>;

interface DoneItem {
  readonly state: ItemState;
  /** A bad outcome was recorded. */
  readonly bad: boolean;
}

export function openTally(): Tally {
  const weeks = new Map<string, WhatIfWeek>();
  const weekOf = ({ queue, step, week }: { queue: string; step: string; week: number }): WhatIfWeek => {
    const key = `${queue}|${step}|${week}`;
    let found = weeks.get(key);
    if (!found) weeks.set(key, (found = { queue, step, week, items: 0, was: nothing(), would: nothing() }));
    return found;
  };
  return {
    week: (side, row) => {
      const handled = weekOf(row)[side];
      handled.lane = row.lane;
      handled.decision = row.decision;
    },
    item: (place, done, stretches) => {
      const { e, t, w, p } = done.state;
      if (e === undefined || t === undefined || w === undefined) return;
      const row = weekOf({ ...place, week: w });
      row.items++;
      const truth = truthOf(done);
      const [real, other] = [stretchAt(stretches.was, t), stretchAt(stretches.would, t)];
      if (e === 'auto') handle(row.was, p !== undefined, truth);
      if (real !== undefined && isAlike(real, other)) {
        // The same answers, so that everybody would have done the same.
        if (e === 'auto') handle(row.would, p !== undefined, truth);
        return;
      }
      // A person who did the item although it was routed to the agent would have done it all the same.
      if (other?.lane !== 'auto' || (real?.lane === 'auto' && e !== 'auto')) return;
      handle(row.would, auditPick(other.seed, place.queue, place.step, place.item) < other.auditRate, truth);
    },
    result: (events, changes) => {
      const rows = [...weeks.values()].toSorted(
        (a, b) => byText(a.queue, b.queue) || byText(a.step, b.step) || a.week - b.week,
      );
      return { events, steps: stepsOf(rows, changes), weeks: rows };
    },
  };
}

const stretchAt = (stretches: readonly Stretch[], at: number): Stretch | undefined =>
  stretches.findLast(({ from }) => from <= at);

function isAlike(one: Stretch, other: Stretch | undefined): boolean {
  if (one.lane !== other?.lane) return false;
  return one.lane !== 'auto' || (one.auditRate === other.auditRate && one.seed === other.seed);
}

type Truth = 'right' | 'wrong' | 'unknown';

function truthOf({ state, bad }: DoneItem): Truth {
  if (bad) return 'wrong';
  if (state.r !== undefined) return pairStateOf(state).right ? 'right' : 'wrong';
  return state.o === 1 ? 'right' : 'unknown';
}

function handle(into: Handled, audited: boolean, truth: Truth): void {
  if (audited) {
    into.audits++;
    return;
  }
  into.spared++;
  if (truth === 'wrong') into.wrong++;
  if (truth === 'unknown') into.unknown++;
}

function stepsOf(
  weeks: readonly WhatIfWeek[],
  changes: Readonly<Record<'was' | 'would', readonly LaneChange[]>>,
): WhatIfStep[] {
  const steps = new Map<string, WhatIfStep>();
  for (const { queue, step, items, was, would } of weeks) {
    const key = `${queue}|${step}`;
    let sum = steps.get(key);
    if (!sum) {
      const own = (list: readonly LaneChange[]): LaneChange[] =>
        list.filter((change) => change.queue === queue && change.step === step);
      const moves = { was: own(changes.was), would: own(changes.would) };
      steps.set(key, (sum = { queue, step, items: 0, was: nothing(), would: nothing(), moves }));
    }
    sum.items += items;
    add(sum.was, was);
    add(sum.would, would);
  }
  return [...steps.values()];
}

/** The lane of the last week stands for the step. */
function add(sum: Handled, { lane, decision, audits, spared, wrong, unknown }: Handled): void {
  sum.lane = lane ?? sum.lane;
  sum.decision = decision ?? sum.decision;
  sum.audits += audits;
  sum.spared += spared;
  sum.wrong += wrong;
  sum.unknown += unknown;
}

/** Whether anything of a week would have been otherwise. */
export function differs({ was, would }: Pick<WhatIfWeek, 'was' | 'would'>): boolean {
  return JSON.stringify(was) !== JSON.stringify(would);
}
