/** Reads a downloaded proof of delivery: what kind of file it is, its text, its fields and whether it is signed. */
import type { PodFacts, PodScan } from '../../domain/dispatch/pod.ts';
import { filterInSlices, findInSlices, inSlices, sortInSlices } from '../../process/time-slices.ts';
import { fieldOnForm } from './form-field.ts';
import { type FormLayout, formLayout } from './form-layout.ts';
import { type PageGeometry, type Word, pageGeometry } from './page-geometry.ts';
import { type PdfPage, type PdfPages, PdfReaderError, type PdfReaders, ocrReaders, pdfReaders } from './pdf-readers.ts';
import { signatureOn } from './signature.ts';

/** Fewer letters than any form prints: the pages are pictures. */
const fewestLetters = 20;

interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly readers?: PdfReaders;
  readonly ocr?: PdfReaders;
}

/**
 * Never throws for what a file contains.
 * @throws PdfReaderError when our readers failed; the signal's reason when it is aborted
 */
export async function readPod(
  bytes: Uint8Array,
  { signal, readers = pdfReaders, ocr = ocrReaders }: ReadOptions = {},
): Promise<PodFacts> {
  if (bytes.length === 0) return { kind: 'empty' };
  // The header may come after some stray bytes (ISO 32000, implementation note 13 of Annex H).
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (!start.includes('%PDF-')) {
    const other: PodFacts = { kind: 'not_pdf', looksLike: guessFormat(bytes, start) };
    const picture = pictureFormat(bytes, start);
    return picture === undefined ? other : readScan(bytes, { signal, ocr }, picture, other);
  }
  const read = await readers.read(bytes, signal);
  if ('failed' in read) return { kind: 'unreadable', reason: read.failed };
  const facts = await inSlices(podOfPages(read.pages));
  return facts.kind === 'unreadable' ? readScan(bytes, { signal, ocr }, 'a PDF', facts) : facts;
}

/** @param otherwise what is known of the file where OCR reads nothing on it */
async function readScan(
  bytes: Uint8Array,
  { signal, ocr }: { readonly signal: AbortSignal | undefined; readonly ocr: PdfReaders },
  format: PodScan['format'],
  otherwise: PodFacts,
): Promise<PodFacts> {
  const read = await readOrGiveUp(ocr, bytes, signal);
  if ('failed' in read) return otherwise;
  const facts = await inSlices(podOfPages(read.pages));
  if (facts.kind !== 'read') return otherwise;
  const { pages, text, proNumbers, printedName, deliveryDate } = facts;
  return { kind: 'scan', format, pages, text, proNumbers, printedName, deliveryDate, places: read.places ?? [] };
}

/** A scan that our readers could not read goes to a person, as one without letters does; nothing is said of it then. */
async function readOrGiveUp(ocr: PdfReaders, bytes: Uint8Array, signal?: AbortSignal): Promise<PdfPages> {
  try {
    return await ocr.read(bytes, signal);
  } catch (error) {
    if (error instanceof PdfReaderError) return { failed: 'too_complex' };
    throw error;
  }
}

/** Pictures that OCR reads. */
function pictureFormat([a, b, c]: Uint8Array, start: string): PodScan['format'] | undefined {
  if (start.startsWith('II*') || start.startsWith('MM\0*')) return 'a TIFF picture';
  if (a === 0xff && b === 0xd8 && c === 0xff) return 'a JPEG picture';
  return a === 0x89 && start.slice(1, 4) === 'PNG' ? 'a PNG picture' : undefined;
}

function guessFormat(bytes: Uint8Array, start: string): (PodFacts & { kind: 'not_pdf' })['looksLike'] {
  if (/^\s*(?:<!doctype html|<html|<\?xml|<head|<body)/i.test(start.replace(/^\u00ef\u00bb\u00bf/, '')))
    return 'an HTML page';
  if (start.startsWith('GIF8') || pictureFormat(bytes, start) !== undefined) return 'a picture';
  // oxlint-disable-next-line no-control-regex
  return /^[\t\n\r\u0020-\u007e\u00a0-\u00ff]*$/.test(start) ? 'text' : 'an unknown format';
}

function* podOfPages(pages: readonly PdfPage[]): Generator<void, PodFacts> {
  const found: PageGeometry[] = [];
  for (const page of pages) found.push(yield* pageGeometry(page));
  return yield* podOf(found);
}

/** What the places of the words, boxes and strokes say; for `inSlices`, because a page may hold 100,000 of them. */
export function* podOf(pages: readonly PageGeometry[]): Generator<void, PodFacts> {
  const texts: string[][] = [];
  const forms: FormLayout[] = [];
  for (const page of pages) {
    texts.push(yield* lines(page.words));
    forms.push(yield* formLayout(page));
  }
  const text = texts.map((page) => page.join('\n')).join('\n\n');
  if (!hasLetters(text)) return { kind: 'unreadable', reason: 'picture' };
  return {
    kind: 'read',
    pages: pages.length,
    text,
    proNumbers: yield* proNumbers(forms, text),
    signature: yield* signatureOn(forms, texts.flat()),
    printedName: yield* fieldOnForm(forms, nameLabel, nameForm, textOf),
    exceptions: yield* exceptions(forms),
    deliveryDate: yield* fieldOnForm(forms, dateLabel, dateForm, textOf),
    pieces: yield* pieces(forms),
    ticked: yield* ticked(pages),
  };
}

const nameLabel =
  /^(?:(?:consignee|receiver|recipient|customer)(?:['’]?s)? )?(?:print(?:ed)? name|name \(?(?:please )?print(?:ed)?\)?|print)(?: \(?(?:please )?print(?:ed)?\)?)?$|^(?:received|signed|accepted) by(?: \((?:please )?print(?:ed)?(?: name)?\))?$|^(?:consignee|receiver|recipient) name$|^name of (?:the )?(?:consignee|receiver|recipient)$/i;
const nameForm = /^\p{L}[\p{L}\s.,'’()/&-]{0,79}$/u;
const dateLabel = /^(?:deliver(?:y|ed) date|date delivered|date of delivery|delivered(?: on)?|date received)$/i;
const dateForm = /\d/;

function* textOf(words: readonly Word[]): Generator<void, string> {
  return (yield* lines(words)).join(' ');
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
function* proNumbers(forms: readonly FormLayout[], text: string): Generator<void, string[]> {
  const field = (yield* fieldOnForm(forms, /^pro(?: number| no\.?| #)?$/i, /\d/, textOf))?.replace(/[\s-]/g, '');
  const found = new Set(field !== undefined && /^\d{7,10}$/.test(field) ? [field] : []);
  // Bounded, so that a long run of blanks is not read again from each of its ends.
  const mentions = text.matchAll(/\bPRO(?:\s{0,40}(?:number|no\.?|#|:)){0,4}\s{0,40}(\d{7,10})\b/gi);
  for (const [, number = ''] of mentions) {
    found.add(number);
    if (found.size % 256 === 0) yield;
  }
  return [...found];
}

function* pieces(forms: readonly FormLayout[]): Generator<void, number | null> {
  const label = /^(?:pieces|pcs\.?|number of pieces|pieces received)$/i;
  const value = (yield* fieldOnForm(forms, label, /^\d{1,6}$/, textOf)) ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) : null;
}

/** Services whose box is crossed: `Liftgate delivery [X]`. */
function* ticked(pages: readonly PageGeometry[]): Generator<void, string[]> {
  const cross = /^(.{2,60}?) ?\[x\]$/i;
  const names: string[] = [];
  for (const { words } of pages)
    for (const { text } of yield* filterInSlices(words, (word) => cross.test(word.text)))
      names.push(cross.exec(text)?.[1] ?? '');
  return names;
}

/** Ends what is written about exceptions: the fields of the person who signs. */
const signingLabel =
  /consignee('?s)? signature|received by \(signature\)|signature of consignee|^(?:(?:consignee|receiver|recipient|customer|driver|carrier)(?:['’]?s)? )?(?:sign(?:ature|ed)?|sign here|print(?:ed)? name|received by|signed by|date|time)(?: \(?[\w ]{1,20}\)?)?:?(?:$|[\s_]*:|_)|^x:?$/i;
const exceptionLabel =
  /except as noted|exceptions?(?: \(if any\))?:?$|exceptions noted|^(?:exceptions?|damages?|shortages?|os&?d|remarks)\s*:/i;

/** What is written behind or below the sentence about exceptions, above the place for the signature. */
function* exceptions(forms: readonly FormLayout[]): Generator<void, string | null> {
  for (const page of forms) {
    const label = yield* findInSlices(page.words, (word) => exceptionLabel.test(word.text));
    if (label === undefined) continue;
    const behind = /^[\w &]{1,30}:\s*(\S.*)$/.exec(label.text)?.[1] ?? '';
    let floor: number | undefined;
    const isBelow = (word: Word): boolean => word.top < label.bottom && signingLabel.test(word.text);
    for (const { top } of yield* filterInSlices(page.words, isBelow)) floor = Math.max(floor ?? top, top);
    const lowest = floor ?? label.bottom - 80;
    const isBeside = (word: Word): boolean =>
      Math.abs(word.bottom - label.bottom) < 4 && word.left >= label.right - 1 && !signingLabel.test(word.text);
    const between = (word: Word): boolean =>
      word !== label && (isBeside(word) || (word.top <= label.bottom + 1 && word.bottom >= lowest));
    return [behind, ...(yield* lines(yield* filterInSlices(page.words, between)))].join(' ').trim();
  }
  return null;
}

/** Words put together into lines, from the top. */
function* lines(words: readonly Word[]): Generator<void, string[]> {
  const sorted = yield* sortInSlices(words, (a, b) => b.bottom - a.bottom || a.left - b.left);
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

/** Words of a line that are joined before other work may run. */
const wordsAtOnce = 512;

function* lineOf(words: readonly Word[]): Generator<void, string> {
  const sorted = words.length === 1 ? words : yield* sortInSlices(words, (a, b) => a.left - b.left);
  const pieces: string[] = [];
  for (let index = 0; index < sorted.length; index += wordsAtOnce) {
    if (index > 0) yield;
    const some = sorted.slice(index, index + wordsAtOnce);
    pieces.push(some.map((word) => word.text).join(' '));
  }
  return pieces.join(' ');
}
