// The thread that parses PDFs for pdf-process, one after the other, and returns what their pages draw. Plain
// JavaScript without a loader: transpiling pdf.js costs 370 MB of memory, loading it as it is 50 MB.
import { parentPort, workerData } from 'node:worker_threads';
import { inflateSync, constants } from 'node:zlib';
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
    fontExtraProperties: true,
  });
  try {
    const document = await loading.promise;
    if (document.numPages > workerData.pages) return { failed: 'too_long' };
    // No page is no document: a damaged list of pages reads like this.
    if (document.numPages === 0) return { failed: 'damaged' };
    const layers = await document.getOptionalContentConfig();
    const signed = new Set((await document.getSignatures())?.map(({ fieldName }) => fieldName));
    if (hasLoosePages(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) isPartial = true;
    const pages = [];
    let room = workerData.marks;
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      // What lies on the page as an annotation is read by itself: its drawing says nothing of its place.
      const operators = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE });
      const annotations = await page.getAnnotations();
      // A text that shows other letters than it says is a picture of something that nobody read.
      const lying = lyingFonts(page, operators);
      if (lying.size > 0) isPartial = true;
      const marks = await drawnMarks(page, operators, layers);
      const found = {
        items: [
          ...textOf(
            withDrawnBlanks(items, operators, marks).filter(({ fontName }) => !lying.has(fontName)),
            page,
          ),
          ...textsOnTop(annotations),
        ],
        marks: [...marks, ...(await coversOnTop(page, annotations)), ...marksOnTop(annotations, signed)],
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

/** Of the size of its letters: a gap this narrow is no blank. */
const narrow = 0.2;

/**
 * Browsers place small letters one by one on a coarse grid, and the parser takes the gaps for blanks ("Fracht führer"). Where
 * each letter was drawn by itself and blanks were drawn as well, a narrow gap is none.
 */
function withDrawnBlanks(items, { fnArray, argsArray }, marks) {
  const drawn = marks.filter(({ name }) => name === 'text');
  const letters = [];
  let shown = 0;
  for (const [index, code] of fnArray.entries()) {
    if (code !== OPS.showText) continue;
    const place = drawn[shown];
    shown += 1;
    const glyphs = argsArray[index][0].filter((glyph) => typeof glyph !== 'number' && glyph?.unicode);
    for (const { unicode } of glyphs) {
      const signs = unicode.replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));
      letters.push(...[...signs].map((sign) => ({ sign, place: glyphs.length === 1 ? place : undefined })));
    }
  }
  if (!letters.some(({ sign, place }) => place !== undefined && sign === ' ')) return items;
  const isBlank = (letter) => letter !== undefined && /\s/.test(letter.sign);
  const found = [];
  let at = 0;
  for (const item of items) {
    let str = '';
    for (const sign of item.str ?? '') {
      if (/\s/.test(sign)) {
        if (isBlank(letters[at])) at += 1;
        else if (isNarrow(letters[at - 1]?.place, letters[at]?.place)) continue;
      } else {
        while (isBlank(letters[at])) at += 1;
        // Nobody knows here what was drawn.
        if (letters[at]?.sign !== sign) return items;
        at += 1;
      }
      str += sign;
    }
    found.push('str' in item ? { ...item, str } : item);
  }
  return found;
}

function isNarrow(last, next) {
  if (last === undefined || next === undefined) return false;
  const [a, b, , , x, y] = last.matrix;
  const gap = Math.hypot(next.matrix[4] - x, next.matrix[5] - y) - last.width * Math.hypot(a, b);
  return next.matrix[0] === a && next.matrix[1] === b && Math.abs(gap) < narrow * last.size * Math.hypot(a, b);
}

/** Ligatures and kerning part words: what goes on without a gap, letter to letter, is one text. */
function textOf(items, { commonObjs }) {
  const texts = [];
  for (const { str, transform, width, height, fontName } of items.filter((item) => 'str' in item)) {
    const last = texts.at(-1);
    if (last !== undefined && isOneWord(last, { str, transform })) {
      last.str += str;
      last.width += width;
    } else texts.push({ str, transform, width, height, font: faceOf(commonObjs, fontName) });
  }
  return texts;
}

/** What a font is called, without the letters by which a file names the part of it that it holds. */
function faceOf(commonObjs, name) {
  const font = commonObjs.has(name) ? commonObjs.get(name) : undefined;
  return (font?.name ?? name).replace(/^[A-Z]{6}\+/, '');
}

function isOneWord(last, { str, transform }) {
  const [a, b, c, d, x, y] = last.transform;
  if (b !== 0 || transform[1] !== 0 || transform[0] !== a || transform[3] !== d || c !== transform[2]) return false;
  const gap = Math.abs(x + last.width - transform[4]);
  return gap < 0.03 * Math.abs(a) && transform[5] === y && /\p{L}$/u.test(last.str) && /^\p{L}/u.test(str);
}

/** What people filled into the fields of a form, or wrote on the page. */
function textsOnTop(annotations) {
  return annotations.filter(isShown).flatMap((annotation) => {
    const { subtype, rect, fieldValue, fieldType, contentsObj, textContent } = annotation;
    const tick = tickOf(annotation);
    const value =
      tick ??
      (subtype === 'Widget' && (fieldType === 'Tx' || fieldType === 'Ch')
        ? [fieldValue]
            .flat()
            .filter((one) => typeof one === 'string')
            .join(' ')
        : subtype === 'FreeText'
          ? (contentsObj?.str ?? '')
          : remarks.has(subtype)
            ? contentsObj?.str?.trim() || remarks.get(subtype)
            : undefined);
    // What is drawn for it is what people see, whatever its value is.
    const text = tick ?? (value === undefined ? '' : textContent?.join(' ').trim() || value);
    const [left, bottom, right, top] = rect;
    const height = Math.min(12, top - bottom);
    const transform = [1, 0, 0, 1, left + 2, bottom + Math.max(0, (top - bottom - height) / 2)];
    return text.trim() === '' ? [] : [{ str: text, transform, width: right - left - 4, height }];
  });
}

/** Annotations with a remark that is read when somebody opens it, and what those without one say by where they are. */
const remarks = new Map([
  ...['Text', 'Highlight', 'Underline', 'Squiggly', 'Stamp', 'Caret', 'Ink', 'FileAttachment', 'Sound'].map((one) => [
    one,
    '',
  ]),
  ...['StrikeOut', 'Circle', 'Square', 'Line', 'Polygon', 'PolyLine'].map((one) => [one, '(struck out or ringed)']),
]);

/** Of a box or a button of a form that people tick. */
function tickOf({ checkBox, radioButton, fieldValue, exportValue, buttonValue }) {
  if (checkBox !== true && radioButton !== true) return undefined;
  const isTicked = checkBox === true ? fieldValue === exportValue : fieldValue !== null && fieldValue === buttonValue;
  return isTicked ? '☑' : '☐';
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

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
/** The letter or digit that a name of a glyph stands for; undefined for all others. */
const letterNamed = (name = '') =>
  /^[A-Za-z]$/.test(name) ? name : digits.includes(name) ? `${digits.indexOf(name)}` : undefined;

/** Fonts of the page whose encoding draws another letter or digit than the text says (its ToUnicode). */
function lyingFonts({ commonObjs }, { fnArray, argsArray }) {
  const lying = new Set();
  let name;
  let letters = () => undefined;
  for (const [index, code] of fnArray.entries()) {
    const given = argsArray[index];
    if (code === OPS.setFont) letters = lettersOf(commonObjs, (name = given[0]));
    if (code !== OPS.showText || lying.has(name)) continue;
    const isFalse = given[0].some(({ originalCharCode, unicode }) => {
      const drawn = letters(originalCharCode);
      return drawn !== undefined && /^[A-Za-z0-9]$/.test(unicode ?? '') && unicode !== drawn;
    });
    if (isFalse) lying.add(name);
  }
  return lying;
}

/** Glyphs of Type 3 fonts have any name, and fonts of their own encoding any order. */
function lettersOf(commonObjs, name) {
  const font = commonObjs.has(name) ? commonObjs.get(name) : undefined;
  if (!font || font.isType3Font || font.composite) return () => undefined;
  const { differences, defaultEncoding, missingFile, isSymbolicFont, type } = font;
  const isPlain = !isSymbolicFont && (missingFile || type === 'TrueType');
  return (code) => letterNamed(nameAt(differences, code) ?? (isPlain ? nameAt(defaultEncoding, code) : undefined));
}

/** Tables of pdf.js are arrays or maps. */
const nameAt = (table, code) => (table instanceof Map ? table.get(code) : table?.[code]);

/** What is read of a file to find its objects. */
const scanned = { dictionary: 200_000, unpacked: 64_000_000 };

const refsIn = (list = '') =>
  Array.from(list.matchAll(/(\d{1,10})\s{1,9}\d{1,5}\s{1,9}R\b/g), ([, number]) => Number(number));

/** Whether a part of a page's content is not in the file, or a list of pages has others than it counts. */
function hasLoosePages(data) {
  const objects = objectsIn(data);
  if (objects === undefined) return false;
  const list = (text, name) =>
    new RegExp(`/${name}\\s{0,9}(\\[[^\\]]{0,190000}\\]|\\d{1,10}\\s{1,9}\\d{1,5}\\s{1,9}R\\b)`).exec(text)?.[1];
  const listed = (text) =>
    refsIn(text).flatMap((part) =>
      objects.get(part)?.trimStart().startsWith('[') ? refsIn(objects.get(part)) : [part],
    );
  const root = objects.get('root');
  const open = refsIn(list(objects.get(root) ?? '', 'Pages'));
  const seen = new Set();
  while (open.length > 0) {
    const one = open.pop();
    const text = objects.get(one);
    if (text === undefined || seen.has(one)) continue;
    seen.add(one);
    const kids = list(text, 'Kids');
    if (kids === undefined) {
      if (listed(list(text, 'Contents')).some((part) => !objects.has(part))) return true;
      continue;
    }
    const own = listed(kids);
    const counts = own.map((kid) =>
      list(objects.get(kid) ?? '', 'Kids') === undefined ? 1 : countOf(objects.get(kid)),
    );
    const count = countOf(text);
    if (count !== undefined && !counts.includes(undefined) && counts.reduce((sum, n) => sum + n, 0) !== count)
      return true;
    for (const kid of own) open.push(kid);
  }
  return false;
}

/** Of a list of pages; undefined where it is somewhere else. */
function countOf(text) {
  const found = /\/Count\s{0,9}(\d{1,9})\b(?!\s{1,9}\d{1,5}\s{1,9}R\b)/.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/**
 * The beginnings of all objects by their numbers, as far as the file says them without its index; the last one counts. Undefined where some are packed as
 * nobody here can read.
 */
function objectsIn(data) {
  const all = data.toString('latin1');
  const objects = new Map();
  let room = scanned.unpacked;
  for (const { 1: number, 0: head, index } of all.matchAll(/(?<!\d)(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj\b/g)) {
    const from = index + head.length;
    const text = all.slice(from, from + scanned.dictionary);
    const end = text.search(/\bendobj\b|\bstream\r?\n/);
    const dictionary = end === -1 ? text : text.slice(0, end);
    objects.set(Number(number), dictionary);
    if (end === -1 || !/\/Type\s{0,9}\/ObjStm\b/.test(dictionary)) continue;
    const [, gap = ''] = /^stream(\r?\n)/.exec(text.slice(end)) ?? [];
    const first = Number(/\/First\s{0,9}(\d{1,9})/.exec(dictionary)?.[1] ?? 0);
    const inside = unpacked(data.subarray(from + end + 6 + gap.length), dictionary, room);
    if (inside === undefined) return undefined;
    room -= inside.length;
    const places = Array.from(inside.slice(0, first).matchAll(/(\d{1,10})\s{1,9}(\d{1,9})/g), ([, one, at]) => [
      Number(one),
      first + Number(at),
    ]);
    for (const [at, [one, start]] of places.entries()) objects.set(one, inside.slice(start, places[at + 1]?.[1]));
  }
  const roots = Array.from(all.matchAll(/\/Root\s{1,9}(\d{1,10})\s{1,9}\d{1,5}\s{1,9}R\b/g), ([, number]) =>
    Number(number),
  );
  return objects.set('root', roots.at(-1));
}

/** Undefined where it is packed otherwise, encrypted or too large. */
function unpacked(packed, dictionary, room) {
  if (room <= 0) return undefined;
  if (!/\/Filter\b/.test(dictionary)) return packed.toString('latin1', 0, scanned.dictionary);
  try {
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: room }).toString('latin1');
  } catch {
    return undefined;
  }
}
