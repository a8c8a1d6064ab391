/**
 * Whether a page still says what was approved, although a part of it changes by itself: a ticker, a count of messages,
 * an age. What such a part is, the portal has shown before: the page was approved once already, and said something else
 * when the same change was about to be keyed.
 */
import { comparableText, readTables } from './shown-page.ts';

/** Lines with amounts are never taken for such a part. */
const amount = /[$€£¥]|\d[.,]\d{2}(?!\d)/u;
/** Pairs of lines that are compared at most: two pages of a thousand lines that have nothing in common. */
const comparisonsAtMost = 1_000_000;

/**
 * @param earlier the same page as it was shown with earlier approvals of the same change, none when there was none
 */
export function saysTheSame(now: string, approved: string, earlier: readonly string[]): boolean {
  if (comparableText(now) === comparableText(approved)) return true;
  if (earlier.length === 0) return false;
  const lines = linesOf(approved);
  const frames = earlier.map((text) => frameOf(lines, linesOf(text)));
  if (frames.includes(undefined)) return false;
  const isFixed = lines.map((_, n) => frames.every((frame) => frame?.has(n) === true));
  const fixed = lines.filter((_, n) => isFixed[n]);
  const rooms = [lines, ...earlier.map(linesOf)].map((all) => roomsBetween(fixed, all));
  const found = roomsBetween(fixed, linesOf(now));
  if (found === undefined || rooms.includes(undefined)) return false;
  return found.every(
    (room, n) =>
      room.length <= Math.max(...rooms.map((each) => each?.[n]?.length ?? 0)) &&
      [room, ...rooms.map((each) => each?.[n] ?? [])].every((each) => !each.some((line) => amount.test(line))),
  );
}

/** As `saysTheSame`, for files of tables: a row is a line. */
export function showsTheSameTables(now: string, approved: string, earlier: readonly string[]): boolean {
  return saysTheSame(rowsOf(now), rowsOf(approved), earlier.map(rowsOf));
}

function rowsOf(file: string): string {
  return readTables(file)
    .flatMap(({ name, headings, rows }) => [[name], headings ?? [], ...rows])
    .map((cells) => JSON.stringify(cells))
    .join('\n');
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(comparableText)
    .filter((line) => line !== '');
}

/** @returns which lines of the first are in the second as well, in order; undefined where that is too much to compare */
function frameOf(first: readonly string[], second: readonly string[]): ReadonlySet<number> | undefined {
  if (first.length * second.length > comparisonsAtMost) return undefined;
  // Longest common subsequence; `lengths[a][b]` is that of what is left behind a and b.
  const lengths = Array.from({ length: first.length + 1 }, () => new Uint16Array(second.length + 1));
  for (let a = first.length - 1; a >= 0; a -= 1)
    for (let b = second.length - 1; b >= 0; b -= 1)
      lengths[a]![b] =
        first[a] === second[b]
          ? (lengths[a + 1]?.[b + 1] ?? 0) + 1
          : Math.max(lengths[a + 1]?.[b] ?? 0, lengths[a]?.[b + 1] ?? 0);
  const frame = new Set<number>();
  for (let [a, b] = [0, 0]; a < first.length && b < second.length;)
    if (first[a] === second[b]) {
      frame.add(a);
      a += 1;
      b += 1;
    } else if ((lengths[a + 1]?.[b] ?? 0) >= (lengths[a]?.[b + 1] ?? 0)) a += 1;
    else b += 1;
  return frame;
}

/** @returns the lines before, between and after the fixed ones; undefined where one of these is missing */
function roomsBetween(fixed: readonly string[], lines: readonly string[]): string[][] | undefined {
  const frame = frameOf(lines, fixed);
  if (frame?.size !== fixed.length) return undefined;
  const rooms: string[][] = [[]];
  for (const [n, line] of lines.entries())
    if (frame.has(n)) rooms.push([]);
    else rooms.at(-1)?.push(line);
  return rooms;
}
