/** Wilson's interval against published and 50-digit values. */
import assert from 'node:assert/strict';
import { wilson } from '../../../../domain/lanes/statistics/wilson.ts';
import { near } from '../near.ts';

const z = 1.959963984540054;
const oneSided = 1.6448536269514726;

/** k, n, lower, upper, lower bound of the one-sided 95 % interval. */
const reference: readonly (readonly [number, number, number | null, number | null, number | null])[] = [
  [18, 20, 0.6989663547715128, 0.972133518786232, null],
  [4, 20, 0.0806576625797981, 0.4160174322518935, null],
  [4, 200, 0.00780442641634947, 0.05028708690582643, null],
  [190, 200, 0.910421851861224, 0.972617354399236, 0.9181081670817905],
  [1, 30, 0.00590859, 0.16670391, null],
  [29, 30, 0.8332961, 0.9940914, null],
  [0, 30, 0, 0.11351339, 0],
  [30, 30, 0.8864866, 1, null],
  [81, 263, 0.2552885198782742, 0.3662095769828001, 0.2633136171884814],
  [15, 148, 0.06238639953073628, 0.160487241723308, 0.06744326224687144],
  [0, 1, 0, 0.7934506856227626, 0],
  [1, 1, 0.2065493143772374, 1, 0.2698659487840541],
  [45, 50, 0.7863976856252034, 0.9565242350681096, 0.808462485848429],
  [72, 72, 0.9493488274035422, 1, 0.9637838997080866],
  [73, 73, 0.9500079920442689, 1, 0.9642622807967036],
  [98, 100, 0.9299882092714561, 0.9944980324498377, 0.9413516316431648],
  [196, 200, 0.9497129130941736, 0.9921955735836505, 0.9561965428329559],
  [388, 400, 0.9483014642909043, 0.982756979034857, 0.9525078858610941],
  [3880, 4000, 0.9642459356773666, 0.974852187630314, 0.9652359162015747],
];

/** Published tables print some values with fewer digits. */
const precision = (value: number): number => {
  const decimals = String(value).split('.')[1]?.length ?? 0;
  return decimals === 0 || decimals > 9 ? 1e-9 : 0.5 * 10 ** -decimals;
};

describe('the Wilson interval', () => {
  it('has the reference values, both ends and one-sided', () => {
    for (const [k, n, lower, upper, one] of reference) {
      const interval = wilson(k, n, z);
      if (lower !== null) near(interval?.lower, lower, precision(lower), `lower ${k}/${n}`);
      if (upper !== null) near(interval?.upper, upper, precision(upper), `upper ${k}/${n}`);
      if (one !== null) near(wilson(k, n, oneSided)?.lower, one, precision(one), `one-sided ${k}/${n}`);
    }
  });

  it('is null of nothing, exactly 0 below no success and exactly 1 above no failure', () => {
    assert.equal(wilson(0, 0, z), null);
    for (const n of [1, 7, 49, 1000]) {
      assert.equal(wilson(0, n, z)?.lower, 0);
      assert.equal(wilson(n, n, z)?.upper, 1);
    }
  });

  it('lies in 0 to 1 around the share and mirrors when right and wrong change places', () => {
    for (const n of [1, 2, 13, 200])
      for (let k = 0; k <= n; k++) {
        const [one, other] = [wilson(k, n, z), wilson(n - k, n, z)];
        assert.ok(one && other && one.lower >= 0 && one.lower <= k / n && k / n <= one.upper && one.upper <= 1);
        near(one.lower, 1 - other.upper, 1e-12, `${k}/${n} mirrored`);
      }
  });

  it('needs the stated least successes to reach a bar', () => {
    const least: Record<string, readonly (readonly [number, number])[]> = {
      0.85: [
        [25, 25],
        [48, 50],
        [92, 100],
        [180, 200],
        [354, 400],
        [1732, 2000],
      ],
      0.95: [
        [100, 100],
        [197, 200],
        [389, 400],
        [773, 800],
        [1920, 2000],
        [3828, 4000],
      ],
      0.98: [
        [200, 200],
        [398, 400],
        [792, 800],
        [1973, 2000],
      ],
    };
    for (const [bar, cases] of Object.entries(least))
      for (const [k, n] of cases) {
        assert.ok((wilson(k, n, z)?.lower ?? 0) >= Number(bar), `${k}/${n} reaches ${bar}`);
        assert.ok((wilson(k - 1, n, z)?.lower ?? 1) < Number(bar), `${k - 1}/${n} misses ${bar}`);
      }
    assert.ok((wilson(72, 72, z)?.lower ?? 1) < 0.95 && (wilson(73, 73, z)?.lower ?? 0) >= 0.95);
  });
});
