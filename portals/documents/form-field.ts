/** What a printed form says in one of its fields: in the cell of the label, behind it, below it, or above its line. */
import { filterInSlices } from '../../process/time-slices.ts';
import { type FormLayout, cellAround, isOnLineOf, pairedWith, ruleOf, setUnder } from './form-layout.ts';
import { type Area, type Word } from './page-geometry.ts';
import { contains, isRuledOff, isUnderRuleOf } from './page-shapes.ts';
import { isGoods, isLabel, isNeutral, isQuestion, nameOf, wordsOf } from './receipt-wording.ts';
import { isCaption, isFieldLabel } from './signing-party.ts';

const mostCandidates = 5;

/** What a label or a value looks like. */
type Form = Pick<RegExp, 'test'>;

/**
 * @param label fits the whole label, without the colon
 * @param form what a value looks like; what looks otherwise is not taken for one
 * @param isAsked leaves out labels of others, such as the printed name of the driver
 */
export function* fieldOnForm(
  pages: readonly FormLayout[],
  label: Form,
  form: Form,
  textOf: (words: readonly Word[]) => Generator<void, string>,
  isAsked?: (page: FormLayout, label: Word) => Generator<void, boolean>,
): Generator<void, string | null> {
  return (yield* fieldsOnForm(pages, label, form, textOf, isAsked, 1))[0] ?? null;
}

/** What all places of a form say that are called so; of two that differ, nobody knows here which counts. */
export function* fieldsOnForm(
  pages: readonly FormLayout[],
  label: Form,
  form: Form,
  textOf: (words: readonly Word[]) => Generator<void, string>,
  isAsked?: (page: FormLayout, label: Word) => Generator<void, boolean>,
  most = mostCandidates,
): Generator<void, string[]> {
  const values: string[] = [];
  for (const page of pages) {
    // "PRINT LAST & FIRST NAME" is a label as a whole.
    const called = (text: string): string => (label.test(text.trim()) ? text.trim() : nameOf(text));
    const named = yield* filterInSlices(page.words, ({ text }) => text.length <= 160 && label.test(called(text)));
    for (const word of named.slice(0, mostCandidates)) {
      if (isAsked !== undefined && !(yield* isAsked(page, word))) continue;
      const own = word.text
        .slice(called(word.text).length)
        .replace(/^\s*:/, '')
        .replace(/^[_\s]+|[_\s]+$/g, '');
      const isOwn = own !== '' && form.test(own) && !isFieldLabel(own);
      // "Print Depot" is no label of what is under it.
      const isLabelAlone = own === '' || /^[^:]{1,60}:/.test(word.text);
      const value = isOwn ? own : isLabelAlone ? yield* valueAt(page, word, form, textOf) : null;
      if (value !== null) values.push(value);
      if (values.length >= most) return values;
    }
  }
  return values;
}

function* valueAt(
  page: FormLayout,
  label: Word,
  form: Form,
  textOf: (words: readonly Word[]) => Generator<void, string>,
): Generator<void, string | null> {
  // A watermark is no value, and neither is a heading.
  const highest = 4 * (label.top - label.bottom) + 6;
  const isValue = (word: Word): boolean =>
    word !== label && word.top - word.bottom <= highest && !isFieldLabel(word.text);
  const cell = yield* cellAround(page, label);
  const taken = function* (area: Area, slack: number, isUnder = false): Generator<void, string | null> {
    const inside = yield* filterInSlices(
      page.words,
      (word) => isValue(word) && contains(area, word, slack) && !(isUnder && isOnLineOf(label, word)),
    );
    const text = (yield* textOf(inside)).trim();
    return form.test(text) ? text : null;
  };
  const isPanel =
    cell !== undefined &&
    (yield* filterInSlices(
      page.words,
      (word) => word !== label && !isValue(word) && contains(cell, word, 2) && !isRestOf(label, word),
    )).length > 0;
  if (cell !== undefined && !isPanel) {
    const inside = yield* filterInSlices(page.words, (word) => word !== label && contains(cell, word, 2));
    const text = (yield* textOf(inside.filter(isValue))).trim();
    if (text !== '' && form.test(text)) return text;
    // The cell of the label alone: the value is in the next one of its row, or in the one below.
    if (inside.length === 0 && cell.top - cell.bottom <= 2.5 * (label.top - label.bottom) + 8) {
      const next = yield* filterInSlices(
        page.words,
        (word) =>
          word.left >= cell.right - 2 &&
          word.left <= cell.right + 60 &&
          word.bottom >= cell.bottom - 3 &&
          word.top <= cell.top + 3,
      );
      const [first] = next.toSorted((a, b) => a.left - b.left);
      if (first !== undefined && isValue(first) && form.test(first.text)) return first.text;
      const under = yield* taken({ ...cell, top: cell.bottom + 2, bottom: 2 * cell.bottom - cell.top - 14 }, 3);
      if (under !== null) return under;
      const below = yield* cellAround(page, {
        left: label.left,
        right: label.left + 1,
        bottom: cell.bottom - 8,
        top: cell.bottom - 7,
      });
      return below === undefined || below.top > cell.bottom + 3 || below.bottom < cell.bottom - 80
        ? null
        : yield* taken(below, 3);
    }
    // A cell with several fields that are not all known.
    const [behind] = inside
      .filter((word) => isOnLineOf(label, word) && word.left >= label.right - 1)
      .toSorted((a, b) => a.left - b.left);
    return behind !== undefined && isValue(behind) && form.test(behind.text) ? behind.text : null;
  }
  const onLine = yield* filterInSlices(
    page.words,
    (word) =>
      word !== label && isOnLineOf(label, word) && word.left >= label.right - 1 && word.left <= label.right + 240,
  );
  const [beside = yield* pairedWith(page, label, 'behind')] = onLine.toSorted((a, b) => a.left - b.left);
  const stacked = yield* setUnder(page, label);
  if (stacked !== undefined && isValue(stacked) && form.test(stacked.text) && beside?.style !== stacked.style)
    return stacked.text;
  if (beside !== undefined && isValue(beside) && form.test(beside.text)) return beside.text;
  const nearest = yield* ruleOf(page, label);
  // The upper edge of the cell is no line to write on.
  const rule = cell !== undefined && (nearest?.bottom ?? 0) >= cell.top - 3 ? undefined : nearest;
  if (rule !== undefined) {
    // Labels side by side over one line have a column of it each.
    const beside = onLine.filter((word) => !isValue(word) || isLabel(word.text)).map(({ left }) => left);
    const isUnder = rule.bottom < label.top - 4 && rule.right > label.left;
    const written = yield* taken(
      {
        left: isUnder && label.left > rule.left + 12 ? label.left - 8 : rule.left - 4,
        right: Math.min(rule.right + 8, ...(isUnder ? beside.map((left) => left + 2) : [])),
        bottom: rule.bottom - 4,
        top: rule.bottom + 18,
      },
      2,
      isUnder && rule.left < label.right,
    );
    if (written !== null) return written;
    const high = isUnder ? undefined : yield* highOver(page, label, rule);
    if (high !== undefined && isValue(high) && form.test(high.text)) return high.text;
    if (rule.bottom >= label.top - 4) return null;
  }
  if (beside !== undefined && !isValue(beside) && beside.left < label.right + 20) return null;
  const below = yield* filterInSlices(
    page.words,
    (word) =>
      word.top <= label.bottom + 3 &&
      word.top >= label.bottom - 14 &&
      // Web pages indent it.
      word.left >= label.left - 12 &&
      word.left <= label.left + 36,
  );
  const [first = yield* overLineOfRow(page, label)] = below.toSorted((a, b) => b.bottom - a.bottom);
  if (first === undefined) {
    // A row of boxes under a row of labels.
    const boxes = yield* filterInSlices(
      page.boxes,
      (box) =>
        box.top <= label.bottom + 3 &&
        box.top >= label.bottom - 14 &&
        Math.abs(box.left - label.left) < 8 &&
        box.top - box.bottom < 60,
    );
    const boxed = boxes[0] === undefined ? null : yield* taken(boxes[0], 2);
    return (
      boxed ?? (yield* aboveCaption(page, label, isValue, form)) ?? (yield* aboveOnScan(page, label, isValue, form))
    );
  }
  if (!isValue(first) || !form.test(first.text)) return null;
  // With something behind it, it is the next label of a list.
  const behind = yield* filterInSlices(
    page.words,
    (word) =>
      word !== first &&
      Math.abs(word.bottom - first.bottom) < 4 &&
      word.left >= first.right - 1 &&
      word.left <= first.left + 240 &&
      // The value of the next label, in a row of labels over a row of values.
      !onLine.some((one) => Math.abs(one.left - word.left) < 6 && one.style === label.style && isOfLabels(one)),
  );
  return behind.length === 0 ? first.text : null;
}

/** Under a label without a line or a box, what stands as high as those under the other labels of its row. */
function* overLineOfRow(page: FormLayout, label: Word): Generator<void, Word | undefined> {
  const row = yield* filterInSlices(
    page.words,
    (word) => word !== label && word.style === label.style && Math.abs(word.bottom - label.bottom) < 2,
  );
  const isUnder = ({ left, right }: Area): boolean =>
    right - left >= 50 && row.some((word) => left <= word.left + 12 && right >= word.left + 12 && isOfLabels(word));
  const isNear = (edge: number): boolean => edge < label.bottom + 2 && edge > label.bottom - 70;
  const boxes = yield* filterInSlices(page.boxes, (box) => isNear(box.top) && isUnder(box));
  const rules = yield* filterInSlices(page.rules, (rule) => isNear(rule.top + 14) && isUnder(rule));
  const heights = [...boxes, ...rules.map(({ bottom }) => ({ bottom, top: bottom + 24 }))];
  const lowest = Math.min(...heights.map(({ bottom }) => bottom));
  const [first, second] = yield* filterInSlices(
    page.words,
    ({ top, bottom, left, right }) =>
      top <= label.bottom && bottom > lowest - 4 && right > label.left && left < label.right + 60,
  );
  const isAlone = first !== undefined && second === undefined && Math.abs(first.left - label.left) < 4;
  const isAsHigh = ({ bottom, top }: (typeof heights)[number]): boolean =>
    isAlone && first.bottom > bottom - 4 && first.top < top + 4;
  return heights.some(isAsHigh) ? first : undefined;
}

/** Written high over the line of a caption, with nothing else over it. */
function* highOver(page: FormLayout, label: Word, rule: Area): Generator<void, Word | undefined> {
  const [first, second] = yield* filterInSlices(
    page.words,
    ({ left, right, bottom }) =>
      bottom > rule.bottom && bottom < rule.bottom + 24 && left < rule.right && right > rule.left,
  );
  const isAlone = first !== undefined && second === undefined && Math.abs(first.left - label.left) < 8;
  return isAlone && ((yield* labelWordOf(page, first)) ?? label) === label ? first : undefined;
}

const isOfLabels = ({ text }: Word): boolean => isLabel(text) || isFieldLabel(text);

/** The second line of a label in a narrow cell: "Print" over "name". */
const isRestOf = (label: Word, word: Word): boolean =>
  Math.abs(word.left - label.left) < 2 &&
  word.top <= label.bottom + 3 &&
  word.top >= label.bottom - 6 &&
  /^\p{L}+$/u.test(word.text);

/** Under what was written, without a line between, where that has no other label. */
function* aboveCaption(
  page: FormLayout,
  label: Word,
  isValue: (word: Word) => boolean,
  form: Form,
): Generator<void, string | null> {
  if (!isCaption.test(label.text)) return null;
  const above = yield* filterInSlices(
    page.words,
    (word) =>
      Math.abs(word.left - label.left) < 4 &&
      word.bottom >= label.top - 3 &&
      word.bottom - label.top < 0.8 * (label.top - label.bottom),
  );
  const [value] = above;
  if (value === undefined || above.length > 1 || !isValue(value) || !form.test(value.text)) return null;
  return (yield* labelWordOf(page, value)) === label ? value.text : null;
}

/** OCR reads no lines: on forms that have them, the value is over its label. */
function* aboveOnScan(
  page: FormLayout,
  label: Word,
  isValue: (word: Word) => boolean,
  form: Form,
): Generator<void, string | null> {
  if (page.rules.length > 0 || page.boxes.length > 0 || page.pictures.length > 0) return null;
  const above = yield* filterInSlices(
    page.words,
    (word) =>
      word.bottom >= label.top - 3 &&
      word.bottom <= label.top + 16 &&
      word.left >= label.left - 12 &&
      word.left <= label.left + 90,
  );
  const [nearest] = above.toSorted((a, b) => a.bottom - b.bottom);
  return nearest !== undefined && isValue(nearest) && form.test(nearest.text) ? nearest.text : null;
}

// The label of a text, as people read it.

/** Right before a text, in another style. */
const isSetBefore = (before: Word, { style, left }: Word): boolean =>
  before.style !== undefined && style !== undefined && before.style !== style && left - before.right < 110;

/** Right over a text, in smaller letters of another style. */
const isSetApart = (over: Word, { style, top, bottom }: Word): boolean =>
  over.style !== undefined &&
  style !== undefined &&
  over.style !== style &&
  over.top - over.bottom < top - bottom - 0.4 &&
  over.bottom - top < 0.6 * (top - bottom);

/** What the label of a text says. */
export function* labelOf(page: FormLayout, word: Word): Generator<void, string | undefined> {
  return (yield* labelWordOf(page, word))?.text;
}

/**
 * The label of a text: before it on its line, over it, or the head of its column.
 * @param isLabelled whether a text is a label
 */
export function* labelWordOf(
  page: FormLayout,
  word: Word,
  isLabelled: (one: Word) => boolean = ({ text }) => isLabel(text),
  depth = 0,
): Generator<void, Word | undefined> {
  const before = (yield* wordBefore(page, word)) ?? (yield* besideBlock(page, word));
  const isSure = (one: Word): boolean =>
    isLabelled(one) &&
    (!isLabel(one.text) || /[:?]\s*$/.test(one.text) || wordsOf(one.text).some(isNeutral) || isQuestion(one.text));
  if (
    before !== undefined &&
    (isSure(before) ||
      (isLabelled(before) && isSetBefore(before, word)) ||
      (/^\d{1,5}$/.test(word.text) && isLabelled(before)))
  )
    return before;
  const over = (yield* filterInSlices(
    page.words,
    (one) =>
      one !== before &&
      one.bottom >= word.top - 4 &&
      one.bottom - word.top < 1.2 * (word.top - word.bottom) &&
      Math.abs(one.left - word.left) < 14,
  )).toSorted((a, b) => a.bottom - b.bottom)[0];
  if (over !== undefined && !/^(?:yes|no|n\/?a)$/i.test(over.text)) {
    // Rows of a label and its value each.
    const beforeOver =
      before !== undefined && isLabelled(before) && (yield* cellAround(page, word)) === undefined
        ? yield* wordBefore(page, over)
        : undefined;
    if (before !== undefined && beforeOver !== undefined && isLabelled(beforeOver) && isAlignedWith(before, beforeOver))
      return before;
    if (isLabelled(over)) return over;
    // The label of a field that nobody knows.
    if (isSetApart(over, word)) return undefined;
    const [name = '', value = ''] = over.text.split(/:\s*(?=\S)/);
    // A further line of a name and its address.
    const further =
      depth >= 4
        ? undefined
        : value === ''
          ? yield* labelWordOf(page, over, isLabelled, depth + 1)
          : isLabel(name) && /^\P{Ll}/u.test(name)
            ? { ...over, text: name, style: undefined }
            : undefined;
    // Goods have a row each, and a number is no further line.
    if (further !== undefined && !isGoods.test(further.text) && !/^[\d.,]+$/.test(word.text)) return further;
  }
  const own = yield* cellAround(page, word);
  const under = (yield* filterInSlices(
    page.words,
    (one) =>
      one.top <= word.bottom + 4 &&
      word.bottom - one.top < 14 &&
      (Math.abs(one.left - word.left) < 14 || isUnderRuleOf(page, word, one)) &&
      isLabelled(one) &&
      (isCaption.test(one.text) || (own === undefined && isRuledOff(page, word, one))),
  )).toSorted((a, b) => b.top - a.top)[0];
  const head = yield* headOf(page, word, own, isLabelled);
  // A caption of the next row of cells, under a list with heads.
  const isOfNextRow = own !== undefined && head !== undefined && under !== undefined && under.top < own.bottom + 2;
  if (
    under !== undefined &&
    !isOfNextRow &&
    (before === undefined || own !== undefined || isRuledOff(page, word, under))
  )
    return under;
  return head ?? (before !== undefined && isLabelled(before) ? before : undefined);
}

const isAlignedWith = (one: Word, other: Word): boolean =>
  one.style === other.style && Math.abs(one.left - other.left) < 2;

/** What is nearest to the left of a text, on its line. */
function* wordBefore(page: FormLayout, word: Word): Generator<void, Word | undefined> {
  const middle = (word.bottom + word.top) / 2;
  const before = yield* filterInSlices(
    page.words,
    (one) =>
      one !== word &&
      one.bottom < middle &&
      one.top > middle &&
      one.right <= word.left + 2 &&
      word.left - one.right < 260,
  );
  return before.toSorted((a, b) => b.right - a.right)[0] ?? (yield* pairedWith(page, word, 'before'));
}

/** A label with a colon beside the lines of its value, in the middle of their height, as tables of web pages set it. */
function* besideBlock(page: FormLayout, word: Word): Generator<void, Word | undefined> {
  const height = word.top - word.bottom;
  const column = (yield* filterInSlices(
    page.words,
    (one) =>
      Math.abs(one.left - word.left) < 1 && one.style === word.style && Math.abs(one.bottom - word.bottom) < 6 * height,
  )).toSorted((a, b) => b.bottom - a.bottom);
  const gaps = column.slice(1).map((one, index) => (column[index]?.bottom ?? 0) - one.top);
  // Lines of one value are closer than rows of a table.
  const widest = Math.min(0.6 * height, Math.min(...gaps) + 0.12 * height);
  const at = column.indexOf(word);
  let [first, last] = [at, at];
  while ((gaps[first - 1] ?? Infinity) <= widest) first -= 1;
  while ((gaps[last] ?? Infinity) <= widest) last += 1;
  const [top, bottom] = [column[first]?.top ?? 0, column[last]?.bottom ?? 0];
  if (first === last) return undefined;
  const beside = yield* filterInSlices(
    page.words,
    (one) => one.right <= word.left + 2 && word.left - one.right < 260 && one.bottom < top && one.top > bottom,
  );
  const nearest = Math.max(...beside.map(({ left }) => left));
  return beside.find(({ left, text }) => /:\s*$/.test(text) && nearest - left < 3);
}

/** The head of the column of a list: in a row of labels over it. */
function* headOf(
  page: FormLayout,
  word: Word,
  cell: Area | undefined,
  isLabelled: (one: Word) => boolean,
): Generator<void, Word | undefined> {
  const heads = yield* filterInSlices(
    page.words,
    (one) =>
      one.bottom >= word.top - 2 &&
      one.bottom < word.top + 350 &&
      isLabelled(one) &&
      !/:\s*$|^(?:yes|no|y|n|s[ií]|oui|non|ja|nein)$/iu.test(one.text),
  );
  const sorted = heads.slice(0, 100).toSorted((a, b) => a.bottom - b.bottom || a.left - b.left);
  for (const head of sorted) {
    const row = sorted.filter((one) => Math.abs(one.bottom - head.bottom) < 4).toSorted((a, b) => a.left - b.left);
    if (row.length < 2) continue;
    const centerOf = (one: Word): number => (one.left + one.right) / 2;
    const isIn = (one: Word): boolean =>
      cell !== undefined && centerOf(one) >= cell.left && centerOf(one) <= cell.right;
    // A frame around all columns is no cell.
    const isCell = row.filter(isIn).length <= 1;
    const next = row[row.indexOf(head) + 1];
    const isOver =
      isCell && cell !== undefined
        ? isIn(head)
        : word.left >= head.left - 20 && word.left < (next?.left ?? head.right + 200) - 2;
    // What is under a table is in none of its columns.
    if (!isOver || (cell === undefined && !(yield* isInRowUnder(page, head, word)))) continue;
    if (cell === undefined && !(yield* isInColumn(page, row, head, word))) continue;
    if (cell === undefined && (yield* isEndedOver(page, head, word, isLabelled))) continue;
    // A row of a list has more than one cell.
    if (!isGoods.test(head.text)) return head;
    // A cell of several lines is as high as its row.
    const isInRow = (one: Word): boolean =>
      Math.abs(one.bottom - word.bottom) < 5 ||
      (cell !== undefined &&
        isCell &&
        cell.top < head.bottom + 2 &&
        one.bottom >= cell.bottom - 2 &&
        one.top <= cell.top + 2 &&
        (one.left >= cell.right - 2 || one.right <= cell.left + 2));
    const mates = yield* filterInSlices(page.words, (one) => one !== word && isInRow(one) && /\d/.test(one.text));
    return mates.length > 0 ? head : undefined;
  }
  return undefined;
}

/** Cards have a row of labels over each row of values: a label in the head's style under the head begins another. */
function* isEndedOver(
  page: FormLayout,
  head: Word,
  word: Word,
  isLabelled: (one: Word) => boolean,
): Generator<void, boolean> {
  if (head.style === undefined || head.style === word.style) return false;
  const next = yield* filterInSlices(
    page.words,
    (one) =>
      one.style === head.style &&
      one.top < head.bottom &&
      one.bottom > word.bottom - 4 &&
      one.left <= word.left + 4 &&
      isLabelled(one),
  );
  return next.length > 0;
}

/** Under no other head that nobody knows; and with the other cells of its row, where only the heads have a frame or are shaded. */
function* isInColumn(page: FormLayout, heads: readonly Word[], head: Word, word: Word): Generator<void, boolean> {
  const nearer = yield* filterInSlices(
    page.words,
    (one) => Math.abs(one.bottom - head.bottom) < 4 && one.left > head.left + 4 && one.left <= word.left + 4,
  );
  if (nearer.length > 0) return false;
  if ((yield* cellAround(page, head)) === undefined) return true;
  const row = yield* filterInSlices(page.words, (one) => Math.abs(one.bottom - word.bottom) < 5);
  return heads.filter(({ left }) => row.some((one) => Math.abs(one.left - left) < 4)).length >= fewestColumns;
}

const fewestColumns = 3;

/** Right under the head of a column, or with the other cells of its row. */
function* isInRowUnder(page: FormLayout, head: Word, word: Word): Generator<void, boolean> {
  if (head.bottom - word.top < 2 * (word.top - word.bottom)) return true;
  const mates = yield* filterInSlices(page.words, (one) => one !== word && Math.abs(one.bottom - word.bottom) < 5);
  return mates.length > 0;
}
