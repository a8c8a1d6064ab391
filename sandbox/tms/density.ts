/** Freight class by density: the 13 tiers in force since 19 July 2025, compared without a float. */

import type { FreightClass } from './tariff.ts';

/** Least density in half pounds per cubic foot, because one bound is 22.5; heaviest tier first. */
const tiers: readonly { readonly halfPounds: number; readonly freightClass: FreightClass }[] = [
  { halfPounds: 100, freightClass: '50' },
  { halfPounds: 70, freightClass: '55' },
  { halfPounds: 60, freightClass: '60' },
  { halfPounds: 45, freightClass: '65' },
  { halfPounds: 30, freightClass: '70' },
  { halfPounds: 24, freightClass: '85' },
  { halfPounds: 20, freightClass: '92.5' },
  { halfPounds: 16, freightClass: '100' },
  { halfPounds: 12, freightClass: '125' },
  { halfPounds: 8, freightClass: '175' },
  { halfPounds: 4, freightClass: '250' },
  { halfPounds: 2, freightClass: '300' },
  { halfPounds: 0, freightClass: '400' },
];
const cubicInchesPerCubicFoot = 1728;

/** Outer dimensions of one handling unit in whole inches, and how many there are. */
export interface HandlingUnits {
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly count: number;
}

/**
 * The class of freight by its density. A bound belongs to the denser tier: exactly 8 lb/ft³ is class 100.
 * @throws RangeError for a weight or dimensions that are not positive whole numbers
 */
export function classByDensity(weightLb: number, units: readonly HandlingUnits[]): FreightClass {
  const cubicInches = units.reduce((sum, { length, width, height, count }) => sum + length * width * height * count, 0);
  if (![weightLb, cubicInches].every((size) => Number.isSafeInteger(size) && size > 0))
    throw new RangeError('weight and dimensions have to be positive whole numbers');
  const density = 2 * weightLb * cubicInchesPerCubicFoot;
  return tiers.find(({ halfPounds }) => density >= halfPounds * cubicInches)?.freightClass ?? '400';
}

/** Density in hundredths of a pound per cubic foot, rounded half up, as an inspection certificate prints it. */
export function densityHundredths(weightLb: number, units: readonly HandlingUnits[]): number {
  const cubicInches = units.reduce((sum, { length, width, height, count }) => sum + length * width * height * count, 0);
  return Math.floor((2 * weightLb * cubicInchesPerCubicFoot * 100 + cubicInches) / (2 * cubicInches));
}
