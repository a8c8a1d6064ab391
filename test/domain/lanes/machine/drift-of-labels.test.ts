/** Drift is found in every label that says how good the agent is (D75). */
import assert from 'node:assert/strict';
import type { WorkEvent } from '../../../../domain/lanes/event.ts';
import { cusumStep } from '../../../../domain/lanes/statistics/cusum.ts';
import {
  agentAct,
  assistWeek,
  climbToAuto,
  defined,
  definition,
  openWorkspace,
  operator,
  shadowWeek,
  start,
  week,
} from './history.ts';
import type { Workspace } from './history.ts';

const outcome = (item: string, at: number, good: boolean): WorkEvent => ({
  kind: 'outcome.recorded',
  id: `outcome-${item}-${at}`,
  at,
  queue: 'invoices',
  actor: operator,
  step: 'match',
  item,
  good,
});

function inAssist(): Workspace {
  const space = openWorkspace();
  space.send(defined(start));
  for (let n = 0; n < 2; n++) space.send(...shadowWeek(start + n * week, 60));
  space.close(start + 2 * week);
  assert.equal(space.lane(), 'assist');
  return space;
}

describe('the drift of labels', () => {
  it('is found in Assist in a history that was imported as shadow outputs and acts', () => {
    const space = inAssist();
    // 0.9 was good enough for Assist; then .59, .52, .57, .51.
    for (const [n, right] of [0.59, 0.52, 0.57, 0.51].entries())
      space.send(...shadowWeek(start + (2 + n) * week, 60, Math.round(60 * (1 - right))));
    assert.deepEqual(space.announced.laneChanges.map(({ from, to, rule }) => [from, to, rule]).slice(1), [
      ['assist', 'shadow', 'cusum'],
    ]);
    assert.deepEqual(
      space.announced.alerts.map(({ signal, lane }) => [signal, lane]),
      [['outcome_drift', 'shadow']],
    );
  });

  it('leaves an agent alone that is as good as Assist asks for', () => {
    const space = inAssist();
    for (let n = 2; n < 14; n++) space.send(...shadowWeek(start + n * week, 60, 4));
    assert.equal(space.lane(), 'assist');
  });

  it('adds each kind of label by its own usual rate to one sum', () => {
    const space = inAssist();
    space.send(...shadowWeek(start + 2 * week, 4, 1));
    space.send(...assistWeek(start + 2.5 * week, 4, 0));
    let s = 0;
    for (const wrong of [true, false, false, false]) s = cusumStep(s, wrong, { p0: 0.1, p1: 0.2 }, 8).s;
    for (let n = 0; n < 4; n++) s = cusumStep(s, false, { p0: 0.1, p1: 0.2 }, 8).s;
    const { cusum } = space.state();
    assert.deepEqual([cusum.n, cusum.s.toFixed(9)], [8, s.toFixed(9)]);
    const item = `i${start + 2.5 * week}-0`;
    space.send(outcome(item, start + 3 * week - 1, false), outcome(item, start + 3 * week - 1 + 1, false));
    assert.equal(space.state().cusum.n, 9);
    assert.equal(space.state().cusum.s.toFixed(9), cusumStep(s, true, { p0: 0.05, p1: 0.15 }, 8).s.toFixed(9));
  });

  it('is found in Auto in the outcomes of what the agent did', () => {
    const space = openWorkspace();
    const from = climbToAuto(space);
    for (let n = 0; n < 12 && space.lane() === 'auto'; n++) {
      space.send(agentAct({ item: `o${n}`, at: from + n }));
      space.send(outcome(`o${n}`, from + n, n % 2 === 0));
    }
    for (let n = 12; n < 40 && space.lane() === 'auto'; n++)
      space.send(agentAct({ item: `o${n}`, at: from + n }), outcome(`o${n}`, from + n, false));
    assert.deepEqual(space.announced.laneChanges.at(-1)?.rule, 'cusum');
    // One of an item that nobody has done says nothing of the agent.
    assert.equal(space.send(outcome('unknown', from + 50, false)).accepted, 1);
  });

  it('counts an outcome that came before its work when the work comes, whichever came first', () => {
    const sums = [true, false].map((before) => {
      const space = openWorkspace();
      const from = climbToAuto(space);
      const work: WorkEvent[] = [];
      const outcomes: WorkEvent[] = [];
      for (let n = 0; n < 6; n++) {
        work.push(agentAct({ item: `o${n}`, at: from + n }));
        outcomes.push(outcome(`o${n}`, from + 100 + n, n > 1), outcome(`o${n}`, from + 200 + n, n <= 1));
      }
      space.send(...(before ? outcomes : work));
      assert.equal(space.state().cusum.n, 0);
      space.reload();
      space.send(...(before ? work : outcomes));
      return space.state().cusum;
    });
    assert.equal(sums[0]?.n, 6);
    assert.deepEqual(sums[0], sums[1]);
  });

  for (const [severity, counted] of [
    ['minor', 2],
    ['material', 1],
  ] as const)
    it(`counts the outcome of a proposal with a ${severity} difference ${counted === 2 ? 'once both sides are known' : 'never'}`, () => {
      const space = inAssist();
      const at = start + 2.5 * week;
      space.send(
        defined(at, definition({ fields: [{ name: 'amount', compare: 'exact', tolerance: null, severity }] })),
      );
      const [proposal, confirm] = assistWeek(at, 1, 1);
      assert.ok(proposal && confirm && confirm.kind === 'step.done');
      space.send({ ...confirm, outputs: { amount: 2 } });
      space.send(outcome(confirm.item, at + 1000, false));
      assert.equal(space.state().cusum.n, 0);
      space.send({ ...proposal, outputs: { amount: 1 } } as WorkEvent);
      assert.equal(space.state().cusum.n, counted);
    });
});
