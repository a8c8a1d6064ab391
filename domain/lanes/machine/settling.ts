/** Takes settlements: who was right where agent and operator differed. */
import { isSameName } from '../compare.ts';
import type { SettlementMade, Severity } from '../event.ts';
import { countPair, noteAmended, pairStateOf } from './counting.ts';
import { type ItemState, type Settlement, mostWaiting } from './item-state.ts';
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

/** Of the settlements that came before the pair the one that counts; the others are marked as those after it would be. */
export function applyEarlySettlements(machine: Machine, step: Step, item: ItemState, disagrees: boolean): void {
  const early = [...(item.y ? [item.y] : []), ...(item.v ?? [])];
  delete item.v;
  if (early.length === 0) return;
  const settlements = disagrees
    ? early.filter(
        ({ a, m }) =>
          !(item.r === 'critical' && m === 1) && !isOwnWork(step, item, { actor: a, by: m === 1 ? 'model' : 'person' }),
      )
    : early;
  const counts = settlements.find(({ m }) => m !== 1) ?? settlements[0];
  if (counts) item.y = counts;
  else delete item.y;
  for (const one of early) if (one !== counts) machine.out.repeats.add(one.i);
}

/**
 * Whether a settlement comes from somebody who did the item or the check (D70), however the id is spelled. The rules of
 * a step may let a person do it; the agent never does.
 */
function isOwnWork(
  { rules }: Step,
  item: ItemState,
  { actor, by }: { readonly actor: string; readonly by: 'person' | 'model' },
): boolean {
  const { people, agents } = doersOf(item);
  const isMine = (id: string): boolean => isSameName(id, actor);
  return agents.some(isMine) || (people.some(isMine) && !(rules.settlement.own_work && by === 'person'));
}

/** Who did an item or its check, as far as the pair is known: before it, those whose work waits for its partner. */
function doersOf({ b, e, x, s = [], q = [], u = [], z }: ItemState): { people: string[]; agents: string[] } {
  if (b) return { people: b.slice(0, -1), agents: b.slice(-1) };
  const names = (work: readonly { readonly a: string }[]): string[] => work.map(({ a }) => a);
  const [done, outputs] = [names(x ? [x] : []), names([...s, ...q, ...(z ? [z] : [])])];
  return e === 'auto'
    ? { people: names(u), agents: [...done, ...outputs] }
    : { people: [...done, ...names(u)], agents: outputs };
}

/** The severity of a disagreement after its settlement. */
export function severityOf(item: ItemState): Severity {
  const { result } = pairStateOf(item);
  return result === 'agreed' ? 'minor' : result;
}

export function shownSettlement(settlement: Settlement): {
  verdict: Settlement['v'];
  by: 'person' | 'model';
  actor: string;
  eventId: string;
  at: number;
  reason?: string;
} {
  const { v, m, a, i, t, c } = settlement;
  const shown = { verdict: v, by: m === 1 ? ('model' as const) : ('person' as const), actor: a, eventId: i, at: t };
  return c === undefined ? shown : { ...shown, reason: c };
}
