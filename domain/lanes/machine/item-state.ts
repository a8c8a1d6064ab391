/** What the machine remembers of one item of one step; short names, since there are millions of them. */
import type { Severity, SettlementVerdict, Value, Values } from '../event.ts';

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
