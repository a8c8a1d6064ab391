/** Finds the known name that a mistyped one most likely meant, for sentences such as "did you mean …?". */

export interface NearestName {
  readonly name: string;
  /** How many slips lie between the two names. */
  readonly distance: number;
}

/** The closest of `known`, or undefined when none is within a third of the name's length (at most 3 slips). */
export function nearestName(given: string, known: readonly string[]): NearestName | undefined {
  const limit = Math.min(3, Math.max(1, Math.floor(given.length / 3)));
  let best: NearestName | undefined;
  for (const name of known) {
    if (Math.abs(name.length - given.length) > limit) continue;
    const distance = editDistance(given, name);
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best;
}

/** Optimal string alignment distance (a swap of neighbours counts as one slip). */
export function editDistance(a: string, b: string): number {
  let previous: number[] = [];
  let current = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const older = previous;
    previous = current;
    current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (older[j - 2] ?? 0) + 1);
      current.push(best);
    }
  }
  return current[b.length] ?? 0;
}
