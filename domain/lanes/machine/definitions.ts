/** Defines steps, and says what counts as a redefinition: the evidence then starts over. */
import type { Actor, QueueDefined, StepDefinition } from '../event.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { demote, restartEvidence } from './demoting.ts';
import { setBaseline } from './inputs.ts';
import { type StepState, assistCusum, refreshCusum } from './step-state.ts';
import { lowerToCeiling } from './pinning.ts';
import { type Machine, type Step, addStep, beginStint, findStep, mark, markRoute, rulesOf } from './runtime.ts';
import { voidSignoff } from './signing-off.ts';

/** Agents and versions remembered; beyond that the oldest is forgotten and would count as new. */
const keptVersions = 20;

export function applyDefinition(machine: Machine, event: QueueDefined): void {
  for (const definition of event.steps) {
    const step = findStep(machine, event.queue, definition.step);
    if (step) redefine(machine, step, definition);
    else defineStep(machine, event.queue, definition, event.at);
  }
}

/** @param since the definition's own time, or that of the work before it in the same request, epoch ms */
export function defineStep(machine: Machine, queue: string, definition: StepDefinition, since: number): Step {
  const step = addStep(machine, machine.workspace.nextStepNo++, queue, definition.step, newState(definition, since));
  markRoute(step);
  return step;
}

function newState(definition: StepDefinition, since: number): StepState {
  return {
    definition,
    lane: 'shadow',
    since,
    stints: [{ no: 1, from: since, lane: 'shadow' }],
    closes: 0,
    comparedInStint: 0,
    newPairs: 0,
    newAudits: 0,
    passes: 0,
    exits: 0,
    evidence: { fromStint: 1, independent: { n: 0, k: 0 }, confirmed: { n: 0, k: 0 } },
    cusum: { s: 0, p0: 0, p1: 0, h: 0, n: 0 },
    picks: [],
    due: { picked: 0, results: 0 },
    baseline: null,
    mix: [],
    sinceLook: 0,
    shifted: false,
    seen: {},
    novel: { bits: '', ones: 0 },
    lastAlert: null,
    weeksSinceAlert: null,
    demotions: [],
    coolDown: null,
    signoff: null,
    acknowledgement: null,
    askAgain: null,
    demotedBy: null,
    auditRate: 0,
    blindRate: 0,
    periods: [{ from: since, lane: 'shadow', auditRate: 0, blindRate: 0, reason: 'Every step begins in Shadow.' }],
    versions: [],
    amended: [],
    gates: [],
    lastChange: null,
    review: null,
  };
}

/** The same definition again does nothing; other `fields`, `money_moving` or `watch` count as redefinition. */
function redefine(machine: Machine, step: Step, given: StepDefinition): void {
  const before = step.state.definition;
  // The mix of inputs is kept in the order of `watch`.
  const inputs = !sameMembers(before.watch, given.watch);
  const definition = inputs ? given : { ...given, watch: before.watch };
  if (canonicalJson(before) === canonicalJson(definition)) return;
  step.state.definition = definition;
  Object.assign(step, rulesOf(definition));
  refreshCusum(step.state, step.rules);
  markRoute(step);
  const changed: string[] = [];
  if (!sameMembers(before.fields, definition.fields)) changed.push('fields');
  if (before.moneyMoving !== definition.moneyMoving) changed.push('money_moving');
  if (inputs) changed.push('watch');
  if (changed.length === 0) return lowerToCeiling(machine, step);
  startAgain(machine, step, `the step was redefined (${changed.join(', ')}).`, { changed: changed.join(', ') });
  if (inputs) setBaseline(step.state, null);
  lowerToCeiling(machine, step);
}

/** In any order: it says nothing about the work. */
function sameMembers(before: readonly unknown[], after: readonly unknown[]): boolean {
  const text = (list: readonly unknown[]): string => canonicalJson(list.map(canonicalJson).sort());
  return text(before) === text(after);
}

/** Auto ends; in the lower lanes the stint begins again: what was compared under another definition proves nothing. */
function startAgain(machine: Machine, step: Step, reason: string, numbers: Record<string, string>): void {
  const { state } = step;
  if (state.lane === 'auto') return demote(machine, step, 'redefined', 'assist', numbers, reason);
  voidSignoff(machine, step);
  beginStint(machine, step, state.lane);
  restartEvidence(step);
  if (state.lane === 'assist') state.cusum = assistCusum(step.rules);
}

/** A new version of a known agent keeps the lane and is named in the review, unless the rules say otherwise. */
export function watchAgentVersion(machine: Machine, step: Step, actor: Actor): void {
  const { version } = actor;
  if (version === undefined || version === null) return;
  const { versions } = step.state;
  const last = versions.at(-1);
  if (last && last.version === version && last.agent === actor.id) return;
  if (versions.some((known) => known.version === version && known.agent === actor.id)) return;
  const fresh = versions.some((known) => known.agent === actor.id);
  versions.push({ agent: actor.id, version, fresh });
  if (versions.length > keptVersions) versions.shift();
  mark(step);
  if (!fresh || !step.rules.redefine_on_agent_version) return;
  startAgain(machine, step, `agent ${actor.id} has the new version ${version}.`, { agent: actor.id, version });
}
