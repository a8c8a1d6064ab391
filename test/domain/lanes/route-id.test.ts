import assert from 'node:assert/strict';
import { readEvent, type StepDone, type WireEvent } from '../../../domain/lanes/event.ts';
import { routeId, timeRouted } from '../../../domain/lanes/route-id.ts';

describe('the id of a route answer', () => {
  const at = Date.UTC(2026, 2, 1, 12);
  const routed = { queue: 'invoices', step: 'match', item: 'INV-1' };
  const form = /^rt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  it('carries the time of the answer, in the form of a UUID of version 7', () => {
    for (const random of [0, 1, 2, 3, 4, 0x3ffff]) {
      const id = routeId(at, routed, 'act_alone', random);
      assert.match(id, form);
      assert.equal(timeRouted(id, routed), at);
    }
    const many = Array.from({ length: 0x40000 }, (_, random) => routeId(at, routed, 'act_alone', random));
    assert.equal(new Set(many).size, many.length);
  });

  it('is valid for its own item only, and for an answer that allowed the agent to act', () => {
    const id = routeId(at, routed, 'act_alone', 5);
    for (const other of [{ item: 'INV-2' }, { step: 'code' }, { queue: 'claims' }])
      assert.equal(timeRouted(id, { ...routed, ...other }), undefined);
    assert.equal(timeRouted(routeId(at, routed, 'propose', 5), routed), undefined);
    assert.equal(timeRouted(routeId(at, routed, 'human_only', 5), routed), undefined);
  });

  it('of an older version says nothing of the item, and its time counts', () => {
    assert.equal(timeRouted('rt_019a9f3c-7a10-7c3e-9f55-2f1d6a0b9c11', routed), 0x019a9f3c7a10);
  });

  it('is read with the act that names it', () => {
    const route_id = routeId(at, routed, 'act_alone', 7);
    const wire = { id: 'e', kind: 'step.done', at: '2026-03-01T13:00:00Z', actor: { kind: 'agent', id: 'a' } };
    const read = (over: object) => readEvent({ ...wire, ...routed, route_id, role: 'act', ...over } as WireEvent);
    assert.equal((read({}) as StepDone).routedAt, at);
    assert.equal('routedAt' in read({ item: 'INV-2' }), false);
    assert.equal('routedAt' in read({ route_id: null }), false);
  });
});
