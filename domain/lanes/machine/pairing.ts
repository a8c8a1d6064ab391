/** Pairs work on an item: shadow with act, proposal with confirm, the agent's act with its audit (D45, D51). */
import { type FieldDifference, compareOutputs } from '../compare.ts';
import type { AuditResult, OutcomeRecorded, Severity, StepDone, Value } from '../event.ts';
import { isoTime } from '../moves.ts';
import { weekOf } from '../week.ts';
import { allowedAct } from './allowing.ts';
import {
  countLateOutput,
  countLatePick,
  countPair,
  countSeenItem,
  countUnanswered,
  countUnauthorised,
  countUnmet,
  noteAmended,
} from './counting.ts';
import { watchAgentVersion } from './definitions.ts';
import { observeInputs } from './inputs.ts';
import {
  type ItemState,
  type WaitingAudit,
  type Work,
  insertByTime,
  lastUntil,
  outputOf,
  watched,
  workOf,
} from './item-state.ts';
import {
  afterAudit,
  afterConfirmedPair,
  afterIndependentPair,
  afterItem,
  afterOutcome,
  countPick,
  countResult,
} from './monitoring.ts';
import { shownWork } from './records.ts';
import { type Machine, type Step, periodAt, stintAt } from './runtime.ts';
import { applyEarlySettlements, severityOf, shownSettlement } from './settling.ts';

export function applyStepDone(machine: Machine, step: Step, event: StepDone, late: boolean): void {
  const item = machine.items.get(step.no, event.item) ?? {};
  if (event.actor.kind === 'agent') watchAgentVersion(machine, step, event.actor);
  const taken = takeRole(machine, step, event, item, late);
  if (taken) machine.items.put(step.no, event.item, item);
  else machine.out.repeats.add(event.id);
}

/** @returns false for work that has no effect: a repeat, or a role that is not the actor's */
function takeRole(machine: Machine, step: Step, event: StepDone, item: ItemState, late: boolean): boolean {
  const byAgent = event.actor.kind === 'agent';
  if (event.role === 'shadow') return byAgent && applyAgentOutput(machine, step, event, item, late, 'act');
  if (event.role === 'proposal') return byAgent && applyAgentOutput(machine, step, event, item, late, 'confirm');
  if (event.role === 'confirm') return !byAgent && applyPersonsAct(machine, step, event, item, late, 'confirm');
  if (byAgent) return applyAgentsAct(machine, step, event, item, late);
  return applyPersonsAct(machine, step, event, item, late, 'act');
}

/** A shadow output or a proposal: it waits, or meets the person's action that waits for it. */
function applyAgentOutput(
  machine: Machine,
  step: Step,
  event: StepDone,
  item: ItemState,
  late: boolean,
  partner: 'act' | 'confirm',
): boolean {
  if (item.e === undefined) {
    const waiting = partner === 'act' ? (item.s ??= []) : (item.q ??= []);
    insertByTime(waiting, workOf(event, late, step.state.definition.watch));
    return true;
  }
  if (item.e !== partner || !item.x || item.r !== undefined) return false;
  // A person who confirms has seen a proposal; the order of the two does not matter in Shadow alone.
  if (partner === 'confirm' && isAfter(machine, step, event, item.x)) return false;
  countUnanswered(machine, step, item, -1);
  if (partner === 'act' && isAfter(machine, step, event, item.x)) countLateOutput(machine, step, item);
  pairOutputs(machine, step, event.item, item, item.x, workOf(event, late, []));
  return true;
}

/**
 * Whether an output came after the person's work that is stored already. A time is what its sender states, and an agent
 * could state one from before it knew the answer.
 */
function isAfter({ fromAgents }: Machine, { rules }: Step, output: StepDone, work: Work): boolean {
  const { late_by } = rules.coverage;
  return output.at > work.t || late_by === 'arrival' || (late_by === 'sender' && fromAgents);
}

function applyPersonsAct(
  machine: Machine,
  step: Step,
  event: StepDone,
  item: ItemState,
  late: boolean,
  act: 'act' | 'confirm',
): boolean {
  if (item.e !== undefined) return false;
  const waiting = act === 'act' ? item.s : item.q;
  // What the agent has done counts before what it said it would do.
  const output = item.z ?? (waiting && (lastUntil(waiting, event.at) ?? (act === 'act' ? waiting[0] : undefined)));
  if (item.z) countUnmet(machine, step, item.z, -1);
  const known = output ?? item.s?.at(-1) ?? item.q?.at(-1);
  beginItem(machine, step, event, item, late, act);
  delete item.s;
  delete item.q;
  delete item.u;
  delete item.z;
  const own = workOf(event, late, []);
  if (output) {
    if (act === 'act' && output.t > own.t) countLateOutput(machine, step, item);
    pairOutputs(machine, step, event.item, item, own, output);
  } else {
    item.x = own;
    countUnanswered(machine, step, item, 1);
  }
  observe(machine, step, event, item, known?.f);
  return true;
}

function applyAgentsAct(machine: Machine, step: Step, event: StepDone, item: ItemState, late: boolean): boolean {
  if (item.e === 'auto') return false;
  const allowed = allowedAct(machine, step, event);
  if (!allowed) return takeUnauthorised(machine, step, event, item, late);
  if (item.e !== undefined) return false;
  if (allowed.pick > 0) item.p = allowed.pick === 1 ? 1 : 2;
  beginItem(machine, step, event, item, late, 'auto', allowed.stint.no);
  const waiting = item.u;
  const audit = item.p !== undefined ? waiting?.find((result) => result.t >= event.at) : undefined;
  delete item.s;
  delete item.q;
  delete item.u;
  if (item.p !== undefined) {
    if (item.p === 1) countPick(machine, step, item);
    item.x = workOf(event, late, []);
    if (audit) pairAudit(machine, step, event.item, item, audit);
  }
  waiting?.forEach((other) => other !== audit && announceAudit(machine, step, event.item, other, event.at, false));
  applyWaitingOutcome(machine, step, item);
  observe(machine, step, event, item, undefined);
  return true;
}

/** Stored and reported, never effective: the item stays with the person, whose work it is compared with. */
function takeUnauthorised(machine: Machine, step: Step, event: StepDone, item: ItemState, late: boolean): boolean {
  if (item.k === 1) return false;
  const { at, actor, id } = event;
  const work = {
    ...workOf(event, late, step.state.definition.watch),
    w: weekOf(at, machine.rules.timeZone).number,
    n: stintAt(step, at).no,
  };
  item.k = 1;
  countUnauthorised(machine, step, work);
  machine.out.unauthorised.push({
    queue: step.queue,
    step: step.step,
    item: event.item,
    event_id: id,
    actor: actor.id,
    lane: periodAt(step, at)?.lane ?? step.state.lane,
    at: isoTime(at),
  });
  if (item.e === undefined) {
    item.z = work;
    countUnmet(machine, step, work, 1);
  } else if (item.x && item.r === undefined) {
    countUnanswered(machine, step, item, -1);
    if (item.e === 'act' && isAfter(machine, step, event, item.x)) countLateOutput(machine, step, item);
    pairOutputs(machine, step, event.item, item, item.x, work);
  }
  return true;
}

export function applyAuditResult(machine: Machine, step: Step, event: AuditResult, late: boolean): void {
  const item = machine.items.get(step.no, event.item) ?? {};
  const audit: WaitingAudit = workOf(event, late, []);
  if (event.verdict === 'agree') audit.g = 1;
  if (event.severity !== null) audit.v = event.severity;
  if (item.e === undefined) {
    insertByTime((item.u ??= []), audit);
    machine.items.put(step.no, event.item, item);
    return;
  }
  if (item.p === undefined || !item.x || item.r !== undefined || event.at < item.x.t) {
    if (item.r !== undefined) machine.out.repeats.add(event.id);
    return announceAudit(machine, step, event.item, audit, item.t ?? event.at, false);
  }
  pairAudit(machine, step, event.item, item, audit);
  machine.items.put(step.no, event.item, item);
}

/** The first outcome of an item counts, as soon as the work is known that it is about (D32); others are stored only. */
export function applyOutcome(machine: Machine, step: Step, event: OutcomeRecorded): void {
  const item = machine.items.get(step.no, event.item) ?? {};
  if (item.o === 1) return;
  item.o = 1;
  item.h = event.good ? 1 : 2;
  if (item.e === 'auto' || item.e === 'act' || item.r !== undefined) applyWaitingOutcome(machine, step, item);
  machine.items.put(step.no, event.item, item);
}

function applyWaitingOutcome(machine: Machine, step: Step, item: ItemState): void {
  if (item.h === undefined) return;
  const isGood = item.h === 1;
  delete item.h;
  afterOutcome(machine, step, item, isGood);
}

/** The first effective action: it gives the item its week and its stint. */
function beginItem(
  machine: Machine,
  step: Step,
  event: StepDone,
  item: ItemState,
  late: boolean,
  act: 'act' | 'confirm' | 'auto',
  stint = stintAt(step, event.at).no,
): void {
  item.e = act;
  item.t = event.at;
  item.w = weekOf(event.at, machine.rules.timeZone).number;
  item.n = stint;
  if (late) {
    item.l = 1;
    noteAmended(machine, step, item.w);
  }
  countSeenItem(machine, step, item);
}

function observe(
  machine: Machine,
  step: Step,
  event: StepDone,
  item: ItemState,
  known: Record<string, Value> | undefined,
): void {
  if (step.state.definition.watch.length === 0) return;
  const features = known ? { ...known, ...watched(event, step.state.definition.watch) } : event.features;
  observeInputs(machine, step, item, features);
  afterItem(machine, step, item, features);
}

/** Compares the two outputs of an item and counts the pair. */
function pairOutputs(machine: Machine, step: Step, name: string, item: ItemState, operator: Work, agent: Work): void {
  const { fields, severity } = compareOutputs(step.state.definition.fields, outputOf(operator), outputOf(agent));
  finishPair(machine, step, name, item, severity ?? 'agreed', operator, agent, fields);
  if (item.e === 'confirm') afterConfirmedPair(machine, step, item);
  else if (item.e === 'act') afterIndependentPair(machine, step, item);
  applyWaitingOutcome(machine, step, item);
}

/** The verdict of an audit counts; with outputs given, the fields that differ are stored. A disagreement is material. */
function pairAudit(machine: Machine, step: Step, name: string, item: ItemState, audit: WaitingAudit): void {
  const act = item.x;
  if (!act) return;
  const result: 'agreed' | Severity = audit.g === 1 ? 'agreed' : (audit.v ?? 'material');
  // What the auditor says nothing of is as the agent had it.
  const said = outputOf({ ...act, ...audit });
  const fields = result === 'agreed' ? [] : compareOutputs(step.state.definition.fields, said, outputOf(act)).fields;
  finishPair(machine, step, name, item, result, audit, act, fields);
  announceAudit(machine, step, name, audit, item.t ?? act.t, true);
  if (item.p === 2) {
    countPick(machine, step, item);
    countLatePick(machine, step, item);
  }
  countResult(machine, step, item);
  afterAudit(machine, step, name, item);
}

function finishPair(
  machine: Machine,
  step: Step,
  name: string,
  item: ItemState,
  result: 'agreed' | Severity,
  operator: Work,
  agent: Work,
  fields: readonly FieldDifference[],
): void {
  item.r = result;
  const disagrees = result === 'material' || result === 'critical';
  if (disagrees) item.b = [operator.a, agent.a];
  applyEarlySettlements(machine, step, item, disagrees);
  if (operator.l === 1 || agent.l === 1) {
    item.l = 1;
    noteAmended(machine, step, item.w ?? 0);
  }
  delete item.x;
  countPair(machine, step, item, 1);
  if (item.n === step.stint.no) {
    step.state.newPairs++;
    if (item.e === 'auto') step.state.newAudits++;
  }
  if (!disagrees) return;
  machine.out.disagreements.push({
    stepNo: step.no,
    queue: step.queue,
    step: step.step,
    item: name,
    week: item.w ?? 0,
    severity: severityOf(item),
    since: Math.max(operator.t, agent.t),
    settled: item.y ? shownSettlement(item.y) : null,
    found: { operator: shownWork(operator), agent: shownWork(agent), fields },
  });
}

function announceAudit(
  machine: Machine,
  step: Step,
  item: string,
  audit: WaitingAudit,
  at: number,
  counted: boolean,
): void {
  machine.out.audits.push({
    stepNo: step.no,
    item,
    week: weekOf(at, machine.rules.timeZone).number,
    at: audit.t,
    eventId: audit.i,
    actor: audit.a,
    verdict: audit.g === 1 ? 'agree' : 'disagree',
    severity: audit.g === 1 ? null : (audit.v ?? 'material'),
    counted,
  });
}
