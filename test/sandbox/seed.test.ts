/** The seeded data and the tariff behind them, without any server. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { receiptDrawing } from '../../sandbox/tms/documents/receipt.ts';
import { checkDigit, isPro, proOf } from '../../sandbox/tms/pro.ts';
import { scenarioPros, scenarios } from '../../sandbox/tms/scenarios.ts';
import { seedShipments } from '../../sandbox/tms/seed.ts';
import { type FreightClass, rate, totalCents } from '../../sandbox/tms/tariff.ts';

const seeded = seedShipments();
const pros = seeded.map(({ shipment }) => shipment.pro);
const of = (pro: string): (typeof seeded)[number] => {
  const found = seeded.find(({ shipment }) => shipment.pro === pro);
  assert.ok(found);
  return found;
};

describe('PROs of the sandbox', () => {
  it('have a check digit that notices every single wrong digit', () => {
    assert.equal(checkDigit('041270883'), '9');
    const nine = fc.stringMatching(/^\d{9}$/);
    fc.assert(
      fc.property(nine, fc.nat(9), fc.integer({ min: 1, max: 9 }), (digits, place, change) => {
        const pro = proOf(digits);
        const wrong = Array.from(pro)
          .map((digit, index) => (index === place ? String((Number(digit) + change) % 10) : digit))
          .join('');
        return isPro(pro) && !isPro(wrong);
      }),
    );
  });
});

describe('the seed of the sandbox TMS', () => {
  it('is the same every time and has at least 200 shipments with valid, distinct PROs', () => {
    assert.deepEqual(seedShipments(), seeded);
    assert.ok(seeded.length >= 200);
    assert.equal(new Set(pros).size, pros.length);
    assert.ok(pros.every(isPro));
    assert.ok(pros.filter((pro) => pro.startsWith('0')).length >= 20);
  });

  it('has all named shipments but the missing one', () => {
    for (const [name, pro] of Object.entries(scenarioPros)) {
      assert.ok(isPro(pro), name);
      assert.equal(pros.includes(pro), name !== 'missing', name);
    }
  });

  it('has pairs of near-equal PROs: two neighbouring digits swapped, or the last two changed', () => {
    const { nearEqual, nearEqualNeighbour } = scenarioPros;
    assert.equal(nearEqualNeighbour, nearEqual.slice(0, 6) + nearEqual[7] + nearEqual[6] + nearEqual.slice(8));
    const pairs = pros.filter((pro, index) =>
      pros.some((other, at) => at > index && other.slice(0, 8) === pro.slice(0, 8)),
    );
    assert.ok(pairs.length >= 5);
  });

  it('has every status, and documents that fit it', () => {
    assert.deepEqual([...new Set(seeded.map(({ shipment }) => shipment.status))].toSorted(), [
      'Canceled',
      'Delivered',
      'Dispatched',
      'Expired',
      'In transit',
      'Pending',
    ]);
    for (const { shipment, documents } of seeded) {
      assert.ok(documents.every(({ pro }) => pro === shipment.pro));
      if (documents.some(({ receipt }) => receipt !== null))
        assert.ok(shipment.status === 'Delivered' || shipment.pro === scenarioPros.refused);
    }
    const ids = seeded.flatMap(({ documents }) => documents.map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length);
  });

  it('draws a signature on a signed receipt and none on an unsigned one', () => {
    const strokes = (pro: string): number => {
      const { shipment, documents } = of(pro);
      const receipt = documents.find((document) => document.receipt !== null)?.receipt;
      assert.ok(receipt);
      return receiptDrawing(shipment, receipt).marks.filter(
        (mark) => mark.kind === 'stroke' && mark.points.some(([, y]) => y > 380),
      ).length;
    };
    assert.equal(strokes(scenarioPros.clear), 2);
    assert.equal(strokes(scenarioPros.unsigned), 0);
  });

  it('gives ready task inputs', () => {
    const tasks = Object.entries(scenarios());
    assert.ok(tasks.length >= 10);
    for (const [name, { task_type, params }] of tasks) {
      assert.ok(name.startsWith(task_type), name);
      assert.ok(Object.values<unknown>(scenarioPros).includes(params['pro']), name);
    }
    assert.deepEqual(scenarios()['pull_pod']?.params, { pro: scenarioPros.clear });
  });
});

describe('the tariff of the sandbox carrier', () => {
  const worked: [weightLb: number, freightClass: FreightClass, total: string, tests: string][] = [
    [1240, '70', '447.13', 'plain'],
    [1420, '70', '512.02', 'plain'],
    [2480, '100', '1097.27', 'plain'],
    [2480, '125', '1338.66', 'plain'],
    [2480, '150', '1580.04', 'plain'],
    [3100, '125', '1673.33', 'plain'],
    [4650, '125', '2212.26', 'deficit: rated as 5000 lb'],
    [1700, '100', '884.90', 'deficit: rated as 2000 lb'],
    [1960, '100', '884.90', 'deficit: rated as 2000 lb'],
    [310, '60', '190.18', 'minimum charge'],
    [360, '60', '190.18', 'minimum charge'],
  ];
  for (const [weightLb, freightClass, total, tests] of worked)
    it(`rates ${weightLb} lb of class ${freightClass} at ${total} (${tests})`, () => {
      assert.equal((totalCents(rate(weightLb, freightClass, [])) / 100).toFixed(2), total);
    });

  it('adds accessorials without discount', () => {
    const extras = [{ code: 'LFT', name: 'Liftgate delivery', cents: 9500 }];
    assert.equal(totalCents(rate(1240, '70', extras)), 54_213);
  });
});
