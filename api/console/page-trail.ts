/** The way back through the pages of a list: the cursors of the pages before, in the address, the latest last. */

const longest = 40;
const separator = '.';

export interface TrailStep {
  readonly cursor: string;
  readonly trail: string;
}

/** Of an address; what was not made here counts as not given. */
export function trailIn(text: unknown): string {
  return typeof text === 'string' && text.length <= 6000 && /^[A-Za-z0-9_.-]+$/.test(text) ? text : '';
}

/** One page on from the page with this cursor; empty for the first one. */
export function pageOn(here: TrailStep, next: string): TrailStep {
  const before = here.trail === '' ? [] : here.trail.split(separator);
  const trail = here.cursor === '' ? before : [...before, here.cursor];
  return { cursor: next, trail: trail.slice(-longest).join(separator) };
}

/** One page back; null on the first page. */
export function pageBack({ cursor, trail }: TrailStep): TrailStep | null {
  if (cursor === '') return null;
  const before = trail === '' ? [] : trail.split(separator);
  return { cursor: before.at(-1) ?? '', trail: before.slice(0, -1).join(separator) };
}
