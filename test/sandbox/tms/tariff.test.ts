/** The tariff against the worked oracle of the trade rules, to the cent. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { classByDensity, densityHundredths } from '../../../sandbox/tms/density.ts';
import { accessorialTariff, rerate } from '../../../sandbox/tms/rerate.ts';
import type { BillChanges, RatedBill, Rerating } from '../../../sandbox/tms/rerate.ts';
import { type Accessorial, type FreightClass, freightClasses, rate, totalCents } from '../../../sandbox/tms/tariff.ts';

const charge = (code: string): Accessorial => {
  const found = accessorialTariff.find((one) => one.code === code);
  assert.ok(found, code);
  return found;
};
const bill = (weightLb: number, freightClass: FreightClass, ...codes: string[]): RatedBill => ({
  weightLb,
  freightClass,
  accessorials: codes.map(charge),
});
function rerated(from: RatedBill, changes: BillChanges): Rerating {
  const result = rerate(from, changes);
  assert.equal(result.kind, 'rerated');
  return result;
}

describe('the re-rate of a bill', () => {
  const oracle: readonly (readonly [string, RatedBill, BillChanges, number, number, number])[] = [
    [
      'a weight of 1,240 lb corrected to 1,420 lb in class 70',
      bill(1240, '70'),
      { weightLb: 1420 },
      44_713,
      51_202,
      6489,
    ],
    [
      'class 100 corrected to 125: just under the limit',
      bill(2480, '100'),
      { freightClass: '125' },
      109_727,
      133_866,
      24_139,
    ],
    [
      'class 100 corrected to 150: waits for approval',
      bill(2480, '100'),
      { freightClass: '150' },
      109_727,
      158_004,
      48_277,
    ],
    ['4,650 lb rated as 5,000 lb at the next break', bill(3100, '125'), { weightLb: 4650 }, 167_333, 221_226, 53_893],
    ['1,700 and 1,960 lb both rated as 2,000 lb: no change', bill(1700, '100'), { weightLb: 1960 }, 88_490, 88_490, 0],
    ['310 and 360 lb both at the absolute minimum: no change', bill(310, '60'), { weightLb: 360 }, 19_018, 19_018, 0],
    ['an added liftgate', bill(1240, '70'), { add: ['LFT'] }, 44_713, 54_213, 9500],
    ['added detention of exactly 250.00', bill(1240, '70'), { add: ['DET'] }, 44_713, 69_713, 25_000],
    ['added detention of 250.01', bill(1240, '70'), { add: ['DEP'] }, 44_713, 69_714, 25_001],
    [
      'residential and liftgate taken off: a credit',
      bill(1240, '70', 'RES', 'LFT'),
      { remove: ['RES', 'LFT'] },
      67_013,
      44_713,
      -22_300,
    ],
  ];
  for (const [what, from, changes, before, after, net] of oracle)
    it(`meets the oracle for ${what}`, () => {
      const { beforeCents, afterCents, netChangeCents } = rerated(from, changes);
      assert.deepEqual([beforeCents, afterCents, netChangeCents], [before, after, net]);
    });

  it('is refused in words for a charge that is there already, is not there, or is not in the tariff', () => {
    const from = bill(1240, '70', 'LFT');
    const words = (changes: BillChanges): string => {
      const result = rerate(from, changes);
      return result.kind === 'refused' ? result.words : 'rerated';
    };
    assert.equal(words({ add: ['LFT'] }), 'LFT is already on the bill.');
    assert.equal(words({ add: ['DET', 'DET'] }), 'DET is already on the bill.');
    assert.equal(words({ remove: ['RES'] }), 'RES is not on the bill.');
    assert.equal(words({ add: ['XYZ'] }), 'XYZ is not an accessorial of this tariff.');
    assert.equal(words({ freightClass: '71' }), '71 is not an NMFC class.');
    assert.equal(words({ weightLb: 0 }), 'Weight must be a whole number of pounds.');
  });

  it('keeps the charge that an accessorial was billed at', () => {
    const from: RatedBill = { ...bill(1240, '70'), accessorials: [{ code: 'DET', name: 'Detention', cents: 17_250 }] };
    assert.equal(rerated(from, { remove: ['DET'] }).netChangeCents, -17_250);
  });

  it('undone gives back the net change with its sign turned', () => {
    const weight = fc.integer({ min: 1, max: 40_000 });
    const freightClass = fc.constantFrom(...freightClasses);
    fc.assert(
      fc.property(weight, freightClass, weight, freightClass, (w1, c1, w2, c2) => {
        const there = rerated(bill(w1, c1), { weightLb: w2, freightClass: c2 });
        const back = rerated(there.bill, { weightLb: w1, freightClass: c1 });
        return there.netChangeCents + back.netChangeCents === 0;
      }),
    );
  });
});

describe('the tariff', () => {
  it('knows all 18 classes, and a higher class is never cheaper', () => {
    assert.equal(freightClasses.length, 18);
    for (const weight of [40, 499, 500, 1240, 4650, 9999, 12_000]) {
      const totals = freightClasses.map((freightClass) => totalCents(rate(weight, freightClass, [])));
      assert.deepEqual(
        totals,
        [...totals].sort((a, b) => a - b),
        `${weight} lb`,
      );
    }
  });

  it('never makes more weight cheaper, because a heavier break is offered to lighter freight', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30_000 }),
        fc.constantFrom(...freightClasses),
        (weight, freightClass) =>
          totalCents(rate(weight, freightClass, [])) <= totalCents(rate(weight + 1, freightClass, [])),
      ),
    );
  });
});

describe('the class by density', () => {
  /** A box of one cubic foot: its weight is its density. */
  const cube = [{ length: 12, width: 12, height: 12, count: 1 }];
  /** Two cubic feet, for the bound at 22.5. */
  const pair = [{ length: 12, width: 12, height: 24, count: 1 }];
  const bounds: readonly (readonly [number, FreightClass, FreightClass])[] = [
    [2, '400', '300'],
    [4, '300', '250'],
    [8, '250', '175'],
    [12, '175', '125'],
    [16, '125', '100'],
    [20, '100', '92.5'],
    [24, '92.5', '85'],
    [30, '85', '70'],
    [45, '70', '65'],
    [60, '65', '60'],
    [70, '60', '55'],
    [100, '55', '50'],
  ];
  for (const [halfPounds, below, at] of bounds)
    it(`is ${at} at exactly ${halfPounds / 2} lb a cubic foot and ${below} right below`, () => {
      assert.equal(classByDensity(halfPounds, pair), at);
      assert.equal(classByDensity(halfPounds * 1000 - 1, [{ length: 120, width: 120, height: 240, count: 1 }]), below);
    });

  it('adds up handling units and refuses sizes that are none', () => {
    assert.equal(classByDensity(16, [...cube, ...cube]), '100');
    assert.equal(densityHundredths(45, pair), 2250);
    assert.throws(() => classByDensity(0, cube), RangeError);
    assert.throws(() => classByDensity(10, []), RangeError);
  });
});
