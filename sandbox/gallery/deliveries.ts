/** The deliveries that the Gallery shows, with their proofs: those of the sandbox's TMS. */
import { pdfOfDrawing } from '../paper/pdf.ts';
import { receiptDrawing } from '../tms/documents/receipt.ts';
import type { SeededShipment } from '../tms/seed.ts';

export interface Delivery {
  readonly pro: string;
  readonly consignee: string;
  readonly delivered: string;
}

/** What the wings show, in the order of the PRO. */
export interface Deliveries {
  readonly all: readonly Delivery[];
  find(pro: string): Delivery | undefined;
  /** The signed receipt as a PDF; undefined where none is on file. */
  proof(pro: string): Promise<Buffer | undefined>;
}

export function deliveriesOf(seeded: readonly SeededShipment[]): Deliveries {
  const delivered = seeded.filter(({ shipment }) => shipment.deliveryDate !== null);
  const byPro = new Map(delivered.map((one) => [one.shipment.pro, one]));
  const all = delivered
    .map(({ shipment: { pro, consignee, deliveryDate } }) => ({
      pro,
      consignee: consignee.name,
      delivered: deliveryDate ?? '',
    }))
    .toSorted((a, b) => a.pro.localeCompare(b.pro));
  return {
    all,
    find: (pro) => all.find((one) => one.pro === pro),
    async proof(pro) {
      const found = byPro.get(pro);
      const receipt = found?.documents.find((document) => document.receipt !== null)?.receipt;
      return found === undefined || receipt === null || receipt === undefined
        ? undefined
        : pdfOfDrawing(receiptDrawing(found.shipment, receipt));
    },
  };
}
