/** Takes settlements: who was right where agent and operator differed. */
import type { SettlementMade } from '../event.ts';
import { countPair, noteAmended } from './counting.ts';
import { type ItemState, type Settlement, mostWaiting } from './item-state.ts';
import { isOwnWork, severityOf, shownSettlement } from './pairing.ts';
import type { Machine, Step } from './runtime.ts';

/**
 * Why a settlement cannot count, as a sentence for its sender: it comes from somebody who did the item or the check.
 * Undefined where it can, and where it is not known yet who did them.
 */
export function settlementRefusal(
  machine: Machine,
  step: Step | undefined,
  { item, actor, by }: SettlementMade,
): string | undefined {
  const known = step && machine.items.get(step.no, item);
  if (!step || !known || !isOwnWork(step, known, { actor: actor.id, by })) return undefined;
  return `event.actor.id ${actor.id} did this item or its check; somebody else has to settle it`;
}

/**
 * A person's settlement replaces a model's; otherwise the first counts. One that comes before the pair waits for it. A
 * model settles nothing critical, no matter who sends what it says.
 */
export function applySettlement(machine: Machine, step: Step, event: SettlementMade, late: boolean): void {
  const item = machine.items.get(step.no, event.item) ?? {};
  if (item.r === undefined && item.y && (item.v?.length ?? 0) < mostWaiting) {
    (item.v ??= []).push(settlementOf(event));
    return machine.items.put(step.no, event.item, item);
  }
  const isForPeople = item.r === 'critical' && event.by === 'model';
  if (isForPeople || (item.y && !(item.y.m === 1 && event.by === 'person'))) {
    machine.out.repeats.add(event.id);
    return;
  }
  const settlement = settlementOf(event);
  if (item.r === undefined) item.y = settlement;
  else if (item.r === 'material' || item.r === 'critical') settlePair(machine, step, event, item, settlement, late);
  else {
    machine.out.repeats.add(event.id);
    return;
  }
  machine.items.put(step.no, event.item, item);
}

function settlePair(
  machine: Machine,
  step: Step,
  event: SettlementMade,
  item: ItemState,
  settlement: Settlement,
  late: boolean,
): void {
  countPair(machine, step, item, -1);
  item.y = settlement;
  countPair(machine, step, item, 1);
  const week = item.w ?? 0;
  if (late) noteAmended(machine, step, week);
  machine.out.disagreements.push({
    stepNo: step.no,
    queue: step.queue,
    step: step.step,
    item: event.item,
    week,
    severity: severityOf(item),
    since: item.t ?? event.at,
    settled: shownSettlement(settlement),
    found: null,
  });
}

function settlementOf(event: SettlementMade): Settlement {
  const settlement: Settlement = { i: event.id, t: event.at, a: event.actor.id, v: event.verdict };
  if (event.by === 'model') settlement.m = 1;
  if (event.severity !== null) settlement.s = event.severity;
  if (event.reason !== undefined) settlement.c = event.reason;
  return settlement;
}
