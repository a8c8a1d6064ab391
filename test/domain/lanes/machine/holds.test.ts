import assert from 'node:assert/strict';
import { auditPick } from '../../../../domain/lanes/audits.ts';
import { isHoldOfAll, joinsHold, newMachine, applyRecord } from '../../../../domain/lanes/machine/machine.ts';
import {
  act,
  agentAct,
  audit,
  autoWeek,
  climbToAuto,
  day,
  defined,
  definition,
  heldAt,
  openWorkspace,
  rules,
  shadow,
  shadowWeek,
  start,
  week,
} from './history.ts';

/** The first item from a name that the audit sample holds. */
function picked(name: string, rate: number): string {
  for (let n = 0; ; n++) if (auditPick('7', 'invoices', 'match', `${name}${n}`) < rate) return `${name}${n}`;
}

describe('a hold', () => {
  it('keeps critical audits of other requests from nothing: they end Auto at once', () => {
    const space = openWorkspace();
    const from = climbToAuto(space);
    const item = picked('p', space.route().auditRate);
    space.send(agentAct({ item, at: from + day }));
    const held = space.hold(act({ item: 'old', at: from + day }));
    assert.deepEqual(held.held, { events: 1, since: heldAt });
    const result = space.send(audit(item, from + 2 * day, 'critical'));
    assert.deepEqual([result.accepted, result.laneChanges[0]?.rule, result.held.events], [1, 'critical_audit', 1]);
    assert.equal(space.lane(), 'shadow');
  });

  it('lets other requests define steps and count items at once, and keeps every week open until its end', () => {
    const space = openWorkspace();
    space.send(defined(start), ...shadowWeek(start, 60));
    space.hold(shadow({ item: 'h', at: start + day }), act({ item: 'h', at: start + day + 1 }));
    space.send(defined(start + day, definition({ step: 'pay' })));
    assert.equal(space.lane('pay'), 'shadow');
    const later = space.send(...shadowWeek(start + week, 60), ...shadowWeek(start + 2 * week, 60));
    assert.deepEqual([later.closedWeeks, later.weekNumber, later.held.events], [[], 202604, 2]);
    assert.deepEqual(space.clock(start + 9 * week).closedWeeks, []);
    // What the hold alone has kept open closes with it, beyond the time that the call names.
    const ended = space.close(start + week);
    assert.deepEqual([ended.closedWeeks, ended.held], [[202602, 202603], { events: 0, since: null }]);
    assert.equal(ended.ledger.find(({ step }) => step === 'match')?.compared, 61);
    assert.deepEqual([...space.announced.late], []);
  });

  it('gives the same result when it is loaded again in the middle of it', () => {
    const run = (reloads: boolean): string => {
      const space = openWorkspace();
      const from = climbToAuto(space);
      for (let n = 0; n < 4; n++) {
        space.hold(act({ item: `h${n}`, at: from + n * week }));
        if (reloads) space.reload();
        autoWeek(space, from + n * week, 30);
        if (reloads) space.reload();
      }
      space.close(from + 4 * week);
      return space.dump();
    };
    assert.equal(run(true), run(false));
  });

  it('ingests work on steps that only its events define', () => {
    const machine = newMachine(rules);
    const items = { get: () => undefined, put: () => undefined };
    const one = (event: ReturnType<typeof act>) => [{ index: 0, event }];
    const record = { kind: 'events', seq: 1, hold: true, heldAt } as const;
    applyRecord(machine, { ...record, events: one(defined(start)) }, items, { stored: () => [] });
    const work = act({ item: 'a', at: start + day });
    assert.equal(joinsHold(machine, one(work)), true);
    assert.equal(joinsHold(machine, [...one(work), ...one(defined(start + day))]), false);
    assert.equal(joinsHold(machine, one(act({ item: 'a', at: start + day, step: 'pay' }))), false);
  });

  it('of an older version continues as it began: everything waits for its close', () => {
    const space = openWorkspace();
    space.send(defined(start));
    const events = [{ index: 0, event: act({ item: 'a', at: start + day }) }];
    const held = space.take({ kind: 'events', seq: 90, events, hold: true });
    assert.deepEqual(held.held, { events: 1, since: null });
    const after = space.send(act({ item: 'b', at: start + 2 * day }));
    assert.deepEqual([after.held.events, space.item('b')], [2, null]);
    assert.equal(isHoldOfAll({ ...emptyState, held: 2 }), true);
    assert.equal(isHoldOfAll({ ...emptyState, held: 2, heldSince: heldAt }), false);
  });
});

const emptyState = newMachine(rules).workspace;
