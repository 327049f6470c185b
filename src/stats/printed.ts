import type { PrintedNumber, PrintedText } from '../schema/published.ts';

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

/**
 * Reads a plainly printed share or score as an integer of its last digit: `'0.50'` → 50 in steps of 1/100; undefined for a sign, thousands
 * or anything else.
 */
function digitsOf(printed: string): Digits | undefined {
  const text = readPrinted(printed.trim());
  if (text.kind !== 'number' || /[-+,]/.test(printed)) return undefined;
  const perUnit = 10 ** text.decimals;
  return { integer: Math.round(text.value * perUnit), perUnit };
}

/**
 * Finds the k that makes k/n the printed value, or undefined. It is computed in integers, so that no tie is lost to binary fractions: `rounded`
 * takes halves rounded up and halves rounded to even, `truncated` takes digits cut off.
 */
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

/** Says how a printed share of exactly n trials came about, or undefined if no k/n gives it. `scale`: 100 for percent, 1 for ratios. */
export function printedShareOf(printed: string, scale: number, n: number): PrintedShare | undefined {
  const digits = digitsOf(printed);
  if (digits === undefined) return undefined;
  for (const rounding of ['rounded', 'truncated'] as const) {
    const k = fittingCount(digits, { scale, n, rounding });
    if (k !== undefined) return { k, n, rounding };
  }
  return undefined;
}

/** Finds the largest n ≤ full for which a printed share is k/n to its printed digits; cut digits count only where no rounded one fits. */
export function largestShare(printed: string, scale: number, full: number): PrintedShare | undefined {
  const digits = digitsOf(printed);
  if (digits === undefined) return undefined;
  for (const rounding of ['rounded', 'truncated'] as const) {
    for (let n = full; n >= 1; n -= 1) {
      const k = fittingCount(digits, { scale, n, rounding });
      if (k !== undefined) return { k, n, rounding };
    }
  }
  return undefined;
}

/** Reads the number printed, or undefined where it is not a plain non-negative decimal. */
export function printedNumber(printed: string): number | undefined {
  const digits = digitsOf(printed);
  return digits === undefined ? undefined : digits.integer / digits.perUnit;
}

/** Gives the most digits after the point among printed numbers. */
export function mostDecimals(printed: readonly string[]): number {
  return Math.max(0, ...printed.map(readPrinted).map((text) => (text.kind === 'number' ? text.decimals : 0)));
}
