import assert from 'node:assert/strict';
import { gateSentence } from '../../../../domain/lanes/review/gate.ts';
import {
  act,
  agent,
  agentAct,
  assistWeek,
  climbToAuto,
  day,
  defined,
  definition,
  openWorkspace,
  shadow,
  shadowWeek,
  start,
  week,
} from './history.ts';

describe('the definition of steps', () => {
  it('keeps a step that a later definition of its queue leaves out', () => {
    const space = openWorkspace();
    space.send(defined(start, definition(), definition({ step: 'pay' })));
    space.send(defined(start + day, definition({ step: 'file' })));
    assert.deepEqual([space.lane(), space.lane('pay'), space.lane('file')], ['shadow', 'shadow', 'shadow']);
    assert.equal(space.send(act({ item: 'a', at: start + day, step: 'pay' })).accepted, 1);
  });

  it('takes other rules and titles without starting over', () => {
    const space = openWorkspace();
    space.send(defined(start), ...shadowWeek(start, 60));
    const before = space.route().rulesRevision;
    space.send(defined(start + day, definition({ title: 'Other', rules: { shadow_to_assist: { min_weeks: 1 } } })));
    assert.equal(space.state().comparedInStint, 60);
    assert.notEqual(space.route().rulesRevision, before);
    space.close(start + week);
    assert.equal(space.lane(), 'assist');
    space.send(defined(start + week + day, definition({ title: 'Other', reasons: ['agreed on the phone'] })));
    assert.equal(space.lane(), 'assist');
    assert.deepEqual(space.state().definition.reasons, ['agreed on the phone']);
  });

  it('begins the evidence again in Shadow and Assist when fields, money_moving or watch change', () => {
    const changes = [{ fields: [] }, { moneyMoving: true }, { watch: ['format'] }];
    for (const change of changes) {
      const space = openWorkspace();
      space.send(defined(start), ...shadowWeek(start, 60));
      const { laneChanges } = space.send(defined(start + 6.9 * day, definition(change)));
      assert.deepEqual(laneChanges, []);
      assert.deepEqual(space.state().evidence.independent, { n: 0, k: 0 });
      assert.equal(space.state().comparedInStint, 0);
      assert.equal(space.state().since, start);
    }
  });

  it('does not start over when fields or watched inputs only are in another order', () => {
    const space = openWorkspace();
    const { fields } = definition();
    space.send(defined(start, definition({ watch: ['format', 'size'] })), ...shadowWeek(start, 60));
    const other = definition({ watch: ['size', 'format'], fields: fields.toReversed() });
    space.send(defined(start + 6.9 * day, other));
    assert.equal(space.state().comparedInStint, 60);
  });

  it('names the new version of a known agent in the review and keeps the lane', () => {
    const space = openWorkspace();
    const from = climbToAuto(space);
    space.send(agentAct({ item: 'a', at: from + day, actor: { ...agent, version: '2' } }));
    space.send(agentAct({ item: 'b', at: from + day, actor: { ...agent, version: '1' } }));
    space.send(agentAct({ item: 'c', at: from + day, actor: { ...agent, id: 'other', version: '7' } }));
    const { ledger } = space.close(from + week);
    assert.equal(space.lane(), 'auto');
    assert.deepEqual(ledger[0]?.gates.filter(({ gate }) => gate === 'agent_version').map(gateSentence), [
      'Agent matcher runs the new version 2 since this week.',
    ]);
    assert.ok(space.close(from + 2 * week).ledger[0]?.gates.every(({ gate }) => gate !== 'agent_version'));
  });

  it('counts a new version as a redefinition where the rules say so', () => {
    const space = openWorkspace();
    const from = climbToAuto(space, { rules: { redefine_on_agent_version: true } });
    const { laneChanges } = space.send(agentAct({ item: 'a', at: from + day, actor: { ...agent, version: '2' } }));
    assert.deepEqual([laneChanges[0]?.rule, laneChanges[0]?.to], ['redefined', 'assist']);
    assert.match(laneChanges[0]?.reason ?? '', /agent matcher has the new version 2\.$/);
  });

  it('keeps the Shadow labels for the evidence on the way to Assist', () => {
    const space = openWorkspace();
    space.send(defined(start), ...shadowWeek(start, 60), ...shadowWeek(start + week, 60));
    space.send(...assistWeek(start + 2 * week, 50));
    // Blind items count as independent too, whatever the lane.
    space.send(shadow({ item: 'z', at: start + 2.9 * week }), act({ item: 'z', at: start + 2.9 * week }));
    assert.deepEqual(space.state().evidence, {
      fromStint: 1,
      independent: { n: 121, k: 121 },
      confirmed: { n: 50, k: 50 },
    });
  });
});
