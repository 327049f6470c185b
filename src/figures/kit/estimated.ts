import type { RunValue } from '../../metrics/values.ts';
import { fixed, numberWords } from '../../ui/number-words.ts';

const PERCENT = 100;

/** Writes a ratio in percent, with a true minus sign: `-0.125` with one decimal → `−12.5`. */
export const percent = (value: number, decimals = 0): string => fixed(PERCENT * value, decimals);

/** Writes a value with its interval and n, `43.1 % [39.0, 47.4], n = 501`, or why there is none. */
export function estimateWords({ value, lo, hi, n, reason }: Estimated): string {
  if (value === null) return reason;
  const interval = lo === null || hi === null ? `, no interval: ${reason}` : ` [${percent(lo, 1)}, ${percent(hi, 1)}]`;
  return `${percent(value, 1)} %${interval}, n = ${numberWords(n)}`;
}

/** Does the same for a cell of a table that has n beside it. */
export function intervalWords({ value, lo, hi }: Estimated): string {
  if (value === null) return '–';
  return lo === null || hi === null ? percent(value, 1) : `${percent(value, 1)} [${percent(lo, 1)}, ${percent(hi, 1)}]`;
}

/** A value with its interval, and how much it rests on, as figures carry it. */
export interface Estimated {
  /** The value is in the metric's natural unit; null with a reason. */
  readonly value: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  /** The sum of the denominators, of one repeat. */
  readonly n: number;
  /** What is missing and why; '' when nothing is. */
  readonly reason: string;
}

/** Keeps of a value what a figure shows. */
export function estimated({ summary: { value, lo, hi, reason }, n }: RunValue): Estimated {
  return { value, lo, hi, n, reason };
}
