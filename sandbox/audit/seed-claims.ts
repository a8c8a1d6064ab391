/** The seeded claims: named ones first, then invented ones that fit what the receipts say. */

import type { Random } from '../framework/random.ts';
import { scenarioPros } from '../tms/scenarios.ts';
import type { SeededShipment } from '../tms/seed.ts';
import type { Claim, ClaimInspection, ClaimResponse, ClaimState, ClaimType, Invoice } from './records.ts';
import { scenarioClaims } from './scenarios.ts';

export interface SeededClaim {
  readonly claim: Claim;
  readonly response: ClaimResponse | null;
}

interface ClaimPlan {
  readonly number: string;
  readonly pro: string | null;
  readonly type: ClaimType;
  readonly filed: string;
  readonly reported: string | null;
  readonly pieces: number;
  readonly centsEach: number;
  readonly state?: ClaimState;
  readonly claimedCents?: number | null;
  readonly perPoundCents?: number;
  readonly salvageCents?: number;
  readonly inspection?: ClaimInspection;
  readonly response?: ClaimResponse;
}

const invented = 34;
const standardPerPoundCents = 2500;
const perShipmentCents = 10_000_000;

const namedClaims: readonly ClaimPlan[] = [
  {
    number: scenarioClaims.accept,
    pro: scenarioPros.claimAccept,
    type: 'shortage',
    filed: '2026-09-28',
    reported: '2026-09-16',
    pieces: 2,
    centsEach: 12_000,
  },
  {
    number: scenarioClaims.partly,
    pro: scenarioPros.claimPartly,
    type: 'visible damage',
    filed: '2026-09-30',
    reported: '2026-09-18',
    pieces: 5,
    centsEach: 8500,
  },
  {
    number: scenarioClaims.reject,
    pro: scenarioPros.claimReject,
    type: 'concealed damage',
    filed: '2026-10-05',
    reported: '2026-10-02',
    pieces: 2,
    centsEach: 15_500,
  },
  {
    number: scenarioClaims.decided,
    pro: scenarioPros.claimDecided,
    type: 'shortage',
    filed: '2026-09-21',
    reported: '2026-09-09',
    pieces: 1,
    centsEach: 20_000,
    state: 'Accepted',
    response: {
      number: 'RSP-2026-001504',
      claimNumber: scenarioClaims.decided,
      decision: 'accept',
      amountCents: 20_000,
      reasonCode: '',
      reason: 'One carton short, as noted on the receipt.',
      reference: 'MD-0921',
      by: 'mdubois',
      at: '2026-10-01T10:12:00Z',
    },
  },
  {
    number: scenarioClaims.person,
    pro: scenarioPros.claimPerson,
    type: 'concealed damage',
    filed: '2026-10-26',
    reported: '2026-10-22',
    pieces: 3,
    centsEach: 7000,
  },
  {
    number: scenarioClaims.inspected,
    pro: scenarioPros.claimInspected,
    type: 'concealed damage',
    filed: '2026-10-12',
    reported: '2026-10-08',
    pieces: 4,
    centsEach: 7500,
    inspection: {
      on: '2026-10-15',
      by: 'Gulf Surveyors',
      piecesConfirmed: 2,
      cause: null,
      findings: 'Two cartons crushed inside an intact pallet wrap.',
    },
  },
  {
    number: scenarioClaims.packaging,
    pro: scenarioPros.claimPackaging,
    type: 'concealed damage',
    filed: '2026-10-09',
    reported: '2026-10-05',
    pieces: 2,
    centsEach: 9000,
    inspection: {
      on: '2026-10-13',
      by: 'Gulf Surveyors',
      piecesConfirmed: 2,
      cause: 'packaging',
      findings: 'No inner cushioning; carton below the test the classification asks for.',
    },
  },
  {
    number: scenarioClaims.timeBarred,
    pro: scenarioPros.claimTimeBarred,
    type: 'shortage',
    filed: '2026-10-28',
    reported: '2026-01-14',
    pieces: 1,
    centsEach: 15_000,
  },
  {
    number: scenarioClaims.large,
    pro: scenarioPros.claimLarge,
    type: 'visible damage',
    filed: '2026-10-07',
    reported: '2026-09-22',
    pieces: 8,
    centsEach: 45_000,
    salvageCents: 40_000,
  },
  {
    number: scenarioClaims.unsigned,
    pro: scenarioPros.claimUnsigned,
    type: 'shortage',
    filed: '2026-09-25',
    reported: '2026-09-11',
    pieces: 1,
    centsEach: 6000,
  },
  {
    number: scenarioClaims.incomplete,
    pro: null,
    type: 'loss',
    filed: '2026-10-30',
    reported: null,
    pieces: 3,
    centsEach: 5000,
    claimedCents: null,
  },
  {
    number: scenarioClaims.capped,
    pro: scenarioPros.disputeShort,
    type: 'shortage',
    filed: '2026-10-19',
    reported: '2026-10-06',
    pieces: 2,
    centsEach: 48_000,
    perPoundCents: 200,
  },
];

/** @param invoices to name the invoice of a claim's shipment */
export function seedClaims(
  random: Random,
  shipments: ReadonlyMap<string, SeededShipment>,
  invoices: readonly Invoice[],
): SeededClaim[] {
  const invoiceOf = new Map(invoices.map(({ pro, number }) => [pro, number]));
  const named = new Set<string>(Object.values(scenarioPros));
  const others = [...shipments.values()].filter(
    ({ shipment }) => !named.has(shipment.pro) && invoiceOf.has(shipment.pro),
  );
  const plans = [...namedClaims, ...others.slice(-invented).map((seeded, index) => inventClaim(random, seeded, index))];
  return plans.map((plan) => {
    const seeded = plan.pro === null ? undefined : shipments.get(plan.pro);
    return makeClaim(plan, seeded, plan.pro === null ? undefined : invoiceOf.get(plan.pro));
  });
}

function inventClaim(random: Random, { shipment, documents }: SeededShipment, index: number): ClaimPlan {
  const number = `CLM-2026-${String(601 + index).padStart(6, '0')}`;
  const delivered = shipment.deliveryDate ?? shipment.shipDate;
  const exceptions = documents.find(({ receipt }) => receipt !== null)?.receipt?.exceptions ?? '';
  const [, kind, count] = /^(SHORT|DAMAGED) (\d+)/.exec(exceptions) ?? [];
  const types = { SHORT: 'shortage', DAMAGED: 'visible damage' } as const;
  const noted = kind === 'SHORT' || kind === 'DAMAGED' ? types[kind] : null;
  const late = random.chance(0.4);
  const states: readonly [ClaimState, ...ClaimState[]] = [
    'Open',
    'Open',
    'Acknowledged',
    'Inspection requested',
    'Closed',
    'Withdrawn',
  ];
  return {
    number,
    pro: shipment.pro,
    type: noted ?? random.pick(['concealed damage', 'concealed damage', 'shortage', 'loss']),
    reported: noted === null ? later(delivered, late ? random.whole(9, 30) : random.whole(0, 3)) : delivered,
    filed: later(delivered, random.whole(31, 40)),
    pieces: noted === null ? random.whole(1, 3) : Number(count),
    centsEach: random.whole(20, 180) * 100,
    state: random.pick(states),
  };
}

function makeClaim(plan: ClaimPlan, seeded: SeededShipment | undefined, invoice: string | undefined): SeededClaim {
  const shipment = seeded?.shipment;
  const { number, pro, type, filed, reported, pieces, centsEach } = plan;
  const poundsEach = shipment === undefined ? 20 : Math.round(shipment.weightLb / shipment.pieces);
  const claim: Claim = {
    number,
    type,
    state: plan.state ?? 'Open',
    filed,
    claimant: shipment?.consignee.name ?? 'Unknown consignee',
    pro,
    invoiceNumber: invoice ?? null,
    bol: shipment?.bol ?? null,
    delivered: shipment?.deliveryDate ?? null,
    reported,
    claimedCents: plan.claimedCents === undefined ? pieces * centsEach : plan.claimedCents,
    proofOffered: false,
    perPoundCents: plan.perPoundCents ?? standardPerPoundCents,
    perShipmentCents,
    salvageCents: plan.salvageCents ?? 0,
    lines: [{ description: shipment?.description ?? 'Not stated', pieces, poundsEach, centsEach }],
    inspection: plan.inspection ?? null,
  };
  return { claim, response: plan.response ?? null };
}

function later(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
