/** Finds the known name that a mistyped one most likely meant, for sentences such as "did you mean …?". */

interface NearestName {
  readonly name: string;
  /** How many slips lie between the two names. */
  readonly distance: number;
}

/** The closest of `known`, or undefined when none is within a third of the name's length (at most `most` slips). */
export function nearestName(given: string, known: readonly string[], most = 3): NearestName | undefined {
  const limit = Math.min(most, Math.max(1, Math.floor(given.length / 3)));
  let best: NearestName | undefined;
  for (const name of known) {
    if (Math.abs(name.length - given.length) > limit) continue;
    const distance = editDistance(given, name, limit);
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best;
}

/**
 * Optimal string alignment distance (a swap of neighbours counts as one slip).
 * @param limit distances above it come out as Infinity; only a band of this width around the diagonal is looked at, so
 *   that the time is that of the length and not of its square
 */
export function editDistance(a: string, b: string, limit = Infinity): number {
  const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
  let previous: number[] = [];
  let current: number[] = [];
  let leastBefore = 0;
  for (let j = 0; j <= Math.min(b.length, limit); j++) current[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const older = previous;
    previous = current;
    current = [];
    if (i <= limit) current[0] = i;
    const to = Math.min(b.length, i + limit);
    let least = current[0] ?? Infinity;
    for (let j = Math.max(1, i - limit); j <= to; j++) {
      const substitution = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(older, j - 2) + 1);
      current[j] = best;
      least = Math.min(least, best);
    }
    // A swap looks two rows back.
    if (least > limit && leastBefore > limit) return Infinity;
    leastBefore = least;
  }
  const distance = at(current, b.length);
  return distance <= limit ? distance : Infinity;
}
