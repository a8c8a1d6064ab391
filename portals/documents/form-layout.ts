/** How a printed form is made: its texts in parts, the lines it is ruled with, its cells, and what was put on it by hand. */
import { filterInSlices, sortInSlices } from '../../process/time-slices.ts';
import {
  dottedLines,
  partedAt,
  type Area,
  type PageGeometry,
  type Stroke,
  type Word,
  joined,
  withWholeLabels,
} from './page-geometry.ts';
import { contains } from './page-shapes.ts';
import { isPlaceAndDay } from './receipt-texts.ts';
import { isTroubled, wordsOf } from './receipt-wording.ts';

export interface FormLayout {
  /** Texts, taken apart where a gap or a line of underscores lies in them. */
  readonly words: readonly Word[];
  /** Lines from left to right, with the edges of boxes. */
  readonly rules: readonly Area[];
  /** Lines from top to bottom. */
  readonly posts: readonly Area[];
  readonly boxes: readonly Area[];
  /** Pen strokes that rule nothing. */
  readonly strokes: readonly Stroke[];
  /** Single short lines that rule nothing: of a cross, or of a pen whose way was stored piece by piece. */
  readonly segments: readonly Area[];
  readonly pictures: readonly Area[];
  readonly rings: readonly Area[];
  /** Hardly seen, or not known to show anything: watermarks, empty fields for a signature. */
  readonly faint: readonly Area[];
}

/** A line is no thicker than this. */
const thickness = 2;
const shortestRule = 12;
/** A frame higher than this holds a part of the form and not one field. */
const highestField = 160;

/** For `inSlices`: a page may hold 100,000 of everything. */
export function* formLayout({ words, boxes, strokes, pictures, rings }: PageGeometry): Generator<void, FormLayout> {
  const parts: Word[] = [];
  const rules: Area[] = [];
  const posts: Area[] = [];
  const pen: Stroke[] = [];
  const segments: Area[] = [];
  const faint: Area[] = [];
  for (const [index, word] of words.entries()) {
    if (index % 512 === 0) yield;
    for (const part of partsOf(word)) {
      // The colons of a list may stand before its values.
      const text = part.text.replace(/^: (?=\S)/, '');
      // Printers of lines rule a form with signs.
      if (/^_+$/.test(text)) rules.push({ ...part, bottom: part.bottom - 1, top: part.bottom });
      else (/^[-=~*·.]{8,}$/.test(text) ? rules : parts).push(text === part.text ? part : { ...part, text });
    }
  }
  for (const [index, stroke] of strokes.entries()) {
    if (index % 512 === 0) yield;
    const [width, height] = [stroke.right - stroke.left, stroke.top - stroke.bottom];
    // A pale line rules a form as a dark one does.
    if (height <= thickness && width >= shortestRule) rules.push(stroke);
    else if (width <= thickness && height >= shortestRule) posts.push(stroke);
    else if (stroke.isFaint === true && stroke.points !== 2) faint.push(stroke);
    else if (stroke.points > 2) pen.push(stroke);
    else segments.push(stroke);
  }
  const dotted = yield* dottedLines([...pen, ...segments]);
  rules.push(...dotted.rules);
  posts.push(...dotted.posts);
  const fields = yield* withoutBars(boxes);
  for (const [index, box] of fields.entries()) {
    if (index % 512 === 0) yield;
    rules.push({ ...box, top: box.bottom }, { ...box, bottom: box.top });
    posts.push({ ...box, right: box.left }, { ...box, left: box.right });
  }
  return {
    words: yield* withWholeLabels(yield* partedAt(parts, posts)),
    rules,
    posts,
    boxes: fields,
    strokes: pen.filter((mark) => !dotted.parts.has(mark)),
    segments: segments.filter((mark) => !dotted.parts.has(mark)),
    pictures,
    rings,
    faint,
  };
}

/** A bar behind the label of a field, along the upper edge of its frame, is no cell of its own. */
function* withoutBars(boxes: readonly Area[]): Generator<void, readonly Area[]> {
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 2;
  const frames = new Map<number, Area[]>();
  for (const box of boxes) {
    const key = Math.round(box.top / 2);
    const known = frames.get(key);
    if (known === undefined) frames.set(key, [box]);
    else known.push(box);
  }
  return yield* filterInSlices(boxes, (bar) => {
    const key = Math.round(bar.top / 2);
    return ![key - 1, key, key + 1].some((at) =>
      (frames.get(at) ?? [])
        .slice(0, mostInRow)
        .some(
          (frame) =>
            near(frame.left, bar.left) &&
            near(frame.right, bar.right) &&
            near(frame.top, bar.top) &&
            frame.bottom < bar.bottom - 10 &&
            frame.top - frame.bottom <= highestBarred &&
            bar.top - bar.bottom <= 18,
        ),
    );
  });
}

/** In points. */
const highestBarred = 60;
/** Boxes of a line that are compared. */
const mostInRow = 100;

/** `Signature: ________  Date` in one text is three. */
function partsOf(word: Word): Word[] {
  // Dots lead to a value as a line does.
  const text = together(word.text.replaceAll('\u00a0', ' '))
    .replace(/\.{4,}/g, (dots) => '_'.repeat(dots.length))
    // The colons of a list stand under each other: "RECEIVER     : D OKORO".
    .replace(/(?<=\S)( {2,}):(?= )/g, (_all, blanks: string) => `:${blanks}`);
  if (!/_{2}| {3}/.test(text) && !furtherLabel.test(text)) return [text === word.text ? word : { ...word, text }];
  const marked = text.replace(furtherLabel, (label) => `${cut}${label}`);
  const at = (index: number): number => word.left + (index * (word.right - word.left)) / text.length;
  let begin = 0;
  return marked.split(cut).flatMap((part) => {
    const from = begin;
    begin += part.length;
    return gapsOf({ ...word, text: part, left: at(from), right: at(begin) });
  });
}

/** "S H O R T" is a word. */
const together = (text: string): string =>
  text.replace(/(?<!\S)\p{L}(?: \p{L}){2,}(?!\S)/gu, (word) => word.replaceAll(' ', ''));

/** Stands in no text of a page. */
const cut = '\u0000';
/** Behind a label and its value: "Print: M. Okafor  Date: 06/03/2026". */
const furtherLabel =
  /(?<=:\s*[^:\s][^:]*\s)(?:(?:delivery|print(?:ed)?|receiver|consignee|customer|driver|carrier|ship|pick-?up|arrival|departure)(?:['’]?s)? )*(?:date(?: ?(?:\/|&|and) ?time)?|time|name|signature|title|print|printed|received by)\s*(?=:)/giu;

function gapsOf(word: Word): Word[] {
  if (!/_{2}| {3}/.test(word.text)) return [{ ...word, text: word.text.trim() }];
  const width = (word.right - word.left) / word.text.length;
  return [...word.text.matchAll(/_{2,}|(?:[^_ ]|_(?!_)| (?! {2}))+/g)].flatMap(({ 0: text, index }) =>
    text.trim() === ''
      ? []
      : [
          {
            ...word,
            text: /^_+$/.test(text) ? text : text.replace(/^[\s_]+|[\s_]+$/g, ''),
            left: word.left + index * width,
            right: word.left + (index + text.length) * width,
          },
        ],
  );
}

/** The cell or box around a text, no larger than one field; undefined where none is drawn all around it. */
export function* cellAround(layout: FormLayout, word: Area): Generator<void, Area | undefined> {
  const size = (area: Area): number => (area.right - area.left) * (area.top - area.bottom);
  let smallest: Area | undefined;
  for (const box of yield* filterInSlices(layout.boxes, (candidate) => contains(candidate, word, 2)))
    if (smallest === undefined || size(box) < size(smallest)) smallest = box;
  const middle = (word.bottom + word.top) / 2;
  const across = (rule: Area): boolean =>
    rule.left <= word.left + 2 && rule.right >= Math.min(word.right, word.left + 20) - 2;
  const beside = (post: Area): boolean => post.bottom <= middle && post.top >= middle;
  let [left, bottom, right, top] = [-Infinity, -Infinity, Infinity, Infinity];
  for (const post of yield* filterInSlices(layout.posts, beside)) {
    if (post.left >= word.right - 2) right = Math.min(right, post.left);
    else if (post.right <= word.left + 2) left = Math.max(left, post.right);
  }
  for (const rule of yield* filterInSlices(layout.rules, across)) {
    // A line that meets no post is one to write on.
    if (rule.left > left + 5 && rule.right < right - 5) continue;
    if (rule.bottom >= word.top - 3) top = Math.min(top, rule.bottom);
    else if (rule.top <= word.bottom + 3) bottom = Math.max(bottom, rule.top);
  }
  const ruled = [left, bottom, right, top].every(Number.isFinite) ? { left, bottom, right, top } : undefined;
  const cell = ruled !== undefined && (smallest === undefined || size(ruled) < size(smallest)) ? ruled : smallest;
  return cell !== undefined && cell.top - cell.bottom <= highestField ? cell : undefined;
}

/** Whether a label is the head of a column of a list: under it are cells of two rows or more that begin with a text each. */
export function* isHeadOfList(layout: FormLayout, label: Word): Generator<void, boolean> {
  const own = yield* cellAround(layout, label);
  if (own === undefined || /:\s*\S/.test(label.text)) return false;
  // "Date delivered | 08/14/2026": a value beside it, and no other head.
  const values = yield* filterInSlices(
    layout.words,
    (word) =>
      word.left >= own.right - 2 &&
      word.left <= own.right + 20 &&
      Math.abs(word.bottom - label.bottom) < 4 &&
      /\d.*\d/.test(word.text),
  );
  if (values.length > 0) return false;
  const highest = 2.5 * (label.top - label.bottom) + 8;
  let [floor, rows] = [own.bottom, 0];
  const at = { left: label.left + 2, right: label.left + 3 };
  while (rows < 2) {
    const cell = yield* cellAround(layout, { ...at, bottom: floor - 7, top: floor - 6 });
    if (cell === undefined || cell.top > floor + 3 || cell.top - cell.bottom > highest) return false;
    const begun = yield* filterInSlices(
      layout.words,
      (word) => word.right <= cell.left + 2 && word.bottom < cell.top && word.top > cell.bottom,
    );
    if (begun.length === 0) return false;
    floor = cell.bottom;
    rows += 1;
  }
  return true;
}

/**
 * The row of a list whose rows are parted by nothing but lines: in other rows the value stands beside its label. Stacked
 * lines to sign on, with their labels under them, have none there.
 */
export function* rowAround(layout: FormLayout, word: Word): Generator<void, Area | undefined> {
  const isLong = ({ left, right }: Area): boolean => left <= word.left + 2 && right >= word.left + 180;
  const long = yield* filterInSlices(layout.rules, isLong);
  let [above, below] = [undefined as Area | undefined, undefined as Area | undefined];
  for (const rule of long) {
    if (rule.bottom >= word.top - 3 && rule.bottom < (above?.bottom ?? Infinity)) above = rule;
    if (rule.top <= word.bottom + 3 && rule.top > (below?.top ?? -Infinity)) below = rule;
  }
  if (above === undefined || below === undefined || above.bottom - below.top > highestField) return undefined;
  const isAlike = (rule: Area): boolean =>
    Math.abs(rule.left - below.left) < 3 && Math.abs(rule.right - below.right) < 3;
  if (!isAlike(above)) return undefined;
  const heights = [...new Set(long.filter(isAlike).map(({ bottom }) => Math.round(bottom)))].toSorted((a, b) => b - a);
  let rows = 0;
  for (const [index, top] of heights.slice(0, 60).entries()) {
    const bottom = heights[index + 1];
    if (bottom === undefined || top - bottom > highestField || (word.bottom < top && word.bottom > bottom)) continue;
    const inside = yield* filterInSlices(layout.words, (one) => one.bottom > bottom - 2 && one.top < top + 2);
    const [first] = inside.toSorted((a, b) => a.left - b.left);
    const isBeside = (one: Word): boolean =>
      first !== undefined && one !== first && Math.abs(one.bottom - first.bottom) < 4 && /\d/.test(one.text);
    if (first !== undefined && Math.abs(first.left - word.left) < 6 && inside.some(isBeside)) rows += 1;
  }
  if (rows < 2) return undefined;
  return { left: below.left, right: endOf(layout, below), bottom: below.top, top: above.bottom };
}

/** How far a line goes that is drawn cell by cell. */
function endOf({ rules }: FormLayout, { bottom, right }: Area): number {
  let end = right;
  for (let step = 0; step < mostColumns; step += 1) {
    const next = rules.find((rule) => Math.abs(rule.bottom - bottom) < 2 && Math.abs(rule.left - end) < 4);
    if (next === undefined || next.right <= end) return end;
    end = next.right;
  }
  return end;
}
const mostColumns = 20;

/** The line to write on that belongs to a label: the nearest of those that are beside, over or under it. */
export function* ruleOf(layout: FormLayout, label: Area): Generator<void, Area | undefined> {
  return (yield* rulesOf(layout, label))[0];
}

/** Lines beside a label on either side, over it and under it, in the order in which they are likely to belong to it. */
export function* rulesOf(layout: FormLayout, label: Area): Generator<void, Area[]> {
  const isLong = (rule: Area): boolean => rule.right - rule.left >= 50;
  const isOver = (rule: Area): boolean => rule.left <= label.left + 12 && rule.right >= label.left + 12;
  const near = yield* filterInSlices(
    layout.rules,
    (rule) => isLong(rule) && rule.bottom >= label.bottom - 70 && rule.bottom <= label.top + 14,
  );
  const nearest = (candidates: readonly Area[], distance: (rule: Area) => number): Area[] =>
    candidates.toSorted((a, b) => distance(a) - distance(b)).slice(0, 1);
  const found = [
    ...nearest(
      near.filter(
        ({ left, bottom }) =>
          left >= label.right - 6 && left <= label.right + 70 && bottom >= label.bottom - 14 && bottom <= label.top + 2,
      ),
      ({ left }) => left - label.right,
    ),
    // The label stands on its line.
    ...nearest(
      near.filter(
        ({ left, right, bottom }) =>
          Math.abs(left - label.left) <= 6 &&
          right >= label.right + 40 &&
          bottom <= label.bottom + 1 &&
          bottom >= label.bottom - 8,
      ),
      ({ bottom }) => label.bottom - bottom,
    ),
    // Under the beginning of its line, where a line beside it is that of another column.
    ...nearest(
      near.filter(
        ({ left, bottom }) => Math.abs(left - label.left) <= 6 && bottom >= label.top - 4 && bottom <= label.top + 14,
      ),
      ({ bottom }) => bottom - label.top,
    ),
    ...nearest(
      near.filter(
        ({ right, bottom }) =>
          right >= label.left - 24 && right <= label.left + 2 && Math.abs(bottom - label.bottom) <= 6,
      ),
      ({ right }) => label.left - right,
    ),
    ...nearest(
      near.filter((rule) => isOver(rule) && rule.bottom >= label.top - 4),
      ({ bottom }) => bottom - label.top,
    ),
    ...nearest(
      near.filter((rule) => isOver(rule) && rule.top <= label.bottom - 4),
      ({ bottom }) => label.bottom - bottom,
    ),
  ];
  return [...new Set(found)];
}

/** On one line: what is filled into a field of a form may stand a little higher or lower than its label. */
export function isOnLineOf(label: Area, word: Area): boolean {
  if (Math.abs(word.bottom - label.bottom) < 4) return true;
  const common = Math.min(word.top, label.top) - Math.max(word.bottom, label.bottom);
  return common >= 0.5 * Math.min(word.top - word.bottom, label.top - label.bottom);
}

/** The value right under its label, in another style: what is beside it is the next label. */
export function* setUnder(page: FormLayout, label: Word): Generator<void, Word | undefined> {
  const isUnder = (word: Word): boolean =>
    label.style !== undefined &&
    word.style !== undefined &&
    word.style !== label.style &&
    Math.abs(word.left - label.left) < 4 &&
    word.top <= label.bottom + 3 &&
    label.bottom - word.top < 6;
  return (yield* filterInSlices(page.words, isUnder))[0];
}

/** In a list of two columns, what the other one has in the row of a text, however far apart they are. */
export function* pairedWith(
  page: FormLayout,
  word: Word,
  side: 'before' | 'behind',
): Generator<void, Word | undefined> {
  const row = yield* filterInSlices(page.words, (one) => one !== word && isOnLineOf(word, one));
  const [other] = row;
  const isPair = row.length === 1 && Math.max(word.text.length, other?.text.length ?? 0) <= longestPair;
  if (!isPair || other === undefined || (side === 'before') !== other.left < word.left) return undefined;
  const mates = yield* filterInSlices(page.words, (one) => one !== other && Math.abs(one.left - other.left) < 2);
  let rows = 0;
  for (const mate of mates.slice(0, mostPairs)) {
    const beside = yield* filterInSlices(page.words, (one) => one !== mate && isOnLineOf(mate, one));
    if (beside.length === 1 && Math.abs((beside[0]?.left ?? 0) - word.left) < 2) rows += 1;
  }
  return rows >= fewestPairs ? other : undefined;
}
const [longestPair, mostPairs, fewestPairs] = [60, 40, 3];

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

const joinsNothing = /^.$|:\s*$|[[\]☐-☒✓-✘□▢❏-❒\uf06f-\uf0fe]/u;

/** Texts of one line with no more than a blank between them, which a font or a page took apart; a label ends where its value begins. */
function* runsOf(page: FormLayout, read: ReadonlySet<Word>, isPrint: (word: Word) => boolean): Generator<void, Word[]> {
  const sorted = yield* sortInSlices(page.words, (a, b) => Math.round(b.bottom - a.bottom) || a.left - b.left);
  const runs: Word[] = [];
  for (const word of sorted) {
    if (read.has(word)) continue;
    const last = runs.at(-1);
    const isNext =
      last !== undefined &&
      Math.abs(last.bottom - word.bottom) < 1.5 &&
      word.left - last.right < 0.4 * (word.top - word.bottom) &&
      word.left > last.left &&
      !joinsNothing.test(last.text) &&
      !joinsNothing.test(word.text) &&
      isPrint(last) === isPrint(word) &&
      (isPrint(word) || isOfOneHand(last, word));
    if (isNext) {
      const run = joined(last, word, ' ');
      runs[runs.length - 1] = isPrint(word) ? { ...run, style: word.style } : run;
    } else runs.push(word);
  }
  return runs;
}

const isOfOneHand = (one: Word, other: Word): boolean =>
  one.style === other.style || one.style === undefined || other.style === undefined;

/** Texts in lines under each other that are one sentence. */
export function* sentencesOf(
  page: FormLayout,
  read: ReadonlySet<Word>,
  isPrint: (word: Word) => boolean,
): Generator<void, Map<Word, string>> {
  const runs = yield* runsOf(page, read, isPrint);
  const texts = new Map<Word, string>();
  const taken = new Set<Word>();
  for (const run of runs) {
    yield;
    if (taken.has(run)) continue;
    let [text, last] = [run.text, run];
    for (;;) {
      const under: Word | undefined = runs.find(
        (one) =>
          Math.abs(one.left - last.left) < 3 &&
          one.bottom < last.bottom - 2 &&
          last.bottom - one.top < 0.8 * (last.top - last.bottom) &&
          Math.abs(one.top - one.bottom - (last.top - last.bottom)) < 1 &&
          one.style === last.style,
      );
      if (under === undefined) break;
      // A caption that goes on; what else is written there begins anew.
      const goesOn =
        isPrint(last) && isPrint(under) && /^\p{Ll}[^\d]*$/u.test(under.text) && !wordsOf(under.text).some(isTroubled);
      if (isPlaceAndDay(under.text) || (!goesOn && !(yield* isWrapped(page, last, under)))) break;
      text += ` ${under.text}`;
      taken.add(under);
      last = under;
    }
    texts.set(run, text);
  }
  return texts;
}

const longestRowLabel = 40;

/** The next word had no room on the line. */
function* isWrapped(page: FormLayout, last: Word, under: Word): Generator<void, boolean> {
  // Rows of a table, each with its label before it.
  const labelled = yield* filterInSlices(
    page.words,
    // A line of another column of terms is no label.
    (one) =>
      one.right <= Math.min(last.left, under.left) + 2 &&
      /\p{L}{2}/u.test(one.text) &&
      one.text.length <= longestRowLabel,
  );
  const isBefore = (one: Word, row: Word): boolean => Math.abs(one.bottom - row.bottom) < 3;
  const heads = labelled.filter((one) => isBefore(one, last));
  if (heads.some((one) => labelled.some((other) => isBefore(other, under) && Math.abs(other.left - one.left) < 2)))
    return false;
  // A list of fields, each on its line, or of choices with their boxes.
  const boxed = yield* filterInSlices(
    page.boxes,
    ({ left, right, bottom, top }) =>
      right - left < 18 &&
      right <= under.left + 2 &&
      right >= under.left - 16 &&
      bottom < under.top &&
      top > under.bottom,
  );
  if (boxed.length > 0) return false;
  if (/^\p{Lu}[\p{L} /#]{1,24}:\s/u.test(under.text) && /^[^:]{1,25}:\s*\S/.test(last.text)) return false;
  if (last.text.length < 12 || /\?\s*$/.test(last.text) || (/[:.!?]\s*$/.test(last.text) && last.text.length < 40))
    return false;
  const first = ((under.right - under.left) * ((under.text.split(' ')[0] ?? '').length + 1)) / under.text.length;
  const cell = yield* cellAround(page, last);
  if (cell !== undefined) return last.right + first > cell.right - 8;
  return last.text.length >= 40 && (!/[:.!?]\s*$/.test(last.text) || under.right < last.right + 4);
}
