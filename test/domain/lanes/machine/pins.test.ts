/** Pins (D74): a person takes a step, a queue or the workspace down and keeps it there. */
import assert from 'node:assert/strict';
import type { Pin } from '../../../../domain/lanes/pin.ts';
import {
  type Workspace,
  assistWeek,
  climbToAuto,
  day,
  defined,
  definition,
  openWorkspace,
  shadowWeek,
  start,
  week,
} from './history.ts';

const pin = (over: Partial<Pin> = {}): { add: Pin } => ({
  add: {
    id: 'pin_1',
    queue: null,
    step: null,
    lane: 'shadow',
    reason: 'a wrong account was paid',
    by: 'dana@example.com',
    at: start,
    until: null,
    ...over,
  },
});
const removed = { remove: 'pin_1', by: 'lee@example.com' };
const gates = (space: Workspace): string[] =>
  space
    .gates()
    .filter(({ gate }) => gate === 'pinned')
    .map(({ sentence }) => sentence);

describe('a pin', () => {
  it('takes every step that it is about down at once, in the name of who set it', () => {
    const space = openWorkspace();
    const from = climbToAuto(space);
    const { laneChanges, signoffRequests } = space.pin(pin());
    assert.deepEqual(
      laneChanges.map(({ from, to, rule, reason, numbers }) => [from, to, rule, reason, numbers['by']]),
      [
        [
          'auto',
          'shadow',
          'pinned',
          'Auto to Shadow: pinned to Shadow by dana@example.com: a wrong account was paid.',
          'dana@example.com',
        ],
      ],
    );
    assert.deepEqual(
      [space.lane(), space.route().lane, space.route().auditRate, signoffRequests],
      ['shadow', 'shadow', 0, []],
    );
    const why = 'Pinned to Shadow by dana@example.com: a wrong account was paid.';
    assert.equal(space.route().reason, `Shadow: a person does the item. ${why}`);
    assert.equal(space.state().coolDown, null);
    assert.equal(Date.parse(laneChanges[0]?.at ?? ''), from);
    space.reload();
    assert.equal(space.lane(), 'shadow');
  });

  it('keeps a step from rising for as long as it is there, and promotes nothing by its end', () => {
    const space = openWorkspace();
    space.send(defined(start, definition()));
    space.pin(pin());
    assert.match(space.route().reason, /Pinned to Shadow by dana@example\.com/);
    for (let n = 0; n < 3; n++) space.send(...shadowWeek(start + n * week, 60));
    space.close(start + 3 * week);
    assert.equal(space.lane(), 'shadow');
    assert.deepEqual(gates(space), ['Blocked: pinned to Shadow by dana@example.com: a wrong account was paid.']);
    space.pin(removed);
    assert.doesNotMatch(space.route().reason, /inned/);
    assert.deepEqual([space.lane(), gates(space)], ['shadow', []]);
    // It is earned again, at a close.
    space.send(...shadowWeek(start + 3 * week, 60));
    space.close(start + 4 * week);
    assert.equal(space.lane(), 'assist');
  });

  it('has to be followed by all that Auto takes, once it is removed', () => {
    const space = openWorkspace();
    const from = climbToAuto(space);
    space.pin(pin({ lane: 'assist' }));
    space.pin(removed);
    assert.equal(space.lane(), 'assist');
    for (let n = 0; n < 4; n++) space.send(...assistWeek(from + n * week, 60));
    space.close(from + 4 * week);
    assert.equal(space.lane(), 'assist');
  });

  it('is about a queue or a step where it names one, and ends by itself when the clock of the data passes its time', () => {
    const space = openWorkspace();
    climbToAuto(space);
    for (const [place, falls] of [
      [{ queue: 'other' }, false],
      [{ queue: 'invoices', step: 'pay' }, false],
      [{ queue: 'invoices', step: 'match' }, true],
    ] as const)
      assert.equal(space.pin(pin({ ...place, lane: 'assist' })).laneChanges.length > 0, falls);

    const other = openWorkspace();
    other.send(defined(start, definition()));
    other.pin(pin({ queue: 'invoices', until: start + 2 * week + 1 }));
    for (let n = 0; n < 3; n++) other.send(...shadowWeek(start + n * week, 60));
    other.close(start + 2 * week);
    assert.equal(other.lane(), 'shadow');
    other.close(start + 3 * week);
    assert.equal(other.lane(), 'assist');
  });

  it('is named by routes until the first close after its end, however events are grouped', () => {
    const [whole, parts] = [openWorkspace(), openWorkspace()];
    const events = [defined(start + day, definition({ title: 'Other' })), ...shadowWeek(start + 3 * day, 1)];
    for (const space of [whole, parts]) {
      space.send(defined(start, definition()));
      space.pin(pin({ until: start + 2 * day }));
    }
    whole.send(...events);
    for (const event of events) parts.send(event);
    assert.equal(whole.route().reason, parts.route().reason);
    assert.match(
      whole.route().reason,
      /Pinned to Shadow by dana@example\.com until 2026-01-07T00:00:00\.000Z: a wrong/,
    );
    whole.close(start + week);
    assert.doesNotMatch(whole.route().reason, /inned/);
  });

  it('has its like in the rules: the highest lane of a step', () => {
    const space = openWorkspace();
    climbToAuto(space);
    const { laneChanges } = space.send(defined(start + 7 * week + day, definition({ rules: { max_lane: 'assist' } })));
    assert.deepEqual(
      laneChanges.map(({ to, rule, reason }) => [to, rule, reason]),
      [['assist', 'pinned', 'Auto to Assist: the rules allow Assist at most.']],
    );
    const low = openWorkspace();
    low.send(defined(start, definition({ rules: { max_lane: 'shadow' } })));
    for (let n = 0; n < 3; n++) low.send(...shadowWeek(start + n * week, 60));
    low.close(start + 3 * week);
    assert.equal(low.lane(), 'shadow');
  });
});
