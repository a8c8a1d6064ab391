/** The records with which every application is filled, and the proofs of delivery of their shipments. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { box, type Drawing, field, text } from '../../sandbox/paper/drawing.ts';
import { pdfOfDrawing } from '../../sandbox/paper/pdf.ts';
import { signature } from '../../sandbox/paper/signature.ts';

export const login = { username: 'robot', password: 'a-robot-of-a-bench-7' } as const;

interface Receipt {
  readonly pro: string;
  readonly bol: string;
  readonly exceptions: string;
}

/** One for each task of a measurement, so that no task finds what another one wrote. */
export const shipments: readonly Receipt[] = [
  { pro: '0412708839', bol: 'BOL-77120', exceptions: '' },
  { pro: '0412708847', bol: 'BOL-77121', exceptions: 'SHORT 2 CARTONS' },
  { pro: '0412708855', bol: 'BOL-77122', exceptions: 'SHORT 3 CARTONS' },
];

/** Claims on the two shipments with an exception; what is payable is below what is claimed for the second one. */
export const claims = [
  { number: 'CLM-26-0107', pro: '0412708847', pieces: 2, claimed: '240.00', paid: '240.00' },
  { number: 'CLM-26-0108', pro: '0412708855', pieces: 3, claimed: '400.00', paid: '360.00' },
] as const;

export const disputes = [
  { invoice: '2026550100', pro: '0412708847' },
  { invoice: '2026550200', pro: '0412708855' },
] as const;

/** Writes the proofs and the seed of an application into its folder. @returns bytes of the proofs, by PRO */
export async function writeSeed(folder: string): Promise<Map<string, Buffer>> {
  const proofs = new Map<string, Buffer>();
  for (const shipment of shipments) {
    const pdf = await pdfOfDrawing(receipt(shipment));
    proofs.set(shipment.pro, pdf);
    writeFileSync(join(folder, `${shipment.pro}.pdf`), pdf);
  }
  const seed = {
    ...login,
    shipments: shipments.map(({ pro, bol }) => ({
      pro,
      bol,
      billed_weight: 2480,
      billed_class: '70',
      proof: join(folder, `${pro}.pdf`),
    })),
    claims: claims.map(({ number, pro, pieces, claimed }) => ({
      number,
      state: 'Open',
      filed: '2026-10-05',
      type: 'shortage',
      claimed,
      pro,
      damage_reported: null,
      proof_offered: false,
      lines: [{ description: 'Cartons of fittings', pieces, unit_weight: '40.00', unit_value: '120.00' }],
    })),
    disputes,
  };
  writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed, null, 2));
  return proofs;
}

function receipt({ pro, bol, exceptions }: Receipt): Drawing {
  return {
    title: `Delivery receipt ${pro}`,
    marks: [
      text(40, 40, 15, 'NORTHERN LAKES MOTOR FREIGHT', true),
      text(40, 62, 11, 'Delivery receipt'),
      ...field(40, 90, 170, 'PRO number', pro),
      ...field(210, 90, 170, 'Bill of lading number', bol),
      ...field(380, 90, 190, 'Delivery date', '2026-09-16'),
      ...field(40, 124, 170, 'Pieces', '30'),
      text(40, 180, 10, 'Received in good order except as noted:'),
      box(40, 194, 530, 44),
      ...(exceptions === '' ? [] : [text(46, 210, 11, exceptions, true)]),
      box(40, 260, 265, 74),
      text(44, 263, 7, 'Consignee signature'),
      ...signature('T. Beecham', 60, 272, 200, 54),
      ...field(305, 260, 265, 'Consignee printed name', 'T. Beecham', 37),
    ],
  };
}
