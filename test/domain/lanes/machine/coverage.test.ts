/** Silence is not agreement (D72), and an output after the fact is no independent label (D75). */
import assert from 'node:assert/strict';
import { count } from '../../../../domain/lanes/figures.ts';
import type { PartialRules } from '../../../../domain/lanes/rules.ts';
import type { ShownGate } from '../../../../domain/lanes/moves.ts';
import {
  type Workspace,
  act,
  confirm,
  climbToAuto,
  day,
  defined,
  definition,
  openWorkspace,
  proposal,
  shadow,
  start,
  week,
} from './history.ts';

const minutes = 60_000;
const gateOf = (space: Workspace, name: string): ShownGate | undefined =>
  space.gates().find(({ gate }) => gate === name);

/** Weeks of items, of which the agent answers only those below a share; it is right about all that it answers. */
function answering(space: Workspace, weeks: readonly number[], share: number, role: 'shadow' | 'assist'): void {
  for (const n of weeks)
    for (let i = 0; i < 60; i++) {
      const item = `${n}-${i}`;
      const at = start + n * week + day + i * 30 * minutes;
      if (i < share * 60) space.send(role === 'shadow' ? shadow({ item, at }) : proposal({ item, at }));
      // Where nothing was proposed the person does the item.
      const isAsked = role === 'assist' && i < share * 60;
      space.send(isAsked ? confirm({ item, at: at + minutes }) : act({ item, at: at + minutes }));
    }
}

const begun = (rules: PartialRules = {}): Workspace => {
  const space = openWorkspace();
  space.send(defined(start, definition({ rules })));
  return space;
};

describe('the coverage of a step', () => {
  it('keeps an agent that answers only the easy items out of Assist, and says so', () => {
    const space = begun();
    answering(space, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 0.6, 'shadow');
    space.close(start + 10 * week);
    assert.deepEqual(space.announced.laneChanges, []);
    const gate = gateOf(space, 'coverage');
    assert.deepEqual([gate?.value, gate?.bar, gate?.passed], [0.6, 0.9, false]);
    assert.equal(gate?.sentence, 'Blocked: the agent answered 60 % of the items of 2 weeks, at least 90 % is needed.');
    // Of 120 items 72 were answered, all rightly; below the bar the others count as wrong ones.
    assert.match(
      gateOf(space, 'lower_bound')?.sentence ?? '',
      /48 items without an answer of the agent count as wrong/,
    );
    assert.equal(space.announced.ledger.at(-1)?.coverage, 0.6);
    assert.ok((space.announced.ledger.at(-1)?.lower_bound ?? 1) < 0.6);
    assert.match(space.route().reason, /The agent answered only 60 % of the items of 2 weeks\.$/);
  });

  it('is a gate of Auto too, and an alert when it falls in Assist, raised once until it is back', () => {
    const space = begun();
    answering(space, [0, 1], 1, 'shadow');
    answering(space, [2, 3, 4, 5, 6, 7], 0.7, 'assist');
    space.close(start + 8 * week);
    assert.equal(space.lane(), 'assist');
    const signals = () => space.announced.alerts.map(({ signal, lane, value }) => [signal, lane, value]);
    assert.deepEqual(signals(), [['coverage', 'assist', 0.7]]);
    assert.equal(gateOf(space, 'alert_free_weeks')?.passed, true);
    answering(space, [8, 9], 1, 'assist');
    answering(space, [10, 11], 0.5, 'assist');
    space.close(start + 12 * week);
    assert.deepEqual(signals().slice(1), [['coverage', 'assist', 0.75]]);
  });

  it('is whole where the agent answers later, acts in Auto, or a person does what it proposed', () => {
    const space = begun();
    space.send(act({ item: 'a', at: start + day }));
    assert.equal(space.state().evidence.unanswered, 1);
    space.send(shadow({ item: 'a', at: start + day - 1 }));
    assert.equal(space.state().evidence.unanswered, undefined);
    space.close(start + week);
    assert.equal(space.announced.ledger[0]?.coverage, 1);
    const auto = openWorkspace();
    climbToAuto(auto);
    assert.equal(auto.announced.ledger.at(-1)?.coverage, 1);
  });

  it('counts every item left out against the agent where the rules say so', () => {
    const ways: readonly (readonly [boolean, boolean])[] = [
      [false, true],
      [true, false],
    ];
    for (const [unanswered_is_wrong, rises] of ways) {
      // 0.93 of the items are answered, which is enough for the gate.
      const space = begun({ coverage: { unanswered_is_wrong }, shadow_to_assist: { min_lower_bound: 0.92 } });
      answering(space, [0, 1], 0.93, 'shadow');
      space.close(start + 2 * week);
      assert.equal(space.lane() === 'assist', rises);
      assert.equal(gateOf(space, 'coverage')?.passed, true);
    }
  });

  it('is taken from what was compared where an older version counted', () => {
    const space = begun();
    answering(space, [0], 0.5, 'shadow');
    space.close(start + week);
    space.reload((row) => ({ ...row, counts: row.counts.slice(0, 20) }));
    answering(space, [1], 0.5, 'shadow');
    space.close(start + 2 * week);
    assert.equal(count(space.state().review?.short ?? [], 'unanswered'), 60);
  });
});

describe('outputs that come after the person’s act', () => {
  it('are counted, and hold a step when they are more than a tenth', () => {
    const space = begun();
    for (let n = 0; n < 3; n++)
      for (let i = 0; i < 60; i++) {
        const item = `${n}-${i}`;
        const at = start + n * week + day + i * 30 * minutes;
        space.send(act({ item, at }), shadow({ item, at: i < 12 ? at + 1 : at - 1 }));
      }
    space.close(start + 3 * week);
    assert.equal(space.lane(), 'shadow');
    assert.equal(space.announced.ledger[0]?.late_outputs, 12);
    const gate = gateOf(space, 'late_outputs');
    assert.deepEqual([gate?.value, gate?.bar, gate?.passed], [0.2, 0.1, false]);
    assert.match(gateOf(space, 'lower_bound')?.sentence ?? '', /20 % of the outputs came after the person’s act/);
  });

  it('are recognised by when they came, not by what they state, where the rules say so', () => {
    const copying = (late_by: 'time' | 'arrival', share: number): Workspace => {
      const space = begun({ coverage: { late_by } });
      for (let n = 0; n < 3; n++)
        for (let i = 0; i < 60; i++) {
          const item = `${n}-${i}`;
          const at = start + n * week + day + i * 30 * minutes;
          // Dated before the act, and sent when the act is known.
          if (i < share * 60) {
            space.send(act({ item, at }));
            space.send(shadow({ item, at: at - minutes }));
          } else space.send(shadow({ item, at: at - minutes }), act({ item, at }));
        }
      space.close(start + 3 * week);
      return space;
    };
    assert.equal(copying('time', 0.5).lane(), 'assist');
    const held = copying('arrival', 0.5);
    assert.equal(held.lane(), 'shadow');
    assert.deepEqual([gateOf(held, 'late_outputs')?.value, held.announced.ledger[0]?.coverage], [0.5, 1]);
    assert.equal(copying('arrival', 0).lane(), 'assist');
    // A proposal that nobody can have seen is none.
    for (const late_by of ['time', 'arrival'] as const) {
      const space = begun({ coverage: { late_by } });
      space.send(confirm({ item: 'a', at: start + day }));
      space.send(proposal({ item: 'a', at: start + day - minutes }));
      assert.equal(space.item('a')?.r, late_by === 'time' ? 'agreed' : undefined);
    }
  });

  it('are recognised by their time of arrival where the key speaks for agents alone, unless the rules say otherwise', () => {
    const lateOf = (late_by: 'time' | 'sender' | undefined, fromAgents: boolean): number | undefined => {
      const space = begun(late_by === undefined ? {} : { coverage: { late_by } });
      space.send(act({ item: 'a', at: start + day }));
      const events = [{ index: 0, event: shadow({ item: 'a', at: start + day - minutes }) }];
      space.take({ kind: 'events', seq: 9, events, hold: false, ...(fromAgents ? { fromAgents } : {}) });
      // In one request the times decide: it does not say which of two was known first.
      const both = [act({ item: 'b', at: start + 2 * day }), shadow({ item: 'b', at: start + 2 * day - minutes })];
      space.send(...both);
      space.close(start + week);
      return space.announced.ledger[0]?.late_outputs;
    };
    assert.deepEqual(
      [lateOf(undefined, true), lateOf('sender', true), lateOf('sender', false), lateOf('time', true)],
      [1, 1, 0, 0],
    );
  });
});
