/** Equality of figures to a stated precision. */
import assert from 'node:assert/strict';

/** Reference values hold to 1e-9, or to the digits that are printed. */
export function near(actual: number | null | undefined, expected: number, within = 1e-9, what = ''): void {
  assert.ok(
    typeof actual === 'number' && Math.abs(actual - expected) <= within,
    `${what} is ${actual}, not ${expected} within ${within}`,
  );
}
