/** Re-rates a freight bill under a correction: both totals with the tariff of the ship date, and the net change. */

import { accessorials, freightClasses, rate, totalCents } from './tariff.ts';
import type { Accessorial, ChargeLine, FreightClass } from './tariff.ts';

/** What a correction can add: the seed draws from the first ones, detention arises only afterwards. */
export const accessorialTariff: readonly Accessorial[] = [
  ...accessorials,
  { code: 'SSG', name: 'Sort and segregate', cents: 12_100 },
  { code: 'RDL', name: 'Redelivery', cents: 8800 },
  { code: 'WIC', name: 'Weighing and inspection', cents: 3800 },
  { code: 'BLC', name: 'Bill of lading correction', cents: 3300 },
  { code: 'DET', name: 'Detention, trailer', cents: 25_000 },
  { code: 'DEP', name: 'Detention, power unit', cents: 25_001 },
];

/** What a bill is rated by. */
export interface RatedBill {
  readonly weightLb: number;
  readonly freightClass: FreightClass;
  /** As they are on the bill, each with the charge it was billed at. */
  readonly accessorials: readonly Accessorial[];
}

export interface BillChanges {
  readonly weightLb?: number;
  readonly freightClass?: string;
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

export interface Rerating {
  readonly kind: 'rerated';
  readonly bill: RatedBill;
  readonly before: readonly ChargeLine[];
  readonly after: readonly ChargeLine[];
  readonly beforeCents: number;
  readonly afterCents: number;
  /** afterCents − beforeCents. */
  readonly netChangeCents: number;
}
/** The form is sent back with these words. */
interface RefusedRerating {
  readonly kind: 'refused';
  readonly words: string;
}

export function rerate(bill: RatedBill, changes: BillChanges): Rerating | RefusedRerating {
  const corrected = applyChanges(bill, changes);
  if ('words' in corrected) return corrected;
  const [before, after] = [bill, corrected].map(({ weightLb, freightClass, accessorials }) =>
    rate(weightLb, freightClass, accessorials),
  ) as [ChargeLine[], ChargeLine[]];
  const [beforeCents, afterCents] = [totalCents(before), totalCents(after)];
  return {
    kind: 'rerated',
    bill: corrected,
    before,
    after,
    beforeCents,
    afterCents,
    netChangeCents: afterCents - beforeCents,
  };
}

function applyChanges(
  bill: RatedBill,
  { weightLb, freightClass, add = [], remove = [] }: BillChanges,
): RatedBill | RefusedRerating {
  const newWeight = weightLb ?? bill.weightLb;
  if (!Number.isSafeInteger(newWeight) || newWeight <= 0) return refused('Weight must be a whole number of pounds.');
  const newClass = freightClasses.find((known) => known === (freightClass ?? bill.freightClass));
  if (newClass === undefined) return refused(`${freightClass} is not an NMFC class.`);
  const twice = add.find(
    (code, index) => add.indexOf(code) < index || bill.accessorials.some((one) => one.code === code),
  );
  if (twice !== undefined) return refused(`${twice} is already on the bill.`);
  const missing = remove.find((code) => !bill.accessorials.some((one) => one.code === code));
  if (missing !== undefined) return refused(`${missing} is not on the bill.`);
  const unknown = add.find((code) => !accessorialTariff.some((one) => one.code === code));
  if (unknown !== undefined) return refused(`${unknown} is not an accessorial of this tariff.`);
  const added = accessorialTariff.filter(({ code }) => add.includes(code));
  const kept = bill.accessorials.filter(({ code }) => !remove.includes(code));
  return { weightLb: newWeight, freightClass: newClass, accessorials: [...kept, ...added] };
}

function refused(words: string): RefusedRerating {
  return { kind: 'refused', words };
}
