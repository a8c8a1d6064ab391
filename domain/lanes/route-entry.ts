/** What a route answer needs to know of a step: small, kept in memory by every API process (D38). */
import type { Lane } from './event.ts';
import type { StoredGate } from './moves.ts';
import type { FrozenSight, Sightings } from './novelty.ts';

/** A stretch of time with one lane and one audit rate; it lasts until the next one. */
export interface RoutePeriod {
  /** Epoch ms. */
  readonly from: number;
  readonly lane: Lane;
  readonly auditRate: number;
  readonly blindRate: number;
  readonly reason: string;
  /** The seed of its picks, where the workspace has another one by now. */
  readonly seed?: string;
}

/** The arguments of `novelReasons`. */
export interface RouteNovelty {
  readonly minSeen: number;
  readonly features: Readonly<Record<string, FrozenSight>>;
  readonly seen: Readonly<Sightings>;
}

export interface RouteEntry {
  readonly queue: string;
  readonly step: string;
  readonly stepNo: number;
  readonly lane: Lane;
  /** Epoch ms. */
  readonly since: number;
  /** Fixed at each close for the week that follows; 0 outside Auto. */
  readonly auditRate: number;
  /** Share of Assist items that go to a person who does not see the proposal; 0 outside Assist. */
  readonly blindRate: number;
  /** Audits of the long window and of the open week, within the stint. */
  readonly audits: { readonly n: number; readonly errors: number; readonly weeks: number } | null;
  readonly reason: string;
  readonly rulesRevision: string;
  /** What the novel-input guard compares with; null when it is off or the step is not in Auto. */
  readonly novel: RouteNovelty | null;
  /** Of the last review. */
  readonly gates: readonly StoredGate[];
  /** The last 60 changes of lane or rate, newest last: for `at` in the past. Older ones are in the ledger. */
  readonly periods: readonly RoutePeriod[];
}

export const keptPeriods = 60;
