/** Reads one PDF in a thread of its own, because pdf.js replaces built-ins of the process it is loaded in. */
import { parentPort, workerData } from 'node:worker_threads';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

const document = await getDocument({ data: new Uint8Array(workerData), verbosity: 0 }).promise;
const page = await document.getPage(1);
const { items } = await page.getTextContent();
const { fnArray } = await page.getOperatorList();
parentPort.postMessage({
  pages: document.numPages,
  text: items
    .map((item) => item.str ?? '')
    .filter((piece) => piece.trim() !== '')
    .join(' '),
  pictures: fnArray.filter((operator) => operator === OPS.paintImageXObject || operator === OPS.paintImageMaskXObject)
    .length,
});
