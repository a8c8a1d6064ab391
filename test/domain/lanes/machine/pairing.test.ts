import assert from 'node:assert/strict';
import { auditPick } from '../../../../domain/lanes/audits.ts';
import { count, type CountName } from '../../../../domain/lanes/figures.ts';
import type { WorkEvent } from '../../../../domain/lanes/event.ts';
import {
  type Workspace,
  act,
  agent,
  agentAct,
  audit,
  autoWeek,
  climbToAuto,
  confirm,
  day,
  defined,
  definition,
  openWorkspace,
  operator,
  proposal,
  settled,
  shadow,
  start,
  week,
  wrong,
} from './history.ts';

const at = start + day;

function begun(): Workspace {
  const space = openWorkspace();
  space.send(defined(start));
  return space;
}

/** The counters of the first week, once it is closed. */
function counted(space: Workspace, ...names: CountName[]): number[] {
  if (space.state().review === null) space.close(start + week);
  return names.map((name) => count(space.state().review?.latest ?? [], name));
}

function after(...events: WorkEvent[]): Workspace {
  const space = begun();
  for (const event of events) space.send(event);
  return space;
}

describe('the pairing of work', () => {
  it('compares the shadow output with the operator’s act, whichever comes first', () => {
    const orders = [
      [shadow({ item: 'a', at }), act({ item: 'a', at: at + 5 })],
      [act({ item: 'a', at: at + 5 }), shadow({ item: 'a', at })],
      [act({ item: 'a', at }), shadow({ item: 'a', at: at + 5 })],
    ];
    for (const order of orders)
      assert.deepEqual(counted(after(...order), 'seen', 'compared', 'agreed', 'independent'), [1, 1, 1, 1]);
  });

  it('takes the last agent output before the person’s action; equal times count as before', () => {
    const outputs = wrong.material;
    const space = after(
      shadow({ item: 'a', at, outputs, id: '1' }),
      shadow({ item: 'a', at: at + 2, id: '2' }),
      shadow({ item: 'a', at: at + 9, outputs, id: '3' }),
      act({ item: 'a', at: at + 5 }),
      proposal({ item: 'b', at, outputs, id: '4' }),
      proposal({ item: 'b', at: at + 5, id: '5' }),
      confirm({ item: 'b', at: at + 5 }),
    );
    assert.deepEqual(counted(space, 'compared', 'agreed'), [2, 2]);
  });

  it('finds no proposal in one that was made after the confirm', () => {
    const space = after(confirm({ item: 'a', at }), proposal({ item: 'a', at: at + 1 }));
    assert.deepEqual(counted(space, 'seen', 'compared'), [1, 0]);
    assert.ok(space.announced.results.at(-2)?.repeats.has('match-a-proposal-agent'));
  });

  it('lets a confirm wait for its proposal, and an audit for its act', () => {
    const space = after(confirm({ item: 'a', at: at + 5 }), proposal({ item: 'a', at }));
    assert.deepEqual(counted(space, 'seen', 'compared', 'confirmed'), [1, 1, 1]);
    const later = openWorkspace();
    const from = climbToAuto(later);
    const item = pickedItem(later, from);
    later.send(audit(item, from + 2 * day, 'material'));
    assert.equal(later.item(item)?.r, undefined);
    later.send(agentAct({ item, at: from + day }));
    assert.equal(later.item(item)?.r, 'material');
  });

  it('counts the first effective action of an item and marks what repeats it', () => {
    const space = after(shadow({ item: 'a', at }), act({ item: 'a', at: at + 1 }));
    for (const again of [
      act({ item: 'a', at: at + 2, id: 'x1' }),
      shadow({ item: 'a', at: at + 2, id: 'x2' }),
      confirm({ item: 'a', at: at + 2, id: 'x3' }),
    ]) {
      const { accepted, repeats } = space.send(again);
      assert.deepEqual([accepted, [...repeats]], [1, [again.id]]);
    }
    assert.deepEqual(counted(space, 'seen', 'compared'), [1, 1]);
  });

  it('pairs by role, whatever the lane: an act of an operator meets no proposal', () => {
    const space = after(
      proposal({ item: 'a', at }),
      act({ item: 'a', at: at + 1 }),
      shadow({ item: 'b', at }),
      confirm({ item: 'b', at: at + 1 }),
      proposal({ item: 'c', at }),
      confirm({ item: 'c', at: at + 1 }),
    );
    assert.equal(space.lane(), 'shadow');
    assert.deepEqual(counted(space, 'seen', 'compared', 'confirmed'), [3, 1, 1]);
  });

  it('takes no shadow output or proposal from a person, and no confirm from an agent', () => {
    const space = after(
      shadow({ item: 'a', at, actor: operator }),
      confirm({ item: 'a', at, actor: { kind: 'agent', id: 'm' } }),
    );
    assert.deepEqual(counted(space, 'seen'), [0]);
  });

  it('counts an item that differs in minor fields only as agreed, and again as minor', () => {
    const space = after(shadow({ item: 'a', at, outputs: wrong.minor }), act({ item: 'a', at: at + 1 }));
    assert.deepEqual(counted(space, 'agreed', 'minor', 'material', 'critical'), [1, 1, 0, 0]);
  });

  it('reports a disagreement with both outputs and the fields that differ, and waits for its settlement', () => {
    const space = begun();
    const { disagreements, waitingSettlement } = space.send(
      shadow({ item: 'a', at, outputs: { ...wrong.critical, amount: 12 } }),
      act({ item: 'a', at: at + 1 }),
    );
    assert.equal(waitingSettlement, 1);
    const [found] = disagreements;
    assert.equal(found?.severity, 'critical');
    assert.deepEqual(
      found?.found?.fields.map(({ name, operator, agent }) => [name, operator, agent]),
      [
        ['amount', 10, 12],
        ['account', 'A', 'B'],
      ],
    );
    assert.equal(found?.found?.operator.actor, 'dana');
    assert.equal(found?.found?.agent.event_id, 'match-a-shadow-agent');
  });

  it('waits since the later of the two outputs, whichever arrived first', () => {
    const agents = shadow({ item: 'a', at, outputs: wrong.material });
    const persons = act({ item: 'a', at: at + 1 });
    for (const [first, second] of [
      [agents, persons],
      [persons, agents],
    ] as const) {
      const space = begun();
      space.send(first);
      assert.equal(space.send(second).disagreements[0]?.since, at + 1);
    }
  });

  it('counts what is not settled as wrong, and a settlement as it says', () => {
    const pair = (item: string): WorkEvent[] => [
      shadow({ item, at, outputs: wrong.critical }),
      act({ item, at: at + 1 }),
    ];
    const space = after(...['a', 'b', 'c', 'd'].flatMap(pair));
    space.send(settled('a', at + 2, 'agent_right'));
    space.send(settled('b', at + 2, 'operator_right', { severity: 'material' }));
    const { waitingSettlement } = space.send(settled('c', at + 2, 'both_wrong'));
    assert.equal(waitingSettlement, 1);
    assert.deepEqual(
      counted(space, 'critical', 'material', 'agentRight', 'operatorRight', 'bothWrong', 'unsettledCritical'),
      [3, 1, 1, 1, 1, 1],
    );
    // One settled as both wrong and one not settled.
    assert.deepEqual(counted(space, 'criticalErrors', 'independentRight'), [2, 1]);
    assert.deepEqual(space.state().evidence.independent, { n: 4, k: 1 });
  });

  it('lets a person’s settlement replace a model’s, and otherwise the first one count', () => {
    const space = after(
      shadow({ item: 'a', at, outputs: wrong.material }),
      act({ item: 'a', at: at + 1 }),
      settled('a', at + 2, 'agent_right', { by: 'model' }),
      settled('a', at + 3, 'operator_right'),
      settled('a', at + 4, 'agent_right', { id: 'third' }),
      settled('a', at + 5, 'agent_right', { by: 'model', id: 'fourth' }),
    );
    assert.deepEqual(counted(space, 'agentRight', 'operatorRight'), [0, 1]);
  });

  it('lets no model settle a critical disagreement, neither after the pair nor before it', () => {
    const pair = [shadow({ item: 'a', at, outputs: wrong.critical }), act({ item: 'a', at: at + 1 })];
    const model = settled('a', at + 2, 'agent_right', { by: 'model' });
    for (const order of [
      [...pair, model],
      [model, ...pair],
    ]) {
      const space = after(...order);
      assert.deepEqual(counted(space, 'critical', 'unsettledCritical', 'agentRight', 'criticalErrors'), [1, 1, 0, 1]);
      assert.equal(space.announced.results.at(-1)?.waitingSettlement, 1);
      assert.equal(space.send(settled('a', at + 3, 'agent_right')).waitingSettlement, 0, 'a person does');
    }
  });

  it('takes no settlement from who did the item or its check, unless the rules let a person', () => {
    const outputs = wrong.material;
    const pair = [shadow({ item: 'a', at, outputs }), act({ item: 'a', at: at + 1 })];
    const own = settled('a', at + 2, 'agent_right', { actor: operator, id: 'own' });
    const agents = settled('a', at + 2, 'agent_right', { actor: agent, by: 'model', id: 'agents' });
    const space = after(...pair);
    for (const [settlement, who] of [
      [own, 'dana'],
      [agents, 'matcher'],
    ] as const) {
      const { accepted, rejected } = space.send(settlement);
      assert.equal(accepted, 0);
      assert.deepEqual(rejected[0]?.errors, [
        `event.actor.id ${who} did this item or its check; somebody else has to settle it`,
      ]);
    }
    assert.deepEqual(counted(space, 'unsettledMaterial', 'agentRight'), [1, 0]);
    assert.deepEqual(counted(after(own, ...pair), 'unsettledMaterial', 'agentRight'), [1, 0]);

    const lenient = openWorkspace();
    lenient.send(defined(start, definition({ rules: { settlement: { own_work: true } } })));
    lenient.send(...pair);
    assert.equal(lenient.send(agents).accepted, 0);
    assert.equal(lenient.send(own).accepted, 1);
    assert.deepEqual(counted(lenient, 'unsettledMaterial', 'agentRight'), [0, 1]);
  });

  it('knows who did an item in every spelling of the id', () => {
    const spelled = (id: string) => settled('a', at + 2, 'agent_right', { actor: { kind: 'operator', id }, id: 'own' });
    const pair = (id: string) => [
      shadow({ item: 'a', at, outputs: wrong.material }),
      act({ item: 'a', at: at + 1, actor: { kind: 'operator', id } }),
    ];
    const same: readonly (readonly [string, string])[] = [
      ['dana', 'Dana'],
      ['dana', ' dana '],
      ['Dana Ortiz', 'dana\u00a0 ortiz'],
      ['dana', '\uff44\uff41\uff4e\uff41'],
      ['dana', 'da\u200bna'],
      ['zo\u00eb', 'ZOE\u0308'],
    ];
    for (const [doer, id] of same) {
      assert.deepEqual(after(...pair(doer)).send(spelled(id)).accepted, 0, `${doer} as ${id}`);
      assert.deepEqual(counted(after(spelled(id), ...pair(doer)), 'agentRight'), [0], `${doer} as ${id}, before`);
    }
    assert.equal(after(...pair('dana')).send(spelled('dan')).accepted, 1);
    assert.equal(after(...pair('zo\u00eb')).send(spelled('zoe')).accepted, 1, 'another name');
  });

  it('refuses a settlement of own work before the pair, too, once it is known whose work it is', () => {
    const [output, done] = [shadow({ item: 'a', at, outputs: wrong.material }), act({ item: 'a', at: at + 1 })];
    const by = (id: string) => settled('a', at + 2, 'agent_right', { actor: { kind: 'operator', id }, id: 'own' });
    const [rejected] = after(done).send(by('DANA')).rejected;
    assert.match(rejected?.errors[0] ?? '', /^event\.actor\.id DANA did this item or its check/);
    assert.equal(after(output).send(by('matcher')).accepted, 0);
    assert.equal(after(done).send(by('lee')).accepted, 1);
  });

  it('lets a settlement of own work that came before its pair block nobody, and marks it', () => {
    const own = settled('a', at - 9, 'agent_right', { actor: { kind: 'operator', id: 'Dana ' }, id: 'own' });
    const model = settled('a', at - 8, 'both_wrong', { by: 'model', id: 'model' });
    const lees = settled('a', at - 7, 'operator_right', { id: 'lees' });
    const space = after(own, model, lees, shadow({ item: 'a', at, outputs: wrong.material }));
    const { repeats } = space.send(act({ item: 'a', at: at + 1 }));
    assert.deepEqual(counted(space, 'operatorRight', 'bothWrong', 'agentRight', 'unsettledMaterial'), [1, 0, 0, 0]);
    assert.deepEqual([...repeats].sort(), ['model', 'own']);
  });

  it('keeps a settlement that comes before its pair', () => {
    const space = after(
      settled('a', at + 9, 'agent_right'),
      shadow({ item: 'a', at, outputs: wrong.material }),
      act({ item: 'a', at: at + 1 }),
    );
    assert.deepEqual(counted(space, 'material', 'agentRight', 'unsettledMaterial'), [1, 1, 0]);
    assert.equal(space.announced.results.at(-1)?.waitingSettlement, 0);
  });

  it('counts the audit of a picked act once, and of one that was not picked nowhere', () => {
    const space = openWorkspace();
    const from = climbToAuto(space);
    autoWeek(space, from, 30);
    const picked = pickedItem(space, from);
    const other = Array.from({ length: 50 }, (_, n) => `o${n}`).find((item) => {
      space.send(agentAct({ item, at: from + 6.9 * day }));
      return space.item(item)?.p === undefined;
    });
    assert.ok(other);
    space.send(agentAct({ item: picked, at: from + 6.9 * day }));
    const before = auditedNow(space);
    const { audits } = space.send(
      audit(picked, from + 6.95 * day, 'disagree'),
      audit(picked, from + 6.96 * day, 'critical', { id: 'second' }),
      audit(other, from + 6.97 * day, 'critical'),
    );
    assert.equal(auditedNow(space), before + 1);
    assert.deepEqual(
      audits.map(({ counted, severity }) => [counted, severity]),
      [
        [true, 'material'],
        [false, 'critical'],
        [false, 'critical'],
      ],
    );
    assert.equal(space.lane(), 'auto');
  });

  it('names the fields that an auditor found otherwise, and none that he said nothing of', () => {
    const space = openWorkspace();
    const from = climbToAuto(space);
    const picked = pickedItem(space, from);
    space.send(agentAct({ item: picked, at: from }));
    const { disagreements } = space.send(audit(picked, from + day, 'disagree', { outputs: wrong.critical }));
    assert.deepEqual(
      disagreements[0]?.found?.fields.map(({ name, operator, agent }) => [name, operator, agent]),
      [['account', 'B', 'A']],
    );
  });
});

function auditedNow(space: Workspace): number {
  return space.route().audits?.n ?? 0;
}

/** An item that the audit sample holds. */
function pickedItem(space: Workspace, from: number): string {
  const rate = space.route().auditRate;
  const found = Array.from({ length: 200 }, (_, n) => `p${from}-${n}`).find((item) => isPicked(item, rate));
  assert.ok(found);
  return found;
}

function isPicked(item: string, rate: number): boolean {
  return auditPick('7', 'invoices', 'match', item) < rate;
}
