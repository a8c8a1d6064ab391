/** Reads a downloaded proof of delivery: what kind of file it is, its text, its fields and whether it is signed. */
import type { PodContent, PodFacts } from '../../domain/dispatch/pod.ts';
import { filterInTurns, findInTurns, inTurns, sortInTurns } from '../../process/turns.ts';
import { contains, overlaps, pageGeometry } from './page-geometry.ts';
import type { Area, PageGeometry, Word } from './page-geometry.ts';
import { pdfReaders } from './pdf-readers.ts';
import type { PdfPage, PdfReaders } from './pdf-readers.ts';

/** Fewer letters than any form prints: the pages are pictures. */
const fewestLetters = 20;
/** Smallest extent of pen strokes that is somebody's mark and not a speck, in points. */
const smallestMark = 20;
/** Places for a signature on a page that are looked at; each is compared with everything drawn on the page. */
const mostLabels = 20;

/**
 * Never throws for what a file contains.
 * @throws PdfReaderError when our readers failed; the signal's reason when it is aborted
 */
export async function readPod(
  bytes: Uint8Array,
  { signal, readers = pdfReaders }: { readonly signal?: AbortSignal; readonly readers?: PdfReaders } = {},
): Promise<PodFacts> {
  if (bytes.length === 0) return { kind: 'empty' };
  // The header may come after some stray bytes (ISO 32000, implementation note 13 of Annex H).
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (!start.includes('%PDF-')) return { kind: 'not_pdf', looksLike: guessFormat(bytes, start) };
  const read = await readers.read(bytes, signal);
  return 'failed' in read ? { kind: 'unreadable', reason: read.failed } : inTurns(podOfPages(read.pages));
}

function guessFormat(bytes: Uint8Array, start: string): (PodFacts & { kind: 'not_pdf' })['looksLike'] {
  if (/^\s*(?:<!doctype html|<html|<\?xml|<head|<body)/i.test(start.replace(/^\u00ef\u00bb\u00bf/, '')))
    return 'an HTML page';
  const [a, b, c] = bytes;
  if (
    (a === 0x89 && b === 0x50) ||
    (a === 0xff && b === 0xd8 && c === 0xff) ||
    start.startsWith('GIF8') ||
    start.startsWith('II*') ||
    start.startsWith('MM\0*')
  )
    return 'a picture';
  // oxlint-disable-next-line no-control-regex
  return /^[\t\n\r\u0020-\u007e\u00a0-\u00ff]*$/.test(start) ? 'text' : 'an unknown format';
}

function* podOfPages(pages: readonly PdfPage[]): Generator<void, PodFacts> {
  const found: PageGeometry[] = [];
  for (const page of pages) found.push(yield* pageGeometry(page));
  return yield* podOf(found);
}

/** What the places of the words, boxes and strokes say; for `inTurns`, because a page may hold 100,000 of them. */
export function* podOf(pages: readonly PageGeometry[]): Generator<void, PodFacts> {
  const texts: string[] = [];
  for (const { words } of pages) texts.push((yield* lines(words)).join('\n'));
  const text = texts.join('\n\n');
  if (!hasLetters(text)) return { kind: 'unreadable', reason: 'picture' };
  return {
    kind: 'read',
    pages: pages.length,
    text,
    proNumbers: yield* proNumbers(pages, text),
    signature: yield* signatureOn(pages),
    printedName: yield* fieldValue(
      pages,
      /^(?:consignee )?printed name:?$|^print(?:ed)? name:?$|^received by \(print\):?$/i,
    ),
    exceptions: yield* exceptions(pages),
    deliveryDate: yield* fieldValue(pages, /^deliver(?:y|ed) date:?$|^date delivered:?$/i),
    pieces: yield* pieces(pages),
    ticked: yield* ticked(pages),
  };
}

function hasLetters(text: string): boolean {
  let count = 0;
  for (const _letter of text.matchAll(/\S/g)) {
    count += 1;
    if (count === fewestLetters) return true;
  }
  return false;
}

/** The places for a PRO, and mentions such as "PRO 0412708839". */
function* proNumbers(pages: readonly PageGeometry[], text: string): Generator<void, string[]> {
  const field = (yield* fieldValue(pages, /^pro(?: number| no\.?| #)?:?$/i))?.replace(/[\s-]/g, '');
  const found = new Set(field !== undefined && /^\d{7,10}$/.test(field) ? [field] : []);
  // Bounded, so that a long run of blanks is not read again from each of its ends.
  const mentions = text.matchAll(/\bPRO(?:\s{0,40}(?:number|no\.?|#|:)){0,4}\s{0,40}(\d{7,10})\b/gi);
  for (const [, number = ''] of mentions) {
    found.add(number);
    if (found.size % 256 === 0) yield;
  }
  return [...found];
}

function* pieces(pages: readonly PageGeometry[]): Generator<void, number | null> {
  const value = (yield* fieldValue(pages, /^(?:pieces|pcs\.?|number of pieces|pieces received):?$/i)) ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) : null;
}

/** Services whose box is crossed: `Liftgate delivery [X]`. */
function* ticked(pages: readonly PageGeometry[]): Generator<void, string[]> {
  const cross = /^(.{2,60}?) ?\[x\]$/i;
  const names: string[] = [];
  for (const { words } of pages)
    for (const { text } of yield* filterInTurns(words, (word) => cross.test(word.text)))
      names.push(cross.exec(text)?.[1] ?? '');
  return names;
}

const signatureLabel = /consignee('?s)? signature|received by \(signature\)|signature of consignee/i;

function* signatureOn(pages: readonly PageGeometry[]): Generator<void, PodContent['signature']> {
  let place = false;
  for (const page of pages) {
    const labels = (yield* filterInTurns(page.words, (word) => signatureLabel.test(word.text))).slice(0, mostLabels);
    for (const label of labels) {
      place = true;
      const area = (yield* boxAround(page, label)) ?? {
        left: label.left,
        right: label.left + 250,
        top: label.top + 60,
        bottom: label.bottom - 60,
      };
      const signs = (picture: Area): boolean => overlaps(picture, area) && isMark([picture]) && covers(area, picture);
      if ((yield* findInTurns(page.pictures, signs)) !== undefined) return 'picture';
      const inside = yield* filterInTurns(page.strokes, (stroke) => contains(area, stroke, 3) && stroke.points > 2);
      if (isMark(inside)) return 'strokes';
    }
  }
  return place ? 'none' : 'no_place';
}

function isMark(areas: readonly Area[]): boolean {
  // A loop: a hostile page has more strokes than a call may have arguments.
  let [left, right] = [Infinity, -Infinity];
  for (const area of areas) {
    left = Math.min(left, area.left);
    right = Math.max(right, area.right);
  }
  return right - left >= smallestMark;
}

/** Most of the picture lies in the place; a scan behind the whole page does not. */
function covers(area: Area, picture: Area): boolean {
  const width = Math.min(area.right, picture.right) - Math.max(area.left, picture.left);
  const height = Math.min(area.top, picture.top) - Math.max(area.bottom, picture.bottom);
  return width * height > 0.6 * (picture.right - picture.left) * (picture.top - picture.bottom);
}

/** The smallest box that holds the label. */
function* boxAround(page: PageGeometry, label: Area): Generator<void, Area | undefined> {
  const size = (area: Area): number => (area.right - area.left) * (area.top - area.bottom);
  let smallest: Area | undefined;
  for (const box of yield* filterInTurns(page.boxes, (candidate) => contains(candidate, label, 2)))
    if (smallest === undefined || size(box) < size(smallest)) smallest = box;
  return smallest;
}

/** The text in the box of a labelled field, beside its label. */
function* fieldValue(pages: readonly PageGeometry[], label: RegExp): Generator<void, string | null> {
  for (const page of pages) {
    const word = yield* findInTurns(page.words, (candidate) => label.test(candidate.text));
    const box = word === undefined ? undefined : yield* boxAround(page, word);
    if (word === undefined || box === undefined) continue;
    const beside = yield* filterInTurns(page.words, (other) => other !== word && contains(box, other, 2));
    const value = (yield* lines(beside)).join(' ').trim();
    if (value !== '') return value;
  }
  return null;
}

const exceptionLabel = /except as noted|exceptions?:?$|exceptions noted/i;

/** What is written between the sentence about exceptions and the place for the signature. */
function* exceptions(pages: readonly PageGeometry[]): Generator<void, string | null> {
  for (const page of pages) {
    const label = yield* findInTurns(page.words, (word) => exceptionLabel.test(word.text));
    if (label === undefined) continue;
    let floor: number | undefined;
    const isBelow = (word: Word): boolean => word.top < label.bottom && signatureLabel.test(word.text);
    for (const { top } of yield* filterInTurns(page.words, isBelow)) floor = Math.max(floor ?? top, top);
    const lowest = floor ?? label.bottom - 80;
    const between = (word: Word): boolean => word.top <= label.bottom + 1 && word.bottom >= lowest;
    return (yield* lines(yield* filterInTurns(page.words, between))).join(' ').trim();
  }
  return null;
}

/** Words put together into lines, from the top. */
function* lines(words: readonly Word[]): Generator<void, string[]> {
  const sorted = yield* sortInTurns(words, (a, b) => b.bottom - a.bottom || a.left - b.left);
  const found: string[] = [];
  let line: Word[] = [];
  for (const [index, word] of sorted.entries()) {
    if (index % 512 === 0) yield;
    if (line[0] !== undefined && Math.abs(line[0].bottom - word.bottom) >= 3) {
      found.push(yield* lineOf(line));
      line = [];
    }
    line.push(word);
  }
  if (line.length > 0) found.push(yield* lineOf(line));
  return found;
}

function* lineOf(words: readonly Word[]): Generator<void, string> {
  const sorted = words.length === 1 ? words : yield* sortInTurns(words, (a, b) => a.left - b.left);
  return sorted.map((word) => word.text).join(' ');
}
