import { eachBit, hasBit } from './bits.ts';
import { type RunsFared, wrongOn } from './fared.ts';
import type { CriterionColumns } from './read.ts';

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
  const points = new Float64Array(fared.cases).fill(Number.NaN);
  for (const [place, id] of runs.entries()) {
    const fares = fared.verdicts[place];
    if (fares === undefined || (run !== '' && run !== id)) continue;
    const wrong = wrongOn(fares);
    const own = new Uint8Array(points.length);
    for (const verdicts of under?.verdicts ?? []) {
      const of = verdicts[place];
      if (of !== undefined) eachBit(wrongOn(of), (at) => (own[at] = (own[at] ?? 0) + 1));
    }
    const add = (at: number): void => {
      points[at] = (points[at] || 0) + Math.max(own[at] ?? 0, Number(hasBit(wrong, at)));
    };
    eachBit(fares.asked, add);
  }
  return points;
}
