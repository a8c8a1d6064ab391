/** What the store keeps of a machine: all of it is bounded, plain JSON, and written only where it changed. */
import type { StepName } from '../event.ts';
import type { Pin } from '../pin.ts';
import type { RouteEntry } from '../route.ts';
import type { HeldPlace } from './records.ts';
import type { StepState } from './step-state.ts';

export interface WorkspaceState {
  /** The data clock, epoch ms; null before the first event. */
  clock: number | null;
  /** The oldest week that is not closed, YYYYWW; null before the first event. */
  openWeek: number | null;
  /** The newest closed week, YYYYWW, or 0. */
  closedWeek: number;
  /** Events held until the next close, and the steps (queue and step) that only they define. */
  held: number;
  /**
   * Since when the hold lasts by the wall clock, epoch ms; left out while there is none. Without it a hold is one of an
   * older version, under which everything that came was held.
   */
  heldSince?: number;
  heldSteps: [string, string][];
  /** While a close is ingested in parts: what is logged before this record and lies up to this place is held no longer. */
  released?: HeldPlace & { readonly seq: number };
  nextStepNo: number;
  /** Disagreements that nobody has settled. */
  waiting: number;
  /** Pins in force or expired, oldest first; left out while there is none. */
  pins?: readonly Pin[];
}

export interface SavedStep extends StepName {
  readonly no: number;
  /** The machine continues changing it: write it out before the next record is taken. */
  readonly state: StepState;
}

export interface ChangedStep extends SavedStep {
  readonly route: RouteEntry;
  readonly routeChanged: boolean;
}

/** The counters of a step, stint and week: the whole list, in the order of `countNames`. */
export interface SavedWeek {
  readonly stepNo: number;
  readonly stint: number;
  /** The Monday in UTC, epoch ms: the same whatever the time zone of the workspace becomes. */
  readonly weekStart: number;
  /** YYYYWW. */
  readonly week: number;
  readonly counts: readonly number[];
}

/** Sightings of a watched input to be added to those stored. */
export interface SavedInput {
  readonly stepNo: number;
  readonly stint: number;
  /** YYYYWW. */
  readonly week: number;
  readonly feature: string;
  readonly value: string;
  readonly n: number;
}

export interface MachineChanges {
  readonly workspace: WorkspaceState;
  readonly steps: readonly ChangedStep[];
  readonly weeks: readonly SavedWeek[];
  readonly inputs: readonly SavedInput[];
}
