/** Quantiles of the chi-square distribution: how far apart two samples of one population may look by chance. */

/**
 * The value below which a chi-square variable with `df` degrees of freedom lies with probability `p`, to about 1e-12;
 * 0 for df = 0.
 * @param df a whole number
 * @param p 0 < p < 1
 */
export function chiSquareQuantile(df: number, p: number): number {
  if (df <= 0) return 0;
  let low = 0;
  let high = df + 10;
  while (chiSquareTail(df, high) > 1 - p) [low, high] = [high, high * 2];
  let x = (low + high) / 2;
  // Newton's steps, replaced by halving where they leave the bracket.
  for (let round = 0; round < 200 && high - low > 1e-13 * high; round++) {
    const above = chiSquareTail(df, x) - (1 - p);
    if (above > 0) low = x;
    else high = x;
    const next = x + above / chiSquareDensity(df, x);
    if (Math.abs(next - x) < 1e-14 * x) return next;
    x = next > low && next < high ? next : (low + high) / 2;
  }
  return x;
}

/** P(chi-square > x): the regularised upper incomplete gamma function Q(df/2, x/2). */
export function chiSquareTail(df: number, x: number): number {
  if (x <= 0) return 1;
  const [a, half] = [df / 2, x / 2];
  const factor = Math.exp(a * Math.log(half) - half - logGammaOfHalf(df));
  return half < a + 1 ? 1 - factor * lowerSeries(a, half) : factor * upperFraction(a, half);
}

function chiSquareDensity(df: number, x: number): number {
  return Math.exp((df / 2 - 1) * Math.log(x / 2) - x / 2 - logGammaOfHalf(df)) / 2;
}

/** ln Γ(df/2) by the recursion Γ(a + 1) = a·Γ(a) from Γ(1) = 1 or Γ(1/2) = √π. */
function logGammaOfHalf(df: number): number {
  let sum = df % 2 === 0 ? 0 : Math.log(Math.PI) / 2;
  for (let a = df % 2 === 0 ? 1 : 0.5; a < df / 2; a++) sum += Math.log(a);
  return sum;
}

/** Σ x^n / (a(a+1)…(a+n)). */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** The continued fraction of the upper incomplete gamma function, by Lentz's method. */
function upperFraction(a: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < 1000; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b || tiny);
    c = b + an / c || tiny;
    const change = c * d;
    value *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return value;
}
