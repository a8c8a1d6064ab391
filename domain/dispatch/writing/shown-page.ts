/** The page of the portal that an approver sees: the one the change was previewed on, bound by the id of its step. */
import { canonicalJson } from '../canonical-json.ts';
import type { Sha256 } from '../canonical-json.ts';
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
