/** The bill of lading and the freight invoice as they are laid out on paper. */
import { dollars } from '../../framework/money.ts';
import type { Shipment } from '../shipment.ts';
import { type ChargeLine, totalCents } from '../tariff.ts';
import { code39 } from './barcode.ts';
import { type Drawing, type Mark, field, text } from '../../paper/drawing.ts';

const left = 36;
const half = 270;

export function billOfLadingDrawing(shipment: Shipment): Drawing {
  return {
    title: `Bill of lading ${shipment.bol}`,
    marks: [
      text(left, 34, 16, 'STRAIGHT BILL OF LADING - SHORT FORM', true),
      text(left, 54, 9, 'Original - not negotiable'),
      ...field(left, 84, half, 'Bill of lading number', shipment.bol),
      ...field(left + half, 84, half, 'Carrier PRO number', shipment.pro),
      ...parties(shipment),
      ...field(left, 166, half, 'Ship date', shipment.shipDate),
      ...field(left + half, 166, half, 'Freight charges', shipment.terms),
      ...goodsRow(shipment, 200),
      ...field(left, 234, half * 2, 'Services requested', shipment.shipped.services.join(', ') || 'None'),
      text(
        left,
        280,
        8,
        'Received, subject to the rates and classifications in effect on the date of issue of this bill of lading.',
      ),
    ],
  };
}

export function invoiceDrawing(shipment: Shipment, charges: readonly ChargeLine[]): Drawing {
  const lines = charges.flatMap(({ code, description, basis, cents }, index): Mark[] => {
    const y = 262 + index * 16;
    return [
      text(left, y, 9, code),
      text(left + 50, y, 9, description),
      text(left + 230, y, 9, basis),
      text(left + 450, y, 9, dollars(cents)),
    ];
  });
  const end = 262 + charges.length * 16;
  return {
    title: `Freight invoice FB${shipment.pro}`,
    marks: [
      text(left, 34, 16, 'LINEHAUL FREIGHT LINES', true),
      text(left, 54, 11, 'FREIGHT INVOICE'),
      ...code39(shipment.pro, 356, 32, 30),
      ...field(left, 84, half, 'Invoice number', `FB${shipment.pro}`),
      ...field(left + half, 84, half, 'PRO number', shipment.pro),
      ...parties(shipment),
      ...field(left, 166, half, 'Ship date', shipment.shipDate),
      ...field(left + half, 166, half, 'Terms', shipment.terms),
      ...goodsRow(shipment, 200),
      ...lines,
      text(left + 230, end + 6, 11, 'Total', true),
      text(left + 450, end + 6, 11, dollars(totalCents(charges)), true),
    ],
  };
}

function parties({ shipper, consignee }: Shipment): Mark[] {
  return [
    ...field(left, 118, half, 'Shipper', shipper.name, 48),
    text(left + 4, 150, 9, `${shipper.street}, ${shipper.city}`),
    ...field(left + half, 118, half, 'Consignee', consignee.name, 48),
    text(left + half + 4, 150, 9, `${consignee.street}, ${consignee.city}`),
  ];
}

function goodsRow(shipment: Shipment, y: number): Mark[] {
  return [
    ...field(left, y, 60, 'Pieces', String(shipment.pieces)),
    ...field(left + 60, y, 250, 'Description', `${shipment.packaging} ${shipment.description}`),
    ...field(left + 310, y, 90, 'NMFC', shipment.nmfc),
    ...field(left + 400, y, 50, 'Class', shipment.freightClass),
    ...field(left + 450, y, 90, 'Weight (lb)', String(shipment.weightLb)),
  ];
}
