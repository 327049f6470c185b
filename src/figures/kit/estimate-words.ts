import { fixed, numberWords } from '../../ui/number-words.ts';
import type { Estimated } from './estimated.ts';

const PERCENT = 100;

/** A ratio in percent, with a true minus sign. */
export const percent = (value: number, decimals = 0): string => fixed(PERCENT * value, decimals);

/** `43.1 % [39.0, 47.4], n = 501`, or why there is no value. */
export function estimateWords({ value, lo, hi, n, reason }: Estimated): string {
  if (value === null) return reason;
  const interval = lo === null || hi === null ? `, no interval: ${reason}` : ` [${percent(lo, 1)}, ${percent(hi, 1)}]`;
  return `${percent(value, 1)} %${interval}, n = ${numberWords(n)}`;
}

/** The same for a cell of a table that has n beside it. */
export function intervalWords({ value, lo, hi }: Estimated): string {
  if (value === null) return '–';
  return lo === null || hi === null ? percent(value, 1) : `${percent(value, 1)} [${percent(lo, 1)}, ${percent(hi, 1)}]`;
}
