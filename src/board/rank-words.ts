import type { RankInterval } from '../schema/board.ts';

/** Writes the places that a rank may be: `1–15`, or `3` where the interval is one place. */
export function rankWords({ best, worst }: Pick<RankInterval, 'best' | 'worst'>): string {
  return best === worst ? String(best) : `${best}–${worst}`;
}
