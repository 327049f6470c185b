import type { Interval, PublishedRule } from '../schema/metric.ts';
import type { PrintedNumber, PrintedText } from '../schema/published.ts';
import { numberWords } from '../schema/words.ts';
import { meanOf, wilson, Z95 } from './intervals.ts';

const NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;
const SEVERAL_POINTS = /^[+-]?\d+(?:\.\d+){2,}$/;

/** Reads a printed cell (without emphasis marks): `1,804`, `+1.67`, `-`, `64.2.0`, … */
export function readPrinted(text: string): PrintedText {
  if (text === '') return { kind: 'empty' };
  if (text === '-' || text === '–' || text === '—') return { kind: 'dash' };
  if (SEVERAL_POINTS.test(text)) return { kind: 'several points' };
  const match = NUMBER.exec(text);
  if (match === null) return { kind: 'text' };
  return { kind: 'number', value: Number(text.replaceAll(',', '')), decimals: match[1]?.length ?? 0 };
}

/** Reads the number that a text is or begins with, as a count does: `206 (68.9%)` → 206; null where there is none. */
export function leadingNumber(text: string): PrintedNumber | null {
  const read = readPrinted(text.replace(/ \(.*\)$/, ''));
  return read.kind === 'number' ? read : null;
}

/** Gives half a unit of the last printed digit: the most that rounding can have changed. */
export const halfDigit = (decimals: number): number => 0.5 * 10 ** -decimals;

/** Room for binary fractions in comparisons of printed decimals. */
export const EPSILON = 1e-9;

/** A count behind a printed share: k of n, and whether it was rounded or cut to the printed digits. */
export interface PrintedShare {
  readonly k: number;
  readonly n: number;
  readonly rounding: 'rounded' | 'truncated';
}

/** A printed number as an integer of its last digit: "32.78" → 3278 in steps of 1/100. */
interface Digits {
  readonly integer: number;
  readonly perUnit: number;
}

/** A printed share or score as an integer of its last digit: `'0.50'` → 50 in steps of 1/100; undefined for a sign, thousands or anything else. */
function digitsOf(printed: string): Digits | undefined {
  const text = readPrinted(printed.trim());
  if (text.kind !== 'number' || /[-+,]/.test(printed)) return undefined;
  const perUnit = 10 ** text.decimals;
  return { integer: Math.round(text.value * perUnit), perUnit };
}

/** The k that makes k/n the printed value, in integers, so that no tie is lost. `rounded`: halves up and halves to even; `truncated`: digits cut off. */
function fittingCount(
  digits: Digits,
  { scale, n, rounding }: { readonly scale: number; readonly n: number; readonly rounding: PrintedShare['rounding'] },
): number | undefined {
  const steps = scale * digits.perUnit;
  const nearest = Math.round((digits.integer * n) / steps);
  return [nearest, nearest - 1, nearest + 1].find((k) => {
    if (k < 0 || k > n) return false;
    const twiceOff = 2 * (k * steps - digits.integer * n);
    if (rounding === 'truncated') return twiceOff >= 0 && twiceOff < 2 * n;
    return (twiceOff >= -n && twiceOff < n) || (twiceOff === n && digits.integer % 2 === 0);
  });
}

/** Finds the largest n from `full` down to `least` for which a printed share is k/n; cut digits count only where no rounded one fits. */
function shareWithin(
  printed: string,
  scale: number,
  { full, least }: { readonly full: number; readonly least: number },
) {
  const digits = digitsOf(printed);
  if (digits === undefined) return undefined;
  for (const rounding of ['rounded', 'truncated'] as const) {
    for (let n = full; n >= least; n -= 1) {
      const k = fittingCount(digits, { scale, n, rounding });
      if (k !== undefined) return { k, n, rounding };
    }
  }
  return undefined;
}

/** Says how a printed share of exactly n trials came about, or undefined if no k/n gives it. `scale`: 100 for percent, 1 for ratios. */
export const printedShareOf = (printed: string, scale: number, n: number): PrintedShare | undefined =>
  shareWithin(printed, scale, { full: n, least: n });

/** Finds the largest n ≤ full for which a printed share is k/n to its printed digits. */
export const largestShare = (printed: string, scale: number, full: number): PrintedShare | undefined =>
  shareWithin(printed, scale, { full, least: 1 });

/** Reads the number printed, or undefined where it is not a plain non-negative decimal. */
export function printedNumber(printed: string): number | undefined {
  const digits = digitsOf(printed);
  return digits === undefined ? undefined : digits.integer / digits.perUnit;
}

/** Gives the most digits after the point among printed numbers. */
export function mostDecimals(printed: readonly string[]): number {
  return Math.max(0, ...printed.map(readPrinted).map((text) => (text.kind === 'number' ? text.decimals : 0)));
}

/** What is known of the denominators behind a printed value; null where not known. */
export interface KnownDenominators {
  readonly unit: 'percent' | 'ratio' | 'score';
  /** Denominator of the full set. */
  readonly full: number | null;
  /** Denominator where other cells determine it (coverage); else it is reconstructed from the value. */
  readonly scored: number | null;
  /** Independent units behind it: prompts with a conflict (CMR), questions (critique metrics). */
  readonly units: number | null;
  /** What `units` counts where that needs saying, for example because sets may overlap; empty otherwise. */
  readonly unitsNote: string;
  /** SE of each part of an average, in the printed unit. */
  readonly partErrors: readonly (number | null)[];
}

/** Interval and SE in the printed unit, or the reason why there is none; n is the denominator where it could be found. */
export type PublishedInterval =
  | { readonly interval: Interval; readonly se: number; readonly n: number | null; readonly reason: '' }
  | { readonly interval: null; readonly se: null; readonly n: number | null; readonly reason: string };

const SCALE = { percent: 100, ratio: 1, score: 10 } as const;
/** An accuracy over fewer than this share of the full set is not one of the same items. */
const FULL_ENOUGH = 0.95;
const COVERED_ENOUGH = 0.9;

interface PrintedReading extends KnownDenominators {
  readonly printed: string;
  readonly share: number;
  readonly scale: number;
}

/** The 95 % interval of a value whose instances are not public (docs/metrics.md "Published values"). Its SE is taken at the centre, so never 0 for 0 or 100 %. */
export function publishedInterval(printed: string, known: KnownDenominators, rule: PublishedRule): PublishedInterval {
  if (rule.rule === 'none') return withoutInterval(rule.reason, null);
  const number = printedNumber(printed);
  const scale = SCALE[known.unit];
  if (number === undefined) return withoutInterval('not printed as a plain number', null);
  if (number > scale) return withoutInterval('out of range', null);
  return RULES[rule.rule]({ ...known, printed, share: number / scale, scale });
}

const RULES: Record<Exclude<PublishedRule['rule'], 'none'>, (r: PrintedReading) => PublishedInterval> = {
  wilson: counted('items', FULL_ENOUGH),
  'wilson-conflict-prompts': conflictPrompts,
  'macro-at-most': averageAtMost,
  'bounded-at-most': boundedAtMost,
  'wilson-questions': questions,
  'score-at-most': scoreAtMost,
  // Invalid answers were dropped, and how many is not printed.
  'wilson-largest-n': counted('pairs', 0),
};

function withoutInterval(reason: string, n: number | null): PublishedInterval {
  return { interval: null, se: null, n, reason };
}

function byWilson(
  r: PrintedReading,
  {
    trials,
    n,
    kind,
    basis,
  }: { readonly trials: number; readonly n: number | null; readonly kind: Interval['kind']; readonly basis: string },
): PublishedInterval {
  const { lo, hi } = wilson(r.share, trials);
  const centre = (r.share + (Z95 * Z95) / (2 * trials)) / (1 + (Z95 * Z95) / trials);
  return {
    interval: { lo: lo * r.scale, hi: hi * r.scale, kind, basis },
    se: Math.sqrt((centre * (1 - centre)) / trials) * r.scale,
    n,
    reason: '',
  };
}

/** Gives the n that other cells determine, else the largest that fits. */
function denominator(r: PrintedReading): number | null {
  return r.scored ?? (r.full === null ? null : (largestShare(r.printed, r.scale, r.full)?.n ?? null));
}

/** For counts: k of n is computed from the digits, and n may not be less than this share of the full set. */
function counted(noun: 'items' | 'pairs', least: number): (r: PrintedReading) => PublishedInterval {
  return (r) => {
    if (r.full === null) return withoutInterval(`the number of ${noun} is not known`, null);
    const share = largestShare(r.printed, r.scale, r.scored ?? r.full);
    if (share === undefined) return withoutInterval(`no share of ${numberWords(r.full)} ${noun} or fewer`, null);
    if (share.n >= least * r.full) return countedInterval(r, share);
    return withoutInterval(`a share of at most ${numberWords(share.n)} of the ${numberWords(r.full)} ${noun}`, share.n);
  };
}

function countedInterval(r: PrintedReading, { k, n }: { readonly k: number; readonly n: number }): PublishedInterval {
  const basis = `from the printed value: Wilson, k = ${numberWords(k)} of n = ${numberWords(n)}`;
  return byWilson({ ...r, share: k / n }, { trials: n, n, kind: 'wilson', basis });
}

/** For CMR: pairs of one prompt go together, so the prompts are counted and never the pairs. */
function conflictPrompts(r: PrintedReading): PublishedInterval {
  const n = denominator(r);
  if (r.units === null) return withoutInterval('the number of prompts with a conflict is not known', n);
  return byWilson(r, {
    trials: r.units,
    n,
    kind: 'wilson',
    basis: `from the printed value: Wilson, n = ${numberWords(r.units)} prompts with a conflict`,
  });
}

/** For an average over criteria: its SE is at most the mean of their SEs, which it reaches when errors go together. */
function averageAtMost(r: PrintedReading): PublishedInterval {
  const known = r.partErrors.filter((se) => se !== null);
  if (known.length === 0 || known.length < r.partErrors.length) {
    return withoutInterval('a criterion in the average has no standard error', null);
  }
  if (r.share === 0 || r.share === 1) return withoutInterval('the average stands at its bound', null);
  const se = meanOf(known) / r.scale;
  const trials = (r.share * (1 - r.share)) / (se * se);
  return byWilson(r, {
    trials,
    n: null,
    kind: 'at most',
    basis: "from the printed value: SE at most the mean of the criteria's",
  });
}

/** For BC: no scores in [0, 1] with this mean vary more than zeros and ones do. */
function boundedAtMost(r: PrintedReading): PublishedInterval {
  const n = r.scored ?? r.full;
  if (n === null) return withoutInterval('the number of pairs is not known', null);
  return byWilson(r, {
    trials: n,
    n,
    kind: 'at most',
    basis: `from the printed value: SE at most √(BC(1 − BC)/n), n = ${numberWords(n)}`,
  });
}

/** For critique accuracy: responses to one question go together, so questions are counted. */
function questions(r: PrintedReading): PublishedInterval {
  const n = denominator(r);
  if (r.units === null || r.full === null) return withoutInterval('the number of questions is not known', n);
  if (n === null) return withoutInterval(`no share of ${numberWords(r.full)} samples or fewer`, n);
  if (n < COVERED_ENOUGH * r.full)
    return withoutInterval(`only ${numberWords(n)} of ${numberWords(r.full)} samples were scored`, n);
  return byWilson(r, {
    trials: r.units,
    n,
    kind: 'wilson',
    basis: `from the printed value: Wilson, n = ${numberWords(r.units)} questions${r.unitsNote}`,
  });
}

/** For a critique score m of 0–10: its SE is at most √(m(10 − m)/questions). */
function scoreAtMost(r: PrintedReading): PublishedInterval {
  if (r.units === null) return withoutInterval('the number of questions is not known', r.scored);
  const basis = `from the printed value: SE at most √(m(10 − m)/n), n = ${numberWords(r.units)} questions${r.unitsNote}`;
  return byWilson(r, { trials: r.units, n: r.scored, kind: 'at most', basis });
}
