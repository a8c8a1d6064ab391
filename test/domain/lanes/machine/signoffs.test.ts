import assert from 'node:assert/strict';
import { readEvent } from '../../../../domain/lanes/event.ts';
import { auditPick } from '../../../../domain/lanes/audits.ts';
import { newMachine, applyRecord } from '../../../../domain/lanes/machine/machine.ts';
import type { LogRecord } from '../../../../domain/lanes/machine/records.ts';
import {
  type Workspace,
  agent,
  agentAct,
  assistWeek,
  audit,
  climbToAuto,
  day,
  defined,
  definition,
  openWorkspace,
  operator,
  shadowWeek,
  signoff,
  start,
  week,
} from './history.ts';

const money = { moneyMoving: true };

/** A step that moves money, at the close at which every other gate has passed. */
function earned(over: Parameters<typeof climbToAuto>[1] = {}): { space: Workspace; at: number; id: string } {
  const space = openWorkspace();
  const at = climbToAuto(space, { ...money, ...over }, 80);
  assert.equal(space.lane(), 'assist');
  const id = space.announced.requests.at(-1)?.request_id ?? '';
  return { space, at, id };
}

function another(space: Workspace, from: number): void {
  space.send(...assistWeek(from, 80));
  space.close(from + week);
}

describe('sign-offs', () => {
  it('are asked for when a step that moves money has earned Auto, with the event to send back', () => {
    const { space, at, id } = earned();
    const [request] = space.announced.requests;
    assert.deepEqual([request?.purpose, request?.at], ['promote', new Date(at).toISOString()]);
    assert.equal(request?.numbers['compared_items'], 320);
    assert.deepEqual(request?.event, {
      id: `${id}/approve`,
      kind: 'signoff.given',
      at: new Date(at).toISOString(),
      queue: 'invoices',
      step: 'match',
      request_id: id,
      verdict: 'approve',
    });
    const gate = space.gates().at(-1);
    assert.deepEqual(
      [gate?.gate, gate?.passed, gate?.sentence],
      ['signoff', false, `Blocked: sign-off ${id} waits for a person.`],
    );
    // Not at every close.
    another(space, at);
    assert.equal(space.announced.requests.length, 1);
  });

  it('are asked for again before the event to send back is too old for the next close', () => {
    const { space, at, id } = earned();
    for (let n = 0; n < 4; n++) another(space, at + n * week);
    const [, again] = space.announced.requests;
    assert.deepEqual([space.announced.requests.length, again?.at], [2, new Date(at + 4 * week).toISOString()]);
    assert.notEqual(again?.request_id, id);
    assert.deepEqual(
      space.announced.results.at(-1)?.signoffs.map(({ requestId, state }) => [requestId, state]),
      [
        [id, 'void'],
        [again?.request_id, 'waiting'],
      ],
    );
    space.send(readEvent({ ...again!.event, actor: operator }));
    another(space, at + 4 * week);
    assert.equal(space.lane(), 'auto');
  });

  it('take effect at the next close at which the step still earns Auto', () => {
    const { space, at } = earned();
    const [request] = space.announced.requests;
    const event = readEvent({ ...request!.event, actor: operator });
    assert.deepEqual(space.send(event).laneChanges, []);
    assert.deepEqual([...space.announced.late], []);
    another(space, at);
    assert.equal(space.lane(), 'auto');
    assert.equal(space.state().signoff?.state, 'used');
    assert.equal(space.route().auditRate, 20 / 80);
  });

  it('do not promote a step that no longer earns Auto, and stay valid for a later close', () => {
    const { space, at, id } = earned();
    space.send(signoff(id, at + day));
    space.send(...assistWeek(at, 80, 6));
    space.close(at + week);
    assert.equal(space.lane(), 'assist');
    assert.equal(space.state().signoff?.state, 'approved');
  });

  it('count from operators with a name only, and for their own request only', () => {
    const { space, at, id } = earned();
    space.send(signoff(id, at + 1, 'approve', { actor: agent, id: '1' }));
    space.send(signoff(id, at + 2, 'approve', { actor: { kind: 'operator', id: ' ' }, id: '2' }));
    assert.equal(space.send(signoff('sr_other', at + 3, 'approve', { id: '3' })).accepted, 0);
    assert.equal(space.state().signoff?.state, 'waiting');
  });

  it('are refused with a sentence when they answer nothing that waits', () => {
    const { space, at, id } = earned();
    space.send(defined(at + 1, definition({ ...money, step: 'pay' })));
    const refusal = (...given: Parameters<typeof signoff>): string => {
      const { accepted, rejected } = space.send(signoff(...given));
      assert.equal(accepted, 0);
      return rejected.flatMap(({ errors }) => errors).join();
    };
    assert.equal(
      refusal('sr_other', at + 2),
      `event.request_id sr_other is no open request of invoices/match; ${id} waits for a person`,
    );
    assert.equal(
      refusal(id, at + 3, 'approve', { step: 'pay' }),
      `event.request_id ${id} is no open request of invoices/pay; none waits for a person`,
    );
    space.send(signoff(id, at + day));
    assert.equal(refusal(id, at + 2 * day), `event.request_id ${id} was approved by dana already`);
    assert.equal(
      refusal(id, at + 1, 'decline'),
      `event.at must not lie before the approval that it withdraws, ${new Date(at + day).toISOString()}`,
    );
    space.send(signoff(id, at + 3 * day, 'decline', { id: 'changed-mind' }));
    for (const verdict of ['approve', 'decline'] as const)
      assert.equal(refusal(id, at + 4 * day, verdict), `event.request_id ${id} was withdrawn by dana already`);
    assert.equal(space.state().signoff?.state, 'withdrawn');
  });

  it('move no clock when they are refused: what is not in the log counts for nothing', () => {
    const { space, at } = earned();
    const before = space.announced.results.at(-1)?.closedWeek;
    assert.equal(space.send(signoff('sr_other', at + 3 * week)).closedWeek, before);
  });

  it('are taken out of the log, and out of a hold, as they went in', () => {
    const rules = { workspace: 'ws_test', timeZone: 'UTC', auditSeed: '7', closeGraceHours: 0 };
    const items = { get: () => undefined, put: () => {} };
    const mistyped = signoff('sr_other', start + 3 * week);
    const events = [defined(start), mistyped].map((event, index) => ({ index, event }));
    const taken = (record: LogRecord, machine = newMachine(rules)) =>
      applyRecord(machine, record, items, { stored: () => [] });
    const stored = taken({ kind: 'events', seq: 1, events, hold: false, stored: true });
    assert.deepEqual([stored.accepted, stored.closedWeeks.length], [2, 3]);
    const machine = newMachine(rules);
    assert.equal(taken({ kind: 'events', seq: 1, events, hold: true }, machine).accepted, 2);
    const held = events.map(({ event }) => event);
    const closed = taken({ kind: 'clock', seq: 2, through: start, close: true, held }, machine);
    assert.deepEqual(closed.closedWeeks, stored.closedWeeks);
  });

  it('are valid by their own time: after the Assist stint began, and for 30 days', () => {
    const early = earned();
    early.space.send(signoff(early.id, start + week));
    another(early.space, early.at);
    assert.equal(early.space.lane(), 'assist');
    const old = earned();
    old.space.send(signoff(old.id, old.at + 1));
    old.space.close(old.at + 5 * week);
    another(old.space, old.at + 5 * week);
    assert.equal(old.space.lane(), 'assist');
  });

  it('ask again four weeks after a decline, and not before', () => {
    const { space, at, id } = earned();
    space.send(signoff(id, at + day, 'decline'));
    for (let n = 0; n < 4; n++) another(space, at + n * week);
    assert.equal(space.announced.requests.length, 1);
    assert.match(space.gates().at(-1)?.sentence ?? '', /was declined; it is asked for again from 2026-03-24/);
    another(space, at + 4 * week);
    assert.equal(space.announced.requests.length, 2);
    assert.notEqual(space.announced.requests[1]?.request_id, id);
  });

  it('end Auto when a decline withdraws the approval that was used', () => {
    const { space, at, id } = earned();
    space.send(signoff(id, at + day));
    another(space, at);
    assert.equal(space.lane(), 'auto');
    const { laneChanges, alerts } = space.send(signoff(id, at + week + day, 'decline'));
    assert.deepEqual([laneChanges[0]?.to, laneChanges[0]?.rule, alerts.length], ['assist', 'signoff_withdrawn', 0]);
    assert.deepEqual(
      space.announced.results.at(-1)?.signoffs.map(({ state, by }) => [state, by]),
      [['withdrawn', 'dana']],
    );
  });

  it('are void after a redefinition', () => {
    const { space, at, id } = earned();
    space.send(signoff(id, at + day));
    const { signoffs } = space.send(defined(at + 2 * day, definition({ ...money, watch: ['format'] })));
    assert.deepEqual(
      signoffs.map(({ state }) => state),
      ['void'],
    );
    another(space, at);
    assert.equal(space.lane(), 'assist');
  });

  it('are not needed where the rules say so', () => {
    const space = openWorkspace();
    climbToAuto(space, { ...money, rules: { money: { signoff_required: false } } }, 80);
    assert.equal(space.lane(), 'auto');
  });
});

describe('the acknowledgement of a critical error', () => {
  it('has to be given before Shadow ends', () => {
    const space = openWorkspace();
    const from = climbToAuto(space, { rules: { cooldown: { critical_weeks: 0 } } });
    let n = 0;
    while (auditPick('7', 'invoices', 'match', `k${n}`) >= 0.2) n++;
    space.send(agentAct({ item: `k${n}`, at: from + 1 }), audit(`k${n}`, from + 2, 'critical'));
    const [request] = space.announced.requests;
    assert.equal(request?.purpose, 'acknowledge');
    for (let k = 1; k < 4; k++) space.send(...shadowWeek(from + k * week, 60));
    space.close(from + 4 * week);
    assert.equal(space.lane(), 'shadow');
    assert.deepEqual(
      space
        .gates()
        .filter(({ passed }) => !passed)
        .map(({ sentence }) => sentence),
      ['Blocked: a person has to acknowledge the critical error first.'],
    );
    const id = request?.request_id ?? '';
    space.send(signoff(id, from + 4 * week + day, 'decline'));
    assert.equal(space.state().acknowledgement?.state, 'waiting');
    space.send(signoff(id, from + 4 * week + 2 * day), ...shadowWeek(from + 4 * week, 60));
    space.close(from + 5 * week);
    assert.equal(space.lane(), 'assist');
    assert.equal(space.state().acknowledgement, null);
  });
});
