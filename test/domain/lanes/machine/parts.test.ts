import assert from 'node:assert/strict';
import type { WorkEvent } from '../../../../domain/lanes/event.ts';
import { applyRecord, type Machine, newMachine, refuseJumps } from '../../../../domain/lanes/machine/machine.ts';
import { act, defined, definition, openWorkspace, rules, signoff, start, week } from './history.ts';

const indexed = (...events: WorkEvent[]) => events.map((event, index) => ({ index, event }));
const at = (weeks: number, id: string): WorkEvent => act({ item: id, at: start + weeks * week, id });

function machineAt(...events: WorkEvent[]): Machine {
  const machine = newMachine(rules);
  const none = { get: () => undefined, put: () => {} };
  applyRecord(machine, { kind: 'events', seq: 1, events: indexed(...events), hold: false }, none, { stored: () => [] });
  return machine;
}

/** Indexes of those that are refused. */
const refused = (machine: Machine, ...events: WorkEvent[]): number[] =>
  refuseJumps(machine, indexed(...events), 60).refused.map(({ index }) => index);

describe('an event far ahead of the newest one', () => {
  const machine = machineAt(defined(start, definition()), at(0, 'a'));

  it('is refused with a sentence when it would close more weeks than it may, and not one week before', () => {
    assert.deepEqual(refused(machine, at(60, 'b')), []);
    assert.deepEqual(refused(machine, at(61.5, 'b')), [0]);
    const [rejection] = refuseJumps(machine, indexed(at(1400, 'far')), 60).refused;
    assert.equal(rejection?.id, 'far');
    assert.match(
      rejection?.errors[0] ?? '',
      /^event\.at must not be more than 60 weeks after the newest event \(2026-/,
    );
  });

  it('is measured from the newest one before it in the order of time, wherever that is in the request', () => {
    const history = Array.from({ length: 400 }, (_, n) => at(n + 1, `h${n}`));
    assert.deepEqual(refused(machine, ...history.toReversed()), []);
    assert.deepEqual(refused(machine, ...history, at(461.5, 'late'), at(462, 'later'), at(430, 'between')), []);
    assert.deepEqual(refused(machine, ...history, at(470, 'late'), at(462, 'later')), [400, 401]);
  });

  it('is not excused by events that may be refused themselves', () => {
    const unknown = act({ item: 'x', at: start + 50 * week, step: 'nowhere', id: 'x' });
    assert.deepEqual(refused(machine, unknown, at(100, 'b')), [1]);
    assert.deepEqual(refused(machine, signoff('sr_1', start + 50 * week, 'approve'), at(100, 'b')), [1]);
  });

  it('may be the first of a workspace, whatever its time, and may follow a clock that was moved', () => {
    assert.deepEqual(refused(newMachine(rules), defined(start, definition()), at(1, 'a')), []);
    assert.deepEqual(refused(newMachine(rules), defined(start, definition()), at(1400, 'a')), [1]);
    const moved = openWorkspace();
    moved.send(defined(start, definition()), at(0, 'a'));
    moved.close(start + 1400 * week);
    assert.equal(moved.send(at(1400.5, 'b')).accepted, 1);
  });
});
