/** Decimals: read, compared and written without a float in between. */
import assert from 'node:assert/strict';
import { isWithin, plainText, readDecimal } from '../../../domain/lanes/compare.ts';

describe('a decimal', () => {
  it('is read from a number or a plain text and from nothing else', () => {
    assert.deepEqual(readDecimal('12.50'), { digits: 1250n, exponent: -2 });
    assert.deepEqual(readDecimal(-1e21), { digits: -1n, exponent: 21 });
    for (const text of ['', ' ', '-', '1.2.3', '0x10', '1_000', '1 000', '$5', '５', 'NaN', 'Infinity', '1e', 'e5'])
      assert.equal(readDecimal(text), undefined, text);
    const [one, cent] = [readDecimal('1'), readDecimal('0.01')];
    assert.ok(one && cent && isWithin(one, one, cent) && !isWithin(one, cent, cent));
  });

  it('is written without an exponent', () => {
    for (const [value, text] of [
      [1e21, '1000000000000000000000'],
      [1.5e300, `15${'0'.repeat(299)}`],
      [1e-7, '0.0000001'],
      [-1.25e-9, '-0.00000000125'],
      [12.5, '12.5'],
      [-0, '0'],
    ] as const)
      assert.equal(plainText(value), text);
  });
});
