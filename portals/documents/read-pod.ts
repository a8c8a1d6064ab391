/** Reads a downloaded proof of delivery: what kind of file it is, its text, its fields and whether it is signed. */
import type { PodContent, PodFacts } from '../../domain/dispatch/pod.ts';
import { contains, overlaps, pageGeometry } from './page-geometry.ts';
import type { Area, PageGeometry, Word } from './page-geometry.ts';
import { pdfReaders } from './pdf-readers.ts';
import type { PdfReaders } from './pdf-readers.ts';

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
  return 'failed' in read ? { kind: 'unreadable', reason: read.failed } : podOf(read.pages.map(pageGeometry));
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

/** What the places of the words, boxes and strokes say. */
export function podOf(pages: readonly PageGeometry[]): PodFacts {
  const text = pages.map(({ words }) => lines(words).join('\n')).join('\n\n');
  if (text.replace(/\s/g, '').length < fewestLetters) return { kind: 'unreadable', reason: 'picture' };
  return {
    kind: 'read',
    pages: pages.length,
    text,
    proNumbers: proNumbers(pages, text),
    signature: signatureOn(pages),
    printedName: fieldValue(pages, /^(?:consignee )?printed name:?$|^print(?:ed)? name:?$|^received by \(print\):?$/i),
    exceptions: exceptions(pages),
    deliveryDate: fieldValue(pages, /^deliver(?:y|ed) date:?$|^date delivered:?$/i),
    pieces: pieces(pages),
    ticked: ticked(pages),
  };
}

/** The places for a PRO, and mentions such as "PRO 0412708839". */
function proNumbers(pages: readonly PageGeometry[], text: string): string[] {
  const field = fieldValue(pages, /^pro(?: number| no\.?| #)?:?$/i)?.replace(/[\s-]/g, '');
  const mentioned = [...text.matchAll(/\bPRO(?:\s*(?:number|no\.?|#|:))*\s*(\d{7,10})\b/gi)].map(
    (match) => match[1] ?? '',
  );
  return [...new Set([...(field !== undefined && /^\d{7,10}$/.test(field) ? [field] : []), ...mentioned])];
}

function pieces(pages: readonly PageGeometry[]): number | null {
  const value = fieldValue(pages, /^(?:pieces|pcs\.?|number of pieces|pieces received):?$/i) ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) : null;
}

/** Services whose box is crossed: `Liftgate delivery [X]`. */
function ticked(pages: readonly PageGeometry[]): string[] {
  return pages.flatMap(({ words }) => words.flatMap(({ text }) => /^(.{2,60}?) ?\[x\]$/i.exec(text.trim())?.[1] ?? []));
}

const signatureLabel = /consignee('?s)? signature|received by \(signature\)|signature of consignee/i;

function signatureOn(pages: readonly PageGeometry[]): PodContent['signature'] {
  let place = false;
  for (const page of pages) {
    const labels = page.words.filter((word) => signatureLabel.test(word.text)).slice(0, mostLabels);
    for (const label of labels) {
      place = true;
      const area = boxAround(page, label) ?? {
        left: label.left,
        right: label.left + 250,
        top: label.top + 60,
        bottom: label.bottom - 60,
      };
      if (page.pictures.some((picture) => overlaps(picture, area) && isMark([picture]) && covers(area, picture)))
        return 'picture';
      const inside = page.strokes.filter((stroke) => contains(area, stroke, 3) && stroke.points > 2);
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
function boxAround(page: PageGeometry, label: Area): Area | undefined {
  const size = (area: Area): number => (area.right - area.left) * (area.top - area.bottom);
  return page.boxes.filter((box) => contains(box, label, 2)).sort((a, b) => size(a) - size(b))[0];
}

/** What stands in the box of a labelled field beside its label. */
function fieldValue(pages: readonly PageGeometry[], label: RegExp): string | null {
  for (const page of pages) {
    const word = page.words.find((candidate) => label.test(candidate.text));
    const box = word === undefined ? undefined : boxAround(page, word);
    if (word === undefined || box === undefined) continue;
    const value = lines(page.words.filter((other) => other !== word && contains(box, other, 2)))
      .join(' ')
      .trim();
    if (value !== '') return value;
  }
  return null;
}

const exceptionLabel = /except as noted|exceptions?:?$|exceptions noted/i;

/** What is written between the sentence about exceptions and the place for the signature. */
function exceptions(pages: readonly PageGeometry[]): string | null {
  for (const page of pages) {
    const label = page.words.find((word) => exceptionLabel.test(word.text));
    if (label === undefined) continue;
    const end = page.words
      .filter((word) => word.top < label.bottom && signatureLabel.test(word.text))
      .sort((a, b) => b.top - a.top)[0];
    const floor = end === undefined ? label.bottom - 80 : end.top;
    return lines(page.words.filter((word) => word.top <= label.bottom + 1 && word.bottom >= floor))
      .join(' ')
      .trim();
  }
  return null;
}

/** Words put together into lines, from the top. */
function lines(words: readonly Word[]): string[] {
  const sorted = [...words].sort((a, b) => b.bottom - a.bottom || a.left - b.left);
  const found: Word[][] = [];
  for (const word of sorted) {
    const line = found.at(-1);
    if (line?.[0] !== undefined && Math.abs(line[0].bottom - word.bottom) < 3) line.push(word);
    else found.push([word]);
  }
  return found.map((line) =>
    line
      .sort((a, b) => a.left - b.left)
      .map((word) => word.text)
      .join(' '),
  );
}
