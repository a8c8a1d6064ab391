/**
 * Tells what a form prints from what was filled into it by how it is set: labels and terms have styles (typeface, size, ink)
 * in which nothing is filled in. A form that prints everything in one style says nothing by it.
 */
import { namesTrouble } from '../../domain/dispatch/pod.ts';
import { filterInSlices, sortInSlices } from '../../process/time-slices.ts';
import { labelWordOf } from './form-field.ts';
import { type FormLayout, cellAround } from './form-layout.ts';
import type { Area, Word } from './page-geometry.ts';
import { stated, splitIn } from './receipt-texts.ts';
import { isCountOfFreight, isLabel, isTroubled, setOf, wordsOf } from './receipt-wording.ts';
import list from './receipt-words.json' with { type: 'json' };
import standard from './standard-forms.json' with { type: 'json' };

interface Use {
  /** Labels and terms that are known. */
  print: number;
  /** Values of fields, days and numbers. */
  filled: number;
  /** Short texts whose label is set as they are, or without one: labels that are not known, or not. */
  doubtful: number;
  /** Sentences that are not known. */
  prose: number;
  readonly size: number;
}

export interface PrintStyles {
  readonly isPrint: (word: Word, whole?: string) => boolean;
  /** Set as what is filled in, where print is set otherwise. */
  readonly isFilledIn: (word: Word) => boolean;
  /** Some style is that of the print. */
  readonly hasPrint: boolean;
}

/** Fewer say nothing of a style. */
const leastPrint = 3;
/** With as many labels that are known, those that are not may be more. */
const surePrint = 8;
/** A number of an edition or the like among as many labels is printed with them. */
const mostFilled = 10;
/** A note is no sentence of as many words in letters smaller than all that is filled in. */
const finePrint = { words: 14, smaller: 0.5 };

/** What a carrier prints of itself. */
const ofCarrier =
  /^(?:form|rev|page|scac|us ?dot|dot|mc|nmf|nmfc|fein|ein|rfc|cif|nif|siren|siret|rcs|hrb|ust|vat|tva|tel|phone|fax)(?!\p{L})/iu;

/** A day, a time, an amount or a number of a shipment: no form prints one, but for its own address and edition. */
const isEntry = (text: string): boolean =>
  text.length <= 40 &&
  !ofCarrier.test(text) &&
  !/^\+?[\d() .-]{0,6}\d{3}[ .-]\d{3,4}[ .-]?\d{0,4}$/.test(text) &&
  !/(?<!\p{L})[A-Z]{2}\.? \d{5}(?:-\d{4})?$/u.test(text) &&
  /(?<!\d)(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}[/.-]\d{1,2}[/.-]\d{1,2})(?!\d)|^\d{1,2}:\d{2}|^#?\d[\d,. -]{2,}$|^\p{L}{0,4}[ #-]?\d{5,}|[ #]\d{5,}$/u.test(
    text,
  );

/** What is set in a style of the print, and what is set as values are; for `inSlices`. */
export function* printStyles(pages: readonly FormLayout[], most: number): Generator<void, PrintStyles> {
  const uses = new Map<string, Use>();
  const read = pages.filter(({ words }) => words.length <= most);
  // What has days and numbers in its style is no label.
  const typed = new Set<string | undefined>();
  for (const page of read) for (const word of yield* filterInSlices(page.words, isFilled)) typed.add(word.style);
  for (const page of read) {
    const numbered = yield* numberedFields(page);
    for (const word of page.words) {
      yield;
      if (word.style === undefined || !/\p{L}{2}|\d/u.test(word.text)) continue;
      const use = numbered.has(word) ? 'print' : yield* useOf(page, word, typed);
      // A typeface that nothing is filled in with is that of the print in all of its sizes.
      for (const style of [word.style, faceOf(word.style)]) {
        const known = uses.get(style) ?? { print: 0, filled: 0, doubtful: 0, prose: 0, size: word.top - word.bottom };
        known[use] += 1;
        uses.set(style, known);
      }
    }
  }
  const sizes = [...uses.values()].filter(({ filled }) => filled > 0).map(({ size }) => size);
  const isOfPrint = (use: Use | undefined): boolean =>
    use !== undefined &&
    use.filled <= use.print / mostFilled &&
    use.print >= leastPrint &&
    use.doubtful <= (use.print >= surePrint ? 2 : 1) * use.print;
  const use = (style: string): number => {
    const { print = 0, filled = 0, doubtful = 0, prose = 0 } = uses.get(style) ?? {};
    return print + filled + doubtful + prose;
  };
  const isPrint: PrintStyles['isPrint'] = ({ text, style, top, bottom }, whole = text) => {
    if (style === undefined || isEntry(text)) return false;
    if (sizes.length === 0) return false;
    // No pen writes in white; a sticker may have a line or two of it.
    if (/ (?:9|10)$/.test(style) && use(style) >= leastPrint) return true;
    if (isOfPrint(uses.get(style)) || isOfPrint(uses.get(faceOf(style)))) return true;
    const isSmall = top - bottom <= Math.min(...sizes) - finePrint.smaller;
    return isSmall && wordsOf(whole).length >= finePrint.words && /\p{L}{3}[.!?]/u.test(whole);
  };
  const hasPrint = [...uses.values()].some(isOfPrint);
  const isFilledIn: PrintStyles['isFilledIn'] = ({ style = '' }) =>
    hasPrint && (uses.get(style)?.filled ?? 0) > 0 && !isOfPrint(uses.get(style));
  return { isPrint, isFilledIn, hasPrint };
}

const faceOf = (style: string): string => style.replace(/ [\d.]+ (?=\d+$)/, ' ');

const isFilled = ({ text }: Word): boolean => {
  const said = /^[^:]{2,40}:\s*(\S+(?: \S+){0,7})$/.exec(text)?.[1];
  // "Freight charge terms: Prepaid" is printed.
  return isEntry(text) || (said !== undefined && !isLabel(said));
};

/** "1 Absender", "2 Empfänger" and so on: labels of a form that numbers its fields, in few styles and each number in one place. */
function* numberedFields(page: FormLayout): Generator<void, ReadonlySet<Word>> {
  const fields = new Map<string, Word[]>();
  for (const word of yield* filterInSlices(page.words, ({ text }) => numbered.test(text))) {
    const number = numbered.exec(word.text)?.[1] ?? '';
    fields.set(number, [...(fields.get(number) ?? []), word]);
  }
  const single = [...fields].flatMap(([number, words]) =>
    words.length === 1 ? words.map((word) => ({ number, word })) : [],
  );
  const own = single.filter(({ word }) => single.filter((one) => one.word.style === word.style).length >= leastPrint);
  const last = Math.max(...own.map(({ number }) => Number(number)));
  return new Set(own.length >= fewestNumbered && own.length >= 0.5 * last ? own.map(({ word }) => word) : []);
}

/**
 * The numbers of such fields where each stands by itself: in one style, each once and before or over a text, most of those
 * from 1 to the highest.
 */
export function* numbersOfFields(page: FormLayout): Generator<void, ReadonlySet<Word>> {
  const numbers = yield* filterInSlices(page.words, ({ text }) => /^[1-9]\d?\.?$/.test(text));
  const styles = new Map<string | undefined, Word[]>();
  for (const word of numbers) styles.set(word.style, [...(styles.get(word.style) ?? []), word]);
  for (const [style, words] of styles) {
    const values = words.map(({ text }) => Number.parseInt(text, 10));
    const isSeries =
      style !== undefined &&
      new Set(values).size === values.length &&
      values.length >= fewestNumbered &&
      values.length >= 0.6 * Math.max(...values);
    if (!isSeries) continue;
    const own = new Set<Word>();
    for (const word of words) {
      const next = yield* filterInSlices(
        page.words,
        (one) =>
          one !== word &&
          one.left >= word.left - 2 &&
          one.left - word.right < 14 &&
          one.bottom < word.top + 2 &&
          one.top > word.bottom - 12 &&
          /^\p{L}{2}/u.test(one.text),
      );
      if (next.length > 0) own.add(word);
    }
    if (own.size === words.length) return own;
  }
  return new Set();
}

const numbered = /^(\d{1,2})[.)]? \p{Lu}\p{L}+(?!\S*\d)/u;
const fewestNumbered = 8;

function* useOf(
  page: FormLayout,
  word: Word,
  typed: ReadonlySet<string | undefined>,
): Generator<void, 'print' | 'filled' | 'doubtful' | 'prose'> {
  const { text } = word;
  if (isFilled(word)) return 'filled';
  if (isLabel(text)) return 'print';
  if (/^\p{Ll}/u.test(text) && (yield* goesOn(page, word))) return 'prose';
  if (wordsOf(text).length >= 7)
    return splitIn(text).some((one) => stated(one) === 'fine' || stated(one) === 'asked') ? 'print' : 'prose';
  const label = yield* labelWordOf(page, word);
  const isValue = label !== undefined && label.style !== word.style && !typed.has(label.style) && isNextTo(label, word);
  return isValue ? 'filled' : 'doubtful';
}

/** Right behind a label, or right under it. */
export const isNextTo = (label: Word, { left, bottom, top }: Word): boolean =>
  (Math.abs(label.bottom - bottom) < 6 && left - label.right < 150) ||
  (label.bottom >= top - 4 && label.bottom - top < 14);

/** The last line of a sentence. */
function* goesOn(page: FormLayout, word: Word): Generator<void, boolean> {
  const over = yield* filterInSlices(
    page.words,
    (one) =>
      one.style === word.style &&
      Math.abs(one.left - word.left) < 3 &&
      one.bottom > word.bottom &&
      one.bottom - word.top < 0.8 * (word.top - word.bottom),
  );
  return over.some(({ text }) => wordsOf(text).length >= 7);
}

/** Few words that nobody knows are a label only where something is filled in behind or under them, or may be. */
export function* hasItsPlace(page: FormLayout, word: Word, whole: string): Generator<void, boolean> {
  if (wordsOf(whole).length >= shortestProse || /[:?]\s*$/.test(whole)) return true;
  const cell = yield* cellAround(page, word);
  const height = word.top - word.bottom;
  // In the upper corner of its cell, with room under it; a form in several languages has a line of each.
  if (
    cell !== undefined &&
    cell.top - (yield* firstOver(page, word, cell)).top < height &&
    word.bottom - cell.bottom > height
  )
    return true;
  // In a row of heads.
  const heads = yield* filterInSlices(
    page.words,
    (one) => one !== word && one.style === word.style && Math.abs(one.bottom - word.bottom) < 4 && isLabel(one.text),
  );
  if (cell !== undefined && heads.length >= 2) return true;
  const behind = yield* filterInSlices(
    page.words,
    (one) => one !== word && Math.abs(one.bottom - word.bottom) < 6 && one.left >= word.right - 1,
  );
  const nearest = behind.toSorted((a, b) => a.left - b.left)[0];
  const filled = yield* filterInSlices(
    page.words,
    (one) =>
      one.style !== word.style &&
      isNextTo(word, one) &&
      one.right > word.left &&
      (one === nearest || one.top <= word.bottom + 4),
  );
  if (filled.length > 0) return true;
  const line = { left: word.right, right: word.right + 60, bottom: word.bottom - 6, top: word.top };
  // Under a line that was written on.
  const isEdge = ({ bottom }: Area): boolean =>
    cell !== undefined && (Math.abs(bottom - cell.bottom) < 2 || Math.abs(bottom - cell.top) < 2);
  const rules = page.rules.filter((rule) => !isEdge(rule));
  const isUnder = rules.some(
    ({ left, right, bottom }) =>
      bottom >= word.top - 3 && bottom <= word.top + 6 && left <= word.left + 2 && right >= word.left + 40,
  );
  if (isUnder) return true;
  return (
    (yield* filterInSlices(
      [...rules, ...page.segments],
      (rule) =>
        rule.right - rule.left > 40 &&
        rule.left < line.right &&
        rule.right > line.left &&
        rule.bottom < line.top &&
        rule.top > line.bottom,
    )).length > 0
  );
}

/** The first of the lines in a cell of which a text is the last, set as it is without a gap. */
function* firstOver(page: FormLayout, word: Word, cell: Area): Generator<void, Word> {
  let first = word;
  for (let line = 1; line < mostCaptions; line += 1) {
    const over = yield* filterInSlices(
      page.words,
      (one) =>
        one.style === first.style &&
        one.top <= cell.top + 1 &&
        Math.abs(one.left - first.left) < 2 &&
        one.bottom > first.bottom + 2 &&
        one.bottom - first.top < 0.6 * (first.top - first.bottom),
    );
    if (over[0] === undefined) return first;
    first = over[0];
  }
  return first;
}
/** Lines of a caption, one in each language. */
const mostCaptions = 4;

const shortestProse = 9;

/** "DAMAGE CODES: B - Bent  BR - Broken  C - Cut": what letters stand for, side by side, each of them once. */
export function legendOf(words: Iterable<Word>): ReadonlySet<Word> {
  const rows = new Map<number, Word[]>();
  for (const word of words) {
    const key = Math.round(word.bottom);
    if (keyed.test(word.text)) rows.set(key, [...(rows.get(key) ?? []), word]);
  }
  const legend = new Set<Word>();
  for (const row of rows.values()) {
    const codes = row.flatMap(({ text }) => [...text.matchAll(everyKey)].map(([, code = '']) => code));
    const isLegend = codes.length >= fewestCodes && new Set(codes).size === codes.length;
    if (isLegend) for (const word of row) legend.add(word);
  }
  return legend;
}
/** Nothing but codes and what they stand for, behind the name of the legend. */
const keyed =
  /^(?:[\p{L} /]{3,40}: *)?(?:\p{Lu}{1,3}(?:(?: ?[-–=:] ?| )\p{Lu}| ?= ?\p{L})[\p{L}/]*(?: \p{Ll}+)?(?:[,;·|]? +|$))+$/u;
const everyKey = /(?<![\p{L}])(\p{Lu}{1,3})(?= ?[-–=:] ?\p{Lu}| ?= ?\p{L}| \p{Lu}\p{Ll})/gu;
const fewestCodes = 4;

/**
 * Heads of columns that are printed in several lines ("Weight" over "(subject to" over "correction)"), each as one text: in
 * a row of heads, where the lines of one stand under each other in one style.
 * @param isHead whether a text is the head of a column
 * @param read what is left as it is
 */
export function* withWholeHeads(
  layout: FormLayout,
  isHead: (text: string) => boolean,
  read: ReadonlySet<Word>,
): Generator<void, FormLayout> {
  const follows = new Map<Word, Word>();
  for (const word of layout.words) {
    yield;
    const height = word.top - word.bottom;
    const under = layout.words.find(
      (one) =>
        one !== word &&
        one.style === word.style &&
        word.bottom - one.top < 0.6 * height &&
        word.bottom - one.top > -0.4 * height &&
        one.bottom < word.bottom - 0.5 * height &&
        (Math.abs(one.left - word.left) < 3 || Math.abs(one.left + one.right - word.left - word.right) < 6),
    );
    if (under !== undefined) follows.set(word, under);
  }
  const lower = new Set(follows.values());
  const heads: { readonly parts: readonly Word[]; readonly word: Word }[] = [];
  for (const first of layout.words) {
    if (lower.has(first)) continue;
    const parts = [first];
    for (let next = follows.get(first); next !== undefined && parts.length < mostHeadLines; next = follows.get(next))
      parts.push(next);
    const text = parts.map((part) => part.text).join(' ');
    const [left, right] = [Math.min(...parts.map((part) => part.left)), Math.max(...parts.map((part) => part.right))];
    // What is longer has a line in each of its languages.
    const own = text.split(' ').length > mostHeadWords ? parts.map((part) => part.text).join(' / ') : text;
    if (isHead(text))
      heads.push({ parts, word: { ...first, text: own, left, right, bottom: parts.at(-1)?.bottom ?? 0 } });
  }
  const whole = new Map<Word, Word | undefined>();
  for (const { parts, word } of heads) {
    yield;
    if (parts.length < 2 || parts.some((part) => read.has(part))) continue;
    const beside = heads.filter(
      ({ word: one }) =>
        one.style === word.style &&
        (one.right < word.left || one.left > word.right) &&
        one.bottom < word.top - 2 &&
        one.top > word.bottom + 2,
    );
    if (beside.length < fewestHeads) continue;
    for (const part of parts) whole.set(part, part === parts[0] ? word : undefined);
  }
  if (whole.size === 0) return layout;
  return {
    ...layout,
    words: layout.words.flatMap((word) => (whole.has(word) ? (whole.get(word) ?? []) : [word])),
  };
}

const mostHeadLines = 5;
const mostHeadWords = 8;
/** Beside the one in several lines. */
const fewestHeads = 2;

/**
 * Lists of the pallets and boxes that driver and receiver exchanged: heads for what came and what went back, and under them
 * rows that begin with a kind of pallet. They count no freight, and what is no such word or a figure is no part of them.
 */
export function* exchangedOn(page: FormLayout): Generator<void, Set<Word>> {
  const exchanged = new Set<Word>();
  const isIn = (words: ReadonlySet<string>, { text }: Word): boolean =>
    !/\d/.test(text) && wordsOf(text.toLowerCase()).every((word) => words.has(word));
  const starts = yield* filterInSlices(page.words, (word) =>
    wordsOf(word.text.toLowerCase()).some((one) => returned.has(one)),
  );
  for (const start of starts.slice(0, mostStarts)) {
    if (exchanged.has(start)) continue;
    const heads = yield* rowAt(page, start);
    if (heads.length < 2 || !heads.every((word) => isIn(exchangeHeads, word))) continue;
    const rows: Word[] = [];
    for (let last = start, next = yield* rowUnder(page, last); next !== undefined; next = yield* rowUnder(page, last)) {
      const [first, ...figures] = yield* rowAt(page, next);
      const isRow =
        first !== undefined &&
        isIn(loadCarriers, first) &&
        figures.length > 0 &&
        figures.every(({ text }) => /^[-+−–]?\d{0,4}$/.test(text));
      if (!isRow) break;
      rows.push(first, ...figures);
      last = first;
    }
    if (rows.length > 0) for (const word of [...heads, ...rows]) exchanged.add(word);
  }
  return exchanged;
}
const loadCarriers = setOf(list.loadCarriers);
const exchangeHeads = setOf(list.exchangeHeads);
/** Of the heads, those that no list of freight has alone. */
const returned = setOf(list.returned);

/** Heads of such lists on a page that are looked at. */
const mostStarts = 10;

/** The texts of a line, from the left. */
function* rowAt(page: FormLayout, word: Word): Generator<void, Word[]> {
  const row = yield* filterInSlices(page.words, (one) => Math.abs(one.bottom - word.bottom) < 4);
  return row.toSorted((a, b) => a.left - b.left);
}

/** A text of the next line, where that is no further away than rows of a list are. */
function* rowUnder(page: FormLayout, word: Word): Generator<void, Word | undefined> {
  const under = yield* filterInSlices(
    page.words,
    (one) => one.bottom < word.bottom - 4 && word.bottom - one.top < 2 * (word.top - word.bottom),
  );
  return under.toSorted((a, b) => b.bottom - a.bottom)[0];
}

/** The numbers in a column "PRO" of a list that has more than one: nothing else is in the column, and each begins where the other does. */
export function* numbersOfList(page: FormLayout): Generator<void, readonly string[]> {
  const heads = yield* filterInSlices(page.words, ({ text }) => text.length <= 40 && proHead.test(text));
  for (const head of heads.slice(0, mostHeads)) {
    // "Stop PRO" may be the heads of two columns.
    const start = head.left + ((head.right - head.left) * head.text.search(proHead)) / head.text.length;
    const below = yield* filterInSlices(
      page.words,
      ({ left, top }) => top <= head.bottom + 2 && left >= start - 12 && left <= head.right + 12,
    );
    const column = yield* sortInSlices(below, (a, b) => b.bottom - a.bottom);
    const numbers: string[] = [];
    for (const { text, left } of column) {
      const number = /^\d{7,10}(?![\d-])/.exec(text)?.[0];
      const isSame =
        number?.length === (numbers[0] ?? number)?.length && Math.abs(left - (column[0]?.left ?? left)) < 4;
      if (number === undefined || !isSame) break;
      numbers.push(number);
    }
    if (numbers.length > 1) return numbers;
  }
  return [];
}

/** The head of a column of PROs. */
const proHead = /(?<!\p{L})pro(?: ?(?:#|no\.?|number))?$/iu;
/** Heads of columns that are looked at. */
export const mostHeads = 10;

/** Small words of a text, without its figures. */
const wordingOf = (text: string): string[] =>
  wordsOf(text)
    .map((word) => word.toLowerCase())
    .filter((word) => !/^\d+$/.test(word));
const passages = Object.entries(standard).map(([form, lines]) => ({
  form,
  lines: lines.map((line) => ` ${wordingOf(line).join(' ')} `),
}));
/** Fewer words of a passage may be anybody's, the more so where they are those of notes. */
const leastOfPassage = { words: 2, doubtful: 4, troubled: 6 };

/** "NOTE – Where the rate is dependent on value, …" */
const noticed = /^(?:note|notice|important)\s*[:–—-]+\s*/iu;

/** The standard form whose printed words a text has, in their order: bills of lading and consignment notes are worded by law. */
export function standardForm(text: string): string | undefined {
  const parts = text.split(/\s+\/\s+/u);
  const forms = (parts.length > 1 ? parts : splitIn(text)).map((part) => {
    const words = wordingOf(part.replace(noticed, ''));
    const least = namesTrouble(part)
      ? leastOfPassage.troubled
      : words.some(isTroubled)
        ? leastOfPassage.doubtful
        : leastOfPassage.words;
    if (words.length < least || isCountOfFreight.test(part)) return undefined;
    return passages.find(({ lines }) => lines.some((line) => line.includes(` ${words.join(' ')} `)))?.form;
  });
  return forms.every((form) => form !== undefined) ? forms[0] : undefined;
}
