/** The route table of a workspace as callers keep it to answer route questions themselves: what `decideRoute` needs of each step. */
import { pickRevision } from './audit-pick.ts';
import type { Lane } from './event.ts';
import type { RouteEntry } from './route-entry.ts';

export interface RouteTableStep {
  readonly queue: string;
  readonly step: string;
  readonly lane: Lane;
  readonly audit_rate: number;
  readonly blind_rate: number;
  readonly reason: string;
  /** What the novel-input guard compares with; null where it is off. */
  readonly novel: {
    readonly min_seen: number;
    readonly features: NonNullable<RouteEntry['novel']>['features'];
    readonly seen: NonNullable<RouteEntry['novel']>['seen'];
  } | null;
}

export interface RouteTableView {
  /** It goes up with every change of any step. */
  readonly version: number;
  /** Of the hash of the picks; a caller that knows another one must not answer by this table. */
  readonly pick_revision: number;
  readonly audit_seed: string;
  readonly steps: readonly RouteTableStep[];
}

export function routeTableView(
  { version, entries }: { readonly version: number; readonly entries: Iterable<RouteEntry> },
  auditSeed: string,
): RouteTableView {
  const steps = [...entries].map(({ queue, step, lane, auditRate, blindRate, reason, novel }): RouteTableStep => ({
    queue,
    step,
    lane,
    audit_rate: auditRate,
    blind_rate: blindRate,
    reason,
    novel: novel && { min_seen: novel.minSeen, features: novel.features, seen: novel.seen },
  }));
  steps.sort((a, b) => (`${a.queue}|${a.step}` < `${b.queue}|${b.step}` ? -1 : 1));
  return { version, pick_revision: pickRevision, audit_seed: auditSeed, steps };
}
