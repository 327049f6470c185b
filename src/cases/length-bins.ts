import type { LengthBins } from './choices.ts';

/** About as many bars as fit the column of filters and can be hit with a finger. */
const MOST = 25;

/** Makes round bins (1, 2 or 5 times a power of ten) from 0 to the longest of all; undefined where it is 0. */
export function lengthBins(longest: number): LengthBins | undefined {
  if (longest <= 0) return undefined;
  const fitting = (longest + 1) / MOST;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, fitting)));
  const width = [1, 2, 5, 10].map((step) => step * power).find((one) => one >= fitting) ?? 10 * power;
  return { width, bins: Math.floor(longest / width) + 1 };
}

/** Gives the bins' names in the counts, which are their places. */
export const binNames = ({ bins }: LengthBins): readonly string[] => Array.from({ length: bins }, (_, k) => String(k));
