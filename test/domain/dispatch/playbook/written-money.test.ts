import assert from 'node:assert/strict';
import { otherUnitIn } from '../../../../domain/dispatch/playbook/written-money.ts';

describe('the unit of amounts', () => {
  it('is another one in thousands, or in money without cents or with thousandths', () => {
    for (const [text, unit] of [
      ['Amount (in thousands)', 'in thousands'],
      ['Beträge in Tausend', 'in Tausend'],
      ['× 1,000', '× 1,000'],
      ['($000s)', '($000s)'],
      ['KWD', 'KWD'],
      ['All amounts in JPY', 'JPY'],
      ['million USD', 'million'],
      ['thousand', 'thousand'],
      ['Betrag (Mio. EUR)', 'Mio.'],
      ['miles de pesos', 'miles de pesos'],
      ['Distance in total miles', undefined],
      ['one million shipments', undefined],
      ['up to 1,000', undefined],
      ['More than 40 thousand shipments', undefined],
      ['Amount in USD', undefined],
    ] as const)
      assert.equal(otherUnitIn(text), unit, text);
  });

  it('is another currency than that of the limits, where there are limits', () => {
    assert.equal(otherUnitIn('Amount (EUR)'), undefined);
    assert.equal(otherUnitIn('Amount (EUR)', ['USD']), 'EUR');
    assert.equal(otherUnitIn('Amount €', ['EUR']), undefined);
    assert.equal(otherUnitIn('Rate USD/CAD', ['USD']), undefined);
    assert.equal(otherUnitIn('Amount JPY', ['JPY']), undefined);
  });
});
