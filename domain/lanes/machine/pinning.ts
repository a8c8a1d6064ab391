/** Puts pins in force and takes them away (D74). A pin takes down at once; its end lifts nothing: lanes are earned. */
import type { Lane } from '../event.ts';
import type { Gate, Numbers } from '../moves.ts';
import { type Ceiling, type PinChange, ceilingOf, isAbove } from '../pin.ts';
import { gate } from '../review/gate.ts';
import { laneName } from '../sentences.ts';
import { weekNumbered } from '../week.ts';
import { demote } from './demoting.ts';
import { type Machine, type Step, mark, markRoute } from './runtime.ts';

export function applyPin(machine: Machine, change: PinChange): void {
  const { workspace } = machine;
  const kept = workspace.pins ?? [];
  const before = new Map([...machine.steps.values()].map((step) => [step, pinSentence(machine, step)]));
  const id = 'add' in change ? change.add.id : change.remove;
  const others = kept.filter((pin) => pin.id !== id);
  const pins = 'add' in change ? [...others, change.add] : others;
  if (pins.length > 0) workspace.pins = pins;
  else delete workspace.pins;
  for (const step of machine.steps.values()) {
    const { gates } = step.state;
    // What blocks is reported at once; the next review looks again.
    const shown = gates.filter((reviewed) => reviewed.gate !== 'pinned').concat(pinnedGates(machine, step));
    if (shown.length !== gates.length || gates.some((reviewed) => reviewed.gate === 'pinned')) {
      step.state.gates = step.state.review?.lane === step.state.lane ? shown : gates;
      markRoute(step);
    }
    // The reason of a route names the pin.
    if (before.get(step) !== pinSentence(machine, step)) markRoute(step);
    lowerToCeiling(machine, step);
  }
}

function ceilingFor(machine: Machine, step: Step): Ceiling | undefined {
  return ceilingOf(machine.workspace.pins ?? [], step.rules.max_lane, step, machine.now);
}

/** Takes a step down that is higher than it may be. */
export function lowerToCeiling(machine: Machine, step: Step): void {
  const ceiling = ceilingFor(machine, step);
  if (ceiling === undefined || !isAbove(step.state.lane, ceiling.lane)) return;
  const { pin, lane, words } = ceiling;
  const numbers: Numbers =
    pin === null
      ? { max_lane: lane }
      : { pin: pin.id, by: pin.by, until: pin.until === null ? null : new Date(pin.until).toISOString() };
  demote(machine, step, 'pinned', lane, numbers, `${words}.`);
  mark(step);
}

/**
 * The sentence of the pin that keeps a step where it is; undefined where none does. Whether it has ended goes by the start
 * of the open week: routes are stated again at every close, and must not depend on how events are grouped in between.
 */
export function pinSentence(machine: Machine, step: Step): string | undefined {
  const { openWeek, pins = [] } = machine.workspace;
  const begun = openWeek === null ? -Infinity : weekNumbered(openWeek, machine.rules.timeZone).start;
  const ceiling = ceilingOf(pins, step.rules.max_lane, step, begun);
  if (!ceiling?.pin || isAbove(ceiling.lane, step.state.lane)) return undefined;
  const { lane, by, until, reason } = ceiling.pin;
  const end = until === null ? '' : ` until ${new Date(until).toISOString()}`;
  return `Pinned to ${laneName(lane)} by ${by}${end}: ${reason}.`;
}

/** A gate only where something holds the step below its next lane. */
export function pinnedGates(machine: Machine, step: Step): Gate[] {
  const next: Lane | undefined =
    step.state.lane === 'shadow' ? 'assist' : step.state.lane === 'assist' ? 'auto' : undefined;
  const ceiling = ceilingFor(machine, step);
  if (next === undefined || ceiling === undefined || !isAbove(next, ceiling.lane)) return [];
  return [gate('pinned', true, false, false, { passed: '', held: ceiling.words })];
}
