/** Makes the route entry of a step: what every API process keeps in memory (D38). */
import { count } from '../figures.ts';
import { coverageNote } from '../review/coverage.ts';
import type { RouteEntry } from '../route-entry.ts';
import { counted, laneName, percent } from '../sentences.ts';
import { weeksBetween } from '../week.ts';
import type { Step } from './runtime.ts';

/**
 * @param openWeek the week that is not closed yet, YYYYWW
 * @param pinned the sentence of the pin that keeps the step where it is
 */
export function routeEntryOf(step: Step, openWeek: number | null, pinned: string | undefined): RouteEntry {
  const { state, rules } = step;
  const audits = recentAudits(step, openWeek);
  const { baseline, seen } = state;
  const guarded = state.lane === 'auto' && rules.novel.enabled && baseline !== null;
  return {
    queue: step.queue,
    step: step.step,
    stepNo: step.no,
    lane: state.lane,
    since: state.since,
    auditRate: state.auditRate,
    blindRate: state.blindRate,
    audits,
    reason: `${routeReason(step, audits, pinned)}${coverageNote(state.review?.short, rules)}`,
    rulesRevision: step.revision,
    novel: guarded ? { minSeen: rules.novel.min_seen, features: baseline.sight, seen: seen } : null,
    gates: state.gates,
    periods: [...state.periods],
  };
}

/** The audits of the stint that the windows still reach: the long window and the open week. */
function recentAudits(step: Step, openWeek: number | null): RouteEntry['audits'] {
  if (step.state.lane !== 'auto') return null;
  const { long } = step.rules.weeks;
  let [n, errors] = [0, 0];
  for (const row of step.weeks) {
    if (row.stint !== step.stint.no || openWeek === null || weeksBetween(row.week, openWeek) > long) continue;
    n += count(row.counts, 'audited');
    errors += count(row.counts, 'auditErrors');
  }
  return { n, errors, weeks: Math.min(step.state.closes, long) };
}

/** The sentence of a route answer, but for what concerns the item alone. */
function routeReason(step: Step, audits: RouteEntry['audits'], pinned: string | undefined): string {
  const { state } = step;
  const lane = laneName(state.lane);
  if (audits) {
    if (audits.n === 0)
      return `${lane}: no audits since the step entered Auto; ${counted(state.closes, 'week')} closed.`;
    const right = audits.n - audits.errors;
    return `${lane}: ${right} of ${counted(audits.n, 'recent audit')} agreed (${percent(right / audits.n)}).`;
  }
  const does = state.lane === 'assist' ? 'the agent proposes and a person confirms' : 'a person does the item';
  if (pinned !== undefined) return `${lane}: ${does}. ${pinned}`;
  // Gates of a review in another lane are about a move that is past.
  const reviewed = state.review?.lane === state.lane;
  const blocking = reviewed ? state.gates.find(({ passed }) => !passed) : undefined;
  return `${lane}: ${does}. ${blocking ? blocking.sentence : 'The next review is at the close of the week.'}`;
}
