/** Reviews a step in Shadow or Assist at a week's close, and promotes it by one lane when every gate has passed. */
import type { Lane } from '../event.ts';
import { type Gate, type Numbers, type PromotionRule, isoTime } from '../moves.ts';
import { gate, gateSentence } from '../review/gate.ts';
import { type ReviewInput, assistToAutoGates, shadowToAssistGates } from '../review/promotion-gates.ts';
import { counted, moveLead } from '../sentences.ts';
import type { Week } from '../week.ts';
import { freezeBaseline, inputShifts, noShiftReason, setBaseline, worstShift } from './inputs.ts';
import { assistCusum, autoCusum } from './step-state.ts';
import { pinnedGates } from './pinning.ts';
import { type Machine, type Step, beginStint, dayOf } from './runtime.ts';
import { hasValidSignoff, mayAskForSignoff, requestPromotion, signoffGate, useSignoff } from './signing-off.ts';
import { comparedPerWeek, windowCounts } from './counting.ts';

interface Review {
  readonly gates: readonly Gate[];
  readonly rule: PromotionRule | null;
}

/** @param mayMove false in a week in which the step was demoted: that decides its row */
export function reviewForPromotion(machine: Machine, step: Step, week: Week, mayMove: boolean): Review {
  return step.state.lane === 'shadow'
    ? reviewShadow(machine, step, week, mayMove)
    : reviewAssist(machine, step, week, mayMove);
}

function reviewShadow(machine: Machine, step: Step, week: Week, mayMove: boolean): Review {
  const gates = [...shadowToAssistGates(reviewInput(machine, step, week)), ...pinnedGates(machine, step)];
  if (!mayMove || !allPassed(gates)) return { gates, rule: null };
  promote(machine, step, week, 'shadow_to_assist', 'assist', gates);
  return { gates, rule: 'shadow_to_assist' };
}

/** All gates at so many closes in a row; then, for a step that moves money, the sign-off. */
function reviewAssist(machine: Machine, step: Step, week: Week, mayMove: boolean): Review {
  const { state, rules } = step;
  const gates = [...assistToAutoGates(reviewInput(machine, step, week)), ...pinnedGates(machine, step)];
  const earned = allPassed(gates);
  if (state.newPairs > 0) state.passes = earned ? state.passes + 1 : 0;
  const { consecutive_closes } = rules.assist_to_auto;
  const inARow = state.passes >= consecutive_closes;
  gates.push(
    gate('consecutive_closes', state.passes, consecutive_closes, inARow, {
      passed: `every gate above passed at ${counted(state.passes, 'close')} in a row`,
      held: `every gate above passed at ${counted(state.passes, 'close')} in a row, at least ${consecutive_closes} are needed`,
    }),
  );
  const ready = mayMove && earned && inARow;
  if (state.definition.moneyMoving && rules.money.signoff_required) {
    const signed = hasValidSignoff(step, machine.now);
    if (ready && !signed && mayAskForSignoff(step, machine.now)) requestPromotion(machine, step, numbersOf(gates));
    gates.push(signoffGate(step, signed));
  }
  if (!ready || !allPassed(gates)) return { gates, rule: null };
  useSignoff(machine, step);
  promote(machine, step, week, 'assist_to_auto', 'auto', gates);
  return { gates, rule: 'assist_to_auto' };
}

function promote(
  machine: Machine,
  step: Step,
  week: Week,
  rule: PromotionRule,
  to: 'assist' | 'auto',
  gates: readonly Gate[],
): void {
  const { state } = step;
  const from: Lane = state.lane;
  if (to === 'auto') setBaseline(state, freezeBaseline(machine, step));
  else state.acknowledgement = null;
  state.cusum = to === 'auto' ? autoCusum(step.rules, state.evidence) : assistCusum(step.rules);
  beginStint(machine, step, to);
  state.coolDown = null;
  const reason = `${moveLead({ from, to })}every gate passed. ${sentenceOf(gates, 'lower_bound')}`;
  state.lastChange = {
    queue: step.queue,
    step: step.step,
    from,
    to,
    at: isoTime(machine.now),
    week: week.number,
    rule,
    numbers: numbersOf(gates),
    reason,
  };
  machine.out.laneChanges.push(state.lastChange);
}

function reviewInput(machine: Machine, step: Step, week: Week): ReviewInput {
  const { state, rules } = step;
  const { short, long } = rules.weeks;
  const shift = worstShift(inputShifts(state, rules, dayOf(machine.now)), 'warn');
  return {
    rules,
    moneyMoving: state.definition.moneyMoving,
    closedWeeks: state.closes,
    comparedInStint: state.comparedInStint,
    newPairs: state.newPairs,
    short: windowCounts(step, week.number, short),
    long: windowCounts(step, week.number, long),
    comparedPerWeek: comparedPerWeek(step, week.number, long),
    independent: state.evidence.independent,
    confirmed: state.evidence.confirmed,
    unanswered: state.evidence.unanswered ?? 0,
    coolDown: state.coolDown,
    acknowledgementWaits: state.acknowledgement?.state === 'waiting',
    shift: shift ?? null,
    noShift: noShiftReason(state, rules, dayOf(machine.now)),
    alertFreeWeeks: state.weeksSinceAlert,
    newVersions: state.versions.filter(({ fresh }) => fresh),
  };
}

function allPassed(gates: readonly Gate[]): boolean {
  return gates.every(({ passed }) => passed);
}

export function numbersOf(gates: readonly Gate[]): Numbers {
  return Object.fromEntries(gates.filter(({ bar }) => bar !== null).map(({ gate, value }) => [gate, value]));
}

function sentenceOf(gates: readonly Gate[], name: string): string {
  const found = gates.find(({ gate }) => gate === name);
  return found === undefined ? '' : gateSentence(found);
}
