/** Drawings and pictures as PDF files, byte for byte the same for the same input. */
import PDFDocument from 'pdfkit';
import { type Drawing, type Mark, type Point, sheet } from './drawing.ts';

/** Every file claims to be made at this moment, or its bytes would differ from run to run. */
const madeAt = new Date('2026-01-01T00:00:00Z');

/** A page with real text. */
export function pdfOfDrawing(drawing: Drawing): Promise<Buffer> {
  return collect(drawing.title, (document) => {
    for (const mark of drawing.marks) draw(document, mark);
  });
}

/** A page that is nothing but a picture, as a scanner makes it. @param png a picture in the proportions of the sheet */
export function pdfOfPicture(title: string, png: Buffer): Promise<Buffer> {
  return collect(title, (document) => document.image(png, 0, 0, { width: sheet.width, height: sheet.height }));
}

function collect(title: string, paint: (document: PDFKit.PDFDocument) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const document = new PDFDocument({
      size: [sheet.width, sheet.height],
      margin: 0,
      info: {
        Title: title,
        Producer: 'Linehaul imaging',
        Creator: 'Linehaul imaging',
        CreationDate: madeAt,
        ModDate: madeAt,
      },
    });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
    paint(document);
    document.end();
  });
}

function draw(document: PDFKit.PDFDocument, mark: Mark): void {
  switch (mark.kind) {
    case 'text':
      document
        .font(mark.bold ? 'Helvetica-Bold' : 'Helvetica')
        .fontSize(mark.size)
        .text(mark.text, mark.x, mark.y, { lineBreak: false });
      return;
    case 'box':
      document.rect(mark.x, mark.y, mark.width, mark.height).lineWidth(0.6);
      if (mark.filled) document.fill('black');
      else document.stroke('black');
      return;
    case 'stroke':
      document.lineWidth(mark.width);
      follow(document, mark.points);
      document.stroke('black');
  }
}

function follow(document: PDFKit.PDFDocument, [first, ...rest]: readonly Point[]): void {
  if (first === undefined) return;
  document.moveTo(...first);
  for (const point of rest) document.lineTo(...point);
}
