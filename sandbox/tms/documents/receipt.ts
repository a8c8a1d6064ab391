/** The delivery receipt (POD) as it is laid out on paper. */
import type { Receipt, Shipment } from '../shipment.ts';
import { accessorials } from '../tariff.ts';
import { code39 } from './barcode.ts';
import { type Drawing, type Mark, box, field, text, tick } from '../../paper/drawing.ts';
import { signature } from '../../paper/signature.ts';

const left = 36;
const wide = 540;
const half = wide / 2;
const third = wide / 3;

export function receiptDrawing(shipment: Shipment, receipt: Receipt): Drawing {
  const { pro, shipper, consignee } = shipment;
  return {
    title: `Delivery receipt ${pro}`,
    marks: [
      text(left, 34, 16, 'LINEHAUL FREIGHT LINES', true),
      text(left, 54, 11, 'DELIVERY RECEIPT (PROOF OF DELIVERY)'),
      ...code39(pro, 356, 32, 30),
      text(420, 66, 10, `PRO ${pro}`, true),
      ...field(left, 84, third, 'PRO number', pro),
      ...field(left + third, 84, third, 'Bill of lading number', shipment.bol),
      ...field(left + 2 * third, 84, third, 'PO number', shipment.po),
      ...field(left, 118, third, 'Ship date', shipment.shipDate),
      ...field(left + third, 118, third, 'Delivery date', receipt.date),
      ...field(left + 2 * third, 118, third / 2, 'Time in', receipt.timeIn),
      ...field(left + 2.5 * third, 118, third / 2, 'Time out', receipt.timeOut),
      ...field(left, 152, half, 'Shipper', shipper.name, 48),
      text(left + 4, 184, 9, `${shipper.street}, ${shipper.city}`),
      ...field(left + half, 152, half, 'Consignee', consignee.name, 48),
      text(left + half + 4, 184, 9, `${consignee.street}, ${consignee.city}`),
      ...field(left, 200, 80, 'Pieces', String(shipment.pieces)),
      ...field(left + 80, 200, 90, 'Handling units', String(shipment.handlingUnits)),
      ...field(left + 170, 200, 270, 'Description', `${shipment.packaging} ${shipment.description}`),
      ...field(left + 440, 200, 100, 'Weight (lb)', String(shipment.weightLb)),
      ...services(receipt),
      text(left, 296, 10, 'Received in good order except as noted:'),
      box(left, 310, wide, 54),
      ...(receipt.exceptions === '' ? [] : [text(left + 6, 330, 12, receipt.exceptions, true)]),
      ...signatureBlock(receipt),
      text(left, 478, 7, 'Receipt of the shipment described above is acknowledged. Form DR-7 rev. 2019'),
    ],
  };
}

function services({ services: done }: Receipt): Mark[] {
  const boxes = accessorials.flatMap(({ code, name }, index) =>
    tick(left + (index % 3) * third, 258 + Math.floor(index / 3) * 16, name, done.includes(code)),
  );
  return [text(left, 243, 8, 'Special services performed'), ...boxes];
}

function signatureBlock({ signedBy, driver }: Receipt): Mark[] {
  return [
    box(left, 380, half, 84),
    text(left + 4, 383, 7, 'Consignee signature'),
    ...(signedBy === null ? [] : signature(signedBy, left + 16, 392, half - 40, 66)),
    ...field(left + half, 380, half, 'Consignee printed name', signedBy ?? '', 42),
    ...field(left + half, 422, half, 'Driver number', driver, 42),
  ];
}
