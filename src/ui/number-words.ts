import { numberWords } from '../schema/words.ts';

export { numberWords };

/** Rounds to no more decimals than a drawing shows, because what is written a thousand times should be short: 3.3333 → 3.33, 10 → 10. */
export const rounded = (value: number, decimals = 2): number => Number(value.toFixed(decimals));

/** Writes a number of things: `1 case`, `1 434 cases`. `noun` is the word for one; its plural ends with s. */
export const countOf = (n: number, noun: string): string => `${numberWords(n)} ${n === 1 ? noun : `${noun}s`}`;

export const MINUS_SIGN = '\u2212';

/** Gives a number's digits with a true minus: `-0.25` → `−0.25`. */
export const withMinus = (digits: string): string => digits.replace(/^-(?=\d)/, MINUS_SIGN);

/** Gives a value to so many decimals, with a true minus: −0.254, 2 → `−0.25`, and `0.00` for one that rounds to it. */
export function fixed(value: number, decimals: number): string {
  const digits = value.toFixed(decimals);
  return Number(digits) === 0 ? digits.replace('-', '') : withMinus(digits);
}

/** Writes both ends of an interval: `72.5 to 76.6`. */
export const endsWords = (lo: number, hi: number, decimals: number): string =>
  `${fixed(lo, decimals)} to ${fixed(hi, decimals)}`;

/** Gives what a paper's table prints without the marks of its best values, which are bold or underlined there. */
export const plainPrinted = (printed: string): string => printed.replaceAll(/[*_]{2}/g, '');

/** Gives a difference with its sign, a true minus among them: −0.25 → `−0.25`, 0.25 → `+0.25`, and `0.00` for one that rounds to it. */
export function signed(difference: number, decimals: number): string {
  const text = Math.abs(difference).toFixed(decimals);
  if (Number(text) === 0) return text;
  return difference < 0 ? `${MINUS_SIGN}${text}` : `+${text}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** Writes a size in words: 812 → `812 B`, 1 250 000 → `1.3 MB`, 999 960 → `1.0 MB`. */
export function bytesWords(bytes: number): string {
  // From 999 950 on, a kB are a MB once they are rounded to one decimal.
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes + bytes / 19_999)) / 3));
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${UNITS[step]}`;
}

/** Writes the doubt about a difference: nothing where it is significant, else that it may be chance, or that it was not tested (null). */
export function chanceWords(significant: boolean | null): '' | 'perhaps by chance' | 'not tested' {
  if (significant === null) return 'not tested';
  return significant ? '' : 'perhaps by chance';
}

/** Gives numbers for a sheet to draw with, as a style attribute of custom properties with one decimal: `{ at: 12.34 }` → `--at:12.3`. */
export const styleValues = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${Number(value.toFixed(1))}`)
    .join(';');
