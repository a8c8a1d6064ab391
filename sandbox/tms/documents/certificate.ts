/** The weighing and inspection (W&I) certificate, as paper and as the words of its figures. */
import { field, text, type Drawing } from '../../paper/drawing.ts';
import { densityHundredths } from '../density.ts';
import type { Inspection, Shipment } from '../shipment.ts';

const left = 36;
const half = 270;

export function certificateDrawing(shipment: Shipment, inspection: Inspection): Drawing {
  return {
    title: `W&I certificate ${inspection.number}`,
    marks: [
      text(left, 34, 16, 'WEIGHING AND INSPECTION CERTIFICATE', true),
      ...field(left, 84, half, 'Certificate number', inspection.number),
      ...field(left + half, 84, half, 'PRO number', shipment.pro),
      ...field(left, 118, half, 'Inspected on', inspection.on),
      ...field(left + half, 118, half, 'Scale', inspection.certified ? 'Certified' : 'Not certified'),
      ...field(left, 152, half, 'Scale weight (lb)', String(inspection.weightLb)),
      ...field(left + half, 152, half, 'Weight on bill of lading (lb)', String(shipment.weightLb)),
      ...field(left, 186, half, 'Dimensions (in)', dimensions(inspection)),
      ...field(left + half, 186, half, 'Density (lb/ft3)', density(inspection)),
      ...field(left, 220, half, 'NMFC item', shipment.nmfc),
      ...field(left + half, 220, half, 'Class found', inspection.freightClass),
    ],
  };
}

/** `4 x 48 x 40 x 31`. */
export function dimensions({ units }: Inspection): string {
  return units.map(({ count, length, width, height }) => `${count} x ${length} x ${width} x ${height}`).join('; ');
}

/** Pounds per cubic foot: `6.97`. */
export function density({ weightLb, units }: Inspection): string {
  return (densityHundredths(weightLb, units) / 100).toFixed(2);
}
