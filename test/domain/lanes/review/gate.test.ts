import assert from 'node:assert/strict';
import { gate, gateSentence, holdOf, shownGate } from '../../../../domain/lanes/review/gate.ts';

const figures = { gate: 'compared_items', value: 12, bar: 40 } as const;
const facts = { passed: '40 of 40 items', held: '12 of 40 items' };

describe('a gate', () => {
  for (const [as, sentence] of [
    ['blocked', 'Blocked: 12 of 40 items.'],
    ['blocked_by', 'Blocked by 12 of 40 items.'],
    ['failing', 'Failing: 12 of 40 items.'],
  ] as const) {
    it(`is kept as a fact, and shown as a sentence (${as})`, () => {
      const held = gate('compared_items', 12, 40, false, { ...facts, as });
      assert.deepEqual(held, { ...figures, passed: false, state: as, fact: '12 of 40 items' });
      assert.deepEqual(holdOf(held), { as, fact: '12 of 40 items' });
      assert.deepEqual(shownGate(held), { ...figures, passed: false, sentence });
    });

    it(`of an older version is read from its sentence (${as})`, () => {
      const stored = { ...figures, passed: false, sentence };
      assert.deepEqual(holdOf(stored), { as, fact: '12 of 40 items' });
      assert.deepEqual(shownGate(stored), stored);
    });
  }

  it('that passed has no lead-in', () => {
    const passed = gate('closed_weeks', 4, 4, true, { passed: 'four weeks closed', held: '' });
    assert.equal(gateSentence(passed), 'Four weeks closed.');
  });

  it('of an older version with another lead-in holds with its whole sentence', () =>
    assert.deepEqual(holdOf({ ...figures, passed: false, sentence: 'Too few items.' }), {
      as: 'blocked',
      fact: 'Too few items',
    }));
});
