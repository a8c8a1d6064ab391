/** The seeded invoices, disputes, claims and chargebacks: made from the TMS's shipments, so that both agree. */
import { seededRandom, type Random } from '../framework/random.ts';
import { scenarioPros } from '../tms/scenarios.ts';
import { seedShipments, seedVersion as shipmentVersion, type SeededShipment } from '../tms/seed.ts';
import { seedClaims, type SeededClaim } from './seed-claims.ts';
import { billAsAudited, type Deviation } from './audit-bill.ts';
import type { Chargeback, Dispute, DisputeState, FiledDocument, Invoice, InvoiceState } from './records.ts';
import { shortCents } from './records.ts';
import { scenarioDisputes, scenarioInvoices } from './scenarios.ts';

/** Changes with anything below that gives other data, and with the shipments. */
export const seedVersion = `${shipmentVersion}/2026-11-21.1`;

const invented = 130;
const firstDisputeSerial = 3001;

/** A document printed from labels and values. */
interface SeededDocument extends Omit<FiledDocument, 'id'> {
  readonly invoiceNumber: string | null;
  readonly claimNumber: string | null;
  readonly sheet: readonly (readonly [label: string, value: string])[];
}

interface SeededAudit {
  readonly invoices: readonly Invoice[];
  readonly disputes: readonly Omit<Dispute, 'pro'>[];
  readonly claims: readonly SeededClaim[];
  readonly chargebacks: readonly Chargeback[];
  readonly documents: readonly SeededDocument[];
}

interface InvoicePlan {
  readonly number: string;
  readonly pro: string;
  readonly deviation: Deviation | null;
  readonly state?: InvoiceState;
  readonly damageReported?: string;
}

const namedInvoices: readonly InvoicePlan[] = [
  plan('disputeSupported', { kind: 'accessorial', code: 'LFT' }),
  plan('disputeShort', { kind: 'deduction', wording: 'Shortage', cents: 18_000 }),
  plan('disputeOpen', { kind: 'deduction', wording: 'Shortage', cents: 21_000 }),
  plan('disputeFiles', { kind: 'deduction', wording: 'Shortage', cents: 16_000 }),
  plan('disputeForeign', { kind: 'accessorial', code: 'LTD' }),
  { ...plan('disputeNotice', { kind: 'deduction', wording: 'Damage', cents: 25_000 }), damageReported: '2026-10-19' },
  plan('disputeClass', { kind: 'class', to: '100' }),
];

function plan(
  name: Exclude<keyof typeof scenarioInvoices & keyof typeof scenarioPros, 'missing'>,
  deviation: Deviation,
): InvoicePlan {
  return { number: scenarioInvoices[name], pro: scenarioPros[name], deviation };
}

export function seedAudit(): SeededAudit {
  const random = seededRandom(71_261_121);
  const shipments = new Map(seedShipments().map((seeded) => [seeded.shipment.pro, seeded]));
  const named = new Set<string>(Object.values(scenarioPros));
  const others = [...shipments.values()].filter(
    ({ shipment }) => shipment.deliveryDate !== null && !named.has(shipment.pro),
  );
  const [inAudit, closed, paid, duplicate, original, ...rest] = others.map(({ shipment }) => shipment.pro);
  const plans: InvoicePlan[] = [
    ...namedInvoices,
    { number: scenarioInvoices.inAudit, pro: inAudit ?? '', state: 'In process (audit)', deviation: { kind: 'fuel' } },
    { number: scenarioInvoices.closed, pro: closed ?? '', state: 'Closed', deviation: { kind: 'discount' } },
    { number: scenarioInvoices.paidInFull, pro: paid ?? '', state: 'Paid', deviation: null },
    { number: scenarioInvoices.duplicate, pro: duplicate ?? '', deviation: { kind: 'duplicate', of: original ?? '' } },
    ...Object.entries(scenarioPros)
      .filter(([name]) => name.startsWith('claim'))
      .map(([, pro]) => ({ number: claimInvoice(pro), pro, deviation: null })),
    ...rest.slice(0, invented).map((pro) => inventPlan(random, shipments.get(pro), pro)),
  ];
  const invoices = plans.flatMap((one) => {
    const seeded = shipments.get(one.pro);
    return seeded === undefined ? [] : [makeInvoice(random, one, seeded)];
  });
  const claims = seedClaims(random, shipments, invoices);
  return {
    invoices,
    disputes: seedDisputes(random, invoices),
    claims,
    chargebacks: seedChargebacks(random, invoices),
    documents: [...invoices.flatMap(invoiceDocuments), ...claims.flatMap(({ claim }) => claimDocuments(claim))],
  };
}

/** The invoice of a shipment that a named claim is about. */
function claimInvoice(pro: string): string {
  return `73${pro.slice(0, 8)}`;
}

function inventPlan(random: Random, seeded: SeededShipment | undefined, pro: string): InvoicePlan {
  const number = `72${random.whole(10_000_000, 99_999_999)}`;
  const extras = seeded?.shipment.shipped.services ?? [];
  const draw = random.whole(1, 100);
  if (draw <= 42) return { number, pro, deviation: null };
  if (draw <= 47) return { number, pro, deviation: null, state: 'Open' };
  if (draw <= 52)
    return {
      number,
      pro,
      deviation: { kind: 'fuel' },
      state: random.pick(['In process (QA)', 'In process (data entry)']),
    };
  if (draw <= 57)
    return {
      number,
      pro,
      deviation: { kind: 'discount' },
      state: random.pick(['Pending auditor clarification', 'Pending scanner review']),
    };
  if (draw <= 60) return { number, pro, deviation: { kind: 'fuel' }, state: 'Payment processing' };
  const [code] = extras;
  if (draw <= 72 && code !== undefined) return { number, pro, deviation: { kind: 'accessorial', code } };
  const cents = random.whole(20, 120) * 100;
  const wording = random.pick(['Shortage', 'Damage', 'Customer adjustment', 'Needs client approval']);
  if (draw <= 86) return { number, pro, deviation: { kind: 'deduction', wording, cents } };
  return {
    number,
    pro,
    deviation: { kind: random.pick(['discount', 'fuel']) },
    ...(draw > 96 ? { state: 'Closed' } : {}),
  };
}

function makeInvoice(
  random: Random,
  { number, pro, deviation, state, damageReported }: InvoicePlan,
  seeded: SeededShipment,
): Invoice {
  const { shipment } = seeded;
  const { lines, wording } = billAsAudited(seeded, deviation);
  const on = addDays(shipment.shipDate, random.whole(9, 14));
  const sum = (part: 'billedCents' | 'approvedCents'): number => lines.reduce((total, line) => total + line[part], 0);
  const words = wording === '' ? 'Approved as billed.' : `${wording}: approved amount reduced.`;
  return {
    number,
    pro,
    bol: shipment.bol,
    invoiceDate: addDays(shipment.shipDate, 5),
    state: state ?? (deviation?.kind === 'duplicate' ? 'Zero paid' : 'Paid'),
    billedCents: sum('billedCents'),
    approvedCents: sum('approvedCents'),
    adjustmentReason: wording,
    duplicateOf: deviation?.kind === 'duplicate' ? deviation.of : null,
    damageReported: damageReported ?? null,
    lines,
    notes: [{ on, by: random.pick(['mreyes', 'tvolkov', 'kobrien']), text: words }],
  };
}

function seedDisputes(random: Random, invoices: readonly Invoice[]): Omit<Dispute, 'pro'>[] {
  const named: Omit<Dispute, 'pro'>[] = [
    dispute(scenarioDisputes.open, scenarioInvoices.disputeOpen, 'SHT', 21_000, 'Info requested', {
      by: 'jhart',
      at: '2026-10-20T14:05:00Z',
      reference: 'JH-4471',
      explanation: 'All 22 pieces were delivered.',
      answer: 'Please send the signed delivery receipt.',
    }),
    dispute(scenarioDisputes.foreign, scenarioInvoices.disputeForeign, 'ACC', 11_000, 'Under review', {
      by: 'cwilkes',
      at: '2026-10-15T09:30:00Z',
      reference: 'CW-1180',
      explanation: 'Limited access delivery at a school.',
      answer: '',
    }),
  ];
  const taken = new Set<string>(Object.values(scenarioInvoices));
  const shortPaid = invoices.filter(
    (invoice) => shortCents(invoice) > 0 && ['Paid', 'Closed'].includes(invoice.state) && !taken.has(invoice.number),
  );
  const others = shortPaid
    .filter(() => random.chance(0.72))
    .map((invoice, index) => {
      const number = `DSP-2026-${String(firstDisputeSerial + index).padStart(6, '0')}`;
      const closedStates: readonly [DisputeState, ...DisputeState[]] = [
        'Approved',
        'Partly approved',
        'Denied',
        'Withdrawn',
      ];
      const openStates: readonly [DisputeState, ...DisputeState[]] = ['Submitted', 'Under review', 'Info requested'];
      const state = random.pick(invoice.state === 'Closed' || random.chance(0.4) ? closedStates : openStates);
      return dispute(number, invoice.number, reasonFor(invoice.adjustmentReason), shortCents(invoice), state, {
        by: random.pick(['jhart', 'cwilkes', 'mdubois', 'rpatel']),
        at: `${addDays(invoice.invoiceDate, random.whole(16, 25))}T15:20:00Z`,
        reference: random.chance(0.5) ? `${random.pick(['JH', 'CW', 'MD', 'RP'])}-${random.whole(1000, 9999)}` : '',
        explanation: 'Short pay is not correct, see documents.',
        answer: '',
      });
    });
  return [...others, ...named];
}

function dispute(
  number: string,
  invoiceNumber: string,
  reasonCode: string,
  amountCents: number,
  state: DisputeState,
  rest: Pick<Dispute, 'by' | 'at' | 'reference' | 'explanation' | 'answer'>,
): Omit<Dispute, 'pro'> {
  return { number, invoiceNumber, reasonCode, amountCents, state, ...rest };
}

function reasonFor(wording: string): string {
  const reasons: Readonly<Record<string, string>> = {
    'Incorrect accessorial': 'ACC',
    Shortage: 'SHT',
    Damage: 'DMG',
    'Incorrect class': 'CLS',
    'Incorrect discount': 'RATE',
    'Incorrect fuel surcharge': 'RATE',
  };
  return reasons[wording] ?? 'OTH';
}

function seedChargebacks(random: Random, invoices: readonly Invoice[]): Chargeback[] {
  return invoices.slice(-8).map(({ number, invoiceDate }, index) => ({
    number: `CB-2026-${String(701 + index).padStart(6, '0')}`,
    invoiceNumber: number,
    amountCents: random.whole(40, 300) * 100,
    reason: random.pick(['Late delivery', 'Missing documents', 'Overpayment recovered']),
    state: index % 4 === 3 ? 'Paid' : 'Open',
    dated: addDays(invoiceDate, 30),
  }));
}

function invoiceDocuments({ number, pro, bol, invoiceDate }: Invoice): SeededDocument[] {
  return [
    {
      type: 'Freight invoice',
      number: `FB${pro}`,
      dated: invoiceDate,
      filename: `FB${pro}.pdf`,
      invoiceNumber: number,
      claimNumber: null,
      sheet: [
        ['Invoice number', number],
        ['PRO number', pro],
        ['Bill of lading number', bol],
        ['Invoice date', invoiceDate],
      ],
    },
  ];
}

function claimDocuments({ number, claimant, filed, pro }: SeededClaim['claim']): SeededDocument[] {
  const sheet = [
    ['Claim number', number] as const,
    ['Claimant', claimant] as const,
    ['PRO number', pro ?? 'not stated'] as const,
  ];
  return ['Presentation of claim', 'Vendor invoice', 'Photographs'].map((type, index) => ({
    type,
    number: `${number}-${index + 1}`,
    dated: filed,
    filename: `${number}-${index + 1}.pdf`,
    invoiceNumber: null,
    claimNumber: number,
    sheet,
  }));
}

/** A day some days later, YYYY-MM-DD. */
function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
