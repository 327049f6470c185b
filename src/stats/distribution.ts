/** 97.5 % quantile of the standard normal distribution: half-width of a 95 % interval in standard errors. */
export const Z95 = 1.959963984540054;

const TINY = 1e-300;
const SETTLED = 1e-16;
const MAX_TERMS = 10_000;
/** Digits to which every JavaScript engine computes the same quantile. */
const AGREED = 13;

/** Gives the continued fraction b0 + a1/(b1 + a2/(b2 + …)) by Lentz's method (Numerical Recipes, section 5.2). */
function continuedFraction(b0: number, term: (j: number) => readonly [a: number, b: number]): number {
  let value = b0 === 0 ? TINY : b0;
  let c = value;
  let d = 0;
  for (let j = 1; j < MAX_TERMS; j += 1) {
    const [a, b] = term(j);
    d = b + a * d;
    c = b + a / c;
    d = 1 / (d === 0 ? TINY : d);
    c = c === 0 ? TINY : c;
    value *= c * d;
    if (Math.abs(c * d - 1) < SETTLED) break;
  }
  return value;
}

/** Gives erf(x), 0 ≤ x < 2, by a series of positive terms: nothing cancels (Abramowitz & Stegun 7.1.6). */
function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let j = 1; term > SETTLED * sum; j += 1) {
    term *= (2 * x * x) / (2 * j + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** Gives erfc(x), x ≥ 2, by continued fraction (Abramowitz & Stegun 7.1.14): keeps its relative precision in the tail. */
function erfcTail(x: number): number {
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * continuedFraction(x, (j) => [j / 2, x]));
}

/** Gives P(|Z| ≥ |z|) of the standard normal distribution. */
export function normalTwoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  return x < 2 ? 1 - erfSeries(x) : erfcTail(x);
}

/**
 * Gives ln B(a, ½) = ln(√π·Γ(a)/Γ(a + ½)): the asymptotic series of the ratio (Tricomi & Erdélyi 1951) from a ≥ 40 on, exact to the last
 * digit there, and Γ(a + 1) = a·Γ(a) to get there. No difference of large logarithms as with ln Γ.
 */
function lnBetaHalf(a: number): number {
  let shift = 1;
  let x = a;
  for (; x < 40; x += 1) shift *= x / (x + 0.5);
  const series = -1 / (8 * x) + 1 / (192 * x ** 3) - 1 / (640 * x ** 5) + 17 / (14336 * x ** 7);
  return 0.5 * Math.log(Math.PI / x) - series - Math.log(shift);
}

/** Gives the continued fraction of the incomplete beta function (DLMF 8.17.22), good for x < (a + 1)/(a + b + 2). */
function betaFraction(a: number, b: number, x: number): number {
  return continuedFraction(1, (j) => {
    const m = Math.floor(j / 2);
    const a2 = a + 2 * m;
    const numerator = j % 2 === 0 ? (m * (b - m)) / ((a2 - 1) * a2) : (-(a + m) * (a + b + m)) / (a2 * (a2 + 1));
    return [numerator * x, 1];
  });
}

/** Gives P(|T| ≥ |t|) of Student's t with df > 0 degrees of freedom: the incomplete beta function at df/(df + t²). */
export function studentTwoSided(t: number, df: number): number {
  const square = t * t;
  if (square === Number.POSITIVE_INFINITY) return 0;
  const [a, b] = [df / 2, 0.5];
  const [x, rest] = [df / (df + square), square / (df + square)];
  if (rest === 0) return 1;
  const front = Math.exp(-a * Math.log1p(square / df) + b * Math.log(rest) - lnBetaHalf(a));
  if (x < (a + 1) / (a + b + 2)) return front / (a * betaFraction(a, b, x));
  return 1 - front / (b * betaFraction(b, a, rest));
}

/** Quantiles that were worked out: hundreds of intervals have the same degrees of freedom. */
const criticals = new Map<number, number>();

/** Gives the t with P(|T| ≥ t) = 0.05: 12.7 for one degree of freedom, 2.00 for 59, towards 1.96 for many. */
export function studentCritical(df: number): number {
  const found = criticals.get(df) ?? workedOut(df);
  criticals.set(df, found);
  return found;
}

function workedOut(df: number): number {
  const lnNorm = -0.5 * Math.log(df) - lnBetaHalf(df / 2);
  let t = Z95;
  // The tail probability is convex for t > 0 and the root lies to the right: Newton's steps never overshoot, and the last one
  // squares its error.
  for (let step = 1; step > 1e-8 * t; ) {
    const density = Math.exp(lnNorm - ((df + 1) / 2) * Math.log1p((t * t) / df));
    step = (studentTwoSided(t, df) - 0.05) / (2 * density);
    t += step;
  }
  // Engines round exp, log and powers otherwise in the last place (Node 24 and Chromium 153 do); from here on all intervals are made by exact operations.
  return Number(t.toPrecision(AGREED));
}
