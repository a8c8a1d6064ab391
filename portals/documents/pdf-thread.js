// The thread that parses PDFs for pdf-process, one after the other, and returns what their pages draw. Plain
// JavaScript without a loader: transpiling pdf.js costs 370 MB of memory, loading it as it is 50 MB.
import { parentPort, workerData } from 'node:worker_threads';
import { AnnotationMode, getDocument, OPS, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Loaded with the first file otherwise, at the cost of that file.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { drawnMarks } from './drawn-marks.js';

/** How the parser rejects bytes; UnknownErrorException wraps whatever went wrong in its parsing half. */
const verdicts = new Set(['InvalidPDFException', 'FormatError', 'UnknownErrorException', 'XRefParseException']);

/** What the parser says where it goes on without a part of a file, or with what it takes for the rest of it. */
const losses =
  /Indexing all PDF objects|flate stream|Invalid stream|Filter ".{0,40}" is not supported|getOperatorList - ignoring|getTextContent - ignoring|ignoring (?:sub-stream|pattern|shading|the rest)|Unknown command|^(?:Warning: )?Skipping|Unterminated|Unable to decode|decoding failed|dimensions are missing|Reached the end of the stream|invalid \/Pages|invalid first page|circular reference/i;
let isPartial = false;
const listen = (message) => {
  if (losses.test(String(message).slice(0, 500))) isPartial = true;
};
Object.assign(console, { log: listen, info: listen, warn: listen });

parentPort.on('message', (bytes) => void read(bytes));

async function read(bytes) {
  parentPort.postMessage({ answer: await open(bytes) });
}
parentPort.postMessage({ ready: true });

async function open(bytes) {
  isPartial = false;
  const loading = getDocument({
    // The parser takes no Buffer.
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    verbosity: VerbosityLevel.INFOS,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    enableXfa: false,
  });
  try {
    const document = await loading.promise;
    if (document.numPages > workerData.pages) return { failed: 'too_long' };
    // No page is no document: a damaged list of pages reads like this.
    if (document.numPages === 0) return { failed: 'damaged' };
    const layers = await document.getOptionalContentConfig();
    const signed = new Set((await document.getSignatures())?.map(({ fieldName }) => fieldName));
    const pages = [];
    let room = workerData.marks;
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      // What lies on the page as an annotation is read by itself: its drawing says nothing of its place.
      const operators = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE });
      const annotations = await page.getAnnotations();
      const found = {
        items: [...textOf(items), ...textsOnTop(annotations)],
        marks: [
          ...(await drawnMarks(page, operators, layers)),
          ...(await coversOnTop(page, annotations)),
          ...marksOnTop(annotations, signed),
        ],
        view: Array.from(page.view),
      };
      room -= sizeOf(found);
      if (room < 0) return { failed: 'too_complex' };
      pages.push(found);
      page.cleanup();
    }
    return { pages, isPartial };
  } catch (error) {
    if (error.name === 'PasswordException') return { failed: 'encrypted' };
    if (/allocation failed|invalid (?:typed )?array (?:buffer )?length/i.test(error.message))
      return { failed: 'too_much_memory' };
    // Anything else is a fault of ours and says nothing about the file.
    if (!verdicts.has(error.name)) throw error;
    return { failed: 'damaged' };
  } finally {
    await loading.destroy().catch(() => {});
  }
}

function textOf(items) {
  return items
    .filter((item) => 'str' in item)
    .map(({ str, transform, width, height }) => ({ str, transform, width, height }));
}

/** What people filled into the fields of a form, or wrote on the page. */
function textsOnTop(annotations) {
  return annotations.filter(isShown).flatMap(({ subtype, rect, fieldValue, fieldType, contentsObj, textContent }) => {
    const value =
      subtype === 'Widget' && (fieldType === 'Tx' || fieldType === 'Ch')
        ? [fieldValue]
            .flat()
            .filter((one) => typeof one === 'string')
            .join(' ')
        : subtype === 'FreeText'
          ? (contentsObj?.str ?? '')
          : undefined;
    // What is drawn for it is what people see, whatever its value is.
    const text = value === undefined ? '' : textContent?.join(' ').trim() || value;
    const [left, bottom, right, top] = rect;
    const height = Math.min(12, top - bottom);
    const transform = [1, 0, 0, 1, left + 2, bottom + Math.max(0, (top - bottom - height) / 2)];
    return text.trim() === '' ? [] : [{ str: text, transform, width: right - left - 4, height }];
  });
}

/** ISO 32000, table 167: not hidden, and shown on a screen. */
const isShown = ({ annotationFlags = 0, hidden }) => !hidden && (annotationFlags & 0x22) === 0;

/**
 * Where somebody wrote or stamped with a pen app, or signed with a certificate; a field for a certificate that is not
 * known to hold one may be either.
 */
function marksOnTop(annotations, signed) {
  return annotations.filter(isShown).flatMap(({ subtype, fieldType, fieldName, rect }) => {
    const isField = subtype === 'Widget' && fieldType === 'Sig';
    if (!isField && !['Ink', 'Stamp', 'PolyLine', 'Polygon'].includes(subtype)) return [];
    return [{ name: 'annotation', rect: Array.from(rect), isSure: !isField || signed.has(fieldName) }];
  });
}

/** Kinds that lie on a text without hiding it, or are drawn nowhere. */
const seenThrough = new Set(['Link', 'Popup', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Ink', 'Widget']);
const filling = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
]);
/** Paths are drawn with their operator as an argument. */
const fills = (code, given) => filling.has(code === OPS.constructPath ? given[0] : code);

/** What somebody laid over the page and is filled hides what is below it. */
async function coversOnTop(page, annotations) {
  const candidates = new Map(
    annotations
      .filter((one) => isShown(one) && one.hasAppearance && !seenThrough.has(one.subtype))
      .map(({ id, rect }) => [id, rect]),
  );
  if (candidates.size === 0) return [];
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.ENABLE });
  const covers = new Set();
  let open;
  for (const [index, code] of fnArray.entries())
    if (code === OPS.beginAnnotation) open = candidates.get(argsArray[index][0]);
    else if (code === OPS.endAnnotation) open = undefined;
    else if (open !== undefined && fills(code, argsArray[index] ?? [])) covers.add(open);
  return [...covers].map((rect) => ({ name: 'annotation', rect: Array.from(rect), isSure: false, covers: true }));
}

/** Numbers and letters that anyone who judges the page has to go through. */
function sizeOf({ items, marks }) {
  let size = marks.length * 8;
  for (const { path } of marks) size += path?.length ?? 0;
  for (const { str } of items) size += 8 + str.length;
  return size;
}
