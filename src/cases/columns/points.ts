import { eachBit, hasBit, minusBits } from './bits.ts';
import type { CriterionColumns } from './read.ts';
import type { RunsFared } from './select.ts';

interface FaredUnder {
  readonly runs: readonly string[];
  readonly fared: RunsFared;
  /** Answers by criterion; null where cases have none, or where only one criterion counts. */
  readonly under: CriterionColumns | null;
}

/**
 * Counts the points lost on each case by a run ('' for all together), as `pointSteps` counts them: one for each criterion that it lost, at
 * least one where it lost the case. NaN where nobody was right or wrong.
 */
export function casePoints({ runs, fared, under }: FaredUnder, run: string): Float64Array<ArrayBuffer> {
  const points = new Float64Array(fared.nRight.length).fill(Number.NaN);
  for (const [place, id] of runs.entries()) {
    const [right, wrong] = [fared.right[place], fared.wrong[place]];
    if (right === undefined || wrong === undefined || (run !== '' && run !== id)) continue;
    const own = new Uint8Array(points.length);
    for (const verdicts of under?.verdicts ?? []) {
      const of = verdicts[place];
      if (of !== undefined) eachBit(minusBits(of.asked, of.won), (at) => (own[at] = (own[at] ?? 0) + 1));
    }
    const add = (at: number): void => {
      points[at] = (points[at] || 0) + Math.max(own[at] ?? 0, Number(hasBit(wrong, at)));
    };
    eachBit(right, add);
    eachBit(wrong, add);
  }
  return points;
}
