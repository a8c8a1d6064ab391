/** What a printed form says in one of its fields: in the cell of the label, behind it, below it, or above its line. */
import { filterInSlices } from '../../process/time-slices.ts';
import { type FormLayout, cellAround, ruleOf } from './form-layout.ts';
import { type Area, type Word, contains } from './page-geometry.ts';

/** Words with which the label of a field begins or ends; a value has none. */
const labels =
  /[:：]$|^(?:consignee|receiver|shipper|driver|carrier|print(?:ed)?|name|date|time|title|company|sign(?:ature|ed)?|received|delivered|pieces|pcs|weight|pro|bol|exceptions?|customer|phone|trailer|seal|arriv\w+|depart\w+|in|out)\b.{0,24}$|sign(?:ature|ed)\b|printed name|please print/i;
const mostCandidates = 5;

/**
 * @param label fits the whole label, without the colon
 * @param form what a value looks like; what looks otherwise is not taken for one
 */
export function* fieldOnForm(
  pages: readonly FormLayout[],
  label: RegExp,
  form: RegExp,
  textOf: (words: readonly Word[]) => Generator<void, string>,
): Generator<void, string | null> {
  for (const page of pages) {
    const named = yield* filterInSlices(page.words, ({ text }) => text.length <= 160 && label.test(nameOf(text)));
    for (const word of named.slice(0, mostCandidates)) {
      const own = word.text.includes(':') ? word.text.slice(word.text.indexOf(':') + 1).trim() : '';
      if (own !== '' && form.test(own)) return own;
      const value = yield* valueAt(page, word, form, textOf);
      if (value !== null) return value;
    }
  }
  return null;
}

/** `Printed name: T. Beecham` is called "Printed name". */
function nameOf(text: string): string {
  return text.split(':')[0]?.trim() ?? text;
}

function* valueAt(
  page: FormLayout,
  label: Word,
  form: RegExp,
  textOf: (words: readonly Word[]) => Generator<void, string>,
): Generator<void, string | null> {
  const isValue = (word: Word): boolean => word !== label && !labels.test(word.text);
  const cell = yield* cellAround(page, label);
  const taken = function* (area: Area, slack: number): Generator<void, string | null> {
    const inside = yield* filterInSlices(page.words, (word) => isValue(word) && contains(area, word, slack));
    const text = (yield* textOf(inside)).trim();
    return form.test(text) ? text : null;
  };
  if (cell !== undefined) {
    const inside = yield* filterInSlices(page.words, (word) => word !== label && contains(cell, word, 2));
    const text = (yield* textOf(inside.filter(isValue))).trim();
    if (text !== '' && form.test(text)) return text;
    // The cell of the label alone: the value is in the next one of its row, or in the one below.
    if (inside.length === 0 && cell.top - cell.bottom <= 2.5 * (label.top - label.bottom) + 8) {
      const middle = (cell.top + cell.bottom) / 2;
      const next = yield* filterInSlices(
        page.words,
        (word) =>
          word.left >= cell.right - 2 && word.left <= cell.right + 60 && word.bottom < middle && word.top > middle,
      );
      const [first] = next.toSorted((a, b) => a.left - b.left);
      if (first !== undefined && isValue(first) && form.test(first.text)) return first.text;
      return yield* taken({ ...cell, top: cell.bottom + 2, bottom: 2 * cell.bottom - cell.top - 14 }, 3);
    }
    return null;
  }
  const onLine = yield* filterInSlices(
    page.words,
    (word) =>
      Math.abs(word.bottom - label.bottom) < 4 && word.left >= label.right - 1 && word.left <= label.right + 240,
  );
  const [beside] = onLine.toSorted((a, b) => a.left - b.left);
  if (beside !== undefined && isValue(beside) && form.test(beside.text)) return beside.text;
  const rule = yield* ruleOf(page, label);
  if (rule !== undefined) {
    const written = yield* taken(
      { left: rule.left - 4, right: rule.right + 8, bottom: rule.bottom - 4, top: rule.bottom + 18 },
      2,
    );
    if (written !== null) return written;
    if (rule.bottom >= label.top - 4) return null;
  }
  if (beside !== undefined && !isValue(beside) && beside.left < label.right + 20) return null;
  const below = yield* filterInSlices(
    page.words,
    (word) => word.top <= label.bottom + 3 && word.top >= label.bottom - 14 && Math.abs(word.left - label.left) <= 12,
  );
  const [first] = below.toSorted((a, b) => b.bottom - a.bottom);
  return first !== undefined && isValue(first) && form.test(first.text) ? first.text : null;
}
