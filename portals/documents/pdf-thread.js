// The thread that opens PDFs for pdf-pages, one after the other, and hands on what their pages draw. Plain
// JavaScript without a loader: transpiling pdf.js costs 370 MB of memory, loading it as it is 50 MB.
import { parentPort } from 'node:worker_threads';
import { getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Operators that say where boxes, strokes and pictures are; the rest (fonts, colours, text) is not handed on. */
const kept = [
  'save',
  'restore',
  'transform',
  'constructPath',
  'paintFormXObjectBegin',
  'paintFormXObjectEnd',
  'paintImageXObject',
  'paintInlineImageXObject',
  'paintImageMaskXObject',
];
const nameOf = new Map(kept.map((name) => [OPS[name], name]));

parentPort.on('message', async ({ id, bytes, mostPages }) => {
  parentPort.postMessage({ id, answer: await open(bytes, mostPages) });
});

async function open(bytes, mostPages) {
  const loading = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    enableXfa: false,
  });
  try {
    const document = await loading.promise;
    if (document.numPages > mostPages) return { failed: 'too_long' };
    const pages = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const operators = await page.getOperatorList();
      pages.push({
        items: items
          .filter((item) => 'str' in item)
          .map(({ str, transform, width, height }) => ({ str, transform, width, height })),
        marks: operators.fnArray.flatMap((code, index) => {
          const name = nameOf.get(code);
          return name === undefined ? [] : [markOf(name, operators.argsArray[index])];
        }),
      });
      page.cleanup();
    }
    return { pages };
  } catch (error) {
    return { failed: error.name === 'PasswordException' ? 'encrypted' : 'damaged' };
  } finally {
    await loading.destroy().catch(() => {});
  }
}

function markOf(name, given) {
  if (name === 'transform') return { name, matrix: Array.from(given) };
  if (name === 'paintFormXObjectBegin') return { name, matrix: given[0] ? Array.from(given[0]) : null };
  // A path that only clips leaves no mark.
  if (name === 'constructPath')
    return { name, path: given[0] === OPS.endPath || !given[1][0] ? [] : Array.from(given[1][0]) };
  return { name };
}
