/** Takes a step down at once, with all that follows: cool-down, evidence, sign-offs, alert, acknowledgement. */
import type { Lane } from '../event.ts';
import { type DemotionRule, type Numbers, type Signal, isoTime } from '../moves.ts';
import { moveLead } from '../sentences.ts';
import { assistCusum } from './step-state.ts';
import { type Machine, type Step, addPeriod, beginStint, dayLength, markRoute, openWeek } from './runtime.ts';
import { requestAcknowledgement, voidSignoff } from './signing-off.ts';

/** The signal of the specification that a demotion rests on; others are a lane change only. */
export interface Raised {
  readonly signal: Signal;
  readonly value: number;
  readonly threshold: number;
  readonly detail: string;
}

/** What a demotion says of the agent: how long its next promotion has to wait. */
const coolDowns: Readonly<Record<DemotionRule, 'critical' | 'drift' | 'none'>> = {
  critical_audit: 'critical',
  cusum: 'drift',
  psi: 'drift',
  novel_share: 'drift',
  overdue_audits: 'drift',
  exit_bound: 'drift',
  // Decisions of people, not findings about the agent.
  signoff_withdrawn: 'none',
  redefined: 'none',
  pinned: 'none',
};

export function demote(
  machine: Machine,
  step: Step,
  rule: DemotionRule,
  to: Lane,
  numbers: Numbers,
  reason: string,
  raised?: Raised,
): void {
  const { state } = step;
  const from = state.lane;
  voidSignoff(machine, step);
  beginCoolDown(machine, step, rule);
  beginStint(machine, step, to);
  restartEvidence(step);
  state.cusum = to === 'assist' ? assistCusum(step.rules) : { s: 0, p0: 0, p1: 0, h: 0, n: 0 };
  state.auditRate = 0;
  state.blindRate = to === 'assist' ? step.rules.blind.rate : 0;
  state.demotedBy = rule;
  const sentence = `${moveLead({ from, to })}${reason}`;
  state.lastChange = {
    queue: step.queue,
    step: step.step,
    from,
    to,
    at: isoTime(machine.now),
    week: openWeek(machine).number,
    rule,
    numbers,
    reason: sentence,
  };
  machine.out.laneChanges.push(state.lastChange);
  addPeriod(step, { from: machine.now, lane: to, auditRate: 0, blindRate: state.blindRate, reason: sentence });
  if (raised) raiseAlert(machine, step, raised);
  if (rule === 'critical_audit') requestAcknowledgement(machine, step, numbers);
}

export function raiseAlert(machine: Machine, step: Step, raised: Raised): void {
  const { state } = step;
  state.lastAlert = machine.now;
  state.weeksSinceAlert = 0;
  recordAlert(machine, step, raised);
}

/** Reports something that has a gate of its own, and is no drift that would hold promotions up. */
export function recordAlert(machine: Machine, step: Step, { signal, value, threshold, detail }: Raised): void {
  const { state } = step;
  markRoute(step);
  machine.out.alerts.push({
    queue: step.queue,
    step: step.step,
    signal,
    value,
    threshold,
    detail,
    lane: state.lane,
    at: isoTime(machine.now),
    week: openWeek(machine).number,
  });
}

/** The evidence of the e-value starts over: labels of earlier stints no longer count. */
export function restartEvidence(step: Step): void {
  step.state.evidence = { fromStint: step.stint.no, independent: { n: 0, k: 0 }, confirmed: { n: 0, k: 0 } };
}

/** Doubles (`factor`) with each earlier demotion that is still remembered. */
function beginCoolDown(machine: Machine, step: Step, rule: DemotionRule): void {
  const { state, rules } = step;
  const kind = coolDowns[rule];
  if (kind === 'none') return;
  const { drift_weeks, critical_weeks, factor, max_weeks, memory_weeks } = rules.cooldown;
  const remembered = state.demotions.filter(({ at }) => at > machine.now - memory_weeks * 7 * dayLength);
  const first = kind === 'critical' ? critical_weeks : drift_weeks;
  const weeks = Math.min(max_weeks, Math.ceil(first * factor ** remembered.length));
  state.coolDown = weeks > 0 ? { weeks, closed: 0, from: machine.now } : null;
  state.demotions = [...remembered.slice(-keptDemotions + 1), { at: machine.now, rule }];
}

/** After so many the cool-down is at its longest anyway. */
const keptDemotions = 12;

/** Whether a critical error took the step down within the memory. */
export function hadCriticalDemotion(machine: Machine, step: Step): boolean {
  const since = machine.now - step.rules.cooldown.memory_weeks * 7 * dayLength;
  return step.state.demotions.some(({ at, rule }) => rule === 'critical_audit' && at > since);
}
