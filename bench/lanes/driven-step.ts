/** One step in the real lane machine, fed week by week with counts instead of events: reviews and moves are the product's. */
import type { StepDefinition } from '../../domain/lanes/event.ts';
import { type Counts, addCounts, at } from '../../domain/lanes/figures.ts';
import { countPair } from '../../domain/lanes/machine/counting.ts';
import type { ItemState } from '../../domain/lanes/machine/item-state.ts';
import { type Machine, newMachine, applyRecord } from '../../domain/lanes/machine/machine.ts';
import { afterAudit } from '../../domain/lanes/machine/monitoring.ts';
import type { ItemTable, RecordResult } from '../../domain/lanes/machine/records.ts';
import { type Step, findStep, openWeek, rowOf } from '../../domain/lanes/machine/runtime.ts';
import type { PartialRules } from '../../domain/lanes/rules.ts';

/** A Monday; every simulation begins here. */
const begins = Date.parse('2024-01-01T00:00:00Z');
const items: ItemTable = { get: () => undefined, put: () => undefined };
const inputs = { stored: () => [] };

export interface DrivenStep {
  readonly machine: Machine;
  readonly step: Step;
}

function definitionWith(rules: PartialRules): StepDefinition {
  return { step: 'match', title: 'Match', moneyMoving: false, fields: [], watch: [], rules };
}

/** A new step in Shadow under the default rules and what `rules` changes. */
export function newDrivenStep(rules: PartialRules): DrivenStep {
  const machine = newMachine({ workspace: 'ws_bench', timeZone: 'UTC', auditSeed: '7', closeGraceHours: 0 });
  const event = {
    kind: 'queue.defined',
    id: 'definition',
    at: begins,
    queue: 'invoices',
    actor: { kind: 'operator', id: 'ada' },
    steps: [definitionWith(rules)],
  } as const;
  applyRecord(machine, { kind: 'events', seq: 1, events: [{ index: 0, event }], hold: false }, items, inputs);
  const step = findStep(machine, 'invoices', 'match');
  if (!step) throw new Error('the step was not defined');
  return { machine, step };
}

/** Counts pairs of the open week and the current stint, as the machine would count their events. */
export function countPairs({ machine, step }: DrivenStep, counts: Counts): void {
  const row = rowOf(machine, step, step.stint.no, openWeek(machine).number);
  if (!row) throw new Error('the open week is kept always');
  addCounts(row.counts, counts);
  const { state } = step;
  const compared = counts[at.compared] ?? 0;
  state.comparedInStint += compared;
  state.newPairs += compared;
  state.evidence.independent.n += counts[at.independent] ?? 0;
  state.evidence.independent.k += counts[at.independentRight] ?? 0;
  state.evidence.confirmed.n += counts[at.confirmed] ?? 0;
  state.evidence.confirmed.k += counts[at.confirmedRight] ?? 0;
}

/** Takes the result of an audit of the current stint; true when it ended the stay in Auto. */
export function applyAudit({ machine, step }: DrivenStep, result: 'agreed' | 'material' | 'critical'): boolean {
  const item: ItemState = { e: 'auto', n: step.stint.no, w: openWeek(machine).number, r: result };
  countPair(machine, step, item, 1);
  step.state.newAudits++;
  step.state.newPairs++;
  afterAudit(machine, step, 'audited', item);
  return step.state.lane !== 'auto';
}

/** Closes the open week as `weeks/close` does. */
export function closeWeek({ machine }: DrivenStep): RecordResult {
  const through = openWeek(machine).end;
  return applyRecord(machine, { kind: 'clock', seq: 2, through, close: true, held: [] }, items, inputs);
}
