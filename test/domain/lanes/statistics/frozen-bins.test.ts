/** Bins frozen on a baseline, and the shift measured in them. */
import assert from 'node:assert/strict';
import { type InputCount, inputValue } from '../../../../domain/lanes/input-value.ts';
import { defaultRules } from '../../../../domain/lanes/rules.ts';
import { type FrozenFeature, binOf, freezeBins } from '../../../../domain/lanes/statistics/frozen-bins.ts';
import { chiSquareQuantile, inputShift, psi } from '../../../../domain/lanes/statistics/psi.ts';
import type { Value } from '../../../../domain/lanes/event.ts';
import { near } from '../near.ts';

const counts = (values: readonly (readonly [Value | undefined, number])[], feature = 'x'): InputCount[] =>
  values.map(([value, n]) => ({ feature, value: inputValue(value), n }));

function frozen(values: readonly (readonly [Value | undefined, number])[], bins = 10): FrozenFeature {
  const { x } = freezeBins(counts(values), bins);
  assert.ok(x);
  return x;
}

const upTo = (n: number): (readonly [number, number])[] => Array.from({ length: n }, (_, i) => [i, 1] as const);

describe('values of watched inputs', () => {
  it('are counted with their type, numbers to three digits', () => {
    for (const [value, counted] of [
      ['pdf', 't:pdf'],
      ['', 't:'],
      [1234, 'n:1230'],
      [0.00012345, 'n:0.000123'],
      [-5, 'n:-5'],
      [0, 'n:0'],
      [1e21, 'n:1e+21'],
      [true, 'b:true'],
      [null, '-'],
      [undefined, '-'],
      [['a'], '?'],
    ] as const)
      assert.equal(inputValue(value as Value | undefined), counted);
  });

  it('are cut where a text is long, between characters', () => {
    const long = '🙂'.repeat(500);
    assert.equal(inputValue(long), `t:${'🙂'.repeat(120)}`);
    assert.doesNotThrow(() => encodeURIComponent(inputValue(long)));
  });
});

describe('frozen bins of a number', () => {
  it('are quantiles with open ends, and bins for other types and missing values', () => {
    const feature = frozen([...upTo(1000).map(([i, n]) => [i / 1000, n] as const), ['late', 2], [null, 7]]);
    assert.equal(feature.kind, 'number');
    assert.deepEqual(feature.kind === 'number' && feature.edges.length, 9);
    assert.deepEqual(
      feature.reference.slice(0, 10),
      Array.from({ length: 10 }, () => 100),
    );
    assert.deepEqual(feature.reference.slice(10), [2, 7]);
    assert.equal(binOf(feature, -1e9), 0);
    assert.equal(binOf(feature, 1e9), 9);
    assert.equal(binOf(feature, 'text'), 10);
    assert.equal(binOf(feature, ['list']), 10);
    assert.equal(binOf(feature, null), 11);
    assert.equal(binOf(feature, undefined), 11);
  });

  it('merge equal edges', () => {
    const feature = frozen([
      [0, 700],
      [1, 100],
      [2, 100],
      [50, 100],
    ]);
    assert.deepEqual(feature, { kind: 'number', edges: [0, 1, 2], reference: [700, 100, 100, 100, 0, 0] });
    assert.deepEqual(frozen([[5, 400]]), { kind: 'number', edges: [], reference: [400, 0, 0] });
  });

  it('put a number into the bin of its three digits, on either side of an edge', () => {
    const feature = frozen(
      upTo(3000).map(([i, n]) => [i, n] as const),
      2,
    );
    assert.equal(feature.kind, 'number');
    const edge = feature.kind === 'number' ? (feature.edges[0] ?? NaN) : NaN;
    assert.equal(binOf(feature, edge), 0);
    assert.equal(binOf(feature, edge + 4), 0, 'rounds down to the edge');
    assert.equal(binOf(feature, edge + 6), 1);
  });
});

describe('frozen bins of a category', () => {
  it('are its common values, the rest, and missing ones', () => {
    const feature = frozen([
      ['pdf', 600],
      ['csv', 390],
      ['fax', 9],
      [null, 1],
    ]);
    assert.deepEqual(feature, { kind: 'category', values: ['t:pdf', 't:csv'], reference: [600, 390, 9, 1] });
    assert.equal(binOf(feature, 'csv'), 1);
    assert.equal(binOf(feature, 'carrier pigeon'), 2);
    assert.equal(binOf(feature, 7), 2);
    assert.equal(binOf(feature, null), 3);
  });

  it('are at most 19, the most common first, and the same for every order of counting', () => {
    const values = Array.from({ length: 40 }, (_, i) => [`v${i}`, 100 + (i % 7)] as const);
    const feature = frozen(values);
    assert.equal(feature.kind === 'category' && feature.values.length, 19);
    assert.equal(feature.kind === 'category' && feature.values[0], 't:v13');
    assert.deepEqual(frozen(values.toReversed()), feature);
    assert.deepEqual(frozen(values.flatMap(([value, n]) => [[value, n - 1] as const, [value, 1] as const])), feature);
  });

  it('take in a feature that is a number less than half of the time', () => {
    assert.equal(
      frozen([
        ['a', 60],
        [5, 40],
      ]).kind,
      'category',
    );
    assert.equal(
      frozen([
        ['a', 40],
        [5, 60],
        [null, 500],
      ]).kind,
      'number',
    );
    assert.equal(
      frozen([
        [true, 60],
        [false, 40],
      ]).kind,
      'category',
    );
  });
});

describe('an input shift', () => {
  const baseline = frozen([
    ['a', 500],
    ['b', 300],
    ['c', 200],
  ]);

  it('is the PSI of every bin, the empty ones too, with the limits of the samples', () => {
    const shift = inputShift(baseline, [100, 60, 40, 0, 0], 5, defaultRules.psi);
    assert.ok(shift);
    near(shift.psi, psi([500, 300, 200, 0, 0], [100, 60, 40, 0, 0], 0.5), 1e-12);
    assert.deepEqual([shift.current, shift.baseline, shift.limit], [200, 1000, 0.25]);
    // Chi-square with 4 degrees of freedom, times 1/200 + 1/1000.
    near(shift.warn, chiSquareQuantile(4, 1 - 0.001 / 5) * 0.006, 1e-12);
    assert.ok(shift.psi < shift.warn);
  });

  it('counts a bin that was empty before and is not any more', () => {
    const shift = inputShift(baseline, [80, 50, 30, 40, 0], 1, defaultRules.psi);
    assert.ok(shift && shift.psi > shift.limit);
    near(shift.psi, psi([500, 300, 200, 0, 0], [80, 50, 30, 40, 0], 0.5), 1e-12);
  });

  it('is null while the window or the baseline has too few items', () => {
    assert.equal(inputShift(baseline, [100, 60, 39, 0, 0], 1, defaultRules.psi), null);
    assert.equal(inputShift(frozen([['a', 399]]), [200, 0, 0], 1, defaultRules.psi), null);
    assert.ok(inputShift(frozen([['a', 400]]), [200, 0, 0], 1, defaultRules.psi));
  });
});
