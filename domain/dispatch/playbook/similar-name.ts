/** What a page that has changed may now call the control that a playbook names. */
import { actInPlace, type ControlPlace } from '../guard/described.ts';
import { normaliseName } from '../guard/normalise.ts';
import { editDistance } from '../../nearest-name.ts';
import type { NeverClick } from './language.ts';

/** From 0 (nothing in common) to 1 (the same words, or letters). */
export const leastAlike = 0.5;
/** The next one has to be this much less alike; of two names that are near nobody knows which is meant. */
export const leastLead = 0.1;
export const longestName = 80;

/**
 * The one name that is near the wanted one, by its words or its letters; never one that stands for a never-click act.
 * @param there names of the same kind of element on the page
 * @param place where they are
 */
export function similarName(
  wanted: string,
  there: readonly string[],
  neverClick: readonly NeverClick[],
  place: ControlPlace,
): string | undefined {
  const ranked = [...new Set(there)]
    .filter((name) => name.trim() !== '' && name.length <= longestName)
    .map((name) => ({ name, alike: alikeness(wanted, name) }))
    .toSorted((a, b) => b.alike - a.alike);
  const [best, next] = ranked;
  if (best === undefined || best.alike < leastAlike) return undefined;
  if (next !== undefined && best.alike - next.alike < leastLead) return undefined;
  return actInPlace(best.name, place, neverClick) === undefined ? best.name : undefined;
}

/** From 0 to 1. */
export function alikeness(one: string, other: string): number {
  const [a, b] = [normaliseName(one), normaliseName(other)];
  const longest = Math.max(a.text.length, b.text.length);
  return longest === 0
    ? 0
    : Math.max(shared(a.text.split(' '), b.text.split(' ')), 1 - editDistance(a.text, b.text) / longest);
}

/** Dice's coefficient of two lists of words. */
function shared(a: readonly string[], b: readonly string[]): number {
  const common = a.filter((word) => b.includes(word)).length;
  return (2 * common) / (a.length + b.length);
}
