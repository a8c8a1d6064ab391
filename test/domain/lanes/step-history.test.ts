import assert from 'node:assert/strict';
import type { StepDone, WorkEvent } from '../../../domain/lanes/event.ts';
import { at, newCounts } from '../../../domain/lanes/figures.ts';
import type { Gate, LedgerRow } from '../../../domain/lanes/moves.ts';
import { auditRates, cusumHistory, historyWeeks, timedWork } from '../../../domain/lanes/step-history.ts';
import { weekStart } from '../../../domain/lanes/week.ts';
import { act, agentAct, audit, start } from './machine/history.ts';

const z = 1.959963984540054;
const weeks = { short: 2, long: 4 };
const gate = (name: string, value: number | null, bar: number): Gate => ({
  gate: name,
  value,
  bar,
  passed: true,
  fact: '',
});
const row = (week: number, lane: LedgerRow['lane'], gates: Gate[] = []): LedgerRow =>
  ({ week, lane, gates }) as unknown as LedgerRow;
const counted = (stint: number, week: number, compared: number, agreed: number) => {
  const counts = newCounts();
  counts[at.compared] = compared;
  counts[at.agreed] = agreed;
  return { stint, week, counts };
};

describe('the history of a step', () => {
  const ledger = [row(202602, 'shadow'), row(202603, 'shadow'), row(202604, 'assist'), row(202605, 'assist')];
  const counts = [
    counted(1, 202602, 10, 5),
    counted(1, 202603, 10, 9),
    counted(2, 202604, 10, 10),
    counted(1, 202604, 5, 0),
    counted(2, 202605, 10, 8),
  ];
  const stints = [
    { no: 1, from: weekStart(202602, 'UTC'), lane: 'shadow' },
    { no: 2, from: weekStart(202604, 'UTC'), lane: 'assist' },
  ] as const;
  const history = historyWeeks({ ledger, counts }, { stints, timeZone: 'UTC', z, weeks });

  it('has the whole week as its own figure and the stint alone in its windows', () => {
    assert.deepEqual(
      history.map(({ own, short, long }) => [own?.accuracy, short?.accuracy, long?.accuracy]),
      [
        [0.5, 0.5, 0.5],
        [0.9, 0.7, 0.7],
        [10 / 15, 1, 1],
        [0.8, 0.9, 0.9],
      ],
    );
    const [first] = history;
    assert.ok(first?.own && first.own.lower < 0.5 && first.own.upper > 0.5);
  });

  it('has nothing where nothing was compared', () => {
    const [only] = historyWeeks({ ledger: [row(202602, 'shadow')], counts: [] }, { stints, timeZone: 'UTC', z, weeks });
    assert.deepEqual([only?.own, only?.short, only?.long, only?.bound], [null, null, null, null]);
  });

  it('shows the bound that each review held against its bar, and which one it was', () => {
    const reviewed = [
      row(202602, 'assist', [gate('closed_weeks', 4, 4), gate('lower_bound', 0.94, 0.95)]),
      row(202603, 'auto', [gate('exit_bound', null, 0.94)]),
    ];
    const found = historyWeeks({ ledger: reviewed, counts: [] }, { stints, timeZone: 'UTC', z, weeks });
    assert.deepEqual(
      found.map(({ bound }) => bound),
      [
        { kind: 'lower', value: 0.94, bar: 0.95 },
        { kind: 'upper', value: null, bar: 0.94 },
      ],
    );
  });

  it('follows CUSUM from close to close, through alarms, to now', () => {
    const closes = [row(202602, 'auto', [gate('cusum', 1.5, 6)]), row(202603, 'assist')];
    const alarm = {
      queue: 'q',
      step: 's',
      signal: 'outcome_drift',
      value: 6.2,
      threshold: 6,
      detail: '',
      lane: 'assist',
      at: '2026-01-14T10:00:00.000Z',
      week: 202603,
    } as const;
    const now = { at: weekStart(202605, 'UTC'), value: 0.4, limit: 8 };
    assert.deepEqual(
      cusumHistory(closes, [{ ...alarm, signal: 'input_shift' }, alarm], now, 'UTC').map(({ value, limit }) => [
        value,
        limit,
      ]),
      [
        [1.5, 6],
        [6.2, 6],
        [0.4, 8],
      ],
    );
  });

  it('knows the audit rate from when on', () => {
    const period = (from: number, lane: 'assist' | 'auto', auditRate: number) =>
      ({ from, lane, auditRate, blindRate: 0, reason: '' }) as const;
    const rates = auditRates([period(0, 'assist', 0), period(10, 'auto', 0.2), period(20, 'auto', 0.1)], 15);
    assert.deepEqual(rates, [
      { at: 15, rate: 0.2 },
      { at: 20, rate: 0.1 },
    ]);
  });
});

describe('the time that people take', () => {
  const minute = 60_000;
  const began = (event: WorkEvent, startedAt: number | null): WorkEvent => ({ ...(event as StepDone), startedAt });

  it('is that of people’s work with a beginning, by step', () => {
    const at = start + 600 * minute;
    const timed = timedWork([
      began(act({ item: 'a', at }), at - 4 * minute),
      began(act({ item: 'b', at }), at - 2 * minute),
      began(act({ item: 'c', at, step: 'code' }), at),
      began(act({ item: 'd', at }), null),
      began(act({ item: 'e', at }), at + 1),
      // Left and taken up again.
      began(act({ item: 'f', at }), at - 481 * minute),
      began(agentAct({ item: 'g', at }), at - minute),
      audit('h', at),
    ]);
    assert.deepEqual(timed, [
      { queue: 'invoices', step: 'match', items: 2, ms: 6 * minute },
      { queue: 'invoices', step: 'code', items: 1, ms: 0 },
    ]);
  });
});
