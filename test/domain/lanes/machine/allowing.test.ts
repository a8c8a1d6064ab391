/** Audits that were asked for, whatever the rate is later (D71), and acts that nothing allowed (D73). */
import assert from 'node:assert/strict';
import { auditPick } from '../../../../domain/lanes/audits.ts';
import { count } from '../../../../domain/lanes/figures.ts';
import { readEvent, type StepDone, type WorkEvent } from '../../../../domain/lanes/event.ts';
import { routeId } from '../../../../domain/lanes/route-id.ts';
import type { RouteDecision } from '../../../../domain/lanes/route.ts';
import {
  type Workspace,
  act,
  agent,
  agentAct,
  audit,
  climbToAuto,
  confirm,
  day,
  defined,
  definition,
  openWorkspace,
  proposal,
  shadow,
  start,
  week,
  wrong,
} from './history.ts';

const hour = 3_600_000;
const placeOf = (item: string): number => auditPick('7', 'invoices', 'match', item);
/** Items whose place lies between two rates. */
const itemsBetween = (low: number, high: number, many: number, name = 'b'): string[] =>
  Array.from({ length: 4000 }, (_, n) => `${name}${n}`)
    .filter((item) => placeOf(item) >= low && placeOf(item) < high)
    .slice(0, many);
const routed = (event: WorkEvent, at: number): WorkEvent => ({ ...(event as StepDone), routedAt: at });

/** Audit rates by the volume of the week before: 300 items make it 0.2, and 50 make it 0.4. */
const byVolume = { audit: { start: 0.2, middle: 0.2, floor: 0.2, min_per_week: 20 } };

/** In Auto, with a week of 50 items at 0.2 before a rate of 0.4, or the other way round. */
function twoRates(first: number, second: number): { space: Workspace; monday: number } {
  const space = openWorkspace();
  const from = climbToAuto(space, { rules: { ...byVolume, assist_to_auto: { min_items_per_week: 1 } } }, first);
  for (let n = 0; n < second; n++) space.send(agentAct({ item: `v${n}`, at: from + n * hour }));
  return { space, monday: from + week };
}

describe('an audit that a route answer asked for', () => {
  it('counts whatever the rate is when the agent acts, and a critical one ends Auto', () => {
    const { space, monday } = twoRates(50, 160);
    const [item] = itemsBetween(0.2, 0.4, 1);
    assert.ok(item);
    // Asked for on Sunday at 23:00 by 0.4; on Monday the rate is 0.2.
    space.send(agentAct({ item, at: monday + hour }));
    assert.equal(space.state().auditRate, 0.2);
    const { audits, laneChanges } = space.send(audit(item, monday + 2 * hour, 'critical'));
    assert.deepEqual([audits[0]?.counted, laneChanges[0]?.rule], [true, 'critical_audit']);
    assert.equal(space.item(item)?.r, 'critical');
  });

  it('is missing only where every rate of the time asked for it', () => {
    const { space, monday } = twoRates(160, 50);
    assert.equal(space.state().auditRate < 0.3, true);
    space.send(agentAct({ item: 'opens-the-week', at: monday }));
    assert.equal(space.state().auditRate, 0.4);
    const asked = itemsBetween(0, 0.2, 19);
    const unasked = itemsBetween(0.2, 0.4, 81);
    for (const item of [...asked, ...unasked]) space.send(agentAct({ item, at: monday + hour }));
    for (const item of asked) space.send(audit(item, monday + day));
    // What is due by the end: the audits of the first week are not at stake here.
    const before = space.announced.laneChanges.length;
    for (let n = 0; n < 50; n++) {
      const item = `v${n}`;
      if (space.item(item)?.p === 1) space.send(audit(item, monday + day));
    }
    space.send(audit('opens-the-week', monday + day));
    space.clock(monday + 20 * day);
    assert.equal(space.announced.laneChanges.length, before);
    assert.equal(missingIn(space), 0);
  });

  it('is judged by the lane and the rate of the answer that the act names', () => {
    const { space, monday } = twoRates(50, 160);
    const [first, second] = itemsBetween(0.2, 0.4, 2);
    assert.ok(first && second);
    space.send(agentAct({ item: 'opens-the-week', at: monday }));
    const acts = [
      routed(agentAct({ item: first, at: monday + 3 * day }), monday - hour),
      routed(agentAct({ item: second, at: monday + 3 * day }), monday + 3 * day - hour),
    ];
    space.send(...acts);
    assert.deepEqual([space.item(first)?.p, space.item(second)?.p], [1, undefined]);
  });

  it('counts in the figures and waits to be settled when Auto has ended meanwhile', () => {
    const space = openWorkspace();
    const from = climbToAuto(space, { rules: byVolume });
    const [acted, open, critical] = itemsBetween(0, 0.2, 3);
    assert.ok(acted && open && critical);
    const early = agentAct({ item: acted, at: from + hour });
    space.send(early, agentAct({ item: critical, at: from + hour }), audit(critical, from + 2 * hour, 'critical'));
    assert.equal(space.lane(), 'shadow');
    // In progress: routed in Auto, done after it.
    const { unauthorised } = space.send(routed(agentAct({ item: open, at: from + 2 * day }), from + hour));
    assert.deepEqual(unauthorised, []);
    space.close(from + week);
    const { audits, disagreements } = space.send(
      audit(acted, from + 8 * day, 'disagree'),
      audit(open, from + 8 * day, 'disagree'),
    );
    assert.deepEqual(
      audits.map(({ counted }) => counted),
      [true, true],
    );
    assert.deepEqual(
      disagreements.map(({ item, settled }) => [item, settled]),
      [
        [acted, null],
        [open, null],
      ],
    );
    const first = JSON.parse(space.dump())[3].find((text: string) => JSON.parse(text)[1].stint === 3);
    const counts = JSON.parse(first)[1].counts as number[];
    assert.deepEqual([count(counts, 'audited'), count(counts, 'auditErrors')], [3, 3]);
  });
});

describe('an act that nothing allowed', () => {
  const at = start + day;
  const begun = (): Workspace => {
    const space = openWorkspace();
    space.send(defined(start));
    return space;
  };
  const figures = (space: Workspace) => {
    space.close(start + week);
    const { seen, compared, agreed, unauthorised, accuracy } = space.announced.ledger[0] ?? {};
    return [seen, compared, agreed, unauthorised, accuracy];
  };

  it('is stored, reported once, and never effective: the person’s work is compared with it', () => {
    const space = begun();
    const first = space.send(agentAct({ item: 'a', at, outputs: wrong.material }));
    assert.deepEqual(first.unauthorised, [
      {
        queue: 'invoices',
        step: 'match',
        item: 'a',
        event_id: 'match-a-act-agent',
        actor: 'matcher',
        lane: 'shadow',
        at: new Date(at).toISOString(),
      },
    ]);
    assert.deepEqual([first.accepted, [...first.repeats]], [1, []]);
    const again = space.send(agentAct({ item: 'a', at: at + 1, id: 'again' }));
    assert.deepEqual([again.unauthorised, [...again.repeats]], [[], ['again']]);
    const { disagreements } = space.send(act({ item: 'a', at: at + 2 }));
    assert.equal(disagreements[0]?.found?.agent.event_id, 'match-a-act-agent');
    assert.deepEqual(figures(space), [1, 1, 0, 1, 0]);
  });

  it('counts as wrong while no person has done the item, and as agreed where the person’s outputs agree', () => {
    const space = begun();
    space.send(agentAct({ item: 'a', at }), agentAct({ item: 'b', at }), proposal({ item: 'b', at: at - 1 }));
    assert.equal(space.state().evidence.independent.n, 2);
    space.send(confirm({ item: 'b', at: at + 1 }));
    assert.deepEqual(space.state().evidence.independent, { n: 1, k: 0 });
    assert.deepEqual(figures(space), [1, 1, 1, 2, 0.5]);
    const bound = space.gates().find(({ gate }) => gate === 'lower_bound');
    assert.match(bound?.sentence ?? '', /1 item done by the agent without leave counts as wrong/);
  });

  it('meets a person’s act that came first, and leaves a pair that was made before as it is', () => {
    const space = begun();
    space.send(act({ item: 'a', at }), agentAct({ item: 'a', at: at + 1, outputs: wrong.critical }));
    assert.equal(space.item('a')?.r, 'critical');
    space.send(shadow({ item: 'b', at }), act({ item: 'b', at: at + 1 }), agentAct({ item: 'b', at: at + 2 }));
    assert.deepEqual([space.item('b')?.r, space.item('b')?.k], ['agreed', 1]);
  });

  it('earns no lane: an agent that acts on what it would get wrong stays in Shadow', () => {
    const space = openWorkspace();
    space.send(defined(start, definition()));
    for (let n = 0; n < 10; n++)
      for (let i = 0; i < 60; i++) {
        const work = { item: `${n}-${i}`, at: start + n * week + day + i * hour };
        // A fifth would be wrong; the agent does these itself, and nobody does them again.
        if (i % 5 === 0) space.send(agentAct({ ...work, outputs: wrong.material }));
        else space.send(shadow(work), act({ ...work, at: work.at + 1 }));
      }
    space.close(start + 10 * week);
    assert.equal(space.lane(), 'shadow');
    assert.deepEqual(space.announced.laneChanges, []);
  });

  it('is no act in Auto, nor one that follows a route answered in Auto', () => {
    const space = openWorkspace();
    const from = climbToAuto(space, { rules: byVolume });
    const [item] = itemsBetween(0, 0.2, 1);
    assert.ok(item);
    space.send(agentAct({ item, at: from }), audit(item, from + 1, 'critical'));
    assert.equal(space.lane(), 'shadow');
    const reported = (event: WorkEvent): number => space.send(event).unauthorised.length;
    assert.equal(reported(agentAct({ item: 'soon', at: from + hour })), 0);
    assert.equal(reported(agentAct({ item: 'late', at: from + 3 * day })), 1);
    assert.equal(reported(routed(agentAct({ item: 'routed', at: from + 3 * day }), from)), 0);
    assert.equal(reported(routed(agentAct({ item: 'after', at: from + 3 * day }), from + 2 * day)), 1);
    // An id counts for its own item: of another one it is none, and Auto ended long ago.
    const wire = {
      kind: 'step.done' as const,
      at: new Date(from + 3 * day).toISOString(),
      queue: 'invoices',
      step: 'match',
    };
    const answered = { queue: 'invoices', step: 'match', item: 'own' };
    const named = (over: { id: string; item: string }, decision: RouteDecision): WorkEvent =>
      readEvent({ ...wire, ...over, actor: agent, role: 'act', route_id: routeId(from, answered, decision, 1) });
    assert.equal(reported(named({ id: 'n-1', item: 'own-2' }, 'act_alone')), 1);
    assert.equal(reported(named({ id: 'n-2', item: 'own' }, 'act_alone')), 0);
    // A route answer has to be followed within two weeks.
    assert.equal(reported(routed(agentAct({ item: 'old', at: from + 15 * day }), from)), 1);
  });
});

/** Picks that are due by now and have no result. */
function missingIn(space: Workspace): number {
  const { picked, results } = space.state().due;
  return picked - results;
}
