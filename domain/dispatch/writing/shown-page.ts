/** The page of the portal that an approver sees: the one the change was previewed on, bound by the id of its step. */
import { type Sha256, canonicalJson } from '../../canonical-json.ts';
import type { ShownChange } from './shown-change.ts';

/** A file of the task's evidence. */
export interface ShownFile {
  readonly file: string;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** A rectangle of a picture and the size of the picture, in pixels from its left upper corner. */
export interface PictureRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly of: { readonly width: number; readonly height: number };
}

/** JSON; part of stored histories and of approvals: members may be added, never changed. */
export interface ShownPage {
  /** Sequence number of the step in the task's chain of evidence, as in the manifest. */
  readonly step: number;
  /** The step in words. */
  readonly target: string;
  readonly url: string | null;
  /** Null where the page could not be pictured, also when tried again. */
  readonly screenshot: ShownFile | null;
  /** Where on the picture is what was read; left out where that is not known, and by earlier versions. */
  readonly region?: PictureRegion;
  readonly page_text: ShownFile | null;
  /** A list of `PageTable` as JSON. */
  readonly tables: ShownFile | null;
}

/** A table as the page showed it. */
export interface PageTable {
  readonly name: string;
  /** Null where the first row is no row of headings. */
  readonly headings: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
}

/** Everything an approver is shown of a change; an approval binds it by its digest. */
export interface ShownMatter {
  /** Digest of the change, the facts and the playbook. */
  readonly matter_sha256: string;
  /** What will be keyed, by the names of the playbook. */
  readonly change: Readonly<Record<string, string>>;
  /** The values before and after. */
  readonly values: ShownChange | null;
  readonly page: ShownPage | null;
}

/** Digest of exactly what is shown; an absent picture counts as absent. */
export function shownDigest({ matter_sha256, change, values, page }: ShownMatter, sha256: Sha256): string {
  return sha256(canonicalJson({ matter_sha256, change, values, page }));
}

/** The note to an approver where the page has no picture of its own; null where it has one. */
export function missingPicture(page: ShownPage | null): string | null {
  if (page === null) return 'No page of the portal was recorded for this change, so there is no picture of it.';
  if (page.screenshot !== null) return null;
  return page.page_text === null && page.tables === null
    ? 'The page of the preview could be neither pictured nor read as a whole.'
    : 'The page of the preview could not be pictured. Its text and tables are shown instead.';
}

/**
 * The text or tables of a page, as far as they have to be the same when the change is keyed as when it was approved:
 * everything but the time of day and ages, which many portals show, and how much room is between words.
 */
export function comparableText(text: string): string {
  return text
    .replaceAll(/\b\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[ap]\.?m\b\.?)?/gi, 'time')
    .replaceAll(/\b(?:\d+|an?|one|a few)\s+(?:sec(?:ond)?s?|min(?:ute)?s?|h(?:ou)?rs?)\s+ago\b|\bjust now\b/gi, 'time')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Reads a file of tables. @returns none for what is no list of tables */
export function readTables(text: string): PageTable[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  return Array.isArray(value) ? value.filter(isTable) : [];
}

function isTable(value: unknown): value is PageTable {
  const { name, headings, rows } = (value ?? {}) as Partial<Record<keyof PageTable, unknown>>;
  return (
    typeof name === 'string' &&
    (headings === null || isTexts(headings)) &&
    Array.isArray(rows) &&
    rows.every((row) => isTexts(row))
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

/** Around what was read, and the least width that is shown: one cell says nothing without its row. */
const margin = 24;
const leastWidth = 560;

/** What of a picture is shown first: the region with what is around it. Undefined where it is no part of the picture. */
export function zoomedTo({ x, y, width, height, of }: PictureRegion): Omit<PictureRegion, 'of'> | undefined {
  const numbers = [x, y, width, height, of.width, of.height];
  if (!numbers.every((one) => Number.isFinite(one)) || width <= 0 || height <= 0) return undefined;
  const shownWidth = Math.min(of.width, Math.max(width + 2 * margin, leastWidth));
  const shownHeight = Math.min(of.height, height + 2 * margin);
  if (x < 0 || y < 0 || x >= of.width || y >= of.height || shownHeight > 0.8 * of.height) return undefined;
  const start = (at: number, size: number, shown: number, whole: number): number =>
    Math.round(Math.min(Math.max(0, at + (size - shown) / 2), whole - shown));
  return {
    x: start(x, width, shownWidth, of.width),
    y: start(y, height, shownHeight, of.height),
    width: Math.round(shownWidth),
    height: Math.round(shownHeight),
  };
}

// Whether a page still says what was approved, although a part of it changes by itself: a ticker, a count of messages,
// an age. What such a part is, the portal has shown before: the page was approved once already, and said something else
// when the same change was about to be keyed.

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
