/** What the machine remembers of one item of one step; short names, since there are millions of them. */
import type { AuditResult, Severity, SettlementVerdict, StepDone, Value, Values } from '../event.ts';

/** Which act took effect on an item: it decides its week and with whom it is compared. */
type Act = 'act' | 'confirm' | 'auto';

/** A piece of work that waits for its partner. */
export interface Work {
  /** Event id. */
  readonly i: string;
  /** Epoch ms. */
  readonly t: number;
  /** Actor id. */
  readonly a: string;
  /** Decision. */
  d?: string;
  o?: Values;
  /** Watched features, when there are any. */
  f?: Record<string, Value>;
  /** 1: it came when its week was closed. */
  l?: 1;
}

/** A result of an audit that waits for the act. */
export interface WaitingAudit extends Work {
  /** 1: agree. */
  g?: 1;
  v?: Severity;
}

export interface Settlement {
  /** Event id, epoch ms, actor id. */
  readonly i: string;
  readonly t: number;
  readonly a: string;
  readonly v: SettlementVerdict;
  /** 1: by a model; a person's replaces it. */
  m?: 1;
  s?: Severity;
  /** Why, in words. */
  c?: string;
}

/** How a pair came out. */
export type Result = 'agreed' | Severity;

export interface ItemState {
  /** The first effective action, its time (epoch ms) and its week (YYYYWW). */
  e?: Act;
  t?: number;
  w?: number;
  /** The stint that it belongs to. */
  n?: number;
  /** 1: picked for an audit. 2: perhaps picked, so that a result counts and none is missing. */
  p?: 1 | 2;
  /** 1: the agent acted where it was not allowed to. */
  k?: 1;
  /** That act while no person's work meets it, with its week and stint. */
  z?: Work & { readonly w: number; readonly n: number };
  /** 1: the effective action, or its partner, came when its week was closed. */
  l?: 1;
  /** The effective action while it waits for its partner. */
  x?: Work;
  /** Agent outputs that wait, oldest first: shadow ones and proposals. */
  s?: Work[];
  q?: Work[];
  /** Results of audits that wait for the act, oldest first. */
  u?: WaitingAudit[];
  /** How the pair came out, before any settlement. */
  r?: Result;
  /** 1: an outcome was recorded. */
  o?: 1;
  /** That outcome while it waits for the work that it is about. 1: good. 2: bad. */
  h?: 1 | 2;
  /** Who did the work and the check of a disagreement: none of them settles it. */
  b?: string[];
  /** The settlement in force, or the first that came before the pair. */
  y?: Settlement;
  /** Further ones that came before the pair, oldest first: the first may turn out to be of somebody's own work. */
  v?: Settlement[];
}

/** Work that waits is kept up to so many of a kind: more only come from a sender gone astray. */
export const mostWaiting = 8;

export function workOf(event: StepDone | AuditResult, late: boolean, watch: readonly string[]): Work {
  const work: Work = { i: event.id, t: event.at, a: event.actor.id };
  if (event.decision !== null) work.d = event.decision;
  if (event.outputs !== null) work.o = event.outputs;
  if (late) work.l = 1;
  if (watch.length > 0 && event.kind === 'step.done') {
    const features = watched(event, watch);
    if (features) work.f = features;
  }
  return work;
}

export function watched(event: StepDone, watch: readonly string[]): Record<string, Value> | undefined {
  let found: Record<string, Value> | undefined;
  for (const name of watch) {
    if (!Object.hasOwn(event.features, name)) continue;
    found ??= {};
    found[name] = event.features[name] ?? null;
  }
  return found;
}

export function outputOf(work: Work): { decision: string | null; outputs: Readonly<Record<string, Value>> | null } {
  return { decision: work.d ?? null, outputs: work.o ?? null };
}

/** Keeps the order of time, equal times in the order of arrival; the oldest goes when too many wait. */
export function insertByTime<W extends Work>(waiting: W[], work: W): void {
  let place = waiting.length;
  while (place > 0 && (waiting[place - 1]?.t ?? 0) > work.t) place--;
  waiting.splice(place, 0, work);
  if (waiting.length > mostWaiting) waiting.shift();
}

export function lastUntil(waiting: readonly Work[], at: number): Work | undefined {
  for (let i = waiting.length - 1; i >= 0; i--) {
    const work = waiting[i];
    if (work && work.t <= at) return work;
  }
  return undefined;
}
