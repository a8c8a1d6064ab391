/** Where the words, boxes, strokes and pictures of a PDF page are that people see, in points from its bottom left corner. */
import { anyOf } from '../../domain/dispatch/pod.ts';
import { filterInSlices } from '../../process/time-slices.ts';
import { type Area, type Matrix, apply, extent, multiply, rotationOf, seenMarks } from './page-shapes.ts';
import { type Ink, type Mark, piece, shapesOf } from './page-shapes.ts';
import phrases from './receipt-phrases.json' with { type: 'json' };
import { isLabel } from './receipt-wording.ts';

export type { Area } from './page-shapes.ts';
export interface Word extends Area {
  readonly text: string;
  /** Typeface, size and how light it is: what is printed in one go has one. Undefined where it is not known. */
  readonly style?: string | undefined;
}
/** A pen line: its extent and how many points it goes through. */
export interface Stroke extends Area {
  readonly points: number;
  /** Hardly darker than what it is drawn on, as watermarks are. */
  readonly isFaint?: boolean;
}
export interface PageGeometry {
  readonly words: readonly Word[];
  readonly boxes: readonly Area[];
  readonly strokes: readonly Stroke[];
  readonly pictures: readonly Area[];
  /** Circles and ellipses, such as a pen draws around a word. */
  readonly rings: readonly Area[];
}
export interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly font?: string;
}

/** Follows the page's drawing operators with their transformations; for `inSlices`. */
export function* pageGeometry({
  items,
  marks,
  view,
}: {
  readonly items: readonly TextItem[];
  readonly marks: readonly Mark[];
  /** The part of the page that is shown: left, bottom, right, top. */
  readonly view?: readonly number[];
}): Generator<void, PageGeometry> {
  // Whichever way the page is turned: its texts are read from left to right.
  const upright = rotationOf(yield* directionOf(items));
  const shapes = yield* shapesOf(marks, upright, view);
  const boxes: Area[] = [];
  const strokes: Stroke[] = [];
  const pictures: Area[] = [];
  const rings: Area[] = [];
  const seenTexts: InkedText[] = [];
  const hiddenTexts: Area[] = [];
  for (const { shape, isSeen, isFaint } of yield* seenMarks(shapes)) {
    const { left, bottom, right, top, kind, points, ink } = shape;
    const area = { left, bottom, right, top };
    if (kind === 'text') {
      if (isSeen) seenTexts.push({ ...area, ink });
      else hiddenTexts.push(area);
    } else if (!isSeen) continue;
    else if (kind === 'box') boxes.push(area);
    else if (kind === 'circle') rings.push(area);
    else if (kind === 'stroke') strokes.push({ ...area, points, isFaint });
    // The frame of a stamp shows that something was put there, and is no pen's.
    else if (kind === 'tilted') strokes.push({ ...area, points, isFaint: true });
    else pictures.push(area);
  }
  for (const [index, mark] of marks.entries()) {
    if (index % piece === 0) yield;
    if (mark.name !== 'annotation') continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = mark.rect;
    const area = extent([apply(upright, [left, bottom]), apply(upright, [right, top])]);
    if (mark.isSure === false) strokes.push({ ...area, points: 0, isFaint: true });
    else pictures.push(area);
  }
  const isHidden = yield* hiddenAt(hiddenTexts, seenTexts);
  const inkAt = yield* inksOf(seenTexts);
  const words: Word[] = [];
  let isParted = true;
  for (const [index, item] of items.entries()) {
    if (index % piece === 0) yield;
    const all = withLigatures(item.str);
    const text = all.trim();
    const isAfterBlank = isParted || /^\s/.test(all);
    if (all !== '') isParted = /\s$/.test(all);
    if (text === '') continue;
    const area = areaOf(item, upright);
    const word = { text, ...area, style: styleOf(item, inkAt(area)) };
    if (isHidden(word)) continue;
    const last = words.at(-1);
    if (last !== undefined && !isAfterBlank && isRestOfWord(last, word))
      words[words.length - 1] = joined(last, word, '');
    else if (last !== undefined && isRaisedEnd(last, word))
      // "No" alone denies something.
      words[words.length - 1] = joined(last, { ...word, text: word.text.replace(/^o/, 'º'), style: last.style }, '');
    else if (last !== undefined && isNextOfTypewriter(last, word)) words[words.length - 1] = joined(last, word, ' ');
    else words.push(word);
  }
  return { words, boxes, strokes, pictures, rings };
}

/** What is set in two ways is a label with its value, or nobody knows. */
export const joined = (last: Word, word: Word, between: string): Word => ({
  ...last,
  text: `${last.text}${between}${word.text}`,
  right: word.right,
  style: last.style === word.style ? last.style : undefined,
});

/**
 * Browsers place the letters of a word one by one ("Outfi" and "tters", "Fracht" and "führer"), without a blank's room
 * between; "o" stands in part under a "T".
 */
function isRestOfWord(last: Word, word: Word): boolean {
  return (
    /\p{L}$/u.test(last.text) &&
    /^\p{Ll}/u.test(word.text) &&
    last.style === word.style &&
    Math.abs(last.bottom - word.bottom) < 0.5 &&
    word.left - last.right < 0.12 * (word.top - word.bottom) &&
    word.left - last.right > -0.35 * (word.top - word.bottom)
  );
}

/** The small letters of "Nº" and "1er", set higher than the rest of the word. */
function isRaisedEnd(last: Word, word: Word): boolean {
  const height = last.top - last.bottom;
  const raised = word.bottom - last.bottom;
  return (
    /^(?:os?|a|er?|re|th|st|nd|rd)(?!\p{L})/u.test(word.text) &&
    /[\p{L}\d]$/u.test(last.text) &&
    word.top - word.bottom < 0.85 * height &&
    raised > 0.15 * height &&
    raised < 0.6 * height &&
    Math.abs(word.left - last.right) < 0.12 * height
  );
}

/** Words of a font whose letters are all as wide come one by one; one blank parts those of a text. */
function isNextOfTypewriter(last: Word, word: Word): boolean {
  const height = word.top - word.bottom;
  const [own, before] = [word, last].map(({ left, right, text }) => (right - left) / text.length) as [number, number];
  // Browsers leave out the room behind the last letter, which is more of a letter in a short word.
  const letter = Math.max(own, before);
  const cut = (0.05 * height) / Math.min(word.text.length, last.text.length);
  const gap = word.left - last.right;
  return (
    Math.abs(last.bottom - word.bottom) < 0.5 &&
    Math.abs(last.top - word.top) < 0.5 &&
    Math.abs(own - before) < 0.02 * letter + cut &&
    letter > 0.5 * height &&
    letter < 0.7 * height &&
    Math.abs(gap - letter) < 0.1 * letter
  );
}

/** Ghostscript files the letters of a ligature with their bytes exchanged: "Ko\u6600\u6900" is "Kofi". */
const withLigatures = (text: string): string =>
  /[\u6600\u7300][\u6600\u6900\u6c00\u7400]/.test(text) && /[a-z]/i.test(text)
    ? text.replace(/[\u6600\u6900\u6c00\u7300\u7400]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) >> 8))
    : text;

/** Quarter turns of most letters. */
function* directionOf(items: readonly TextItem[]): Generator<void, number> {
  const letters = [0, 0, 0, 0];
  for (const [index, { str, transform }] of items.entries()) {
    if (index % piece === 0) yield;
    const [a = 1, b = 0] = transform;
    const turn = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
    letters[turn] = (letters[turn] ?? 0) + str.length;
  }
  return letters.indexOf(Math.max(...letters));
}

function areaOf({ transform, width, height }: TextItem, upright: Matrix): Area {
  const [a, b, , , left, bottom] = multiply(upright, transform);
  const tall = height || 8;
  if (Math.abs(b) <= 0.05 * Math.abs(a) || (a === 0 && b === 0))
    return { left, bottom, right: left + width, top: bottom + tall };
  const [along, up] = [a / Math.hypot(a, b), b / Math.hypot(a, b)];
  const corners = [0, width].flatMap((x) =>
    [0, tall].map((y): [number, number] => [left + along * x - up * y, bottom + up * x + along * y]),
  );
  return extent(corners);
}

/** Texts of pdf.js may be put together of several that were drawn: hidden is one of which no part is seen. */
function* hiddenAt(hidden: readonly Area[], seen: readonly Area[]): Generator<void, (word: Area) => boolean> {
  if (hidden.length === 0) return () => false;
  const [hiddenUnder, seenUnder] = [yield* textsUnder(hidden), yield* textsUnder(seen)];
  return (word) => hiddenUnder(word).length > 0 && seenUnder(word).length === 0;
}

interface InkedText extends Area {
  readonly ink: Ink;
}

/** How light what is drawn of a text is; undefined where its parts differ, or none of it is known. */
function* inksOf(seen: readonly InkedText[]): Generator<void, (word: Area) => number | undefined> {
  const under = yield* textsUnder(seen, mostInRow);
  return (word) => {
    const inks = new Set(under(word).map(({ ink }) => (typeof ink === 'number' ? Math.round(ink * 10) : undefined)));
    return inks.size === 1 ? [...inks][0] : undefined;
  };
}

/** @param ink in tenths */
function styleOf({ font, transform: [a = 0, b = 0] }: TextItem, ink: number | undefined): string | undefined {
  return font === undefined || ink === undefined ? undefined : `${font} ${Math.round(Math.hypot(a, b) * 2) / 2} ${ink}`;
}

/** No form has more texts in a line; how each of them is set is not looked up. */
const mostInRow = 400;

/** The texts that were drawn where a word is; none where its line has more than `most`. */
function* textsUnder<Text extends Area>(
  texts: readonly Text[],
  most = Infinity,
): Generator<void, (word: Area) => Text[]> {
  const high = 4;
  const rows = new Map<number, Text[]>();
  for (const [n, text] of texts.entries()) {
    if (n % piece === 0) yield;
    const key = Math.floor(text.bottom / high);
    const known = rows.get(key);
    if (known === undefined) rows.set(key, [text]);
    else known.push(text);
  }
  return (word) => {
    const key = Math.floor(word.bottom / high);
    return [key - 1, key, key + 1].flatMap((at) => {
      const row = rows.get(at) ?? [];
      if (row.length > most) return [];
      return row.filter(
        (text) =>
          Math.abs(text.bottom - word.bottom) < 2 && text.left < word.right - 0.5 && text.right > word.left - 0.5,
      );
    });
  };
}

/** Sides of the cells of low rows, each drawn by itself: three or more that stand on each other. */
function* stackedPosts(marks: readonly Area[]): Generator<void, Area[]> {
  const columns = new Map<number, Area[]>();
  for (const [index, mark] of marks.entries()) {
    if (index % piece === 0) yield;
    const height = mark.top - mark.bottom;
    if (mark.right - mark.left > thinnest || height < lowestRow || height > highestRow) continue;
    const key = Math.round(mark.left * 2);
    columns.set(key, [...(columns.get(key) ?? []).slice(-mostStacked), mark]);
  }
  const found: Area[] = [];
  for (const column of columns.values()) {
    yield;
    const sorted = column.toSorted((a, b) => a.bottom - b.bottom);
    const isOn = (one: Area | undefined, next: Area | undefined): boolean =>
      one !== undefined && next !== undefined && Math.abs(next.bottom - one.top) < 1.5;
    const stacked = sorted.filter((post, index) => isOn(sorted[index - 1], post) || isOn(post, sorted[index + 1]));
    if (stacked.length >= fewestStacked) found.push(...stacked);
  }
  return found;
}
const thinnest = 1.2;
const [lowestRow, highestRow] = [7, 12];
const fewestStacked = 3;
/** Rows of a page. */
const mostStacked = 200;

/** No pen makes as many dots on one straight line. */
const leastDots = 8;
const largestDot = 7;

/** Lines that are made of dots, dashes or sides of low cells, each drawn by itself. */
export function* dottedLines(
  marks: readonly Area[],
): Generator<void, { rules: Area[]; posts: Area[]; parts: Set<Area> }> {
  const rows = new Map<number, Area[]>();
  const columns = new Map<number, Area[]>();
  const put = (lines: Map<number, Area[]>, at: number, mark: Area): void => {
    const key = Math.round(at * 5);
    const known = lines.get(key);
    if (known === undefined) lines.set(key, [mark]);
    else known.push(mark);
  };
  for (const [index, mark] of marks.entries()) {
    if (index % 512 === 0) yield;
    const [width, height] = [mark.right - mark.left, mark.top - mark.bottom];
    if (width > largestDot || height > largestDot) continue;
    put(rows, (mark.bottom + mark.top) / 2, mark);
    put(columns, (mark.left + mark.right) / 2, mark);
  }
  const parts = new Set<Area>();
  const linesOf = function* (lines: Map<number, Area[]>): Generator<void, Area[]> {
    const found: Area[] = [];
    let index = 0;
    for (const dots of lines.values()) {
      index += 1;
      if (index % 128 === 0) yield;
      if (dots.length < leastDots) continue;
      let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
      for (const dot of dots) {
        parts.add(dot);
        left = Math.min(left, dot.left);
        right = Math.max(right, dot.right);
        bottom = Math.min(bottom, dot.bottom);
        top = Math.max(top, dot.top);
      }
      found.push({ left, bottom, right, top });
    }
    return found;
  };
  const stacked = yield* stackedPosts(marks);
  for (const post of stacked) parts.add(post);
  return { rules: yield* linesOf(rows), posts: [...(yield* linesOf(columns)), ...stacked], parts };
}

/** "Nom du", "Date et heure de": a line that is no label without the next one. */
export const goesOnNext = new RegExp(`(?<![\\p{L}:])(?:${anyOf(phrases.goesOnNext)})$`, 'iu');

/** Labels in two lines in a narrow column, in one style and with no third line over or under them, each as one text. */
export function* withWholeLabels(words: readonly Word[]): Generator<void, readonly Word[]> {
  const isRight = (over: Word, under: Word): boolean =>
    over.style === under.style &&
    Math.abs(over.left - under.left) < 1.5 &&
    over.bottom - under.top < 0.3 * (over.top - over.bottom) &&
    over.bottom - under.top > -0.4 * (over.top - over.bottom) &&
    under.bottom < over.bottom - 2;
  const first = yield* filterInSlices(
    words,
    ({ text, style }) => style !== undefined && text.length <= 30 && goesOnNext.test(text) && isLabel(text),
  );
  const whole = new Map<Word, Word | undefined>();
  for (const over of first.slice(0, mostLabels)) {
    const column = yield* filterInSlices(words, (one) => one !== over && (isRight(over, one) || isRight(one, over)));
    const [under] = column;
    if (under === undefined || column.length > 1 || under.bottom > over.bottom || /[\d:]\s*\S/.test(under.text))
      continue;
    const further = yield* filterInSlices(words, (one) => one !== under && isRight(under, one));
    const text = `${over.text} ${under.text}`;
    if (further.length > 0 || !isLabel(text)) continue;
    whole.set(over, { ...over, text, right: Math.max(over.right, under.right), bottom: under.bottom });
    whole.set(under, undefined);
  }
  return whole.size === 0 ? words : words.flatMap((word) => (whole.has(word) ? (whole.get(word) ?? []) : [word]));
}
const mostLabels = 200;

/** Texts of two cells that stand close come as one ("Valve brass 3"): parted at the blank where a line between them is. */
export function* partedAt(words: readonly Word[], posts: readonly Area[]): Generator<void, readonly Word[]> {
  if (words.length * posts.length > mostCompared) return words;
  const parted: Word[] = [];
  for (const word of words) {
    yield;
    const middle = (word.bottom + word.top) / 2;
    const letter = (word.right - word.left) / word.text.length;
    const cuts = posts.flatMap(({ left, bottom, top }) => {
      if (bottom > middle || top < middle || left < word.left + letter || left > word.right - letter) return [];
      const at = (left - word.left) / letter;
      const blanks = [...word.text.matchAll(/ /g)].map(({ index }) => index + 0.5);
      const nearest = blanks.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
      return nearest !== undefined && Math.abs(nearest - at) < 2 ? [Math.floor(nearest)] : [];
    });
    let from = 0;
    for (const end of [...new Set(cuts).add(word.text.length)].toSorted((a, b) => a - b)) {
      const text = word.text.slice(from, end).trim();
      if (text !== '')
        parted.push(
          cuts.length === 0
            ? word
            : {
                ...word,
                text,
                left: word.left + (from === 0 ? 0 : (from + 1) * letter),
                right: word.left + end * letter,
              },
        );
      from = end;
    }
  }
  return parted;
}
const mostCompared = 2_000_000;
