/** Money: text, exact products, changes and limits. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  change,
  cents,
  formatAmount,
  formatChange,
  isOver,
  parseAmount,
  readMoney,
  times,
} from '../../../domain/dispatch/money.ts';

const anyCents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }).map(cents);

describe('an amount of money', () => {
  it('is read from digits with two decimals and from nothing else', () => {
    assert.equal(parseAmount('125.00'), 12_500);
    assert.equal(parseAmount('0.05'), 5);
    assert.equal(parseAmount('999999999.99'), 99_999_999_999);
    for (const text of [
      '',
      '125',
      '125.0',
      '125.000',
      '1,250.00',
      '-1.00',
      '+1.00',
      '.50',
      '1e3.00',
      ' 1.00',
      '1234567890.00',
      '١.٠٠',
    ])
      assert.equal(parseAmount(text), undefined, text);
  });

  it('comes back as the text it was read from', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999 }),
        (whole) => parseAmount(formatAmount(cents(whole))) === whole,
      ),
    );
  });

  it('is a whole number of cents or nothing at all', () => {
    assert.throws(() => cents(0.5), RangeError);
    assert.throws(() => cents(Number.NaN), RangeError);
    assert.throws(() => cents(2 ** 53), RangeError);
    assert.ok(Object.is(cents(-0), 0));
  });

  it('is read from a portal in every way that portals print it', () => {
    const printed: readonly (readonly [string, number])[] = [
      ['$1,097.27', 109_727],
      ['+$241.39', 24_139],
      ['-$223.00', -22_300],
      ['$-223.00', -22_300],
      ['($223.00)', -22_300],
      ['\u2212223.00', -22_300],
      [' 0.00 ', 0],
      ['1,000,000.00', 100_000_000],
      ['$ 12.50 USD', 1250],
      ['USD 1,097.27', 109_727],
      ['US$-12.50', -1250],
    ];
    for (const [text, whole] of printed) assert.equal(readMoney(text), whole, text);
  });

  it('is not read from a text that leaves any doubt', () => {
    for (const text of [
      '',
      '$',
      '12',
      '12.5',
      '1,23.00',
      '12,50',
      '(-5.00)',
      '-$-5.00',
      '1.00 to 2.00',
      '$1.00 EUR',
      'NaN',
    ])
      assert.equal(readMoney(text), undefined, text);
  });
});

describe('a product of an amount', () => {
  const products: readonly (readonly [number, readonly string[], number])[] = [
    [17_830, ['0.58'], 10_341],
    [100, ['0.285'], 29],
    [10, ['0.25'], 3],
    [10, ['0.24'], 2],
    [-10, ['0.25'], -3],
    [12_895, ['0.68', '12.40'], 108_731],
    [1, ['0.5'], 1],
    [3, ['0.1', '5'], 2],
    [0, ['99.9'], 0],
  ];
  for (const [amount, factors, product] of products)
    it(`of ${amount} with ${factors.join(' and ')} is ${product}, rounded once and half up`, () => {
      assert.equal(times(cents(amount), ...factors), product);
    });

  it('is exact where floats are not: 1.005 times 100 is 101 cents', () => {
    assert.equal(Math.round(1.005 * 100), 100);
    assert.equal(times(cents(100), '1.005'), 101);
  });

  it('of a credit is the mirror of that of its charge', () => {
    const factor = fc
      .tuple(fc.nat(9999), fc.nat(999))
      .map(([whole, part]) => `${whole}.${String(part).padStart(3, '0')}`);
    fc.assert(
      fc.property(
        fc.nat(99_999_999),
        factor,
        (amount, by) => times(cents(-amount), by) === cents(0 - times(cents(amount), by)),
      ),
    );
  });

  it('refuses a factor that is no decimal number', () => {
    for (const text of ['', '1e3', '1.', '.5', 'x', '1,5'])
      assert.throws(() => times(cents(1), text), RangeError, text);
  });
});

describe('a net change', () => {
  it('shows its direction', () => {
    assert.equal(formatChange(change(cents(109_727), cents(133_866))), '+241.39');
    assert.equal(formatChange(change(cents(67_013), cents(44_713))), '-223.00');
    assert.equal(formatChange(change(cents(88_490), cents(88_490))), '0.00');
  });

  it('turns its sign when before and after change places', () => {
    fc.assert(fc.property(anyCents, anyCents, (a, b) => change(a, b) === cents(0 - change(b, a))));
  });

  it('is over a limit by its absolute value, and the limit itself passes', () => {
    const limit = cents(25_000);
    assert.deepEqual(
      [24_999, 25_000, 25_001, -25_000, -25_001].map((net) => isOver(cents(net), limit)),
      [false, false, true, false, true],
    );
    fc.assert(fc.property(anyCents, (net) => isOver(net, limit) === isOver(cents(0 - net), limit)));
  });
});
