import assert from 'node:assert/strict';
import { type Actor, type FieldDefinition, readEvent, type WorkEvent } from '../../../../domain/lanes/event.ts';
import { openStudy } from '../../../../domain/lanes/study/study.ts';
import { pairedDifference, unpairedDifference } from '../../../../domain/lanes/statistics/wilson.ts';
import { near } from '../near.ts';

const z = 1.959963984540054;
const place = { queue: 'invoices', step: 'match' };
const fields: readonly FieldDefinition[] = [
  { name: 'account', compare: 'text', tolerance: null, severity: 'material' },
];
const dana: Actor = { kind: 'operator', id: 'dana' };
const lee: Actor = { kind: 'operator', id: 'lee' };
const agent = (id: string, version?: string): Actor => ({ kind: 'agent', id, ...(version ? { version } : {}) });

let ids = 0;
const done = (
  item: string,
  actor: Actor,
  role: string,
  decision: string,
  minute: number,
  more: object = {},
): WorkEvent =>
  readEvent({
    id: `e${(ids += 1)}`,
    kind: 'step.done',
    ...place,
    item,
    actor,
    role,
    decision,
    at: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
    outputs: { account: decision },
    ...more,
  } as never);

const studyOf = (events: readonly WorkEvent[]) => {
  const study = openStudy(place, fields);
  for (const event of events) study.add(event);
  return study.result();
};

describe('the study of a step', () => {
  it('counts how far two people agree on the items that both did, whatever the order of events', () => {
    const events = [
      done('a', lee, 'act', 'pay', 9),
      done('a', dana, 'act', 'pay', 1),
      done('b', dana, 'act', 'pay', 1),
      done('b', lee, 'confirm', 'reject', 2),
      done('c', dana, 'act', 'pay', 1),
      done('c', dana, 'act', 'reject', 5),
      done('a', agent('bot'), 'shadow', 'pay', 0),
    ];
    for (const order of [events, events.toReversed()]) {
      const { people } = studyOf(order);
      assert.deepEqual([people.items, people.agreed, people.share], [2, 1, 0.5]);
      assert.ok((people.lower ?? 1) < 0.5 && (people.upper ?? 0) > 0.5);
    }
    assert.deepEqual(studyOf([]).people, { items: 0, agreed: 0, share: null, lower: null, upper: null });
  });

  it('compares agents and versions on the items that both answered, and never by an output that came after the person', () => {
    const events: WorkEvent[] = [];
    for (let n = 0; n < 40; n++) {
      events.push(done(`i${n}`, dana, 'act', 'pay', 10));
      events.push(done(`i${n}`, agent('bot', '1'), 'shadow', n < 30 ? 'pay' : 'hold', 1));
      events.push(done(`i${n}`, agent('rival'), 'shadow', 'hold', 2));
      if (n < 36) events.push(done(`i${n}`, agent('rival'), 'shadow', 'pay', 5));
      events.push(done(`i${n}`, agent('copycat'), 'shadow', 'pay', 30));
    }
    const { agents } = studyOf(events);
    assert.deepEqual(
      agents.map((one) => [one.agent, one.version, one.items, one.agreed, one.difference?.paired ?? null]),
      [
        ['bot', '1', 40, 30, null],
        ['rival', null, 40, 36, true],
      ],
    );
    const difference = agents[1]?.difference;
    assert.deepEqual([difference?.items, difference?.difference], [40, 0.15]);
    assert.ok((difference?.lower ?? -1) > 0, JSON.stringify(difference));
  });

  it('compares versions that came one after the other as items of their own, with what audits found', () => {
    const events: WorkEvent[] = [];
    for (let n = 0; n < 30; n++) {
      events.push(done(`old${n}`, agent('bot', '1'), 'act', 'pay', 1));
      if (n < 20) events.push(done(`new${n}`, agent('bot', '2'), 'act', 'pay', 1));
      for (const [name, right] of [
        [`old${n}`, n < 24],
        [`new${n}`, true],
      ] as const)
        if (name.startsWith('old') || n < 20)
          events.push({
            id: `x${name}`,
            kind: 'audit.result',
            ...place,
            item: name,
            actor: lee,
            at: Date.UTC(2026, 0, 6),
            verdict: right ? 'agree' : 'disagree',
            severity: 'material',
            decision: null,
            outputs: null,
          });
    }
    const [old, latest] = studyOf(events).agents;
    assert.deepEqual([old?.items, old?.agreed, latest?.items, latest?.agreed], [30, 24, 20, 20]);
    assert.deepEqual([latest?.difference?.paired, latest?.difference?.items], [false, 50]);
    near(latest?.difference?.difference ?? 0, 0.2, 1e-9);
  });
});

describe('the interval of the difference of two shares', () => {
  it('has the published limits of Newcombe and of Agresti and Min', () => {
    const newcombe = unpairedDifference(56, 70, 48, 80, z);
    near(newcombe?.lower ?? 0, 0.0524, 5e-5);
    near(newcombe?.upper ?? 0, 0.3339, 5e-5);
    // Approval of the prime minister: 150 changed from yes to no, 86 from no to yes, of 1,600.
    const agresti = pairedDifference(150, 86, 1600, z);
    near(agresti?.lower ?? 0, 0.0212, 5e-5);
    near(agresti?.upper ?? 0, 0.0587, 5e-5);
    assert.equal(pairedDifference(0, 0, 0, z), null);
    assert.equal(unpairedDifference(1, 1, 0, 0, z), null);
  });
});
