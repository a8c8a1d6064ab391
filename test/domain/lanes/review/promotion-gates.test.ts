import assert from 'node:assert/strict';
import { type CountName, type Counts, countNames } from '../../../../domain/lanes/figures.ts';
import type { Gate } from '../../../../domain/lanes/moves.ts';
import { gateSentence } from '../../../../domain/lanes/review/gate.ts';
import {
  type ReviewInput,
  assistToAutoGates,
  shadowToAssistGates,
} from '../../../../domain/lanes/review/promotion-gates.ts';
import { defaultRules, mergeRules } from '../../../../domain/lanes/rules.ts';
import { firstReview } from './first-review.ts';

function counts(some: Partial<Record<CountName, number>>): Counts {
  return countNames.map((name) => some[name] ?? 0);
}

/** A step that passes every gate of both moves. */
function input(over: Partial<ReviewInput> = {}): ReviewInput {
  const window = counts({ seen: 800, compared: 800, agreed: 798, material: 2, operatorRight: 2 });
  return {
    ...firstReview,
    closedWeeks: 5,
    comparedInStint: 1000,
    newPairs: 200,
    short: window,
    long: window,
    comparedPerWeek: [200, 200, 200, 200],
    independent: { n: 400, k: 399 },
    confirmed: { n: 800, k: 798 },
    ...over,
  };
}

function blocking(gates: readonly Gate[]): Record<string, string> {
  return Object.fromEntries(gates.filter(({ passed }) => !passed).map((held) => [held.gate, gateSentence(held)]));
}

const shadow = (over: Partial<ReviewInput>): Record<string, string> => blocking(shadowToAssistGates(input(over)));
const assist = (over: Partial<ReviewInput>): Record<string, string> => blocking(assistToAutoGates(input(over)));

describe('the gates of Shadow to Assist', () => {
  it('pass together for a step that is good enough, each with a sentence', () => {
    const gates = shadowToAssistGates(input());
    assert.deepEqual(blocking(gates), {});
    for (const passed of gates) assert.match(gateSentence(passed), /^[A-Z0-9].*\.$/);
  });

  it('block, each with a sentence on what is missing', () => {
    const cases: [Partial<ReviewInput>, Record<string, string>][] = [
      [{ closedWeeks: 1 }, { closed_weeks: 'Blocked: 1 week closed in Shadow, at least 2 are needed.' }],
      [
        { comparedInStint: 49 },
        { compared_items: 'Blocked: 49 compared items since the step entered Shadow, at least 50 are needed.' },
      ],
      [
        { short: counts({ compared: 100, agreed: 91, material: 9, operatorRight: 9 }) },
        { lower_bound: 'Blocked: the lower bound of the accuracy over 2 weeks is 0.838, below 0.85.' },
      ],
      [
        { short: counts({ compared: 100, agreed: 91, material: 9, unsettledMaterial: 9 }) },
        {
          lower_bound:
            'Blocked by 9 disagreements that nobody has settled: the lower bound of the accuracy over 2 weeks is 0.838, below 0.85, and could be up to 0.963.',
        },
      ],
      [
        { short: counts({ compared: 100, agreed: 80, material: 20, operatorRight: 19, unsettledMaterial: 1 }) },
        {
          lower_bound:
            'Blocked: the lower bound of the accuracy over 2 weeks is 0.711, below 0.85 (1 disagreement not settled counts as wrong).',
        },
      ],
      [
        { short: counts({ compared: 199, agreed: 198, critical: 1, unsettledCritical: 1, criticalErrors: 1 }) },
        {
          critical_rate: 'Blocked: 1 critical error in 2 weeks, 0.503 % of the items, at most 0.5 % are allowed.',
        },
      ],
      [
        { short: counts({ compared: 200, agreed: 200, late: 21 }) },
        { late_share: 'Blocked: 10.5 % of the items of 2 weeks came late, at most 10 % may.' },
      ],
      [
        { coolDown: { weeks: 4, closed: 1 } },
        { cool_down: 'Blocked: 1 of 4 weeks of cool-down after the last demotion have closed.' },
      ],
      [{ newPairs: 0 }, { new_items: 'Blocked: no new compared item since the last close.' }],
      [
        { acknowledgementWaits: true },
        { acknowledged: 'Blocked: a person has to acknowledge the critical error first.' },
      ],
      [
        { shift: { feature: 'format', psi: 0.2, warn: 0.1 } },
        { input_shift: 'Blocked: the mix of format is PSI 0.2 from its baseline, at most 0.1 is allowed.' },
      ],
    ];
    for (const [over, expected] of cases) assert.deepEqual(shadow(over), expected);
  });

  it('let the bars themselves pass', () => {
    // 92 of 100 is the smallest that reaches 0.85; one critical error in 200 is half a percent.
    assert.deepEqual(
      shadow({ short: counts({ compared: 100, agreed: 92, material: 8 }), comparedInStint: 50, closedWeeks: 2 }),
      {},
    );
    assert.deepEqual(shadow({ short: counts({ compared: 200, agreed: 199, critical: 1, criticalErrors: 1 }) }), {});
    assert.deepEqual(shadow({ short: counts({ compared: 200, agreed: 200, late: 20 }) }), {});
  });
});

describe('the gates of Assist to Auto', () => {
  it('take one week for one week: weeks before the stint do not count against min_weeks: 1', () => {
    const rules = mergeRules({ assist_to_auto: { min_weeks: 1 } });
    const perWeek = (closedWeeks: number, comparedPerWeek: number[]) =>
      blocking(assistToAutoGates(input({ rules, closedWeeks, comparedPerWeek })));
    assert.deepEqual(perWeek(1, [0, 0, 0, 200]), {});
    assert.deepEqual(Object.keys(perWeek(0, [0, 0, 0, 0])), ['closed_weeks', 'items_each_week']);
    assert.deepEqual(Object.keys(perWeek(2, [0, 0, 0, 200])), ['items_each_week']);
    assert.deepEqual(Object.keys(blocking(assistToAutoGates(input({ comparedPerWeek: [0, 200, 200, 200] })))), [
      'items_each_week',
    ]);
  });

  it('pass together for a step that is good enough', () => {
    assert.deepEqual(blocking(assistToAutoGates(input())), {});
  });

  it('block, each with a sentence on what is missing', () => {
    const good = { compared: 800, agreed: 799, material: 1 };
    const cases: [Partial<ReviewInput>, Record<string, string>][] = [
      [{ closedWeeks: 3 }, { closed_weeks: 'Blocked: 3 weeks closed in Assist, at least 4 are needed.' }],
      [
        { long: counts({ compared: 199, agreed: 199 }) },
        { compared_items: 'Blocked: 199 compared items in 4 weeks, at least 200 are needed.' },
      ],
      [
        { comparedPerWeek: [200, 19, 200, 200] },
        {
          items_each_week: 'Blocked: one week of the window has only 19 compared items, at least 20 are needed.',
        },
      ],
      [
        { long: counts({ compared: 200, agreed: 196, material: 4, bothWrong: 4 }) },
        { lower_bound: 'Blocked: the lower bound of the accuracy over 4 weeks is 0.9497, below 0.95.' },
      ],
      [
        { short: counts({ compared: 100, agreed: 94, material: 6 }) },
        { recent_accuracy: 'Blocked: the accuracy is 94 % over 2 weeks, at least 95 % is needed.' },
      ],
      [
        { independent: { n: 0, k: 0 }, confirmed: { n: 100, k: 100 } },
        {
          evidence:
            'Blocked: the evidence ln E from 0 independent labels and 100 confirmed proposals is 2.091, at least 2.996 is needed.',
        },
      ],
      [
        { long: counts({ ...good, criticalErrors: 1 }) },
        { critical_errors: 'Blocked: 1 critical error of the agent in 4 weeks, none is allowed.' },
      ],
      [
        { long: counts({ ...good, criticalErrors: 2, unsettledCritical: 2 }) },
        {
          critical_errors: 'Blocked: 2 critical errors of the agent in 4 weeks, none is allowed.',
          unsettled_critical: 'Blocked by 2 critical disagreements that nobody has settled.',
        },
      ],
      [
        { long: counts({ compared: 800, agreed: 784, material: 16, operatorRight: 16 }) },
        {
          gap_to_operator: 'Blocked: over 4 weeks the agent is 2 % worse than the operators, at most 1 % is allowed.',
        },
      ],
      [
        { alertFreeWeeks: 3 },
        { alert_free_weeks: 'Blocked: the last drift alert is 3 closed weeks back, at least 4 are needed.' },
      ],
      [
        { long: counts({ ...good, late: 81 }) },
        { late_share: 'Blocked: 10.1 % of the items of 4 weeks came late, at most 10 % may.' },
      ],
      [
        { short: counts({ compared: 2001, agreed: 1900, material: 101, operatorRight: 101 }) },
        { recent_accuracy: 'Blocked: the accuracy is 94.95 % over 2 weeks, at least 95 % is needed.' },
      ],
      [
        { long: counts({ compared: 9999, agreed: 9899, material: 100, operatorRight: 100 }) },
        {
          gap_to_operator:
            'Blocked: over 4 weeks the agent is 1.0001 % worse than the operators, at most 1 % is allowed.',
        },
      ],
      [
        { coolDown: { weeks: 8, closed: 7 } },
        { cool_down: 'Blocked: 7 of 8 weeks of cool-down after the last demotion have closed.' },
      ],
    ];
    for (const [over, expected] of cases) assert.deepEqual(assist(over), expected);
  });

  it('hold a step that moves money to the higher of the two bars', () => {
    const rules = { ...defaultRules, money: { ...defaultRules.money, min_lower_bound: 0.98 } };
    const long = counts({ compared: 400, agreed: 396, material: 4, bothWrong: 4 });
    const gates = assistToAutoGates(input({ rules, long, moneyMoving: true }));
    assert.equal(gates.find(({ gate }) => gate === 'lower_bound')?.bar, 0.98);
    assert.deepEqual(Object.keys(blocking(gates)), ['lower_bound']);
    assert.deepEqual(assist({ rules, long }), {});
  });

  it('let a gap of exactly one percent pass', () => {
    const long = counts({ compared: 1000, agreed: 980, material: 20, agentRight: 5, operatorRight: 15 });
    assert.deepEqual(assist({ long }), {});
  });

  it('say that the agent is as good as the operators where it is', () => {
    const long = counts({ compared: 1000, agreed: 980, material: 20, agentRight: 10, operatorRight: 10 });
    const gap = assistToAutoGates(input({ long })).find(({ gate }) => gate === 'gap_to_operator');
    assert.equal(
      gap && gateSentence(gap),
      'Over 4 weeks the agent is as good as the operators; at most 1 % worse is allowed.',
    );
  });

  it('name an agent’s new version and let it pass', () => {
    const gates = assistToAutoGates(input({ newVersions: [{ agent: 'matcher', version: '2.1' }] }));
    const named = gates.find(({ gate }) => gate === 'agent_version');
    assert.deepEqual(
      [named?.passed, named && gateSentence(named)],
      [true, 'Agent matcher runs the new version 2.1 since this week.'],
    );
  });
});
