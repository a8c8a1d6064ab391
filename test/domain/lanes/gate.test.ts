import assert from 'node:assert/strict';
import { gate, holdOf } from '../../../domain/lanes/review/gate.ts';
import { moveLead, reasonOfMove } from '../../../domain/lanes/sentences.ts';

describe('what holds a gate', () => {
  for (const [as, sentence] of [
    ['blocked', 'Blocked: 12 of 40 items.'],
    ['blocked_by', 'Blocked by 12 of 40 items.'],
    ['failing', 'Failing: 12 of 40 items.'],
  ] as const)
    it(`is taken out of a stored sentence (${as})`, () => {
      const stored = gate('compared_items', 12, 40, false, { passed: '', held: '12 of 40 items', as });
      assert.deepEqual(stored, { gate: 'compared_items', value: 12, bar: 40, passed: false, sentence });
      assert.deepEqual(holdOf(stored), { as, fact: '12 of 40 items' });
    });

  it('is the whole sentence of a gate that was stored with another lead-in', () =>
    assert.deepEqual(holdOf({ sentence: 'Too few items.' }), { as: 'blocked', fact: 'Too few items' }));
});

it('the reason of a move is what follows the move itself', () => {
  const move = { from: 'shadow', to: 'assist' } as const;
  assert.equal(reasonOfMove({ ...move, reason: `${moveLead(move)}every gate passed.` }), 'every gate passed.');
  assert.equal(reasonOfMove({ ...move, reason: 'a person said so: at once.' }), 'a person said so: at once.');
});
