import { fixed, numberWords } from '../../ui/number-words.ts';
import { pairAt, type RaterPair, type RaterPairs } from './pairs.ts';

export interface RankedPair<R, P> {
  readonly one: R;
  readonly other: R;
  readonly pair: P;
}

/** Writes a cell, without needless zeros because a cell is narrow: 0.4 → `.40`. */
export const cellText = ({ statistic }: RaterPair): string =>
  statistic === null
    ? '–'
    : fixed(statistic.value, 2)
        .replace(/^(\u2212?)0\./, '$1.')
        .replace('1.00', '1');

export const pairInterval = ({ statistic }: RaterPair): string =>
  statistic === null || statistic.lo === null || statistic.hi === null
    ? ''
    : `[${fixed(statistic.lo, 2)}, ${fixed(statistic.hi, 2)}]`;

/** Writes a statistic with its interval, `0.62 [0.55, 0.69]`, or why there is none. */
export function statisticWords(pair: RaterPair): string {
  if (pair.statistic === null) return `none (${pair.reason})`;
  const interval = pairInterval(pair);
  return `${fixed(pair.statistic.value, 2)}${interval === '' ? '' : ` ${interval}`}`;
}

/** Counts the answers that a pair shares: `1 282 shared answers, 28 left out`. */
export function sharedAnswersWords({ n, left }: RaterPair): string {
  return `${numberWords(n)} shared answers${left === 0 ? '' : `, ${numberWords(left)} left out`}`;
}

/** Writes the smallest and the largest of some counts: `1 282`, or `1 260 to 1 310`. */
export function countRangeWords(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? numberWords(most) : `${numberWords(least)} to ${numberWords(most)}`;
}

/** Lists every two of some rows once: those most alike first, those without a statistic last. */
export function rankedPairs<R, P extends RaterPair>(
  rows: readonly R[],
  pairs: RaterPairs<P>,
): readonly RankedPair<R, P>[] {
  const found = rows.flatMap((one, a) =>
    rows.slice(a + 1).flatMap((other, i) => {
      const pair = pairAt(pairs, { rows: rows.length, one: a, other: a + 1 + i });
      return pair === undefined ? [] : [{ one, other, pair }];
    }),
  );
  const value = ({ pair }: RankedPair<R, P>): number => pair.statistic?.value ?? Number.NEGATIVE_INFINITY;
  return found.sort((x, y) => (value(x) === value(y) ? 0 : value(y) - value(x)));
}
