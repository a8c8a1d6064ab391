/**
 * The sandbox carrier's invented tariff: class rates by weight break, deficit weight, discount, minimum charge and
 * fuel surcharge, in cents, rounded half up at each line.
 */

/** The 18 classes of the NMFC, as text because two of them are decimals. */
export const freightClasses = [
  '50',
  '55',
  '60',
  '65',
  '70',
  '77.5',
  '85',
  '92.5',
  '100',
  '110',
  '125',
  '150',
  '175',
  '200',
  '250',
  '300',
  '400',
  '500',
] as const;
export type FreightClass = (typeof freightClasses)[number];

/** Class-100 base rate in cents per hundredweight, by the least weight (lb) of the break. */
const breaks = [
  { name: 'L5C', from: 0, rate: 17_830 },
  { name: 'M5C', from: 500, rate: 15_240 },
  { name: 'M1M', from: 1000, rate: 12_895 },
  { name: 'M2M', from: 2000, rate: 10_760 },
  { name: 'M5M', from: 5000, rate: 8820 },
  { name: 'M10M', from: 10_000, rate: 7410 },
] as const;
/** Hundredths. */
const classFactors: Record<FreightClass, number> = {
  '50': 50,
  '55': 54,
  '60': 58,
  '65': 63,
  '70': 68,
  '77.5': 75,
  '85': 81,
  '92.5': 91,
  '100': 100,
  '110': 110,
  '125': 122,
  '150': 144,
  '175': 168,
  '200': 192,
  '250': 240,
  '300': 288,
  '400': 384,
  '500': 480,
};
const discountPercent = 68;
/** Absolute minimum charge in cents. */
const minimumCents = 14_800;
/** Tenths of a percent of the net line haul. */
const fuelPerMille = 285;

export interface Accessorial {
  readonly code: string;
  readonly name: string;
  readonly cents: number;
}
export const accessorials = [
  { code: 'LFT', name: 'Liftgate delivery', cents: 9500 },
  { code: 'RES', name: 'Residential delivery', cents: 12_800 },
  { code: 'LTD', name: 'Limited access delivery', cents: 11_000 },
  { code: 'IDL', name: 'Inside delivery', cents: 10_500 },
  { code: 'NTF', name: 'Notify before delivery', cents: 3800 },
] as const satisfies readonly Accessorial[];

export interface ChargeLine {
  readonly code: string;
  readonly description: string;
  /** How the amount came about, as printed on the bill. */
  readonly basis: string;
  readonly cents: number;
}

/** Divides and rounds half up; both arguments whole and not negative. */
function divide(amount: number, by: number): number {
  return Math.floor((2 * amount + by) / (2 * by));
}

/** Gross line haul in cents at its cheapest break: the shipment's own, or a heavier one rated as its least weight. */
function grossLineHaul(weightLb: number, freightClass: FreightClass): { cents: number; basis: string } {
  const own = breaks.findLastIndex(({ from }) => weightLb >= from);
  const offers = breaks.slice(own).map(({ name, from, rate }) => {
    const ratedLb = Math.max(weightLb, from);
    const classRate = divide(rate * classFactors[freightClass], 100);
    const cents = divide(ratedLb * classRate, 100);
    return { cents, basis: `${ratedLb} lb ${name} @ ${(classRate / 100).toFixed(2)}` };
  });
  return offers.reduce((best, offer) => (offer.cents < best.cents ? offer : best));
}

/** The charge lines of a freight bill; their sum is its total. */
export function rate(weightLb: number, freightClass: FreightClass, extras: readonly Accessorial[]): ChargeLine[] {
  const gross = grossLineHaul(weightLb, freightClass);
  const discounted = divide(gross.cents * (100 - discountPercent), 100);
  const net = Math.max(discounted, minimumCents);
  const discount = {
    code: 'DSC',
    description: `Discount ${discountPercent}%`,
    basis: '',
    cents: discounted - gross.cents,
  };
  const floor = { code: 'MIN', description: 'Absolute minimum charge', basis: '', cents: net - discounted };
  return [
    { code: 'LHL', description: `Line haul class ${freightClass}`, basis: gross.basis, cents: gross.cents },
    discount,
    ...(floor.cents > 0 ? [floor] : []),
    {
      code: 'FSC',
      description: 'Fuel surcharge',
      basis: `${fuelPerMille / 10}% of net`,
      cents: divide(net * fuelPerMille, 1000),
    },
    ...extras.map(({ code, name, cents }) => ({ code, description: name, basis: '', cents })),
  ];
}

export function totalCents(lines: readonly ChargeLine[]): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0);
}
