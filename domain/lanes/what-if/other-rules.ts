/**
 * The fold of a log under other rules (D76). What happened stays as it was: where the agent acted under the rules of the
 * time and may not under the others, its act counts as the output that it would have given, and the audit for the person's
 * work. So a stricter rule does not find an agent guilty of what it was routed to do.
 */
import type { AuditResult, StepDone, WorkEvent } from '../event.ts';
import { allowedAct } from '../machine/allowing.ts';
import { defineStep } from '../machine/definitions.ts';
import { applyRecord } from '../machine/machine.ts';
import type { InputTable, ItemTable, RecordResult } from '../machine/records.ts';
import { type Machine, findStep } from '../machine/runtime.ts';
import type { PartialRules } from '../rules.ts';

/** The rules that are tried, and the steps that they are about; null for all. */
export interface OtherRules {
  readonly rules: PartialRules;
  readonly queue: string | null;
  readonly step: string | null;
}

export interface Folding {
  readonly machine: Machine;
  readonly items: ItemTable;
  readonly inputs: InputTable;
  /** Whether the agent's act on an item took effect in truth. */
  readonly actedAlone: (event: StepDone) => boolean;
  /** Acts that count as an output, by step and item, until their audit comes. */
  readonly outputs: Map<string, StepDone>;
}

/** What the log says of a request beside its events. */
export interface RequestPlace {
  readonly seq: number;
  /** It was sent with a key that speaks for agents alone. */
  readonly fromAgents?: boolean;
}

/** A definition with the other rules over its own, member by member. */
export function withRules(event: WorkEvent, other: OtherRules): WorkEvent {
  if (event.kind !== 'queue.defined' || (other.queue !== null && other.queue !== event.queue)) return event;
  const steps = event.steps.map((definition) =>
    other.step !== null && other.step !== definition.step
      ? definition
      : { ...definition, rules: overlaid(definition.rules, other.rules) },
  );
  return { ...event, steps };
}

/** One set of members over another, member by member. */
export function overlaid(own: object, over: object): object {
  const merged: Record<string, unknown> = { ...own };
  for (const [name, value] of Object.entries(over)) {
    const before = merged[name];
    merged[name] = isObject(value) && isObject(before) ? overlaid(before, value) : value;
  }
  return merged;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Takes the events of a request in the order of their times: up to an act of the agent together, since what the act was
 * allowed is known only after them. @yields what came of each lot
 */
export function* acceptEvents(
  folding: Folding,
  { seq, fromAgents }: RequestPlace,
  events: readonly WorkEvent[],
): Generator<RecordResult> {
  const { machine, items, inputs } = folding;
  let lot: WorkEvent[] = [];
  const take = (): RecordResult => {
    const taken = lot.map((event, index) => ({ index, event }));
    lot = [];
    const record = {
      kind: 'events',
      seq,
      events: taken,
      hold: false,
      stored: true,
      ...(fromAgents ? { fromAgents } : {}),
    } as const;
    return applyRecord(machine, record, items, inputs);
  };
  for (const event of events.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id)))) {
    const isAct = event.kind === 'step.done' && event.role === 'act' && event.actor.kind === 'agent';
    if (isAct && lot.length > 0) yield take();
    if (event.kind !== 'queue.defined' && !findStep(machine, event.queue, event.step))
      defineLater(machine, event, events);
    // The weeks before an act are closed before it is known what it was allowed.
    if (isAct)
      yield applyRecord(machine, { kind: 'clock', seq, through: event.at, close: false, held: [] }, items, inputs);
    lot.push(inOtherLane(folding, event));
    if (lot.length >= lotSize || event.kind === 'queue.defined') yield take();
  }
  if (lot.length > 0) yield take();
}

/** Events that are taken before others may have their turn. */
const lotSize = 200;

/** A definition further on in the same request counts for the work before it (D30). */
function defineLater(
  machine: Machine,
  { queue, step, at }: Exclude<WorkEvent, { kind: 'queue.defined' }>,
  events: readonly WorkEvent[],
): void {
  for (const event of events) {
    if (event.kind !== 'queue.defined' || event.queue !== queue) continue;
    const definition = event.steps.find((one) => one.step === step);
    if (definition) return void defineStep(machine, queue, definition, at);
  }
}

const keyOf = ({ queue, step, item }: StepDone | AuditResult): string => `${queue}|${step}|${item}`;

function inOtherLane(folding: Folding, event: WorkEvent): WorkEvent {
  if (event.kind === 'audit.result') return asPersonsWork(folding, event);
  if (event.kind !== 'step.done' || event.role !== 'act' || event.actor.kind !== 'agent') return event;
  const step = findStep(folding.machine, event.queue, event.step);
  if (!step || allowedAct(folding.machine, step, event) || !folding.actedAlone(event)) return event;
  const role = step.state.lane === 'shadow' ? 'shadow' : 'proposal';
  const output: StepDone = { ...event, role };
  folding.outputs.set(keyOf(event), output);
  return output;
}

/** An auditor who only says that it is wrong gives no outputs to compare: then nothing was compared. */
function asPersonsWork({ outputs }: Folding, event: AuditResult): WorkEvent {
  const output = outputs.get(keyOf(event));
  if (!output || event.at < output.at) return event;
  if (event.verdict === 'disagree' && event.outputs === null && event.decision === null) return event;
  outputs.delete(keyOf(event));
  return {
    ...output,
    id: event.id,
    at: event.at,
    actor: event.actor,
    role: output.role === 'shadow' ? 'act' : 'confirm',
    decision: event.decision ?? output.decision,
    outputs: { ...output.outputs, ...event.outputs },
  };
}
