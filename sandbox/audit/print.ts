/** A document of the audit portal as bytes: what was uploaded, or a sheet printed from labels and values. */

import type { Document } from '../framework/application.ts';
import { field, text } from '../paper/drawing.ts';
import { pdfOfDrawing } from '../paper/pdf.ts';
import type { DocumentContent } from './read.ts';

const left = 36;
const wide = 540;
const rowHeight = 34;

export async function printDocument({ type, number, filename, content, sheet }: DocumentContent): Promise<Document> {
  const rows = (sheet ?? []).flatMap(([label, value], index) =>
    field(left, 84 + index * rowHeight, wide, label, value),
  );
  const title = `${type} ${number}`;
  const printed =
    content ?? (await pdfOfDrawing({ title, marks: [text(left, 40, 16, type.toUpperCase(), true), ...rows] }));
  return { kind: 'document', filename, contentType: 'application/pdf', content: printed };
}
