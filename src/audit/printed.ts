/** What the characters of a printed cell are. `several points` = digits with more than one decimal point. */
export type Printed =
  | { readonly kind: 'number'; readonly value: number; readonly decimals: number }
  | { readonly kind: 'dash' | 'empty' | 'several points' | 'text' };

const NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;
const SEVERAL_POINTS = /^[+-]?\d+(?:\.\d+){2,}$/;

/** Reads a printed cell (without emphasis marks): `1,804`, `+1.67`, `-`, `64.2.0`, … */
export function readPrinted(text: string): Printed {
  if (text === '') return { kind: 'empty' };
  if (text === '-' || text === '–' || text === '—') return { kind: 'dash' };
  if (SEVERAL_POINTS.test(text)) return { kind: 'several points' };
  const match = NUMBER.exec(text);
  if (match === null) return { kind: 'text' };
  return { kind: 'number', value: Number(text.replaceAll(',', '')), decimals: match[1]?.length ?? 0 };
}

/** Half a unit of the last printed digit: the most that rounding can have changed. */
export const halfDigit = (decimals: number): number => 0.5 * 10 ** -decimals;

/** Room for binary fractions in comparisons of printed decimals. */
export const EPSILON = 1e-9;
