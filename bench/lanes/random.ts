/** Random numbers of the simulations: seeded, so that a run can be repeated, and quick. */

/** A stream of numbers in [0, 1). */
export type Random = () => number;

/** sfc32 (Chris Doty-Humphrey's Small Fast Counting generator), begun from one seed. */
export function randomFrom(seed: number): Random {
  let a = 0x9e3779b9 | 0;
  let b = 0x243f6a88 | 0;
  let c = seed | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round++) next();
  return () => next() / 4_294_967_296;
}

/** How many of `n` trials succeed, each with chance `p`; drawn from a table made once for each pair. */
export function binomial(random: Random, n: number, p: number): number {
  if (n <= 0 || p <= 0) return 0;
  if (p >= 1) return n;
  const table = tableOf(n, p);
  const u = random();
  let [low, high] = [0, table.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((table[middle] ?? 1) > u) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Cumulative chances by n and p. Few pairs come up, but the splits of a small count come up in many. */
const tables = new Map<number, Map<number, Float64Array>>();

function tableOf(n: number, p: number): Float64Array {
  let ofP = tables.get(p);
  if (!ofP) tables.set(p, (ofP = new Map()));
  let table = ofP.get(n);
  if (!table) ofP.set(n, (table = cumulative(n, p)));
  return table;
}

function cumulative(n: number, p: number): Float64Array {
  const table = new Float64Array(n + 1);
  let logChance = n * Math.log1p(-p);
  let sum = 0;
  for (let k = 0; k <= n; k++) {
    sum += Math.exp(logChance);
    table[k] = sum;
    logChance += Math.log((n - k) / (k + 1)) + Math.log(p) - Math.log1p(-p);
  }
  return table;
}
