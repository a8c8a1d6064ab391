import assert from 'node:assert/strict';
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
});
