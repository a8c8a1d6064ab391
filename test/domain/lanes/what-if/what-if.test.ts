import assert from 'node:assert/strict';
import { auditPick } from '../../../../domain/lanes/audits.ts';
import type { Lane, WorkEvent } from '../../../../domain/lanes/event.ts';
import type { ItemState } from '../../../../domain/lanes/machine/item-state.ts';
import { newMachine, applyRecord } from '../../../../domain/lanes/machine/machine.ts';
import type { LedgerRow } from '../../../../domain/lanes/moves.ts';
import type { PartialRules } from '../../../../domain/lanes/rules.ts';
import { differs, openTally, type Stretch } from '../../../../domain/lanes/what-if/differences.ts';
import { acceptEvents, withRules } from '../../../../domain/lanes/what-if/other-rules.ts';
import {
  agentAct,
  assistWeek,
  audit,
  day,
  defined,
  definition,
  openWorkspace,
  rules,
  shadowWeek,
  start,
  week,
} from '../machine/history.ts';

const seven = start + 7 * week;
const acts = Array.from({ length: 40 }, (_, n) => `auto-${n}`);

/** Seven weeks of work that earn Auto, and one in it with every audit that was asked for. */
function history(): WorkEvent[] {
  const events: WorkEvent[] = [defined(start, definition())];
  for (let n = 0; n < 2; n++) events.push(...shadowWeek(start + n * week, 60));
  for (let n = 2; n < 7; n++) events.push(...assistWeek(start + n * week, 60));
  acts.forEach((item, n) => {
    events.push(agentAct({ item, at: seven + day + n * 60_000 }));
    if (auditPick('7', 'invoices', 'match', item) < 0.2) events.push(audit(item, seven + 2 * day + n));
  });
  return events;
}

function foldUnder(events: readonly WorkEvent[], over: PartialRules, step: string | null = null) {
  const machine = newMachine(rules);
  const items = new Map<string, ItemState>();
  const ledger: LedgerRow[] = [];
  const folding = {
    machine,
    items: {
      get: (no: number, item: string) => items.get(`${no}|${item}`),
      put: (no: number, item: string, state: ItemState) => void items.set(`${no}|${item}`, state),
    },
    inputs: { stored: () => [] },
    actedAlone: ({ item }: { readonly item: string }) => item.startsWith('auto'),
    outputs: new Map(),
  };
  const unauthorised: unknown[] = [];
  const other = { rules: over, queue: null, step };
  for (const result of acceptEvents(
    folding,
    { seq: 1 },
    events.map((event) => withRules(event, other)),
  )) {
    ledger.push(...result.ledger);
    unauthorised.push(...result.unauthorised);
  }
  const closed = { kind: 'clock', seq: 2, through: seven + week, close: true, held: [] } as const;
  ledger.push(...applyRecord(machine, closed, folding.items, folding.inputs).ledger);
  return { ledger, items, unauthorised };
}

describe('what other rules would have come to', () => {
  it('is what came of it under the same rules', () => {
    const space = openWorkspace();
    space.send(...history());
    space.close(seven + week);
    assert.equal(space.lane(), 'auto');
    assert.deepEqual(foldUnder(history(), {}).ledger, space.announced.ledger);
  });

  it('finds no agent guilty of an act that the rules of the time allowed', () => {
    const stricter = foldUnder(history(), { assist_to_auto: { min_weeks: 20 } });
    const last = stricter.ledger.at(-1);
    assert.deepEqual([last?.lane, last?.unauthorised, stricter.unauthorised], ['assist', 0, []]);
    // Acts stand for proposals, and their audits for confirms.
    const audited = acts.filter((item) => auditPick('7', 'invoices', 'match', item) < 0.2);
    assert.deepEqual([last?.compared, last?.agreed], [audited.length, audited.length]);
    assert.equal(stricter.items.get(`1|${audited[0]}`)?.e, 'confirm');
  });

  it('is about one step where the rules are', () => {
    const others = foldUnder(history(), { assist_to_auto: { min_weeks: 20 } }, 'pay');
    assert.equal(others.ledger.at(-1)?.lane, 'auto');
  });
});

describe('the difference that other rules make', () => {
  const place = { queue: 'invoices', step: 'match' };
  const row = { ...place, week: 202602, decision: 'hold' } as const;
  const stretch = (lane: Lane, auditRate: number): Stretch => ({ from: 0, lane, auditRate, seed: '7' });
  const auto = { was: [stretch('assist', 0)], would: [stretch('auto', 0.5)] };
  const picked = (rate: number, under: boolean) =>
    Array.from({ length: 100 }, (_, n) => `i${n}`).find(
      (item) => auditPick('7', 'invoices', 'match', item) < rate === under,
    ) ?? '';
  const [inSample, outside] = [picked(0.5, true), picked(0.5, false)];
  const done = (over: Partial<ItemState>, bad = false) => ({
    state: { e: 'confirm', t: start, w: 202602, ...over } as ItemState,
    bad,
  });

  it('counts audits, items that people would have been spared, and what of them would have been wrong', () => {
    const tally = openTally();
    tally.week('was', { ...row, lane: 'assist' });
    tally.week('would', { ...row, lane: 'auto' });
    const add = (item: string, given: ReturnType<typeof done>) => tally.item({ ...place, item }, given, auto);
    add(inSample, done({ r: 'material' }));
    add(outside, done({ r: 'agreed' }));
    add(outside, done({ r: 'critical' }));
    add(outside, done({ r: 'material', y: { i: 's', t: 1, a: 'lee', v: 'agent_right' } }));
    add(outside, done({ o: 1 }, true));
    add(outside, done({ e: 'auto' }));
    add(inSample, done({ e: 'auto', p: 1, r: 'agreed' }));
    const { weeks, steps } = tally.result(7, { was: [], would: [] });
    assert.deepEqual(weeks, [
      {
        ...place,
        week: 202602,
        items: 7,
        was: { lane: 'assist', decision: 'hold', audits: 1, spared: 1, wrong: 0, unknown: 1 },
        would: { lane: 'auto', decision: 'hold', audits: 2, spared: 5, wrong: 2, unknown: 1 },
      },
    ]);
    assert.deepEqual([steps.length, steps[0]?.would.spared, weeks.map(differs)], [1, 5, [true]]);
  });

  it('is none where both rules answer alike, whatever people and agents then did', () => {
    const tally = openTally();
    for (const side of ['was', 'would'] as const) tally.week(side, { ...row, lane: 'auto' });
    const add = (item: string, given: ReturnType<typeof done>, rate: number) =>
      tally.item({ ...place, item }, given, { was: [stretch('auto', 0.5)], would: [stretch('auto', rate)] });
    for (const item of [inSample, outside]) {
      add(item, done({ e: 'act' }), 0.5);
      add(item, done({ e: 'auto' }), 0.5);
    }
    add(outside, done({ e: 'auto', p: 2, r: 'agreed' }), 0.5);
    const { weeks } = tally.result(5, { was: [], would: [] });
    assert.deepEqual([weeks.map(differs), weeks[0]?.would.audits, weeks[0]?.would.spared], [[false], 1, 2]);
    // Another rate asks for other audits of the agent's acts; what a person did all the same stays theirs.
    add(outside, done({ e: 'auto' }), 1);
    add(outside, done({ e: 'act' }), 1);
    assert.deepEqual([weeks[0]?.was.audits, weeks[0]?.would.audits, weeks[0]?.items], [1, 2, 7]);
  });
});
