/**
 * The lane machine: one pure, synchronous fold over the log of a workspace. State and next record give the next state
 * and what came of it; nothing else decides anything about lanes (D33). Replay is the same fold from the beginning.
 */
import type { QueueDefined, StepDefinition, WorkEvent } from '../event.ts';
import { weekNumbered, weekOf } from '../week.ts';
import { closeWeeksUntil, wouldClose } from './closing.ts';
import { defineStep, applyDefinition } from './definitions.ts';
import { demote } from './demoting.ts';
import { byPlace, heldInOrder, inOrder, stepKey, undefinedStep } from './duplicates.ts';
import { checkOverdueAudits } from './monitoring.ts';
import { applyAuditResult, applyOutcome, applyStepDone } from './pairing.ts';
import { applyPin } from './pinning.ts';
import type { IndexedEvent, InputTable, ItemTable, LogRecord, RecordResult, Rejection } from './records.ts';
import { type Machine, type Step, changeSeed, dayOf, findStep, newOutcome, setOpenWeek } from './runtime.ts';
import { settlementRefusal, applySettlement } from './settling.ts';
import { signoffRefusal, applySignoff } from './signing-off.ts';
import type { WorkspaceState } from './saved.ts';

export { firstOfEachId } from './duplicates.ts';
export { firstPart, mayNeedParts, refuseJumps, reviewsAtOnce } from './parts.ts';
export { findStep, newMachine } from './runtime.ts';
export type { Part } from './parts.ts';
export type { Machine } from './runtime.ts';
export { loadMachine, oldestWeekStart, drainChanges } from './saving.ts';

type ClockRecord = Extract<LogRecord, { kind: 'clock' }>;

/** Takes the next record of the log. Changes the machine and the items; the same log always gives the same results. */
export function applyRecord(machine: Machine, record: LogRecord, items: ItemTable, inputs: InputTable): RecordResult {
  machine.out = newOutcome();
  machine.items = items;
  machine.inputs = inputs;
  machine.fromAgents = record.kind === 'events' && record.fromAgents === true;
  const { accepted, rejected } = ingest(machine, record);
  const { clock, closedWeek, waiting, held, heldSince } = machine.workspace;
  return {
    ...machine.out,
    accepted,
    rejected,
    closedWeek,
    weekNumber: clock === null ? 0 : weekOf(clock, machine.rules.timeZone).number,
    waitingSettlement: waiting,
    held: { events: held, since: heldSince ?? null },
  };
}

interface Taken {
  readonly accepted: number;
  readonly rejected: readonly Rejection[];
}

function ingest(machine: Machine, record: LogRecord): Taken {
  if (record.kind === 'settings') {
    const { auditSeed } = machine.rules;
    machine.rules = record.rules;
    if (record.rules.auditSeed !== auditSeed)
      for (const step of machine.steps.values()) changeSeed(machine, step, auditSeed);
    const { openWeek } = machine.workspace;
    // The open week keeps its number; its ends may move with the time zone.
    if (openWeek !== null) setOpenWeek(machine, weekNumbered(openWeek, record.rules.timeZone));
    return { accepted: 0, rejected: [] };
  }
  if (record.kind === 'pin') {
    applyPin(machine, record.change);
    return { accepted: 0, rejected: [] };
  }
  if (record.kind === 'clock') {
    moveClock(machine, record);
    return { accepted: 0, rejected: [] };
  }
  if (isHeld(machine, record)) return holdEvents(machine, record.events, record.heldAt);
  return acceptEvents(machine, inOrder(record.events), record.stored === true ? 'log' : 'request');
}

/** A clock that nothing has set yet stays unset: histories that come later are not late because somebody looked. */
function moveClock(machine: Machine, record: ClockRecord): void {
  const { workspace } = machine;
  const { through, close, part } = record;
  if (close && workspace.held > 0) {
    machine.releasing = true;
    if (part?.upTo !== null) release(machine, record);
    if (part !== undefined && part.upTo === null) advance(machine, through, false);
    machine.releasing = false;
    // Weeks that other requests have gone beyond meanwhile were kept open by the hold only.
    if (workspace.held === 0 && workspace.clock !== null) closeWeeksUntil(machine, workspace.clock, false);
    if (part !== undefined) return;
  }
  // A route call's time waits with the events that are held, as an event of that time would.
  if (workspace.clock === null || (!close && workspace.held > 0)) return;
  advance(machine, through, close);
  checkOverdueAudits(machine);
}

/** Takes what is held, or the part of it that the record has. */
function release(machine: Machine, record: ClockRecord): void {
  const { workspace } = machine;
  const upTo = record.part?.upTo;
  const events = heldInOrder(record.held);
  const taken = upTo ? events.filter(({ event }) => byPlace(event, upTo) <= 0) : events;
  workspace.held = upTo ? workspace.held - taken.length : 0;
  if (upTo && workspace.held > 0) workspace.released = { at: upTo.at, id: upTo.id, seq: record.seq };
  else {
    workspace.heldSteps = [];
    delete workspace.heldSince;
    delete workspace.released;
  }
  acceptEvents(machine, taken, 'hold', events);
}

/** Whether an event that was logged while events are held is one of them still: a close may have taken a part of them. */
export function isStillHeld({ workspace }: Machine, loggedAt: number, event: WorkEvent): boolean {
  const { held, released } = workspace;
  return held > 0 && (released === undefined || loggedAt > released.seq || byPlace(event, released) > 0);
}

/**
 * A hold is of its own request (D77): its events count from the next close on, in the order of their own times. Those of
 * other requests count at once; weeks stay open meanwhile.
 */
export function isHeld({ workspace }: Machine, record: LogRecord): boolean {
  return record.kind === 'events' && (record.hold || isHoldOfAll(workspace));
}

/** A hold that an older version began lasts as it began: it ingests everything until its close. */
export function isHoldOfAll({ held, heldSince }: WorkspaceState): boolean {
  return held > 0 && heldSince === undefined;
}

/** Whether some of the work is on steps that only held events define: then the request waits with them. */
export function joinsHold(machine: Machine, events: readonly IndexedEvent[]): boolean {
  const { held, heldSteps } = machine.workspace;
  if (held === 0 || heldSteps.length === 0) return false;
  const known = new Set(heldSteps.map(([queue, step]) => stepKey(queue, step)));
  const own = laterDefinitions(events);
  return events.some(({ event }) => {
    if (event.kind === 'queue.defined' || findStep(machine, event.queue, event.step)) return false;
    const key = stepKey(event.queue, event.step);
    return known.has(key) && !own.has(key);
  });
}

function holdEvents(machine: Machine, events: readonly IndexedEvent[], heldAt: number | undefined): Taken {
  const { workspace } = machine;
  const known = new Set(workspace.heldSteps.map(([queue, step]) => stepKey(queue, step)));
  for (const { event } of events) {
    if (event.kind !== 'queue.defined') continue;
    for (const { step } of event.steps) {
      if (findStep(machine, event.queue, step) || known.has(stepKey(event.queue, step))) continue;
      known.add(stepKey(event.queue, step));
      workspace.heldSteps.push([event.queue, step]);
    }
  }
  const rejected = events.flatMap(({ index, event }) => {
    if (event.kind === 'queue.defined' || findStep(machine, event.queue, event.step)) return [];
    return known.has(stepKey(event.queue, event.step)) ? [] : [undefinedStep(index, event)];
  });
  const accepted = events.length - rejected.length;
  if (workspace.held === 0 && accepted > 0 && heldAt !== undefined) workspace.heldSince = heldAt;
  workspace.held += accepted;
  return { accepted, rejected };
}

/**
 * Where events come from: what is in the log was taken, so that it is no refusal any more. A settlement by who did the
 * work has no effect out of a hold; what an older version took counts on.
 */
type Source = 'request' | 'hold' | 'log';

/** @param all what definitions are looked for in: the events are the first of them */
function acceptEvents(
  machine: Machine,
  events: readonly IndexedEvent[],
  source: Source,
  all: readonly IndexedEvent[] = events,
): Taken {
  const rejected: Rejection[] = [];
  let later: LaterDefinitions | undefined;
  for (const { index, event } of events) {
    if (event.kind === 'queue.defined') {
      ingestOne(machine, event, undefined);
      continue;
    }
    const found = findStep(machine, event.queue, event.step);
    // A definition further on in the same request counts for the work before it (D30).
    const definition = found ? undefined : (later ??= laterDefinitions(all)).get(stepKey(event.queue, event.step));
    if (!found && !definition) {
      rejected.push(undefinedStep(index, event));
      continue;
    }
    const refusal = refusalOf(machine, found, event, source);
    if (refusal !== undefined && source === 'hold') machine.out.repeats.add(event.id);
    else if (refusal === undefined)
      ingestOne(machine, event, found ?? (definition && defineStep(machine, event.queue, definition, event.at)));
    else rejected.push({ index, id: event.id, errors: [refusal] });
  }
  return { accepted: events.length - rejected.length, rejected };
}

function refusalOf(
  machine: Machine,
  step: Step | undefined,
  event: Exclude<WorkEvent, QueueDefined>,
  source: Source,
): string | undefined {
  if (event.kind === 'settlement.made' && source !== 'log') return settlementRefusal(machine, step, event);
  return event.kind === 'signoff.given' && source === 'request' ? signoffRefusal(step, event) : undefined;
}

type LaterDefinitions = ReadonlyMap<string, StepDefinition>;

function laterDefinitions(events: readonly IndexedEvent[]): LaterDefinitions {
  const found = new Map<string, StepDefinition>();
  for (const { event } of events) {
    if (event.kind !== 'queue.defined') continue;
    for (const definition of event.steps) {
      const key = stepKey(event.queue, definition.step);
      if (!found.has(key)) found.set(key, definition);
    }
  }
  return found;
}

function ingestOne(machine: Machine, event: WorkEvent, step: Step | undefined): void {
  const late = machine.open !== null && event.at < machine.open.start && event.kind !== 'signoff.given';
  if (late) machine.out.late.add(event.id);
  const day = machine.workspace.clock === null ? Infinity : dayOf(machine.workspace.clock);
  advance(machine, event.at, false);
  if (event.kind === 'queue.defined') applyDefinition(machine, event);
  else if (step) takeWork(machine, step, event, late);
  // Audits become overdue by the day, after the event that moved the clock: a critical error in it comes first.
  if (dayOf(machine.now) > day) checkOverdueAudits(machine);
}

function takeWork(machine: Machine, step: Step, event: Exclude<WorkEvent, QueueDefined>, late: boolean): void {
  switch (event.kind) {
    case 'step.done':
      return applyStepDone(machine, step, event, late);
    case 'audit.result':
      return applyAuditResult(machine, step, event, late);
    case 'settlement.made':
      return applySettlement(machine, step, event, late);
    case 'signoff.given':
      if (applySignoff(machine, step, event)) endForWithdrawal(machine, step, event.requestId, event.actor.id);
      return;
    case 'outcome.recorded':
      return applyOutcome(machine, step, event);
  }
}

function endForWithdrawal(machine: Machine, step: Step, requestId: string, by: string): void {
  demote(machine, step, 'signoff_withdrawn', 'assist', { request_id: requestId }, `${by} withdrew the sign-off.`);
}

/** The data clock is the greatest time seen; on its way it closes the weeks that it passes. */
function advance(machine: Machine, to: number, exact: boolean): void {
  const { workspace } = machine;
  if (workspace.clock === null) setOpenWeek(machine, weekOf(to, machine.rules.timeZone));
  else if (to <= workspace.clock && !exact) return;
  if (workspace.clock !== null) {
    machine.now = workspace.clock;
    if (workspace.held === 0 || machine.releasing) closeWeeksUntil(machine, to, exact);
  }
  workspace.clock = Math.max(workspace.clock ?? to, to);
  machine.now = Math.max(machine.now, workspace.clock);
}

/**
 * Steps whose stored inputs a record may need: those in Assist, when it closes a week, since a promotion to Auto freezes
 * them. Steps that enter Assist within the record have nothing stored.
 */
export function promotionCandidates(
  machine: Machine,
  record: LogRecord,
): readonly { readonly stepNo: number; readonly stint: number }[] {
  if (!closesAWeek(machine, record)) return [];
  const found: { stepNo: number; stint: number }[] = [];
  for (const { no, state, stint } of machine.steps.values())
    if (state.lane === 'assist' && state.definition.watch.length > 0) found.push({ stepNo: no, stint: stint.no });
  return found;
}

/** Those of the held events that the record takes. */
function heldIn({ held, part }: ClockRecord): readonly WorkEvent[] {
  if (part === undefined) return held;
  const { upTo } = part;
  return upTo === null ? [] : held.filter((event) => byPlace(event, upTo) <= 0);
}

function closesAWeek(machine: Machine, record: LogRecord): boolean {
  if (record.kind === 'settings' || record.kind === 'pin' || isHeld(machine, record)) return false;
  const { held, clock } = machine.workspace;
  if (held > 0 && !(record.kind === 'clock' && record.close)) return false;
  if (record.kind === 'events') return record.events.some(({ event }) => wouldClose(machine, event.at, false));
  const { through, close, part } = record;
  if (part === undefined && wouldClose(machine, through, close)) return true;
  if (held > 0 && clock !== null && wouldClose(machine, clock, false)) return true;
  if (part?.upTo === null) return wouldClose(machine, through, false);
  return heldIn(record).some(({ at }) => wouldClose(machine, at, false));
}

/**
 * Items whose states a record may need, each once; steps that are not defined yet have none stored. It may be asked
 * before the records ahead of this one were ingested: whether those end a hold makes no difference.
 */
export function itemsTouched(
  machine: Machine,
  record: LogRecord,
): readonly { readonly stepNo: number; readonly item: string }[] {
  if (record.kind === 'settings' || record.kind === 'pin' || (record.kind === 'events' && record.hold)) return [];
  const touched: { stepNo: number; item: string }[] = [];
  const seen = new Map<number, Set<string>>();
  const touch = (event: WorkEvent): void => {
    if (event.kind === 'queue.defined' || event.kind === 'signoff.given') return;
    const step = findStep(machine, event.queue, event.step);
    if (!step) return;
    let items = seen.get(step.no);
    if (!items) seen.set(step.no, (items = new Set()));
    if (items.has(event.item)) return;
    items.add(event.item);
    touched.push({ stepNo: step.no, item: event.item });
  };
  if (record.kind === 'events') for (const { event } of record.events) touch(event);
  else for (const event of heldIn(record)) touch(event);
  return touched;
}
