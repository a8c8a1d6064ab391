import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editDistance, nearestName } from '../../domain/nearest-name.ts';

describe('the nearest name', () => {
  const known = ['pro', 'invoice_number', 'reason_code', 'amount'];

  it('is found through a slip, a swap, a missing and a doubled letter', () => {
    assert.equal(nearestName('invoice_nubmer', known)?.name, 'invoice_number');
    assert.equal(nearestName('reasoncode', known)?.name, 'reason_code');
    assert.equal(nearestName('ammount', known)?.name, 'amount');
    assert.equal(nearestName('prro', known)?.name, 'pro');
  });

  it('is nothing when no known name is close', () => {
    assert.equal(nearestName('colour', known), undefined);
    assert.equal(nearestName('xy', known), undefined);
  });

  it('counts a swap of neighbours as one slip', () => {
    assert.equal(editDistance('ab', 'ba'), 1);
    assert.equal(editDistance('', 'abc'), 3);
    assert.equal(editDistance('kitten', 'sitting'), 3);
  });

  it('is the same distance within a limit as without one', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 3 }), (a, b, limit) => {
        const whole = editDistance(a, b);
        assert.equal(editDistance(a, b, limit), whole <= limit ? whole : Infinity);
      }),
    );
  });
});
