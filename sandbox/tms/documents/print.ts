/** Prints a filed document: which paper, of which shipment, in which form, and keeps the bytes for the next view. */
import type pg from 'pg';
import type { Document } from '../../framework/application.ts';
import { chargesOf, findShipment } from '../records.ts';
import { documentTypes, type FiledDocument } from '../shipment.ts';
import { billOfLadingDrawing, invoiceDrawing } from './bills.ts';
import { certificateDrawing } from './certificate.ts';
import type { Drawing } from '../../paper/drawing.ts';
import { pdfOfDrawing, pdfOfPicture } from '../../paper/pdf.ts';
import { pictureOf } from './picture.ts';
import { receiptDrawing } from './receipt.ts';

export interface DocumentPrinter {
  inline(document: FiledDocument): Promise<Document>;
  /** Forgets all printed bytes, because the data changed. */
  forget(): void;
}

/** Documents whose bytes are kept, some 5 kB each. */
const keptDocuments = 500;

/** What imaging systems save under a document's name when their archive does not answer. */
const archiveError = `<!doctype html>
<html><head><title>Imaging error</title></head>
<body><h1>Image retrieval failed</h1><p>Archive node 3 did not respond (IMG-0417). Please try again later.</p></body></html>
`;

export function documentPrinter(pool: pg.Pool): DocumentPrinter {
  const printed = new Map<number, Buffer>();

  async function print(document: FiledDocument): Promise<Buffer> {
    if (document.form === 'empty') return Buffer.alloc(0);
    if (document.form === 'html') return Buffer.from(archiveError);
    const drawing = await lay(document);
    return document.form === 'image' ? pdfOfPicture(drawing.title, pictureOf(drawing)) : pdfOfDrawing(drawing);
  }

  async function lay({ pro: filedUnder, type, receipt }: FiledDocument): Promise<Drawing> {
    const pro = receipt?.pro ?? filedUnder;
    const shipment = await findShipment(pool, pro);
    if (shipment === null) throw new Error(`a document of ${filedUnder} is about PRO ${pro}, which does not exist`);
    // Papers of the day of shipping know nothing of later corrections of the bill.
    const asShipped = { ...shipment, ...shipment.shipped };
    if (receipt !== null) return receiptDrawing(asShipped, receipt);
    if (type === documentTypes.bol) return billOfLadingDrawing(asShipped);
    if (type === documentTypes.inspection && shipment.inspection !== null)
      return certificateDrawing(asShipped, shipment.inspection);
    return invoiceDrawing(shipment, await chargesOf(pool, pro));
  }

  return {
    async inline(document) {
      const content = printed.get(document.id) ?? (await print(document));
      // A receipt or bill of lading never changes; an invoice follows its charges.
      if (document.type !== documentTypes.invoice) printed.set(document.id, content);
      const oldest = printed.keys().next().value;
      if (printed.size > keptDocuments && oldest !== undefined) printed.delete(oldest);
      return { kind: 'document', filename: `${document.number}.pdf`, contentType: 'application/pdf', content };
    },
    forget: () => printed.clear(),
  };
}
