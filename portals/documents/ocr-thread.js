// The thread that reads scans by OCR for pdf-process: the pictures of a PDF's pages or of a TIFF, a photo
// or a PNG are put together to pages of grey dots and read by Tesseract. Nothing here decides: it returns words with their places. Plain JavaScript,
// see pdf-thread.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import { getDocument, OPS, Util, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { createWorker } from 'tesseract.js';
import UTIF from 'utif2';
import { marksOnScan, ruledOnScan } from './drawn-marks.js';
import { filedPicture, pdfOfPicture } from './picture-pdf.js';

const packageOf = (name) => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
/** More dots are a poster, or an attack: a page of 600 dpi has 34 million. */
const mostDots = 50_000_000;
/** Dots of an inch that are read; finer scans are thinned out, because they take longer and read no better. */
const finest = 300;
/** Words that Tesseract is less sure of, from 0 to 100, are specks and strokes. */
const leastConfidence = 30;
/** A word of print that is read has more; a signature that looks like letters has less. */
const sureConfidence = 65;

let tesseract;

parentPort.on('message', (bytes) => void read(bytes));
parentPort.postMessage({ ready: true });

async function read(bytes) {
  parentPort.postMessage({ answer: await recognize(bytes) });
}

async function recognize(bytes) {
  const scan = await pagesOf(bytes);
  if (scan.failed) return scan;
  tesseract ??= await createWorker('eng', 1, {
    // From the package: nothing is downloaded or written.
    langPath: join(packageOf('@tesseract.js-data/eng'), '4.0.0_best_int'),
    cacheMethod: 'none',
    gzip: true,
  });
  const pages = [];
  const places = [];
  const doubtful = [];
  for (const page of scan.pages) {
    const ruled = ruledOnScan(page);
    const { data } = await tesseract.recognize(pgm({ ...page, grey: ruled.plain }), {}, { blocks: true });
    const blocks = data.blocks ?? [];
    const marks = marksOnScan(page, ruled, lettersOf(blocks));
    const texts = textsOf(
      blocks,
      marks.flatMap(({ path }) => penOf(path, page)),
    );
    doubtful.push(...doubtfulOf(blocks));
    const slope = slopeOf(blocks);
    pages.push({
      items: texts.map((text) => itemOf(straight(text, slope), page)),
      marks: marks.map((mark) => ({ ...mark, path: straightPath(mark.path, slope) })),
    });
    for (const place of placesOf(texts, page)) places.push({ ...place, page: pages.length });
  }
  return { pages, places, doubtful };
}

async function pagesOf(bytes) {
  if (isTiff(bytes)) return pagesOfTiff(bytes);
  if (isPdf(bytes)) return pagesOfPdf(bytes);
  let picture;
  try {
    picture = filedPicture(bytes);
  } catch {
    return { failed: 'damaged' };
  }
  if (picture === undefined) return { failed: 'damaged' };
  // Known before anything is unpacked.
  return picture.width * picture.height > mostDots ? { failed: 'too_complex' } : pagesOfPdf(pdfOfPicture(picture));
}

/** Stray bytes may come before its header. */
const isPdf = (bytes) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
const isTiff = (bytes) => (bytes[0] === 0x49 && bytes[1] === 0x49) || (bytes[0] === 0x4d && bytes[1] === 0x4d);

function pagesOfTiff(bytes) {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  try {
    const directories = UTIF.decode(buffer);
    if (directories.length > workerData.pages) return { failed: 'too_long' };
    const pages = [];
    for (const directory of directories) {
      // ImageWidth and ImageLength: known before anything is unpacked.
      const [width, height] = [directory.t256?.[0] ?? 0, directory.t257?.[0] ?? 0];
      if (width * height === 0) continue;
      if (width * height > mostDots) return { failed: 'too_complex' };
      UTIF.decodeImage(buffer, directory);
      const colours = UTIF.toRGBA8(directory);
      const grey = Buffer.alloc(width * height);
      for (let dot = 0; dot < grey.length; dot += 1) grey[dot] = greyOf(colours, dot * 4);
      // A scan fills a sheet of 8.5 inches, whatever its header says of its resolution.
      pages.push({ width, height, grey, dotsInPoint: width / 612 });
      directory.data = undefined;
    }
    return pages.length === 0 ? { failed: 'damaged' } : { pages };
  } catch (error) {
    if (error instanceof RangeError && /allocation|length/i.test(error.message)) return { failed: 'too_much_memory' };
    return { failed: 'damaged' };
  }
}

async function pagesOfPdf(bytes) {
  const loading = getDocument({
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    // JPEG 2000 and JBIG2 are decoded by programs of the package.
    wasmUrl: join(packageOf('pdfjs-dist'), 'wasm/'),
  });
  try {
    const document = await loading.promise;
    if (document.numPages > workerData.pages) return { failed: 'too_long' };
    if (document.numPages === 0) return { failed: 'damaged' };
    const pages = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const drawn = await drawnOn(page);
      if (drawn.failed) return drawn;
      pages.push(drawn);
      page.cleanup();
    }
    return { pages };
  } catch (error) {
    return { failed: error.name === 'PasswordException' ? 'encrypted' : 'damaged' };
  } finally {
    await loading.destroy().catch(() => {});
  }
}

/** Puts the pictures of a page together where it paints them: scanners cut pages into strips and turn them. */
async function drawnOn(page) {
  const pictures = await picturesOf(page);
  const dotsInPoint = Math.min(
    finest / 72,
    Math.max(1, ...pictures.map(({ width, matrix }) => width / Math.hypot(matrix[0], matrix[1]))),
  );
  const viewport = page.getViewport({ scale: dotsInPoint });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  if (width * height > mostDots) return { failed: 'too_complex' };
  const grey = Buffer.alloc(width * height, 255);
  for (const picture of pictures) paint(grey, width, height, picture, viewport.transform);
  return { width, height, grey, dotsInPoint };
}

async function picturesOf(page) {
  const { fnArray, argsArray } = await page.getOperatorList();
  const pictures = [];
  const stack = [];
  let matrix = [1, 0, 0, 1, 0, 0];
  for (const [index, code] of fnArray.entries()) {
    // Many operators have none.
    const given = argsArray[index] ?? [];
    if (code === OPS.save) stack.push(matrix);
    else if (code === OPS.restore || code === OPS.paintFormXObjectEnd) matrix = stack.pop() ?? [1, 0, 0, 1, 0, 0];
    else if (code === OPS.transform) matrix = Util.transform(matrix, given);
    else if (code === OPS.paintFormXObjectBegin) {
      stack.push(matrix);
      if (given[0]) matrix = Util.transform(matrix, given[0]);
    } else {
      const picture = await pictureOf(page, code, given);
      if (picture?.data && picture.width * picture.height <= mostDots) pictures.push({ ...picture, matrix });
    }
  }
  return pictures;
}

async function pictureOf(page, code, [given]) {
  if (code === OPS.paintImageXObject) return objectOf(page, given);
  if (code === OPS.paintInlineImageXObject) return given;
  if (code !== OPS.paintImageMaskXObject) return undefined;
  const mask = typeof given.data === 'string' ? await objectOf(page, given.data) : given;
  return { data: mask.data, width: given.width, height: given.height, kind: 1 };
}

const objectOf = (page, name) =>
  new Promise((resolve) => (name.startsWith('g_') ? page.commonObjs : page.objs).get(name, resolve));

/** Bytes of a dot by the kinds of pdf.js: 1 is one bit of a dot, 2 three colours, 3 four. */
const bytesOfDot = { 2: 3, 3: 4 };

function paint(grey, width, height, picture, transform) {
  // From dots of the page to the unit square that the picture fills.
  const back = Util.inverseTransform(Util.transform(transform, picture.matrix));
  if (!back.every(Number.isFinite)) return;
  const { data, width: across, height: down, kind } = picture;
  const bytesOfRow = (across + 7) >> 3;
  const step = bytesOfDot[kind];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const column = Math.floor((back[0] * (x + 0.5) + back[2] * (y + 0.5) + back[4]) * across);
      const row = Math.floor((1 - (back[1] * (x + 0.5) + back[3] * (y + 0.5) + back[5])) * down);
      if (column < 0 || row < 0 || column >= across || row >= down) continue;
      const value =
        step === undefined
          ? ((data[row * bytesOfRow + (column >> 3)] >> (7 - (column & 7))) & 1) * 255
          : greyOf(data, (row * across + column) * step);
      const dot = y * width + x;
      if (value < grey[dot]) grey[dot] = value;
    }
}

/** Rec. 601, in 256ths. */
const greyOf = (data, at) => (data[at] * 77 + data[at + 1] * 150 + data[at + 2] * 29) >> 8;

const pgm = ({ width, height, grey }) => Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), grey]);

/** The dots around a pen's way; a line of the form has two ends and is none. */
function penOf(path, { height, dotsInPoint }) {
  if (path.length <= 6) return [];
  const across = path.filter((_, at) => at % 3 === 1).map((x) => x * dotsInPoint);
  const down = path.filter((_, at) => at % 3 === 2).map((y) => height - y * dotsInPoint);
  return [{ x0: Math.min(...across), x1: Math.max(...across), y0: Math.min(...down), y1: Math.max(...down) }];
}
const overlap = (a, b) => a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;

const linesOf = (blocks) => blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));

/** Print, and no pen that looks like letters. */
const lettersOf = (blocks) =>
  linesOf(blocks).flatMap(({ words }) =>
    words
      .filter(({ text, confidence }) => confidence >= sureConfidence && /[\p{L}\p{N}]/u.test(text))
      .map(({ bbox }) => bbox),
  );

/** How much lower a line of print ends than it begins, for a dot: pages are fed askew. */
function slopeOf(blocks) {
  const slopes = linesOf(blocks)
    .map(({ baseline: { x0, y0, x1, y1 } }) => [(y1 - y0) / (x1 - x0), x1 - x0])
    .filter(([slope, length]) => length > 200 && Math.abs(slope) < 0.05)
    .map(([slope]) => slope)
    .toSorted((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}

const straight = ({ text, x0, y0, x1, y1 }, slope) => {
  const down = slope * x0;
  // A long text ends lower than it begins.
  const own = slope * (x1 - x0);
  return { text, x0, x1, y0: y0 - down - Math.min(0, own), y1: y1 - down - Math.max(0, own) };
};
const straightPath = (path, slope) => path.map((value, at) => (at % 3 === 2 ? value + slope * path[at - 1] : value));

/** Words that may be misread, as names in handwriting are. */
const doubtfulOf = (blocks) =>
  blocks
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines.flatMap(({ words }) => words)))
    .filter(({ confidence }) => confidence < sureConfidence)
    .map(({ text }) => text);

/** Words of a line that are near each other, as a form prints them: a label, a value. */
function textsOf(blocks, pens) {
  const texts = [];
  for (const { words } of blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))) {
    let open;
    for (const { text, bbox, confidence } of words) {
      // Rules of the form and a pen's way, read as letters.
      const isOfPen = confidence < sureConfidence && pens.some((pen) => overlap(pen, bbox));
      if (isOfPen || confidence < leastConfidence || /^[|_\-—=.[\]]+$/.test(text)) {
        open = undefined;
        continue;
      }
      if (open !== undefined && bbox.x0 - open.x1 < (bbox.y1 - bbox.y0) * 1.4) {
        open.text += ` ${text}`;
        open.x1 = bbox.x1;
        open.y0 = Math.min(open.y0, bbox.y0);
        open.y1 = Math.max(open.y1, bbox.y1);
      } else texts.push((open = { text, ...bbox }));
    }
  }
  return texts;
}

/** In points from the bottom left corner, as pdf.js gives the texts of a page. */
function itemOf({ text, x0, y0, x1, y1 }, { height, dotsInPoint }) {
  return {
    str: text,
    transform: [1, 0, 0, 1, x0 / dotsInPoint, (height - y1) / dotsInPoint],
    width: (x1 - x0) / dotsInPoint,
    height: (y1 - y0) / dotsInPoint,
  };
}

/** What a person has to see, with the points of paper left, above, right and below its label that are shown. */
const wanted = [
  { what: 'PRO number', label: /\bPRO\b|\b\d{9,10}\b/i, around: [12, 24, 320, 36] },
  { what: 'signature', label: /signature|signed by|received by|sign here/i, around: [24, 72, 320, 96] },
];

function placesOf(texts, page) {
  return wanted.flatMap(({ what, label, around: [left, above, right, below] }) => {
    const text = texts.find((one) => label.test(one.text));
    if (text === undefined) return [];
    const dots = (points) => Math.round(points * page.dotsInPoint);
    const area = {
      x0: Math.max(0, text.x0 - dots(left)),
      y0: Math.max(0, text.y0 - dots(above)),
      x1: Math.min(page.width, Math.max(text.x1, text.x0 + dots(right))),
      y1: Math.min(page.height, text.y1 + dots(below)),
    };
    return [{ what, png: pngOf(page, area) }];
  });
}

/** A part of a page as a grey PNG (W3C, Portable Network Graphics). */
function pngOf({ width, grey }, { x0, y0, x1, y1 }) {
  const rows = [];
  for (let y = y0; y < y1; y += 1) rows.push(Buffer.from([0]), grey.subarray(y * width + x0, y * width + x1));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(x1 - x0, 0);
  head.writeUInt32BE(y1 - y0, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    frame.set(body, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
