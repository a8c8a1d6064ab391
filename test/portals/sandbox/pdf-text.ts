/** Reads a PDF with a foreign library: its text, and how much is drawn on it. */

import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfContent {
  readonly pages: number;
  /** All pieces of text of the first page, in the order of drawing, separated by one space. */
  readonly text: string;
  readonly pictures: number;
}

export async function readPdf(bytes: Buffer): Promise<PdfContent> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    const document = await task.promise;
    const page = await document.getPage(1);
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : []));
    const { fnArray } = await page.getOperatorList();
    const pictures = fnArray.filter(
      (operator) => operator === OPS.paintImageXObject || operator === OPS.paintImageMaskXObject,
    );
    return { pages: document.numPages, text: pieces.join(' '), pictures: pictures.length };
  } finally {
    await task.destroy();
  }
}
