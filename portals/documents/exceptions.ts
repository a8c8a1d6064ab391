/** What is written on a receipt about missing or damaged freight: in the place for it, or anywhere else. */
import { unreadMarks } from '../../domain/dispatch/pod.ts';
import { filterInSlices, findInSlices, sortInSlices } from '../../process/time-slices.ts';
import { formLabels } from './form-field.ts';
import { type FormLayout, cellAround } from './form-layout.ts';
import type { Area, Word } from './page-geometry.ts';
import { shareIn } from './plane.ts';

/** Ends what is written about exceptions: the fields of the person who signs. */
const signingLabel =
  /consignee('?s)? signature|received by \(signature\)|signature of consignee|^(?:(?:consignee|receiver|recipient|customer|driver|carrier)(?:['’]?s)? )?(?:sign(?:ature|ed)?|sign here|print(?:ed)? name|received by|signed by|date|time)(?: \(?[\w ]{1,20}\)?)?:?(?:$|[\s_]*:|_)|^x:?$/i;
const exceptionLabel =
  /except as noted|exceptions?(?: \(if any\))?:?$|exceptions noted|^(?:exceptions?|damages?|shortages?|os&?d|remarks|notes|comments)\s*:|^(?:exceptions?|remarks|comments)(?: ?\/ ?(?:exceptions?|remarks|comments|damages?|shortages?)){0,2}$/i;
/** Words of loss and damage, wherever they are written. */
const trouble =
  /\b(?:short(?! form)(?:age)?s?|damaged?s?|crushed|torn|wet|broken|missing|refused|rejected|leaking|dented|punctured|overage)\b/i;
/** A sentence of the terms has more words than a note. */
const mostWords = 9;
/** A pen mark this wide is handwriting. */
const handwriting = 20;

/** Null where nothing on the receipt is about exceptions. */
export function* exceptionsOn(forms: readonly FormLayout[]): Generator<void, string | null> {
  let found: string | null = null;
  for (const page of forms) {
    const label = yield* findInSlices(page.words, (word) => exceptionLabel.test(word.text));
    if (label === undefined) continue;
    const written = yield* writtenAt(page, label);
    if (written !== '') return written;
    found = '';
  }
  for (const page of forms) {
    const written = yield* anywhereOn(page);
    if (written !== '') return written;
  }
  return found;
}

function* writtenAt(page: FormLayout, label: Word): Generator<void, string> {
  const behind = /^[\w &]{1,30}:\s*(\S.*)$/.exec(label.text)?.[1] ?? '';
  const place = yield* placeOf(page, label);
  const isField = (word: Word): boolean => exceptionLabel.test(word.text) || signingLabel.test(word.text);
  if (place !== undefined) {
    const inside = yield* filterInSlices(
      page.words,
      (word) => word !== label && shareIn(place, word) > 0.8 && !isField(word),
    );
    const text = [behind, ...(yield* lines(inside))].join(' ').trim();
    const pen = [...page.strokes, ...page.pictures];
    const byHand = yield* filterInSlices(
      pen,
      (mark) => mark.right - mark.left >= handwriting && mark.top - mark.bottom <= 300 && shareIn(place, mark) > 0.6,
    );
    return byHand.length > 0 ? `${text} ${unreadMarks}`.trim() : text;
  }
  let floor: number | undefined;
  const isBelow = (word: Word): boolean => word.top < label.bottom && signingLabel.test(word.text);
  for (const { top } of yield* filterInSlices(page.words, isBelow)) floor = Math.max(floor ?? top, top);
  const lowest = floor ?? label.bottom - 80;
  const isBeside = (word: Word): boolean =>
    Math.abs(word.bottom - label.bottom) < 4 && word.left >= label.right - 1 && !signingLabel.test(word.text);
  const below = yield* filterInSlices(
    page.words,
    (word) => word !== label && !isBeside(word) && word.top <= label.bottom + 1 && word.bottom >= lowest,
  );
  // What is in another field of the form is no exception.
  const fields = below.filter(({ text }) => formLabels.test(text) && !exceptionLabel.test(text));
  const isOther = (word: Word): boolean =>
    isField(word) || fields.some((field) => Math.abs(field.bottom - word.bottom) < 4 && word.left >= field.left - 1);
  const beside = yield* filterInSlices(page.words, (word) => word !== label && isBeside(word));
  const written = [...beside, ...below.filter((word) => !isOther(word))];
  return [behind, ...(yield* lines(written))].join(' ').trim();
}

/** The box or cell to write in: around the label, or right below it. */
function* placeOf(page: FormLayout, label: Word): Generator<void, Area | undefined> {
  const own = yield* cellAround(page, label);
  if (own !== undefined && own.top - own.bottom > 2 * (label.top - label.bottom) + 4) return own;
  const below = yield* filterInSlices(
    page.boxes,
    (box) =>
      box.top <= label.bottom + 3 &&
      box.top >= label.bottom - 18 &&
      box.left <= label.left + 12 &&
      box.right >= label.left + 60 &&
      box.top - box.bottom >= 14,
  );
  return below[0] ?? own;
}

/** Notes of loss and damage outside of a place for them; a choice whose mark is not read is for a person to see. */
function* anywhereOn(page: FormLayout): Generator<void, string> {
  const said = yield* filterInSlices(
    page.words,
    ({ text }) => text.length <= 120 && trouble.test(text) && text.split(/\s+/).length <= mostWords,
  );
  const notes: string[] = [];
  for (const word of said) {
    const { text } = word;
    // "[ ] Short  [X] Damaged": what is crossed counts.
    if (/\[[ x]?\]/i.test(text)) {
      for (const [, choice = ''] of text.matchAll(/\[x\]\s*([^[]+)/gi))
        if (trouble.test(choice)) notes.push(choice.trim());
      continue;
    }
    const beside = yield* filterInSlices(
      page.words,
      (other) => other !== word && Math.abs(other.bottom - word.bottom) < 4 && other.left >= word.right - 1,
    );
    const next = beside.toSorted((a, b) => a.left - b.left)[0]?.text ?? '';
    const answer = /[?:]\s*$/.test(text) ? next : (/[?:]\s*(\S.*)$/.exec(text)?.[1] ?? '');
    if (/^(?:no|none|0|n\/?a|n)\b/i.test(answer)) continue;
    notes.push(/[?:]\s*$/.test(text) ? `${text} ${next}`.trim() : text);
  }
  return notes.slice(0, 10).join('; ');
}

// Words of a page put together into lines.

/** From the top. */
export function* lines(words: readonly Word[]): Generator<void, string[]> {
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
